import Synchronization

/// Options of an export.
public struct ExportOptions: Sendable {
  /// Size of the frames in pixels. The scene is scaled to fit and centred. Default nil: the size of the movie times its
  /// scale.
  public var pixelSize: PixelSize?
  /// Range of frames to write. Default nil: all frames. A part has the same bytes as in the whole movie.
  public var frames: Range<Int>?
  /// Number of render threads. 0: one per core. Default 0.
  public var workers = 0
  /// What to do with an odd width or height if the format needs even sides. Default: pad.
  public var oddSides = OddSides.pad
  /// Name of the format, as for `--format`. Default nil: the format of the extension, with alpha if the background is
  /// transparent.
  public var format: String?
  /// Options of the encoder.
  public var video = VideoOptions()
  /// Path of the whole movie if a segment is written, to be joined with others. The path selects the format; a segment
  /// has no sound.
  package var segmentOf: String?
  /// Frames that share a palette in formats such as GIF. Default: all frames.
  public var paletteScope = PaletteScope.movie
  /// Factor of oversampling along each side, 1 to 8. Default 1. It improves textures and particles smaller than a
  /// pixel; edges are smooth without it.
  public var supersampling = 1
  /// Called before each frame. Return true to cancel the export; no file is written.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Creates the default options: the size of the movie, all frames, all cores.
  public init() {}
}

/// Frames that share a palette in formats with few colours, such as GIF.
public enum PaletteScope: String, Sendable, CaseIterable {
  /// All frames. Static areas do not flicker.
  case movie
  /// The frames between two cuts.
  case scene
  /// One palette per frame: closest colours, largest file.
  case frame
}

/// Progress of an export.
public struct ExportProgress: Sendable {
  /// Number of frames written.
  public var framesDone: Int
  /// Number of frames to write.
  public var frameCount: Int
  /// Number of living particles in the last frame.
  public var liveParticles: Int
  /// Seconds since the export started.
  public var secondsElapsed: Double

  /// Creates a progress value. `export(to:options:progress:)` creates these for you.
  public init(framesDone: Int, frameCount: Int, liveParticles: Int = 0, secondsElapsed: Double) {
    (self.framesDone, self.frameCount) = (framesDone, frameCount)
    (self.liveParticles, self.secondsElapsed) = (liveParticles, secondsElapsed)
  }
}

/// Counts and costs of an export. Seconds of stages are CPU seconds of all threads.
public struct ExportStatistics: Codable, Sendable {
  /// Number of frames written.
  public var frames = 0
  /// Sum of the particles of all frames.
  public var particlesTotal = 0
  /// Largest number of particles in a frame.
  public var particlesMax = 0
  /// Elapsed seconds.
  public var wallSeconds = 0.0
  /// CPU seconds of the process during the export.
  public var cpuSeconds = 0.0
  /// CPU seconds to evaluate layers and particles into drawing commands.
  public var evaluateSeconds = 0.0
  /// CPU seconds to draw pixels.
  public var rasterSeconds = 0.0
  /// CPU seconds to convert pixels for the encoder.
  public var convertSeconds = 0.0
  /// CPU seconds of everything else: encoder, file and script.
  public var encodeSeconds = 0.0
  /// Peak memory of the process in bytes.
  public var peakMemoryBytes = 0
  /// Number of render threads.
  public var threads = 0
  /// Size of the file in bytes.
  public var outputBytes = 0
  /// Whether all frames are opaque. True for formats without alpha.
  public var isOpaque = true
  /// Brightness of the frames (MaxCLL and MaxFALL). Nil for files without HDR.
  public var light: LightLevel?
  /// Files of an earlier sequence with the same pattern that still exist.
  public var otherFiles: [String] = []
  /// Notes about the sounds, such as damaged parts that were skipped. Nil: none.
  public var soundRemarks: [String]?
  /// A note about contents drawn with 8 bits in a float movie. Nil: none.
  public var depthRemark: String?
  /// Characters without glyphs and their fonts, at the start or end of the export. They are drawn as boxes. Nil: none.
  public var textRemarks: [String]?
  /// Parts of the scene that have no effect: emitters whose particles are never visible, animations that end before
  /// they start or have no property, unknown keys. Nil: none.
  public var sceneRemarks: [String]?

  /// All notes about sounds, precision, text, the scene, and files of an earlier sequence. Default: empty.
  public var warnings: [String] {
    (soundRemarks ?? []) + [depthRemark].compactMap(\.self) + (textRemarks ?? []) + (sceneRemarks ?? [])
      + otherFiles.map { "\($0) is from an earlier sequence. Remove it" }
  }
}

extension Movie {
  /// Writes the movie to a file. The extension selects the format.
  ///
  ///     let movie = try Movie(presetNamed: "snow")
  ///     let statistics = try movie.export(to: "snow.mp4") { print($0.framesDone) }
  ///
  /// The script runs on the calling thread. Frames are drawn in parallel and encoded in order on another thread. Memory
  /// does not grow with the duration. If the export fails, no file is written.
  ///
  /// - Parameters:
  ///   - path: Output file, or the pattern of an image sequence.
  ///   - options: Size, frames, threads, format and encoder.
  ///   - progress: Called on the calling thread after each frame.
  /// - Throws: A `MovieError` that says what is wrong.
  public func export(
    to path: String, options: ExportOptions = ExportOptions(), progress: (ExportProgress) -> Void = { _ in }
  ) throws(MovieError) -> ExportStatistics {
    let frames = try frameRange(options.frames)
    var sampling = try sampling(options)
    let (format, viewport) = try formatAndViewport(to: options.segmentOf ?? path, options)
    sampling.light = DynamicRangeTarget(format)
    try checkSize(sampling, viewport)
    let target = options.segmentOf == nil ? format : format.segment ?? format
    let isDeep = isDeep(in: format)
    let memory = try memory(for: target, viewport, sampling, options, isDeep: isDeep)
    let sound = try sound(under: frames, format, options)
    let writer = try makeWriter(path, target, viewport, options, frames, sound)
    let conversion = writer.conversion
    var remarks = MovieRemarks(before: self)
    var statistics = try draw(
      Array(frames), viewport, sampling, conversion, memory, isDeep: isDeep, into: writer, options, progress)
    remarks.finish(self, &statistics)
    statistics.soundRemarks = sound.flatMap { $0.remarks.isEmpty ? nil : $0.remarks }
    return statistics
  }

  func memory(
    for format: VideoFormat, _ viewport: Viewport, _ sampling: FrameSampling, _ options: ExportOptions, isDeep: Bool
  ) throws(MovieError) -> RenderMemory {
    let workers = options.workers > 0 ? options.workers : ProcessInfo.processInfo.activeProcessorCount
    return try RenderMemory(format, viewport, sampling, workers: workers, isDeep: isDeep)
  }

  /// Draws frames in float or 8 bits, and passes them on in order.
  func draw<Sink: FrameSink & ~Copyable>(
    _ indices: [Int], _ viewport: Viewport, _ sampling: FrameSampling, _ conversion: VideoConversion,
    _ memory: RenderMemory, isDeep: Bool, into sink: consuming Sink, _ options: ExportOptions,
    _ progress: (ExportProgress) -> Void
  ) throws(MovieError) -> ExportStatistics {
    let makeTask = { (order: Int, place: Int) in
      FrameTask(order: order, index: indices[place], exposures: self.exposures(ofFrame: indices[place], sampling))
    }
    guard isDeep else {
      let pipeline = FramePipeline(writer: sink, memory: memory) { () throws(VideoError) in
        FrameDrawer(viewport, sampling, try conversion.makeConverter())
      }
      return try pipeline.run(indices.indices, isCancelled: options.isCancelled, progress: progress, makeTask: makeTask)
    }
    let pipeline = FramePipeline(writer: sink, memory: memory) { () throws(VideoError) in
      FrameDrawer(viewport, sampling, try conversion.makeDeepConverter())
    }
    return try pipeline.run(indices.indices, isCancelled: options.isCancelled, progress: progress, makeTask: makeTask)
  }

  /// The sound of a file; nil without sound and in a segment.
  private func sound(
    under frames: Range<Int>, _ format: VideoFormat, _ options: ExportOptions
  ) throws(MovieError) -> SoundMix? {
    guard options.segmentOf == nil, format.keepsSound else { return nil }
    do throws(VideoError) {
      return try SoundMix.under(frames, framesPerSecond: settings.framesPerSecond, soundtracks)
    } catch {
      throw .video(error)
    }
  }

  func frameRange(_ asked: Range<Int>?) throws(MovieError) -> Range<Int> {
    guard frameCount > 0 else {
      throw .noFrames(duration: settings.duration, framesPerSecond: settings.framesPerSecond)
    }
    let all = 0..<frameCount
    guard let asked else { return all }
    guard !asked.isEmpty, asked.lowerBound >= 0, asked.upperBound <= frameCount else {
      throw .noSuchFrames(asked: asked, frameCount: frameCount)
    }
    return asked
  }

  /// Format and size of an export to a path.
  func formatAndViewport(to path: String, _ options: ExportOptions) throws(MovieError) -> (VideoFormat, Viewport) {
    var format = try format(to: path, options)
    if settings.depth == .float { format = format.ofFloats }
    var viewport = try viewport(for: format, options)
    viewport.isDeep = isDeep(in: format)
    return (format, viewport)
  }

  /// The viewport with sides that the format accepts.
  private func viewport(for format: VideoFormat, _ options: ExportOptions) throws(MovieError) -> Viewport {
    var viewport = try viewport(for: options.pixelSize)
    let asked = PixelSize(width: viewport.width, height: viewport.height)
    let size = options.oddSides.size(asked, for: format)
    if size == asked { return viewport }
    if options.oddSides == .scale { return try self.viewport(for: size) }
    (viewport.width, viewport.height) = (size.width, size.height)
    return viewport
  }

  private func makeWriter(
    _ path: String, _ format: VideoFormat, _ viewport: Viewport, _ options: ExportOptions, _ frames: Range<Int>,
    _ sound: SoundMix?
  ) throws(MovieError) -> VideoWriter {
    guard let frameRate = FrameRate(settings.framesPerSecond) else {
      throw .noFrames(duration: settings.duration, framesPerSecond: settings.framesPerSecond)
    }
    var video = options.video
    if format.needsPalette, video.palettes.isEmpty {
      video.palettes = try palettes(
        of: frames, in: viewport, hasAlpha: video.additiveAlpha != .screen, options.paletteScope)
    }
    video.sound = sound
    video.ditherDeep = settings.dither == .auto ? nil : settings.dither == .on
    do throws(VideoError) {
      return try VideoWriter(
        to: path, width: viewport.width, height: viewport.height, frameRate: frameRate, format: format, options: video)
    } catch {
      throw .video(error)
    }
  }
}
