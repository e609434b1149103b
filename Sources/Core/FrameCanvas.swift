/// Draws the moments of frames into pixels of one format, frame by frame, in memory that it reuses.
struct FrameCanvas<Element: FramePixel>: ~Copyable {
  var counts = FrameCounts()
  private(set) var sampling: FrameSampling
  private(set) var viewport: Viewport
  let renderer: Renderer
  private var drawing: Viewport
  private var list: DisplayList?
  /// Memory for the mean of several drawings, allocated on first use.
  private var sample: PixelFrame<Element>?
  private var accumulator: Element.Accumulator?

  init(_ viewport: Viewport, _ sampling: FrameSampling, workers: Int = 1) {
    (self.viewport, self.sampling) = (viewport, sampling)
    drawing = sampling.viewport(viewport)
    renderer = Renderer(workers: workers)
  }

  /// Changes the viewport for the next frames. Memory of another size is released.
  mutating func adapt(to viewport: Viewport, _ sampling: FrameSampling) {
    let next = sampling.viewport(viewport)
    if next.width != drawing.width || next.height != drawing.height || sampling != self.sampling {
      sample = nil
      accumulator = nil
    }
    (self.viewport, self.sampling, drawing) = (viewport, sampling, next)
  }

  /// Returns the drawing commands of a moment.
  /// - Parameter index: number of the frame, for errors.
  mutating func evaluateList(
    _ exposure: Exposure, _ index: Int, unless cancellation: Cancellation? = nil
  ) throws(MovieError) -> DisplayList {
    let start = CPUClock.threadSeconds
    let workers = Workers(count: renderer.workers.count, cancellation: cancellation)
    var made = exposure.list(in: drawing, recycling: list.take(), workers: workers)
    if cancellation?.isRequested ?? false { throw .cancelled }
    if sampling.lightCoversNothing { made.makeAdditive() }
    counts.evaluateSeconds += CPUClock.threadSeconds - start
    (counts.liveParticles, counts.drawnParticles) = (made.liveParticles, made.drawnParticles)
    if let error = made.shortage(inFrame: index) { throw error }
    return made
  }

  mutating func recycle(_ made: consuming DisplayList) { list = made }

  private func render(
    _ list: DisplayList, _ index: Int, into buffer: inout PixelFrame<Element>, unless cancellation: Cancellation?
  ) throws(MovieError) {
    let bytes = try EffectMemory.take(for: list, frame: index, isDeep: Element.form == .floats)
    defer { EffectMemory.giveBack(bytes) }
    renderer.render(list, into: &buffer, unless: cancellation)
    if cancellation?.isRequested ?? false { throw .cancelled }
  }

  mutating func draw(
    _ exposures: [Exposure], index: Int, into frame: inout PixelFrame<Element>, unless cancellation: Cancellation? = nil
  ) throws(MovieError) {
    guard !sampling.isPlain else {
      let made = try evaluateList(exposures[0], index, unless: cancellation)
      try render(made, index, into: &frame, unless: cancellation)
      return recycle(made)
    }
    var sum =
      accumulator.take()
      ?? Element.Accumulator(width: viewport.width, height: viewport.height, factor: sampling.factor)
    var part = sample.take() ?? PixelFrame(width: drawing.width, height: drawing.height)
    for exposure in exposures {
      let made = try evaluateList(exposure, index, unless: cancellation)
      try render(made, index, into: &part, unless: cancellation)
      sum.add(part)
      recycle(made)
    }
    sum.takeMean(into: &frame)
    accumulator = sum
    sample = consume part
  }
}
