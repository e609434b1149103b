import StarmineGraphics
package import StarmineMedia

extension Movie {
  /// Whether something behind the movie may be seen, and the file is to say so.
  package func wantsAlpha(_ options: ExportOptions) -> Bool {
    background.alpha < 1 && options.video.additiveAlpha != .screen
  }

  /// Whether frames of a format are drawn in floats.
  func isDeep(in format: VideoFormat) -> Bool {
    switch depth {
    case _ where format.isDisplayP3: true
    case .auto: format.depth > 8
    case .bytes: false
    case .float: true
    }
  }

  /// The format that an export to a path has.
  package func format(to path: String, _ options: ExportOptions) throws(MovieError) -> VideoFormat {
    do throws(VideoError) {
      let format = try VideoFormat(forPath: path, named: options.format, wantsAlpha: wantsAlpha(options))
      return colorSpace == .displayP3 ? try format.inDisplayP3() : format
    } catch {
      throw .video(error)
    }
  }
}
