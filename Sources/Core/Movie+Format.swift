extension Movie {
  /// HDR as the settings ask for it; nil for SDR, and for frames of 8 bits. Errors: `white` or `peak` out of range.
  package func highDynamicRange() throws(VideoError) -> HighDynamicRange? {
    guard let transfer = settings.hdr, settings.depth != .bytes else { return nil }
    return try HighDynamicRange(transfer, white: settings.white, peak: settings.peak)
  }

  /// Whether something behind the movie may be seen, and the file is to say so.
  package func wantsAlpha(_ options: ExportOptions) -> Bool {
    settings.background.alpha < 1 && options.video.additiveAlpha != .screen
  }

  /// Whether frames of a format are drawn in floats.
  func isDeep(in format: VideoFormat) -> Bool {
    switch settings.depth {
    case _ where format.hdr != nil || format.isDisplayP3: true
    case .auto: format.depth > 8
    case .bytes: false
    case .float: true
    }
  }

  /// The format that an export to a path has. Formats that cannot say the movie's colour space are refused.
  package func format(to path: String, _ options: ExportOptions) throws(MovieError) -> VideoFormat {
    do throws(VideoError) {
      let (key, wantsAlpha) = (options.format, wantsAlpha(options))
      if let hdr = try highDynamicRange() {
        let format = try? VideoFormat(forPath: path, named: key, wantsAlpha: wantsAlpha, keeping: hdr)
        if let format { return format }
      }
      let format = try VideoFormat(forPath: path, named: key, wantsAlpha: wantsAlpha)
      return settings.colorSpace == .displayP3 ? try format.inDisplayP3() : format
    } catch {
      throw .video(error)
    }
  }
}

/// Where frames go, by which light beyond white is shown or kept.
package enum LightTarget: Sendable {
  /// Screens and files that end at white.
  case screen
  /// Files that keep all sums, as EXR does.
  case sums
  /// Video of high dynamic range, which has a curve of its own.
  case video

  /// Of the frames of a format.
  init(_ format: VideoFormat) { self = format.hdr != nil ? .video : format.keepsSums ? .sums : .screen }

  /// Whether light fades out toward white.
  func isFilmic(_ settings: MovieSettings) -> Bool {
    switch self {
    case .screen: settings.toneMapping == .filmic || settings.hdr != nil
    case .sums: false
    case .video: false
    }
  }
}
