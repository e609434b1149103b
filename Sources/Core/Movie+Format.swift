extension Movie {
  /// The HDR settings; nil for SDR and for 8-bit frames. Errors: `white` or `peak` out of range.
  package func highDynamicRange() throws(VideoError) -> HighDynamicRange? {
    guard let transfer = settings.hdr, settings.depth != .bytes else { return nil }
    return try HighDynamicRange(transfer, white: settings.white, peak: settings.peak)
  }

  /// Whether the background is transparent and the file should store alpha.
  package func wantsAlpha(_ options: ExportOptions) -> Bool {
    settings.background.alpha < 1 && options.video.additiveAlpha != .screen
  }

  func isDeep(in format: VideoFormat) -> Bool {
    switch settings.depth {
    case _ where format.hdr != nil || format.isDisplayP3: true
    case .auto: format.depth > 8
    case .bytes: false
    case .float: true
    }
  }

  /// The format of an export to a path. Throws an error for formats without the colour space of the movie.
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

/// Target of frames. It decides how HDR is shown or kept.
package enum DynamicRangeTarget: Sendable {
  /// Displays and SDR files.
  case screen
  /// Files that store all values, such as EXR.
  case sums
  /// HDR video with a transfer function.
  case video

  init(_ format: VideoFormat) { self = format.hdr != nil ? .video : format.keepsSums ? .sums : .screen }

  /// Whether HDR is compressed toward white.
  func isFilmic(_ settings: MovieSettings) -> Bool {
    switch self {
    case .screen: settings.toneMapping == .filmic || settings.hdr != nil
    case .sums: false
    case .video: false
    }
  }
}
