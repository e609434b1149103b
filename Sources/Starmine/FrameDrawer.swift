import StarmineMedia
import StarmineRaster
import StarmineScene

/// One worker: draws and converts frames, one after the other, in memory of its own.
struct FrameDrawer: ~Copyable {
  /// Counts and costs of the last frame.
  struct Counts {
    var liveParticles = 0
    var drawnParticles = 0
    /// CPU seconds.
    var evaluateSeconds = 0.0
    var rasterSeconds = 0.0
  }

  private(set) var converter: VideoConverter
  private(set) var counts = Counts()
  private let sampling: FrameSampling
  private let viewport: Viewport
  /// The viewport of one drawing of a frame.
  private let drawing: Viewport
  private let renderer = Renderer(workers: 1)
  private var list: DisplayList?
  /// Memory for whole frames and for the mean of several drawings, made when a file first needs it.
  private var frame: PixelBuffer?
  private var sample: PixelBuffer?
  private var accumulator: FrameAccumulator?

  init(_ viewport: Viewport, _ sampling: FrameSampling, _ converter: consuming VideoConverter) {
    self.converter = converter
    (self.viewport, self.sampling) = (viewport, sampling)
    drawing = sampling.viewport(viewport)
  }

  /// - Parameter index: number of the frame, for errors.
  mutating func draw(_ exposures: [Exposure], index: Int) throws(MovieError) -> VideoFrame {
    counts = Counts()
    let (start, converted) = (CPUClock.threadSeconds, converter.cpuSeconds)
    let made = sampling.isPlain ? try drawPlain(exposures[0], index) : try drawMean(exposures, index)
    let all = CPUClock.threadSeconds - start
    counts.rasterSeconds = all - counts.evaluateSeconds - (converter.cpuSeconds - converted)
    return made
  }

  private mutating func evaluateList(_ exposure: Exposure, _ index: Int) throws(MovieError) -> DisplayList {
    let start = CPUClock.threadSeconds
    var made = evaluate(exposure.tree, at: exposure.time, in: drawing, recycling: list.take())
    if sampling.lightCoversNothing { made.letLightCoverNothing() }
    counts.evaluateSeconds += CPUClock.threadSeconds - start
    (counts.liveParticles, counts.drawnParticles) = (made.liveParticles, made.drawnParticles)
    if let error = made.shortage(inFrame: index) { throw error }
    return made
  }

  private mutating func drawPlain(_ exposure: Exposure, _ index: Int) throws(MovieError) -> VideoFrame {
    let made = try evaluateList(exposure, index)
    defer { list = made }
    do throws(VideoError) {
      if converter.takesTiles {
        let renderer = renderer
        return try converter.convert { didDraw in renderer.render(made, eachTile: didDraw) }
      }
      var whole = frame.take() ?? PixelBuffer(width: viewport.width, height: viewport.height)
      renderer.render(made, into: &whole)
      let converted = try converter.convert(whole, at: index)
      frame = consume whole
      return converted
    } catch {
      throw .video(error)
    }
  }

  private mutating func drawMean(_ exposures: [Exposure], _ index: Int) throws(MovieError) -> VideoFrame {
    var sum =
      accumulator.take()
      ?? FrameAccumulator(width: viewport.width, height: viewport.height, factor: sampling.factor)
    var part = sample.take() ?? PixelBuffer(width: drawing.width, height: drawing.height)
    var whole = frame.take() ?? PixelBuffer(width: viewport.width, height: viewport.height)
    for exposure in exposures {
      let made = try evaluateList(exposure, index)
      renderer.render(made, into: &part)
      sum.add(part)
      list = made
    }
    sum.takeMean(into: &whole)
    let converted: VideoFrame
    do throws(VideoError) { converted = try converter.convert(whole, at: index) } catch { throw .video(error) }
    accumulator = sum
    sample = consume part
    frame = consume whole
    return converted
  }
}
