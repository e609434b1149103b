import StarmineMedia
import StarmineRaster
import StarmineScene

/// One worker of an export: draws and converts frames.
struct FrameDrawer: ~Copyable, FrameMaker {
  private var canvas: FrameCanvas
  private var converter: VideoConverter
  /// Memory for whole frames, made when a file first needs it.
  private var frame: PixelBuffer?

  init(_ viewport: Viewport, _ sampling: FrameSampling, _ converter: consuming VideoConverter) {
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
    let bytes = try EffectMemory.take(for: made, frame: task.index)
    defer { EffectMemory.giveBack(bytes) }
    let renderer = canvas.renderer
    let result: VideoFrame
    do throws(VideoError) {
      result = try converter.convert { didDraw in renderer.render(made, eachTile: didDraw) }
    } catch {
      throw .video(error)
    }
    canvas.recycle(made)
    return result
  }

  private mutating func drawWhole(_ task: FrameTask) throws(MovieError) -> VideoFrame {
    var whole = frame.take() ?? PixelBuffer(width: canvas.viewport.width, height: canvas.viewport.height)
    try canvas.draw(task.exposures, index: task.index, into: &whole)
    let converted: VideoFrame
    do throws(VideoError) { converted = try converter.convert(whole, at: task.index) } catch { throw .video(error) }
    frame = consume whole
    return converted
  }
}

/// The same for frames of floats.
struct DeepFrameDrawer: ~Copyable, FrameMaker {
  private var canvas: FrameCanvas
  private var converter: DeepConverter

  init(_ viewport: Viewport, _ sampling: FrameSampling, _ converter: consuming DeepConverter) {
    self.converter = converter
    canvas = FrameCanvas(viewport, sampling)
  }

  var counts: FrameCounts { canvas.counts }
  var convertSeconds: Double { converter.cpuSeconds }

  mutating func draw(_ task: FrameTask) throws(MovieError) -> VideoFrame {
    canvas.counts = FrameCounts()
    let (start, converted) = (CPUClock.threadSeconds, converter.cpuSeconds)
    let made = canvas.sampling.isPlain ? try drawTiles(task) : try drawMean(task)
    let all = CPUClock.threadSeconds - start
    canvas.counts.rasterSeconds = all - canvas.counts.evaluateSeconds - (converter.cpuSeconds - converted)
    return made
  }

  private mutating func drawTiles(_ task: FrameTask) throws(MovieError) -> VideoFrame {
    let made = try canvas.evaluateDeepList(task.exposures[0], task.index)
    let bytes = try EffectMemory.take(for: made, frame: task.index)
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

  private mutating func drawMean(_ task: FrameTask) throws(MovieError) -> VideoFrame {
    let whole = try canvas.drawMean(task.exposures, index: task.index)
    do throws(VideoError) { return try converter.convert(whole, at: task.index) } catch { throw .video(error) }
  }
}
