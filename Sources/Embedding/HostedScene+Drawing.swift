import StarmineCore
import StarmineMedia
import StarminePresets
package import StarmineRaster
package import StarmineScene

/// What a frame took (`starmine_counts`).
package struct FrameRecord: Encodable, Sendable {
  package var living = 0
  package var drawn = 0
  /// Milliseconds on the calling thread: timeline, what is seen, pixels.
  package var script = 0.0
  package var evaluation = 0.0
  package var drawing = 0.0
}

extension HostedScene {
  /// Draws a moment, in memory that is kept for the next.
  ///
  /// - Parameters:
  ///   - seconds: from the start; below 0 is 0.
  ///   - isOverlay: without background and scenery, and with light that covers nothing.
  ///   - cancellation: ends the call early with an error.
  package func draw<Result>(
    at seconds: Double, isOverlay: Bool = false, unless cancellation: Cancellation = Cancellation(),
    _ body: (borrowing PixelBuffer) throws(HostError) -> Result
  ) throws(HostError) -> Result {
    try check(moment: seconds)
    let loaded = try isOverlay ? overlaid() : self.loaded
    do {
      try drawPicture(loaded, max(0, seconds) * loaded.movie.speed, cancellation)
    } catch {
      throw HostError(error, file: source.file)
    }
    guard !cancellation.isRequested, let drawn = picture.take() else {
      throw HostError(.cancelled, "stopped before the end")
    }
    let result = try body(drawn)
    picture = consume drawn
    return result
  }

  /// Draws a moment as floats, premultiplied, with light above 1.
  package func drawLight(
    at seconds: Double, unless cancellation: Cancellation = Cancellation()
  ) throws(HostError) -> DeepBuffer {
    try check(moment: seconds)
    do {
      var options = loaded.options
      options.keepsLight = true
      let frame = try movie.frame(at: max(0, seconds) * movie.speed, options)
      var picture = DeepBuffer(width: pixelSize.width, height: pixelSize.height)
      try painter.draw(frame, into: &picture, unless: cancellation)
      guard !cancellation.isRequested else { throw MovieError.cancelled }
      return picture
    } catch {
      throw HostError(error, file: source.file)
    }
  }

  /// Errors: a moment that is not drawn.
  package func check(moment seconds: Double) throws(HostError) {
    guard seconds.isFinite, seconds <= Self.latest else {
      throw HostError(.argument, "\(seconds) seconds: expected at most \(Self.latest)", file: source.file)
    }
  }

  /// A day.
  private static let latest = 86_400.0

  private func overlaid() throws(HostError) -> Loaded {
    if let overlay { return overlay }
    let made = try Loaded(source, changes, frame, isOverlay: true)
    overlay = made
    return made
  }

  private func drawPicture(
    _ loaded: Loaded, _ time: Double, _ cancellation: Cancellation
  ) throws(MovieError) {
    let start = CPUClock.threadSeconds
    let frame = try loaded.movie.frame(at: time, loaded.options)
    let script = CPUClock.threadSeconds - start
    var buffer = takePicture(loaded.size)
    try painter.draw(frame, into: &buffer, unless: cancellation)
    picture = consume buffer
    let counts = painter.counts
    self.counts = FrameRecord(
      living: counts.liveParticles, drawn: counts.drawnParticles, script: 1e3 * script,
      evaluation: 1e3 * counts.evaluateSeconds, drawing: 1e3 * counts.rasterSeconds)
  }

  private func takePicture(_ size: PixelSize) -> PixelBuffer {
    if let kept = picture.take(), kept.width == size.width, kept.height == size.height { return kept }
    return PixelBuffer(width: size.width, height: size.height)
  }

  /// 32 hexadecimal digits of a moment's pixels.
  package func hash(at seconds: Double) throws(HostError) -> String {
    try draw(at: seconds) { (picture) throws(HostError) in
      do throws(VideoError) { return try Digest.md5(picture) } catch { throw HostError(.memory, "\(error)") }
    }
  }
}
