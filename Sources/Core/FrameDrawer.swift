/// Converts frames of a pixel format to the input of an encoder.
protocol FrameConverter: ~Copyable, SendableMetatype {
  associatedtype Element: FramePixel
  /// Whether frames can be converted tile by tile.
  var takesTiles: Bool { get }
  var cpuSeconds: Double { get }
  mutating func convert(
    at index: Int, drawing draw: ((PixelTile<Element>) -> Void) -> Void
  ) throws(VideoError) -> VideoFrame
  mutating func convert(_ frame: borrowing PixelFrame<Element>, at index: Int) throws(VideoError) -> VideoFrame
}

extension VideoConverter: FrameConverter {}
extension DeepConverter: FrameConverter {}

/// A worker of an export. It draws and converts frames.
struct FrameDrawer<Converter: FrameConverter & ~Copyable>: ~Copyable, FrameMaker {
  private var canvas: FrameCanvas<Converter.Element>
  private var converter: Converter
  /// Memory for whole frames, allocated on first use.
  private var frame: PixelFrame<Converter.Element>?

  init(_ viewport: Viewport, _ sampling: FrameSampling, _ converter: consuming Converter) {
    self.converter = converter
    canvas = FrameCanvas(viewport, sampling)
  }

  var counts: FrameCounts { canvas.counts }
  var convertSeconds: Double { converter.cpuSeconds }

  mutating func draw(_ task: FrameTask) throws(MovieError) -> VideoFrame {
    canvas.counts = FrameCounts()
    let (start, converted) = (CPUClock.threadSeconds, converter.cpuSeconds)
    let isTiled = canvas.sampling.isPlain && converter.takesTiles
    let made = isTiled ? try drawTiles(task) : try drawWhole(task)
    let all = CPUClock.threadSeconds - start
    canvas.counts.rasterSeconds = all - canvas.counts.evaluateSeconds - (converter.cpuSeconds - converted)
    return made
  }

  private mutating func drawTiles(_ task: FrameTask) throws(MovieError) -> VideoFrame {
    let made = try canvas.evaluateList(task.exposures[0], task.index)
    let bytes = try EffectMemory.take(for: made, frame: task.index, isDeep: Converter.Element.form == .floats)
    defer { EffectMemory.giveBack(bytes) }
    let renderer = canvas.renderer
    let result: VideoFrame
    do throws(VideoError) {
      result = try converter.convert(at: task.index) { didDraw in renderer.render(made, eachTile: didDraw) }
    } catch {
      throw .video(error)
    }
    canvas.recycle(made)
    return result
  }

  private mutating func drawWhole(_ task: FrameTask) throws(MovieError) -> VideoFrame {
    var whole = frame.take() ?? PixelFrame(width: canvas.viewport.width, height: canvas.viewport.height)
    try canvas.draw(task.exposures, index: task.index, into: &whole)
    let converted: VideoFrame
    do throws(VideoError) { converted = try converter.convert(whole, at: task.index) } catch { throw .video(error) }
    frame = consume whole
    return converted
  }
}
