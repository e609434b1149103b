import ArgumentParser
import Foundation
import Starmine
import StarmineFarm
import StarmineMedia
import StarminePresets

/// The program as plans and receipts name it.
enum ProgramIdentity {
  static let text: String = {
    let build = ProgramBuild.number.prefix(12)
    return StarmineCommand.configuration.version + (build.isEmpty ? "" : " build \(build)")
  }()

  /// This machine's name.
  static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}

extension FarmPlan {
  /// The plan of a movie.
  ///
  /// - Parameters:
  ///   - source: the document, of which the movie's scene was loaded: its images are known.
  ///   - path: the file that is made in the end.
  init(
    _ movie: Movie, _ source: PresetSource, _ options: ExportOptions, preset: String, path: String, segmentFrames: Int
  ) throws {
    let frames = options.frames ?? 0..<movie.frameCount
    guard !frames.isEmpty, frames.upperBound <= movie.frameCount else {
      throw MovieError.noSuchFrames(asked: frames, frameCount: movie.frameCount)
    }
    let size = try movie.exportedSize(to: path, options)
    let (format, name) = try Self.format(path)
    self.init(
      program: ProgramIdentity.text,
      encoder: try Self.media { () throws(VideoError) in
        try format.encoderIdentity(options.video)
      },
      title: PresetReference(preset).outputName, output: name, words: MovieWords.own,
      document: Source(
        path: source.file, copy: "document.json",
        sha256: try Self.media { () throws(VideoError) in try Digest.sha256(source.bytes) }),
      directory: source.directory.standardizedFileURL.path, images: try Self.images(source),
      width: size.width, height: size.height, framesPerSecond: movie.framesPerSecond, frames: frames,
      segmentFrames: segmentFrames, metadata: options.video.metadata)
  }

  private static func format(_ path: String) throws -> (VideoFormat, String) {
    (
      try media { () throws(VideoError) in try VideoFormat(forPath: path) },
      URL(fileURLWithPath: path).lastPathComponent
    )
  }

  private static func images(_ source: PresetSource) throws -> [Source] {
    try source.imageFiles.enumerated().map { index, url in
      let sha256 = try media { () throws(VideoError) in try InputFile(url.path).sha256() }
      return Source(path: url.path, copy: "images/\(index)", sha256: sha256)
    }
  }

  private static func media<Value>(_ body: () throws(VideoError) -> Value) throws -> Value {
    do throws(VideoError) { return try body() } catch { throw MovieError.video(error) }
  }
}

/// The movie of a folder, from its frozen files alone.
struct FarmMovie {
  let movie: Movie
  let options: ExportOptions

  /// Errors: another version of the program or of the encoder, a frozen file that is missing or was changed.
  init(_ folder: SegmentFolder, threads: Int, isCancelled: @escaping @Sendable () -> Bool) throws {
    let plan = folder.plan
    try Self.checkVersion(folder)
    let words = try Self.arguments(plan)
    try Self.checkSources(folder)
    let bytes = try InputFile(folder.copyPath(plan.document)).bytes(atMost: 1 << 30)
    let source = PresetSource(
      bytes: bytes, file: plan.document.path, directory: URL(fileURLWithPath: plan.directory, isDirectory: true),
      loader: Self.loader(folder))
    let scene = try words.edits.scene(from: source, size: words.settings.size).scene
    try EditOptions.report(scene.unsupported, strict: true)
    movie = Movie(scene)
    var settings = words.settings
    settings.threads = threads
    let job = RenderJob(
      preset: words.preset, path: plan.output, edits: words.edits, settings: settings, isAlone: true, showsBar: false)
    let size = settings.size?.pixels(for: movie.canvas) ?? movie.naturalSize
    var options = job.options(movie, size, isCancelled)
    options.video.metadata = plan.metadata
    self.options = options
  }

  /// The plan's options, without an effect on what this command says.
  static func arguments(_ plan: FarmPlan) throws -> MovieArguments {
    let style = Log.style
    defer { Log.change { $0 = style } }
    do { return try MovieArguments.parse(plan.words) } catch {
      throw FarmError.unusable("the plan's options are wrong: \(MovieArguments.message(for: error))")
    }
  }

  /// The encoder's options for a folder's segments.
  static func videoOptions(_ folder: SegmentFolder) throws -> VideoOptions {
    try checkVersion(folder)
    return try arguments(folder.plan).settings.videoOptions
  }

  private static func checkVersion(_ folder: SegmentFolder) throws {
    let plan = folder.plan
    guard plan.program == ProgramIdentity.text else {
      throw FarmError.unusable(
        "\(folder.path) was planned by \(plan.program), this is \(ProgramIdentity.text): other programs may draw "
          + "otherwise; use the same one everywhere, or plan again")
    }
    let format = try VideoFormat(forPath: plan.output)
    let encoder = try format.encoderIdentity(try arguments(plan).settings.videoOptions)
    guard plan.encoder == encoder else {
      throw FarmError.unusable(
        "\(folder.path) was planned for \(plan.encoder), here is \(encoder): other encoders write otherwise")
    }
  }

  private static func checkSources(_ folder: SegmentFolder) throws {
    for source in folder.plan.images + [folder.plan.document] {
      let path = folder.copyPath(source)
      let found: String
      do throws(VideoError) { found = try InputFile(path).sha256() } catch {
        throw FarmError.unusable("\(path), the copy of \(source.path), cannot be read: \(error); plan again")
      }
      guard found == source.sha256 else {
        throw FarmError.unusable("\(path), the copy of \(source.path), was changed; plan again")
      }
    }
  }

  /// Images come from their copies.
  private static func loader(_ folder: SegmentFolder) -> PresetLoader {
    var loader = Movie.presetLoader
    let copies = Dictionary(folder.plan.images.map { ($0.path, folder.copyPath($0)) }) { $1 }
    loader.loadImage = { url in
      guard let copy = copies[url.path] else { throw FarmError.unusable("it is not part of the plan") }
      return try ImageReader.image(atPath: copy)
    }
    return loader
  }
}
