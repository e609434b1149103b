/// A part of a video to draw over.
public struct FootagePart: Sendable {
  /// The video.
  public var footage: Footage
  /// Time in the video at which the movie starts, in seconds. Default 0.
  public var start: Double
  /// Time in the video at which drawing ends, in seconds. Nil: the end of the video.
  public var end: Double?

  /// Creates a part of a video. Times are in seconds; an `end` of nil is the end of the video.
  public init(_ footage: Footage, from start: Double = 0, until end: Double? = nil) {
    (self.footage, self.start, self.end) = (footage, start, end)
  }

  func holds(_ frame: Int) -> Bool {
    let time = footage.time(ofFrame: frame)
    return time >= start && end.map { time < $0 } ?? true
  }
}

extension Movie {
  /// Writes a video with the movie drawn over it.
  ///
  /// Size, frame times, orientation, pixel aspect ratio and colour matrix are those of the video. Sound, subtitles,
  /// chapters and metadata are copied. Scenery is left out unless `parts` includes it. If `options` names no format,
  /// the export selects one with alpha for a video with alpha, and a 10-bit format for an HLG or PQ video, where the
  /// extension allows it. White of the movie is then 203 nits. Frames without drawing are encoded as they were decoded.
  ///
  /// - Parameters:
  ///   - part: The video and the part to draw over.
  ///   - path: Output file. The extension selects the format, unless the options do.
  ///   - options: Workers, format, encoder, supersampling and cancellation. Other options are ignored.
  ///   - remark: Called before drawing, with a sentence for each property of the video that the file cannot keep.
  ///   - progress: Called on the calling thread after each frame.
  /// - Throws: A `MovieError` that says what is wrong.
  public func export(
    over part: FootagePart, to path: String, options: ExportOptions = ExportOptions(),
    remark: (String) -> Void = { _ in }, progress: (ExportProgress) -> Void = { _ in }
  ) throws(MovieError) -> ExportStatistics {
    let footage = part.footage
    settings.framesPerSecond = footage.framesPerSecond
    try draw(settings.parts.resolved(isSeenThrough: true))
    var sampling = try sampling(options)
    sampling.lightCoversNothing = true
    var viewport = try viewport(over: footage)
    try checkSize(sampling, viewport)
    let workers = options.workers > 0 ? options.workers : ProcessInfo.processInfo.activeProcessorCount
    let format = try footageFormat(path, footage, options)
    let memory = try RenderMemory(format, viewport, sampling, workers: workers, over: footage)
    let writer = try footageWriter(path, footage, format, options)
    let isDeep = writer.conversion.drawsLight && settings.depth != .bytes
    // HDR is kept if the video format can store it.
    if isDeep { (sampling.light, viewport.isDeep) = (.video, true) }
    try remarks(over: footage, to: path, format, options).forEach(remark)
    let (drawing, frame) = (sampling, viewport)
    let makeTask = { [sampling] (order: Int, index: Int) throws(MovieError) in
      let frame = try Self.frame(index, of: footage)
      guard part.holds(index) else { return FrameTask(order: order, index: index, exposures: [], footage: frame) }
      let time = (footage.time(ofFrame: index) - part.start) * self.settings.speed
      return FrameTask(order: order, index: index, exposures: self.exposures(at: time, sampling), footage: frame)
    }
    var remarks = MovieRemarks(before: self)
    var statistics =
      try isDeep
      ? draw(DeepPixel.self, over: footage, writer, memory, frame, drawing, options, progress, makeTask)
      : draw(UInt32.self, over: footage, writer, memory, frame, drawing, options, progress, makeTask)
    remarks.finish(self, &statistics)
    return statistics
  }

  private func draw<Element: FramePixel & OverlayPixel>(
    _: Element.Type, over footage: Footage, _ writer: consuming FootageWriter, _ memory: RenderMemory,
    _ viewport: Viewport, _ sampling: FrameSampling, _ options: ExportOptions, _ progress: (ExportProgress) -> Void,
    _ makeTask: (Int, Int) throws(MovieError) -> FrameTask
  ) throws(MovieError) -> ExportStatistics {
    let conversion = writer.conversion
    let pipeline = FramePipeline(writer: writer, memory: memory) { () throws(VideoError) in
      OverlayDrawer<Element>(viewport, sampling, try conversion.makeConverter())
    }
    return try pipeline.run(
      0..<footage.frameCount, isCancelled: options.isCancelled, progress: progress, makeTask: makeTask)
  }

  /// Properties of a video that the file cannot keep or changes.
  package func remarks(
    over footage: Footage, to path: String, _ format: VideoFormat, _ options: ExportOptions
  ) throws(MovieError) -> [String] {
    var remarks: [String]
    do throws(VideoError) {
      remarks = try FootageWriter.remarks(on: path, over: footage, format: format, options: options.video)
    } catch {
      throw .video(error)
    }
    if settings.colorSpace == .displayP3 { remarks.append("\(path): the movie keeps the colour space of the video") }
    if settings.lut != nil { remarks.append("\(path): the LUT grades the layers, not the video below") }
    if settings.depth == .float, !footage.traits.isHDR, format.hdr == nil {
      remarks.append("\(path): a movie over an 8-bit video is drawn with 8 bits")
    }
    return remarks
  }

  private static func frame(_ index: Int, of footage: Footage) throws(MovieError) -> FootageFrame {
    do throws(FootageError) { return try footage.frame(index) } catch { throw .video(.footage(error)) }
  }

  package func footageFormat(
    _ path: String, _ footage: Footage, _ options: ExportOptions
  ) throws(MovieError) -> VideoFormat {
    do throws(VideoError) {
      return try VideoFormat(forPath: path, named: options.format, over: footage, keeping: try highDynamicRange())
    } catch {
      throw .video(error)
    }
  }

  private func footageWriter(
    _ path: String, _ footage: Footage, _ format: VideoFormat, _ options: ExportOptions
  ) throws(MovieError) -> FootageWriter {
    do throws(VideoError) {
      return try FootageWriter(to: path, over: footage, format: format, options: options.video)
    } catch {
      throw .video(error)
    }
  }

  /// The viewport that the canvas is fitted to: the size of the video in square pixels.
  private func viewport(over footage: Footage) throws(MovieError) -> Viewport {
    var result = try viewport(for: PixelSize(width: footage.width, height: footage.height))
    let pixels = footage.pixelSize
    let aspect = Double(result.width) / Double(pixels.width)
    (result.scale, result.stretch, result.offsetX) = (
      result.scale / aspect, result.stretch * aspect, result.offsetX / aspect
    )
    result.width = pixels.width
    result.background = .clear
    return result
  }
}

struct OverlayDrawer<Element: FramePixel & OverlayPixel>: ~Copyable, FrameMaker {
  private var canvas: FrameCanvas<Element>
  private var converter: FootageConverter
  private var overlay: PixelFrame<Element>?

  init(_ viewport: Viewport, _ sampling: FrameSampling, _ converter: consuming FootageConverter) {
    self.converter = converter
    canvas = FrameCanvas(viewport, sampling)
  }

  var counts: FrameCounts { canvas.counts }
  var convertSeconds: Double { converter.cpuSeconds }

  mutating func draw(_ task: FrameTask) throws(MovieError) -> VideoFrame {
    canvas.counts = FrameCounts()
    guard let footage = task.footage else {
      throw .video(.failed(operation: "drawing over a clip", reason: "frame \(task.index) is missing"))
    }
    guard !task.exposures.isEmpty else {
      do throws(VideoError) { return try converter.convert(footage) } catch { throw .video(error) }
    }
    let start = CPUClock.threadSeconds
    var over = overlay.take() ?? PixelFrame(width: canvas.viewport.width, height: canvas.viewport.height)
    try canvas.draw(task.exposures, index: task.index, into: &over)
    canvas.counts.rasterSeconds = CPUClock.threadSeconds - start - canvas.counts.evaluateSeconds
    let made: VideoFrame
    do throws(VideoError) { made = try converter.convert(footage, under: over) } catch { throw .video(error) }
    overlay = consume over
    return made
  }
}
