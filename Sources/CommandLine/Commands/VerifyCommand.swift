import ArgumentParser
import Foundation
import Starmine
import StarmineGraphics
import StarmineMedia
import StarminePresets

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Draw a movie's frames again and say whether they are what its file holds.",
    discussion: """
      The command that made the movie stands in its comment; its document is looked for here and beside the movie, \
      or given. What a comment cannot hold (GIF, WebP, numbered files) is given behind --.

      Files that hold every bit (FFV1, PNG, QuickTime Animation, APNG, lossless WebP, framemd5) are found out by one \
      pixel. Where encoding loses something, means of 256 parts of each picture are compared, as every render does \
      with its own file. With a manifest of `starmine render --manifest` everything is compared exactly: the file's \
      frames, the document, its pictures, and what is drawn.

      Ends with 0 for yes, and with 3 for no, naming the first frame that differs.

      EXAMPLES:
        starmine verify movie.mp4
        starmine verify movie.mp4 --frames 20
        starmine verify movie.mp4 fire.json
        starmine render fire.json -o movie.mp4 --manifest movie.json
        starmine verify movie.mp4 --manifest movie.json
        starmine verify snow.gif -- snow --size square
      """)

  @Argument(help: "The movie; for numbered files their pattern, as in a-%05d.png.", completion: .file())
  var movie: String

  @Argument(help: "The document that it was made from. Default: as the movie says.", completion: Completion.preset)
  var document: String?

  @Option(help: ArgumentHelp("How many frames are drawn, evenly spread. Default: all.", valueName: "n"))
  var frames: Int?

  @Option(help: "What `starmine render --manifest` wrote.", completion: .file(extensions: ["json"]))
  var manifest: String?

  @Argument(parsing: .postTerminator, help: "What followed `starmine render`, where the movie does not say it.")
  var words: [String] = []

  @Option(help: "Threads that draw; 0 is one per core.") var threads = 0

  @Option(help: "How to show progress on standard error: a bar on a terminal, or lines.")
  var progress = ProgressStyle.auto

  @OptionGroup var log: LogOptions

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    if let frames, !(1...Self.mostFrames).contains(frames) {
      throw ValidationError("--frames \(frames): expected 1 to \(Self.mostFrames)")
    }
    if manifest != nil, !words.isEmpty { throw ValidationError("--manifest says how the movie was made; leave out --") }
  }

  /// Most frames that are compared at once.
  private static let mostFrames = 200_000

  func run() throws {
    guard OutputPath.isThere(movie) else { throw CommandError.usage("\(movie): there is no such file") }
    let interruption = Interruption()
    let request = interruption.request
    let manifest = try self.manifest.map { try RenderManifest(readingFrom: $0) }
    let origin = try manifest.map { try MovieOrigin($0, beside: self.manifest ?? "") } ?? named()
    let source = try origin.source(given: document, movie: movie)
    let job = origin.job(to: movie, format: manifest?.format, threads: threads)
    if let manifest { try check(manifest, source, job) }
    let scene = try job.edits.load(source, size: job.settings.size).scene
    let plan = try job.plan(scene) { request.isMade }
    if let manifest { try checkPictures(manifest, source) }
    let orders = try self.orders(of: plan.frames.count)
    var reporter = ProgressReporter(style: progress)
    var options = plan.options
    let size = try manifest.map { PixelSize(width: $0.width, height: $0.height) } ?? shrunkSize(job)
    options.pixelSize = size ?? options.pixelSize
    let result = Result {
      guard let manifest else {
        return try plan.movie.compare(with: movie, frames: orders, options: options) { reporter.update($0) }
      }
      try compare(plan.movie, manifest, orders, options) { reporter.update($0) }
    }
    reporter.finish()
    if case .failure(MovieError.cancelled) = result { throw CommandError.interrupted("Interrupted.") }
    try result.get()
    let how = manifest == nil && !plan.format.isExact ? " as far as \(plan.format.name) keeps them" : ""
    Log.result("\(movie): yes, \(orders.count) of \(plan.frames.count) frames are what \(origin.name) draws\(how)")
  }

  /// What the movie's comment or the command's own words say.
  private func named() throws -> MovieOrigin {
    if !words.isEmpty { return try MovieOrigin(words, title: nil) }
    return try MovieOrigin(inFile: movie)
  }

  /// Frames of the file, evenly spread, the first and the last among them.
  private func orders(of count: Int) throws -> [Int] {
    guard let frames, frames < count else {
      guard count <= Self.mostFrames else {
        throw CommandError.usage("\(movie): \(count) frames; say how many with --frames, at most \(Self.mostFrames)")
      }
      return Array(0..<count)
    }
    return frames == 1 ? [0] : (0..<frames).map { $0 * (count - 1) / (frames - 1) }
  }

  /// The file's own size where a movie was made smaller until it fitted.
  private func shrunkSize(_ job: RenderJob) throws -> PixelSize? {
    guard job.outputs.maxSize != nil else { return nil }
    let found = try VideoReader(path: movie).description()
    return PixelSize(width: found.width, height: found.height)
  }

  private func no(_ reason: String) -> CommandError { CommandError(message: "\(movie): no: \(reason)", code: .no) }

  // MARK: With a manifest

  /// The file, and the document.
  private func check(_ manifest: RenderManifest, _ source: PresetSource, _ job: RenderJob) throws {
    guard try Digest.sha256(source.bytes) == manifest.document.sha256 else {
      throw no("the document is not the one of the manifest")
    }
    let format = try VideoFormat(named: manifest.format)
    if !format.isSequence, try InputFile.sha256(of: movie) == manifest.output.sha256 { return }
    let first = job.outputs.firstNumber + (job.settings.frames?.frames.lowerBound ?? 0)
    let file = FileFrames(
      path: movie, format: format, count: manifest.decoded.count, framesPerSecond: manifest.framesPerSecond,
      firstNumber: first)
    let found = try file.looks(at: Array(manifest.decoded.indices)).map(\.hash)
    for (frame, pair) in zip(found, manifest.decoded).enumerated() where pair.0 != pair.1 {
      throw VideoError.differs(path: movie, frame: frame, reason: "it is not the one of the manifest")
    }
    guard format.isSequence else {
      throw no("its frames are those of the manifest, and what is beside them (sound, times, description) is not")
    }
  }

  /// Pictures of the document, which are known when it has been read.
  private func checkPictures(_ manifest: RenderManifest, _ source: PresetSource) throws {
    let found = try source.imageFiles.map { try InputFile.sha256(of: $0.path) }
    for (picture, sha256) in zip(manifest.pictures, found) where picture.sha256 != sha256 {
      throw no("\(picture.path) is not the picture of the manifest")
    }
    guard found.count == manifest.pictures.count else { throw no("the document's pictures are others") }
  }

  private func compare(
    _ drawn: Movie, _ manifest: RenderManifest, _ orders: [Int], _ options: ExportOptions,
    _ progress: (ExportProgress) -> Void
  ) throws {
    guard manifest.frames.count == (options.frames?.count ?? drawn.frameCount) else {
      throw no("the document has \(drawn.frameCount) frames, the manifest \(manifest.frames.count)")
    }
    let hashes = try drawn.frameHashes(options, of: orders, progress: progress)
    for (order, hash) in zip(orders, hashes) where manifest.frames[order] != hash {
      throw VideoError.differs(path: movie, frame: order, reason: "it is drawn otherwise than for the manifest")
    }
  }
}
