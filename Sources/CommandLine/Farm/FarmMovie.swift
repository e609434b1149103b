import ArgumentParser
import Foundation
import StarmineRendering
import StarmineFarm
import StarmineGraphics
import StarmineMedia
import StarminePresets

extension FarmPlan {
  /// The plan of a movie.
  ///
  /// - Parameters:
  ///   - source: the document, of which the movie's scene was loaded: its images are known.
  ///   - isFrozen: whether the folder will have copies of all files.
  init(_ render: RenderPlan, _ source: PresetSource, preset: String, segmentFrames: Int, isFrozen: Bool) throws {
    let (movie, options, format) = (render.movie, render.options, render.format)
    let frames = options.frames ?? 0..<movie.frameCount
    guard !frames.isEmpty, frames.upperBound <= movie.frameCount else {
      throw MovieError.noSuchFrames(asked: frames, frameCount: movie.frameCount)
    }
    let tracks = format.keepsSound ? movie.soundtracks : []
    let size = try movie.exportedSize(to: render.path, options)
    let encoder = try Self.media { () throws(VideoError) in try format.encoderIdentity(options.video) }
    let sha256 = try Self.media { () throws(VideoError) in try Digest.sha256(source.bytes) }
    let sounds = try Self.sources(tracks.map(\.path), isFrozen ? "sounds" : nil)
    self.init(
      program: ProgramIdentity.text, encoder: encoder, title: PresetReference(preset).outputName,
      output: URL(fileURLWithPath: render.path).lastPathComponent, formatKey: format.key,
      hdr: format.hdr, words: isFrozen ? MovieWords.withoutVariables : MovieWords.own,
      document: Source(path: source.file, copy: isFrozen ? "document.json" : "", sha256: sha256),
      directory: source.directory.standardizedFileURL.path,
      images: try Self.sources(source.imageFiles.map(\.path), isFrozen ? "images" : nil),
      sounds: zip(tracks, sounds).map { Sound($0, $1) }, width: size.width, height: size.height,
      framesPerSecond: movie.framesPerSecond, frames: frames, segmentFrames: segmentFrames,
      metadata: options.video.metadata)
  }

  /// - Parameter folder: of the copies; nil: there are none.
  private static func sources(_ paths: [String], _ folder: String?) throws -> [Source] {
    try paths.enumerated().map { index, path in
      let sha256 = try media { () throws(VideoError) in try InputFile.sha256(of: path) }
      return Source(path: path, copy: folder.map { "\($0)/\(index)" } ?? "", sha256: sha256)
    }
  }

  private static func media<Value>(_ body: () throws(VideoError) -> Value) throws -> Value {
    do throws(VideoError) { return try body() } catch { throw MovieError.video(error) }
  }
}

/// The movie of a folder, from its frozen files alone.
struct FarmMovie {
  let movie: Movie
  private(set) var options: ExportOptions

  /// Errors: another version of the program or of the encoder, a frozen file that is missing or was changed.
  init(_ folder: SegmentFolder, threads: Int, isCancelled: @escaping @Sendable () -> Bool) throws {
    let plan = folder.plan
    try Self.checkVersion(folder)
    let words = try Self.arguments(plan)
    try Self.checkSources(folder)
    let bytes = try InputFile.bytes(of: folder.copyPath(plan.document), in: folder.scope, atMost: 1 << 30)
    let source = PresetSource(
      bytes: bytes, file: plan.document.path, directory: URL(fileURLWithPath: plan.directory, isDirectory: true),
      loader: Self.loader(folder))
    let job = words.job(to: plan.output, threads: threads)
    let render = try job.request(source, isCancelled).plan(to: plan.output)
    try EditOptions.report(render.scene.unsupported.filter { !$0.isCutText }, strict: true)
    (movie, options) = (render.movie, render.options)
    options.video.metadata = plan.metadata
  }

  private static func arguments(_ plan: FarmPlan) throws -> MovieArguments {
    do { return try MovieArguments.read(plan.words) } catch {
      throw FarmError.unusable("the plan's options are wrong: \(MovieArguments.message(for: error))")
    }
  }

  /// The join of a folder's segments. Errors: another version of the program or of the encoder.
  static func join(_ folder: SegmentFolder) throws -> FarmJoin {
    try checkVersion(folder)
    return FarmJoin(folder, options: try videoOptions(folder.plan))
  }

  /// The encoder's options, which do not depend on the document.
  private static func videoOptions(_ plan: FarmPlan) throws -> VideoOptions {
    // The document counts for nothing here.
    let request = try arguments(plan).job(to: plan.output).request(PresetText.empty.source(Movie.presetLoader))
    return request.exportOptions(nil, to: plan.output).video
  }

  private static func checkVersion(_ folder: SegmentFolder) throws {
    let plan = folder.plan
    guard plan.program == ProgramIdentity.text else {
      throw FarmError.unusable(
        "\(folder.path) was planned by \(plan.program), this is \(ProgramIdentity.text): other programs may draw "
          + "otherwise; use the same one everywhere, or plan again")
    }
    let encoder = try VideoFormat(named: plan.formatKey).encoderIdentity(videoOptions(plan))
    guard plan.encoder == encoder else {
      throw FarmError.unusable(
        "\(folder.path) was planned for \(plan.encoder), here is \(encoder): other encoders write otherwise")
    }
  }

  private static func checkSources(_ folder: SegmentFolder) throws {
    for source in folder.plan.sources {
      let path = folder.copyPath(source)
      let found: String
      do throws(VideoError) { found = try InputFile.sha256(of: path, in: folder.scope) } catch {
        throw FarmError.unusable("\(path), the copy of \(source.path), cannot be read: \(error); plan again")
      }
      guard found == source.sha256 else {
        throw FarmError.unusable("\(path), the copy of \(source.path), was changed; plan again")
      }
    }
  }

  /// Images, clips, and sounds that numbers follow, come from their copies.
  private static func loader(_ folder: SegmentFolder) -> PresetLoader {
    var loader = Movie.presetLoader
    let copies = Dictionary(folder.plan.images.map { ($0.path, folder.copyPath($0)) }) { $1 }
    func copy(of url: URL) throws -> URL {
      guard let copy = copies[url.path] else { throw FarmError.unusable("it is not part of the plan") }
      return URL(fileURLWithPath: copy)
    }
    let (read, open, listen) = (loader.loadImage, loader.openClip, loader.loadLevels)
    let measure = loader.measureImage
    // Documents name files of anywhere; what is read is in the plan's folder.
    let scope = folder.scope
    loader.measureImage = { url, _ in (try? copy(of: url)).flatMap { measure($0, scope) } }
    loader.loadImage = { url, _ in try read(copy(of: url), scope) }
    loader.openClip = { url, _ in try open(copy(of: url), scope) }
    loader.loadLevels = { query, _ in
      var query = query
      query.url = try copy(of: query.url)
      return try listen(query, scope)
    }
    return loader
  }
}
