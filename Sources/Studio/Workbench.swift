import FlyingFox
import Foundation
import Starmine
import StarmineGraphics
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineRaster
import StarmineScene

/// Tools of a desk, on its own thread: drafts with their pictures and the movie that was drawn last.
///
/// Everything kept here only saves time: a request says all that its answer depends on.
final class Workbench {
  let library: DraftLibrary
  private let renderer: Renderer
  /// The last drafts, whose pictures and sprites are ready.
  private var drafts: [(key: String, draft: Draft)] = []
  private static let mostDrafts = 8
  /// One movie at a time runs on a thread.
  private var current: (key: MovieKey, movie: Movie)?
  /// The last movie's document, read once more, if that movie was made for the last picture.
  private var ahead: (key: MovieKey, scene: PresetScene)?
  private var isNew = false
  private var memory: DisplayList?
  /// The one of the present job.
  private(set) var cancellation = Cancellation()
  private let clock = ContinuousClock()

  /// Key of a movie: everything it depends on.
  private struct MovieKey: Equatable {
    var draft: String
    var set: [String]
    var size: [Int]?
    var background: String?
    var parts: PresetScene.Parts?

    init(_ request: PictureRequest, _ found: Draft) throws {
      draft = request.preset ?? request.revision ?? found.revision
      (set, size, background) = (request.set ?? [], request.size, request.background)
      parts = try request.parts
    }

    /// The same for the document as it is read, before anything is changed in it.
    var unchanged: MovieKey {
      var key = self
      (key.set, key.background, key.parts) = ([], nil, nil)
      return key
    }
  }

  init(_ library: DraftLibrary, workers: Int) {
    self.library = library
    renderer = Renderer(workers: workers)
  }

  /// Does a job that may be cancelled. Errors: what the job throws, `RequestError.unwanted`.
  func work<Result>(unless cancellation: Cancellation, _ body: (Workbench) throws -> Result) throws -> Result {
    self.cancellation = cancellation
    try checkWanted()
    return try body(self)
  }

  private func checkWanted() throws {
    if cancellation.isRequested { throw RequestError.unwanted }
  }

  // MARK: Drafts

  /// The draft that a request is about.
  func draft(_ request: PictureRequest) throws -> Draft {
    if let preset = request.preset { return try draft(preset: preset) }
    return try draft(request.revision ?? Draft.revision(of: opened()))
  }

  /// The document as it is now in its file, or the preset.
  func opened() throws -> [UInt8] {
    let bytes = try PresetReference(library.reference).source(library.loader).bytes
    library.add(bytes)
    return bytes
  }

  func draft(_ revision: String) throws -> Draft {
    try kept(revision) { library.draft(try library.bytes(revision)) }
  }

  /// A bundled preset. Errors: 404 for what is none, files included.
  func draft(preset name: String) throws -> Draft {
    guard let bytes = PresetLibrary.document(named: name) else {
      throw RequestError(.notFound, "no preset is called \"\(name.prefix(80))\"")
    }
    return try kept("preset \(name)") {
      Draft(
        PresetSource(
          bytes: bytes, file: "\(name).json", directory: library.folder, isBundled: true, loader: library.loader)
      )
    }
  }

  private func kept(_ key: String, _ make: () throws -> Draft) throws -> Draft {
    if let index = drafts.firstIndex(where: { $0.key == key }) {
      let found = drafts.remove(at: index)
      drafts.append(found)
      return found.draft
    }
    let made = try make()
    drafts.append((key, made))
    if drafts.count > Self.mostDrafts { drafts.removeFirst() }
    return made
  }

  // MARK: Drawing

  /// Draws a picture. Errors: a text that is not here, changes that do not fit, a scene that is too much.
  ///
  /// - Parameter isQuick: the same pixels, in other bytes than `still` writes.
  func draw(_ request: PictureRequest, isQuick: Bool = false) throws -> Picture {
    try request.check()
    let format = try request.format
    let start = clock.now
    let movie = try movie(for: request)
    try checkWanted()
    let size = request.size.map { PixelSize(width: $0[0], height: $0[1]) }
    let viewport = try movie.viewport(for: size)
    let time = request.time * movie.speed
    let list = evaluate(
      movie.snapshot(at: time), at: Movie.startTime + time, in: viewport, recycling: memory.take(),
      workers: Workers(count: renderer.workers.count, cancellation: cancellation))
    try checkWanted()
    if let error = list.shortage(inFrame: Int(time * movie.framesPerSecond)) { throw error }
    var buffer = PixelBuffer(width: viewport.width, height: viewport.height)
    renderer.render(list, into: &buffer, unless: cancellation)
    try checkWanted()
    let particles = list.liveParticles
    memory = list
    let bytes = try format.encode(buffer, quality: request.quality ?? 85, isQuick: isQuick)
    return Picture(
      bytes: bytes, format: format, width: viewport.width, height: viewport.height, particles: particles,
      milliseconds: (clock.now - start) / .milliseconds(1))
  }

  /// Reads the document again for the next step of a hand that moves something, while the page shows this one.
  func readAhead(_ request: PictureRequest) {
    guard let current, !current.key.set.isEmpty, isNew, let draft = try? draft(request) else { return }
    let scene = try? draft.source.scene(in: request.frame)
    ahead = try? scene.map { (try MovieKey(request, draft).unchanged, $0) }
  }

  /// The movie of a request; the one that was drawn last if it is the same.
  private func movie(for request: PictureRequest) throws -> Movie {
    let draft = try draft(request)
    let key = try MovieKey(request, draft)
    // Layers that were read ahead wait for their first commit, which must be their own movie's.
    let read = ahead.take()
    isNew = current?.key != key
    if let current, !isNew { return current.movie }
    current = nil
    let (source, changes) = try Self.source(draft, request)
    let isUnchanged = source.loader.given.isEmpty
    let unchanged = read.flatMap { isUnchanged && $0.key == key.unchanged ? $0.scene : nil }
    let movie = Movie(try changed(unchanged ?? source.scene(in: request.frame), changes, request))
    current = (key, movie)
    return movie
  }

  /// The scene with everything that a request changes in it.
  func scene(_ draft: Draft, _ request: PictureRequest) throws -> PresetScene {
    let (source, changes) = try Self.source(draft, request)
    return try changed(source.scene(in: request.frame), changes, request)
  }

  /// A draft with the values that a request gives its variables, and what else the request changes.
  private static func source(
    _ draft: Draft, _ request: PictureRequest
  ) throws -> (source: PresetSource, changes: [PropertyOverride]) {
    var changes = try PropertyOverride.parsed(request.set)
    return (draft.source.taking(&changes), changes)
  }

  private func changed(
    _ scene: PresetScene, _ changes: [PropertyOverride], _ request: PictureRequest
  ) throws -> PresetScene {
    var scene = scene
    if let parts = try request.parts { scene.show(parts) }
    for change in changes { try scene.apply(change) }
    if let background = request.background {
      scene.background = background == "none" ? .clear : try ColorText.parse(background)
    }
    return scene
  }

  /// A movie of its own for a job that takes longer, such as a sheet.
  func newMovie(_ scene: PresetScene) -> Movie {
    (current, ahead) = (nil, nil)
    return Movie(scene)
  }
}
