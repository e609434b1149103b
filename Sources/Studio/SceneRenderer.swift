import StarmineTuning

/// State of a drawing thread: recent drafts with their images, and the last movie.
///
/// This is only a cache: a request contains everything that its reply depends on.
final class SceneRenderer {
  let library: DraftLibrary
  private var painter: FramePainter
  private var drafts: [(key: String, draft: Draft)] = []
  private static let mostDrafts = 8
  /// Only one movie at a time runs on a thread.
  private var current: (key: MovieKey, movie: Movie)?
  /// The document of the last movie, parsed again in advance for the next request.
  private var ahead: (key: MovieKey, scene: PresetScene)?
  private var isNew = false
  private(set) var cancellation = Cancellation()
  private let clock = ContinuousClock()

  private struct MovieKey: Equatable {
    var draft: String
    var set: [String]
    var size: [Int]?
    var background: String?
    var parts: MovieSettings.Parts?

    init(_ request: PictureRequest, _ found: Draft) throws {
      draft = request.preset ?? request.revision ?? found.revision
      (set, size, background) = (request.set ?? [], request.size, request.background)
      parts = try request.parts
    }

    var unchanged: MovieKey {
      var key = self
      (key.set, key.background, key.parts) = ([], nil, nil)
      return key
    }
  }

  init(_ library: DraftLibrary, workers: Int) {
    self.library = library
    painter = FramePainter(workers: workers)
  }

  /// Runs a job that can be cancelled. Errors: those of the job, `RequestError.unwanted`.
  func work<Result>(unless cancellation: Cancellation, _ body: (SceneRenderer) throws -> Result) throws -> Result {
    self.cancellation = cancellation
    try checkWanted()
    return try body(self)
  }

  private func checkWanted() throws {
    if cancellation.isRequested { throw RequestError.unwanted }
  }

  // MARK: Drafts

  func draft(_ request: PictureRequest) throws -> Draft {
    if let preset = request.preset { return try draft(preset: preset) }
    return try draft(request.revision ?? Draft.revision(of: opened()))
  }

  /// The document as in its file now, or the preset.
  func opened() throws -> [UInt8] {
    let bytes = try PresetReference(library.reference).source(library.loader).bytes
    library.add(bytes)
    return bytes
  }

  func draft(_ revision: String) throws -> Draft {
    try kept(revision) { library.draft(try library.bytes(revision)) }
  }

  /// A bundled preset. Errors: 404 for an unknown name, also for files.
  func draft(preset name: String) throws -> Draft {
    guard let bytes = PresetLibrary.document(named: name) else {
      throw RequestError(.notFound, "no preset is called \"\(name.prefix(80))\"")
    }
    return try kept("preset \(name)") {
      Draft(
        PresetSource(
          bytes: bytes, file: "\(name).json", directory: library.folder, isBundled: true, loader: library.loader))
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

  /// Draws an image. Errors: a removed text, invalid changes, a scene above the limits.
  /// - Parameter isQuick: equal pixels, but other bytes than `still` writes.
  func draw(_ request: PictureRequest, isQuick: Bool = false) throws -> Picture {
    try request.check()
    let format = try request.format
    let start = clock.now
    let movie = try movie(for: request)
    try checkWanted()
    let size = request.size.map { PixelSize(width: $0[0], height: $0[1]) }
    let frame = try movie.frame(at: (request.time ?? 0) * movie.speed, FrameOptions(pixelSize: size))
    try checkWanted()
    var buffer = PixelBuffer(width: frame.viewport.width, height: frame.viewport.height)
    try painter.draw(frame, into: &buffer, unless: cancellation)
    let bytes = try format.encode(buffer, quality: request.quality ?? 85, isQuick: isQuick)
    return Picture(
      bytes: bytes, format: format, width: buffer.width, height: buffer.height,
      particles: painter.counts.liveParticles,
      milliseconds: (clock.now - start) / .milliseconds(1))
  }

  /// Parses the document again for the next step of dragging, while the page shows this one.
  func readAhead(_ request: PictureRequest) {
    guard let current, !current.key.set.isEmpty, isNew, let draft = try? draft(request) else { return }
    let scene = try? self.request(draft, request).source.scene(in: request.frame)
    ahead = try? scene.map { (try MovieKey(request, draft).unchanged, $0) }
  }

  private func movie(for request: PictureRequest) throws -> Movie {
    let draft = try draft(request)
    let key = try MovieKey(request, draft)
    // Layers read ahead must have their first commit in their own movie.
    let read = ahead.take()
    isNew = current?.key != key
    if let current, !isNew { return current.movie }
    current = nil
    let asked = try self.request(draft, request)
    let source = asked.filledSource
    let isAhead = source.loader.given.isEmpty && asked.frame.fit == nil
    let unchanged = read.flatMap { isAhead && $0.key == key.unchanged ? $0.scene : nil }
    let movie = try asked.scene(changing: unchanged ?? source.scene(in: asked.frame)).movie()
    current = (key, movie)
    return movie
  }

  private func request(_ draft: Draft, _ picture: PictureRequest) throws -> RenderRequest {
    var request = RenderRequest(draft.source)
    try request.set(picture.set ?? [])
    request.parts = try picture.parts
    if let size = picture.size, size.count == 2 { request.size = RequestedSize(width: size[0], height: size[1]) }
    if let background = picture.background {
      // The background of the page takes precedence over the document and its changes.
      try request.set(["movie.background=\(background == "none" ? "transparent" : background)"])
    }
    return request
  }
}

// Variations, with the same code as `tune`, and what the page shows of presets and sounds.
extension SceneRenderer {
  static let mostVariations = 64
  /// Maximum number of values for a sound: about the pixels of a timeline.
  static let mostPeaks = 1000

  func mutate(_ request: MutateRequest) throws -> VariationsReply {
    let scene = try draft(request.revision).source.scene()
    let amount = request.amount ?? 0.5
    guard amount > 0, amount <= 4 else { throw RequestError(.badRequest, "expected an amount above 0, up to 4") }
    let locks = locks(request.locks ?? [], in: scene)
    let count = request.count ?? 12
    guard (1...Self.mostVariations).contains(count) else {
      throw RequestError(.badRequest, "expected 1 to \(Self.mostVariations) variations")
    }
    let mutation = Mutation(amount: amount, locks: locks, seed: request.seed ?? scene.seed)
    return VariationsReply(try mutation.variations(of: scene, count: count))
  }

  /// Locks by key paths. Locks without an effect in this scene are omitted.
  private func locks(_ given: [String], in scene: PresetScene) -> [String] {
    let lookup = LayerLookup(root: scene.rootLayer)
    let paths = Set(scene.tunableProperties.map { $0.keyPath.lowercased() })
    let parts = Set(paths.flatMap { $0.split(separator: ".").map(String.init) })
    return given.prefix(500).compactMap { lock in
      if let path = (try? lookup.find(lock))?.path, paths.contains(path.lowercased()) { return path }
      let word = lock.lowercased()
      let isKnown = ["color", "colour"].contains(word) || parts.contains { $0.hasPrefix(word) }
      return isKnown && !lock.contains(".") ? lock : nil
    }
  }

  /// The loudness of the sounds of a text. Sounds that cannot be read are omitted.
  func sounds(_ revision: String) throws -> [SoundReply] {
    try draft(revision).source.scene().sounds.compactMap { sound in
      try checkWanted()
      let url = URL(fileURLWithPath: sound.path)
      guard let values = try? library.levels(url, in: sound.files) else { return nil }
      let step = (values.count + Self.mostPeaks - 1) / Self.mostPeaks
      let parts = stride(from: 0, to: values.count, by: max(1, step))
      let peaks = parts.map { values[$0..<min($0 + step, values.count)].max() ?? 0 }
      return SoundReply(
        name: url.lastPathComponent, at: sound.at, loops: sound.loops, length: Double(values.count) / SoundLevels.rate,
        peaks: peaks)
    }
  }

  func presets() -> PresetsReply {
    PresetsReply(
      presets: PresetLibrary.names.compactMap { name in
        guard let scene = try? draft(preset: name).source.stage() else { return nil }
        return PresetsReply.Preset(
          name: name, summary: scene.summary, group: scene.group?.rawValue ?? "",
          time: scene.duration / scene.speed / 2)
      })
  }
}
