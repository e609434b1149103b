extension VideoClip {
  /// Creates a part of an open video file. Layers that show the same file share decoded frames.
  ///
  /// - Parameters:
  ///   - footage: The open file.
  ///   - start: Start time in the video in seconds, 0 or more.
  ///   - end: End time in the video in seconds, above `start`. Nil: the end of the video.
  ///   - rate: Playback speed, above 0 and up to 1000.
  ///   - loops: Whether the video repeats. Otherwise the last frame stays.
  /// - Throws: An error if the file, the times or the rate are invalid.
  public convenience init(
    _ footage: Footage, start: Double = 0, end: Double? = nil, rate: Double = 1, loops: Bool = false
  ) throws(FootageError) {
    do throws(VideoClipError) {
      try self.init(footage as any FrameSource, name: footage.path, start: start, end: end, rate: rate, loops: loops)
    } catch {
      throw .unusablePart(path: footage.path, reason: error.reason)
    }
  }

  /// Creates a part of a video file: `layer.contents = try VideoClip(contentsOf: url, start: 2, loops: true)`.
  ///
  /// - Parameters:
  ///   - url: The video file.
  ///   - start: Start time in the video in seconds, 0 or more.
  ///   - end: End time in the video in seconds, above `start`. Nil: the end of the video.
  ///   - rate: Playback speed, above 0 and up to 1000.
  ///   - loops: Whether the video repeats. Otherwise the last frame stays.
  /// - Throws: An error if the file, the times or the rate are invalid.
  public convenience init(
    contentsOf url: URL, start: Double = 0, end: Double? = nil, rate: Double = 1, loops: Bool = false
  ) throws(FootageError) {
    try self.init(Footage(path: url.path), start: start, end: end, rate: rate, loops: loops)
  }
}

extension Footage: FrameSource {
  package var remarks: [String] { remarksAsContents }

  package func picture(ofFrame number: Int) throws(VideoClipError) -> CGImage {
    do throws(FootageError) { return try image(ofFrame: number) } catch { throw .frame(reason: "\(error)") }
  }
}
