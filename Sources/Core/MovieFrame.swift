/// A frame of a movie with everything that drawing it needs. Any thread can draw it.
package struct MovieFrame: Sendable {
  package let index: Int
  package let viewport: Viewport
  let exposures: [Exposure]
  let sampling: FrameSampling
  /// Whether the frame is drawn in float.
  let isDeep: Bool
  let dithers: Bool
  let marksHighlights: Bool
}

/// Options of a single frame, in addition to the movie's settings.
package struct FrameOptions: Sendable {
  /// Size in pixels; nil: the movie's size times its scale.
  package var pixelSize: PixelSize?
  /// Oversampling along each side, 1 to 8.
  package var supersampling = 1
  /// Whether the frame is drawn over another image: the background is transparent and additive light has no alpha.
  package var isOverlay = false
  /// Whether HDR is kept instead of being tone-mapped.
  package var keepsLight = false
  /// Whether HDR pixels are painted magenta.
  package var marksHighlights = false

  package init(pixelSize: PixelSize? = nil, marksHighlights: Bool = false) {
    (self.pixelSize, self.marksHighlights) = (pixelSize, marksHighlights)
  }
}

extension Movie {
  /// Returns the frame at a time in seconds of the script. All images of a movie are drawn from it.
  package func frame(at time: Double, _ options: FrameOptions = FrameOptions()) throws(MovieError) -> MovieFrame {
    var viewport = try viewport(for: options.pixelSize)
    let isDeep = settings.depth == .float || options.keepsLight || options.marksHighlights
    viewport.isDeep = isDeep
    if options.isOverlay { viewport.background = .clear }
    var sampling = try sampling(supersampling: options.supersampling, lightCoversNothing: options.isOverlay)
    if options.marksHighlights { sampling.light = .video } else if options.keepsLight { sampling.light = .sums }
    try checkSize(sampling, viewport)
    return MovieFrame(
      index: Int(min(1e9, time * settings.framesPerSecond)), viewport: viewport,
      exposures: exposures(at: time, sampling),
      sampling: sampling, isDeep: isDeep, dithers: settings.dither != .off, marksHighlights: options.marksHighlights)
  }

  func frame(_ index: Int, in viewport: Viewport) -> MovieFrame {
    MovieFrame(
      index: index, viewport: viewport, exposures: [exposure(at: time(ofFrame: index))], sampling: FrameSampling(),
      isDeep: false, dithers: false, marksHighlights: false)
  }

  /// Draws the frame at a time in seconds of the script.
  /// - Parameter workers: number of threads; 0 is one per core. The result does not depend on it.
  package func still(
    at time: Double, _ options: FrameOptions = FrameOptions(), workers: Int = 0
  ) throws(MovieError) -> PixelBuffer {
    let frame = try frame(at: time, options)
    var painter = FramePainter(workers: workers)
    var buffer = PixelBuffer(width: frame.viewport.width, height: frame.viewport.height)
    try painter.draw(frame, into: &buffer)
    return buffer
  }

  package func still(at time: Double, pixelSize: PixelSize?, workers: Int = 0) throws(MovieError) -> PixelBuffer {
    try still(at: time, FrameOptions(pixelSize: pixelSize), workers: workers)
  }
}

/// Draws single frames one after the other, in memory that it reuses.
package struct FramePainter: ~Copyable {
  private let workers: Int
  private var bytes: FrameCanvas<UInt32>?
  private var floats: FrameCanvas<DeepPixel>?
  package private(set) var counts = FrameCounts()

  /// - Parameter workers: number of threads; 0 is one per core.
  package init(workers: Int) {
    self.workers = workers > 0 ? workers : ProcessInfo.processInfo.activeProcessorCount
  }

  /// Draws a frame into a buffer of its size. Errors: a scene beyond the limits of a frame, `cancelled`.
  package mutating func draw(
    _ frame: MovieFrame, into buffer: inout PixelBuffer, unless cancellation: Cancellation? = nil
  ) throws(MovieError) {
    try RenderMemory.check(picture: frame.viewport)
    guard frame.isDeep else {
      let kept = bytes.take()
      return bytes = try draw(frame, kept, into: &buffer, cancellation)
    }
    var picture = DeepBuffer(width: frame.viewport.width, height: frame.viewport.height)
    try draw(frame, into: &picture, unless: cancellation)
    let words = DeepQuantizer(dithers: frame.marksHighlights ? false : frame.dithers)
    unsafe picture.withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      let tile = unsafe DeepTile(
        x: 0, y: 0, width: picture.width, height: picture.height, pixels: base, stride: picture.stride)
      guard frame.marksHighlights else { return words.write(tile, to: &buffer) }
      var paint = AboveWhite()
      paint.withPainted(tile) { words.write($0, to: &buffer) }
    }
  }

  /// Draws a frame in float: premultiplied, linear between sRGB components, with HDR unchanged.
  package mutating func draw(
    _ frame: MovieFrame, into buffer: inout DeepBuffer, unless cancellation: Cancellation? = nil
  ) throws(MovieError) {
    let kept = floats.take()
    floats = try draw(frame, kept, into: &buffer, cancellation)
  }

  private mutating func draw<Element: FramePixel>(
    _ frame: MovieFrame, _ kept: consuming FrameCanvas<Element>?, into buffer: inout PixelFrame<Element>,
    _ cancellation: Cancellation?
  ) throws(MovieError) -> FrameCanvas<Element> {
    var canvas = kept.take() ?? FrameCanvas(frame.viewport, frame.sampling, workers: workers)
    canvas.adapt(to: frame.viewport, frame.sampling)
    canvas.counts = FrameCounts()
    let start = CPUClock.threadSeconds
    try canvas.draw(frame.exposures, index: frame.index, into: &buffer, unless: cancellation)
    counts = canvas.counts
    counts.rasterSeconds = CPUClock.threadSeconds - start - counts.evaluateSeconds
    return canvas
  }
}
