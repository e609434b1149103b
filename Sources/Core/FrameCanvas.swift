import StarmineMedia
import StarmineRaster
import StarmineScene

/// Draws the moments of frames into pixels, one frame after the other, in memory of its own.
struct FrameCanvas: ~Copyable {
  /// Counts of the last frame.
  var counts = FrameCounts()
  let sampling: FrameSampling
  let viewport: Viewport
  let renderer = Renderer(workers: 1)
  /// The viewport of one drawing of a frame.
  private let drawing: Viewport
  private var list: DisplayList?
  /// Memory for the mean of several drawings, made when a frame first needs it.
  private var sample: PixelBuffer?
  private var accumulator: FrameAccumulator?
  private var deepSample: DeepBuffer?

  init(_ viewport: Viewport, _ sampling: FrameSampling) {
    (self.viewport, self.sampling) = (viewport, sampling)
    drawing = sampling.viewport(viewport)
  }

  /// The commands of a moment.
  ///
  /// - Parameter index: number of the frame, for errors.
  mutating func evaluateList(_ exposure: Exposure, _ index: Int) throws(MovieError) -> DisplayList {
    let start = CPUClock.threadSeconds
    var made = evaluate(exposure.tree, at: exposure.time, in: drawing, recycling: list.take())
    if sampling.lightCoversNothing { made.letLightCoverNothing() }
    counts.evaluateSeconds += CPUClock.threadSeconds - start
    (counts.liveParticles, counts.drawnParticles) = (made.liveParticles, made.drawnParticles)
    if let error = made.shortage(inFrame: index) { throw error }
    return made
  }

  /// Takes a list back whose memory the next one may use.
  mutating func recycle(_ made: consuming DisplayList) { list = made }

  private func render(_ list: DisplayList, _ index: Int, into buffer: inout PixelBuffer) throws(MovieError) {
    let bytes = try EffectMemory.take(for: list, frame: index)
    defer { EffectMemory.giveBack(bytes) }
    renderer.render(list, into: &buffer)
  }

  /// Draws a frame: one moment, or the mean of several.
  mutating func draw(_ exposures: [Exposure], index: Int, into frame: inout PixelBuffer) throws(MovieError) {
    guard !sampling.isPlain else {
      let made = try evaluateList(exposures[0], index)
      try render(made, index, into: &frame)
      return recycle(made)
    }
    var sum =
      accumulator.take()
      ?? FrameAccumulator(width: viewport.width, height: viewport.height, factor: sampling.factor)
    var part = sample.take() ?? PixelBuffer(width: drawing.width, height: drawing.height)
    for exposure in exposures {
      let made = try evaluateList(exposure, index)
      try render(made, index, into: &part)
      sum.add(part)
      recycle(made)
    }
    sum.takeMean(into: &frame)
    accumulator = sum
    sample = consume part
  }

  // MARK: Floats

  /// The commands of a moment that is drawn in floats.
  mutating func evaluateDeepList(_ exposure: Exposure, _ index: Int) throws(MovieError) -> DisplayList {
    let made = try evaluateList(exposure, index)
    if made.commands.contains(where: { $0.isDrawnInWords }) { counts.hasWordEffects = true }
    return made
  }

  /// The mean of several drawings in floats.
  mutating func drawMean(_ exposures: [Exposure], index: Int) throws(MovieError) -> DeepBuffer {
    var sum = DeepBuffer(width: viewport.width, height: viewport.height)
    var part = deepSample.take() ?? DeepBuffer(width: drawing.width, height: drawing.height)
    let weight = 1 / Float(exposures.count * sampling.factor * sampling.factor)
    for exposure in exposures {
      let made = try evaluateDeepList(exposure, index)
      let bytes = try EffectMemory.take(for: made, frame: index)
      defer { EffectMemory.giveBack(bytes) }
      renderer.render(made, into: &part)
      sum.add(part, factor: sampling.factor, weight: weight)
      recycle(made)
    }
    deepSample = consume part
    return sum
  }
}

extension DrawCommand {
  /// Whether it is made of bytes in a drawing of floats too.
  fileprivate var isDrawnInWords: Bool {
    switch self {
    case .offscreen, .backdrop: true
    default: false
    }
  }
}

extension DeepBuffer {
  /// Adds a drawing of finer pixels.
  ///
  /// - Parameters:
  ///   - factor: pixels of the drawing to one, along each side.
  ///   - weight: of each of them.
  fileprivate mutating func add(_ drawing: borrowing DeepBuffer, factor: Int, weight: Float) {
    let (width, height, stride, sourceStride) = (width, height, stride, drawing.stride)
    withMutablePixels { pixels in
      drawing.withPixels { source in
        for y in 0..<height * factor {
          let (row, line) = (y / factor * stride, y * sourceStride)
          for x in 0..<width * factor { pixels[row + x / factor] += source[line + x] * weight }
        }
      }
    }
  }
}
