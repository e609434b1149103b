import StarmineGraphics
import Foundation
import StarmineLayers
public import StarmineMedia
import StarmineRaster
import StarmineScene
import Synchronization

/// How a movie is written.
public struct ExportOptions: Sendable {
  /// Pixels; the scene is scaled to fit and centred. Nil: the movie's size times its scale.
  public var pixelSize: PixelSize?
  /// Frames to write; nil writes all. A part of a movie is byte for byte what the whole has there.
  public var frames: Range<Int>?
  /// Threads that draw frames; 0 is one per core.
  public var workers = 0
  /// For formats that take even sides only.
  public var oddSides = OddSides.pad
  /// The format's name, as `--format` takes it; nil: what the extension means, one with alpha for a background that
  /// can be seen through.
  public var format: String?
  /// Options of the encoder.
  public var video = VideoOptions()
  /// Whether a segment of the movie is written, to be joined with others; the format is then that of this path, to
  /// which the movie goes in the end, and there is no sound.
  package var segmentOf: String?
  /// Which frames share the colours of a format of few. Default: all.
  public var paletteScope = PaletteScope.movie
  /// Finer pixels along each side that become one: 1 to 8; default 1. Edges are smooth without it; textures and
  /// particles smaller than a pixel gain.
  public var supersampling = 1
  /// Asked before each frame; true stops the export, and no file is left.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// The movie's own size, all frames, every core.
  public init() {}
}

/// Which frames share the colours of a format that has few, such as GIF.
public enum PaletteScope: String, Sendable, CaseIterable {
  /// All: what stands still does not flicker.
  case movie
  /// Those between two cuts.
  case scene
  /// Each has its own: the closest colours, and the largest file.
  case frame
}

/// How far an export is.
public struct ExportProgress: Sendable {
  /// Frames that are in the file.
  public var framesDone: Int
  /// Frames that the file will have.
  public var frameCount: Int
  /// Living particles of the frame drawn last.
  public var liveParticles: Int
  /// Seconds since the export began.
  public var secondsElapsed: Double

  /// A state of an export; those of `export(to:options:progress:)` are made by it.
  public init(framesDone: Int, frameCount: Int, liveParticles: Int = 0, secondsElapsed: Double) {
    (self.framesDone, self.frameCount) = (framesDone, frameCount)
    (self.liveParticles, self.secondsElapsed) = (liveParticles, secondsElapsed)
  }
}

/// Counts and costs of an export. The seconds of the four stages are CPU seconds of all threads together.
public struct ExportStatistics: Codable, Sendable {
  /// Frames written.
  public var frames = 0
  /// Particles drawn, summed over all frames, and in the fullest frame.
  public var particlesTotal = 0
  /// Particles of the fullest frame.
  public var particlesMax = 0
  /// Seconds from start to end.
  public var wallSeconds = 0.0
  /// CPU seconds of the process meanwhile.
  public var cpuSeconds = 0.0
  /// CPU seconds from trees to drawing commands, particles included.
  public var evaluateSeconds = 0.0
  /// CPU seconds from drawing commands to pixels.
  public var rasterSeconds = 0.0
  /// CPU seconds from pixels to the encoder's format.
  public var convertSeconds = 0.0
  /// Everything that is not one of the other three: the encoder with its own threads, file and script.
  public var encodeSeconds = 0.0
  /// Most memory that the process has held, bytes.
  public var peakMemoryBytes = 0
  /// Threads that drew.
  public var threads = 0
  /// Size of the file, bytes.
  public var outputBytes = 0
  /// Whether no frame was transparent; true for formats without alpha.
  public var isOpaque = true
  /// How bright the frames are, MaxCLL and MaxFALL; nil for files without high dynamic range.
  public var light: LightLevel?
  /// Files of an earlier sequence under the same pattern that are still there.
  public var otherFiles: [String] = []
  /// Things about the movie's sounds that one may hear, such as damaged parts that were left out; nil: none.
  public var soundRemarks: [String]?
  /// What was drawn in bytes although the movie is in floats; nil: nothing.
  public var depthRemark: String?
  /// Characters for which there are no glyphs, with their fonts, in texts of layers and views as they were when the
  /// export began or ended: they are drawn as boxes. Default nil: none.
  public var textRemarks: [String]?
  /// Things in the scene that have no effect: emitters whose particles are never seen, animations that are over before
  /// they are added or have no property to animate, keys that no property has. Default nil: none.
  public var sceneRemarks: [String]?

  /// Everything to check before the file is used: remarks about sounds, depth, texts, and the scene, and files that
  /// remain from an earlier sequence. Default: empty.
  public var warnings: [String] {
    (soundRemarks ?? []) + [depthRemark].compactMap(\.self) + (textRemarks ?? []) + (sceneRemarks ?? [])
      + otherFiles.map { "\($0) is of an earlier sequence and still there" }
  }
}

extension Movie {
  /// Writes the movie into a file whose extension says the format.
  ///
  /// The script stage runs on the calling thread; frames are drawn in parallel and encoded in order on a thread of
  /// their own. Memory is bounded by the number of frames under way, not by the duration; where it is short, fewer
  /// frames are. Nothing is left under the final name unless the export succeeds.
  ///
  /// - Parameters:
  ///   - path: the file; for a sequence of images, its pattern.
  ///   - options: size, frames, threads, format and encoder.
  ///   - progress: called on the calling thread after each frame that was written.
  public func export(
    to path: String, options: ExportOptions = ExportOptions(), progress: (ExportProgress) -> Void = { _ in }
  ) throws(MovieError) -> ExportStatistics {
    let frames = try frameRange(options.frames)
    var sampling = try sampling(options)
    let (format, viewport) = try formatAndViewport(to: options.segmentOf ?? path, options)
    sampling.light = LightTarget(format)
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

  /// Draws frames of these numbers, in floats or bytes, and hands them on in order.
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
      return try pipeline.run(
        indices.indices, isCancelled: options.isCancelled, progress: progress, makeTask: makeTask)
    }
    let pipeline = FramePipeline(writer: sink, memory: memory) { () throws(VideoError) in
      FrameDrawer(viewport, sampling, try conversion.makeDeepConverter())
    }
    return try pipeline.run(indices.indices, isCancelled: options.isCancelled, progress: progress, makeTask: makeTask)
  }

  /// The sound of a file; nil where there is none, and in a segment.
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

  /// Format, size and writer of an export to a path.
  func formatAndViewport(to path: String, _ options: ExportOptions) throws(MovieError) -> (VideoFormat, Viewport) {
    var format = try format(to: path, options)
    if settings.depth == .float { format = format.ofFloats }
    var viewport = try viewport(for: format, options)
    viewport.isDeep = isDeep(in: format)
    return (format, viewport)
  }

  /// The frame with sides that the format takes.
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
