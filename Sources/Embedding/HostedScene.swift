/// A scene for another program: a document, changes, a frame size, and images at any time in any order.
///
/// Used by one thread at a time, which may change.
package final class HostedScene {
  package struct Frame: Equatable, Sendable {
    /// Pixels; 0: the size of the document, or computed from the other side.
    package var width = 0
    package var height = 0
    /// 0 uses the document's rate.
    package var framesPerSecond = 0.0
    package var parts = MovieSettings.Parts.automatic

    package init(
      width: Int = 0, height: Int = 0, framesPerSecond: Double = 0, parts: MovieSettings.Parts = .automatic
    ) {
      (self.width, self.height, self.framesPerSecond, self.parts) = (width, height, framesPerSecond, parts)
    }
  }

  package let source: PresetSource
  package private(set) var frame: Frame
  private(set) var changes: [PropertyOverride] = []
  var loaded: Loaded
  /// The movie without background and scenery, created on first use.
  var overlay: Loaded?
  package internal(set) var counts = FrameRecord()
  var painter: FramePainter
  var picture: PixelBuffer?

  /// Errors: problems of the document, an invalid frame size.
  /// - Parameter threads: number of render threads, at least 1.
  package init(_ source: PresetSource, frame: Frame = Frame(), threads: Int = 1) throws(HostError) {
    self.source = source
    loaded = try Loaded(source, [], frame)
    self.frame = frame
    painter = FramePainter(workers: min(max(1, threads), 1024))
  }

  package var scene: PresetScene { loaded.scene }
  package var movie: Movie { loaded.movie }
  package var pixelSize: PixelSize { loaded.size }

  /// Applies all changes, or none. A change that only sets a value replaces earlier ones of its key.
  /// - Parameter keepsSize: refuses changes of the frame size, for hosts with memory for that size.
  /// - Returns: notes on unusual values.
  package func apply(_ texts: [String], keepsSize: Bool = false) throws(HostError) -> [String] {
    var changes = changes
    for text in texts {
      let change: PropertyOverride
      do throws(ValueMismatchError) { change = try PropertyOverride(parsing: text) } catch {
        throw HostError(.problems, error.message, file: source.file)
      }
      if change.operation == .assign { changes.removeAll { $0.path == change.path } }
      changes.append(change)
    }
    guard changes.count <= Self.mostChanges else {
      throw HostError(
        .argument, "\(changes.count) changes; the limit is \(Self.mostChanges). Use = instead of += and *=")
    }
    try reload(changes, frame, keepsSize: keepsSize)
    return loaded.notes
  }

  /// Maximum number of cumulative changes, because each is applied again with the next one.
  private static let mostChanges = 10_000

  package func reset() throws(HostError) { try reload([], frame) }

  package func resize(to frame: Frame) throws(HostError) { try reload(changes, frame) }

  private func reload(
    _ changes: [PropertyOverride], _ frame: Frame, keepsSize: Bool = false
  ) throws(HostError) {
    let made = try Loaded(source, changes, frame)
    guard !keepsSize || made.size == loaded.size else {
      throw HostError(
        .argument,
        "a change makes the frame \(made.size.width)x\(made.size.height) pixels instead of "
          + "\(loaded.size.width)x\(loaded.size.height): change its size with starmine_resize", file: source.file)
    }
    loaded = made
    (self.changes, self.frame, overlay) = (changes, frame, nil)
  }

  /// Resolves an export of the present scene.
  /// - Parameter options: options for `RenderRequest.setOptions`.
  package func plan(
    to path: String, _ options: [String] = [], isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(HostError) -> RenderPlan {
    var request = frame.request(source, changes)
    request.isCancelled = isCancelled
    let stage = ScriptStage()
    return try stage.run { () throws(HostError) in
      do {
        try request.setOptions(options)
        return try request.plan(to: path)
      } catch {
        throw HostError(error, file: source.file)
      }
    }
  }

  /// The document with all changes, for its folder or another one. Relative paths refer to the same files.
  package func document(in folder: URL? = nil) throws(HostError) -> [UInt8] {
    do {
      var changes = changes
      let given = source.values(taking: &changes)
      var editor = try PresetEditor(source.giving(given))
      try editor.keep(given)
      for change in changes { try editor.apply(change) }
      return try editor.document(in: folder ?? source.directory, named: nil)
    } catch {
      throw HostError(error, file: source.file)
    }
  }

  /// Notes on unsupported features, invisible parts and probable mistakes.
  package var remarks: [ProblemRecord] {
    loaded.scene.unsupported.map(ProblemRecord.init) + loaded.notes.map { ProblemRecord(remark: $0, file: source.file) }
  }

  /// Properties with their values: keys of the movie, then those of layers and cells.
  package func parameters(_ filter: String? = nil) -> [ParameterRow] {
    let movie = MovieValues(loaded.scene)
    let rows =
      movie.keys.compactMap { ParameterRow(movie, key: $0, of: loaded.scene) }
      + LayerLookup(root: loaded.scene.rootLayer).changeable.map { ParameterRow(entry: $0, loaded.scene.valueText) }
    return filter.map { word in rows.filter { $0.matches(word) } } ?? rows
  }
}

extension HostedScene {
  /// A document with changes, and its movie.
  struct Loaded {
    let scene: PresetScene
    let movie: Movie
    let size: PixelSize
    let options: FrameOptions
    let notes: [String]

    /// - Parameter isOverlay: whether it is drawn over other images, without background and scenery.
    init(
      _ source: PresetSource, _ changes: [PropertyOverride], _ frame: Frame, isOverlay: Bool = false
    ) throws(HostError) {
      guard (0...16_384).contains(frame.width), (0...16_384).contains(frame.height),
        frame.framesPerSecond >= 0, frame.framesPerSecond <= 1000
      else {
        throw HostError(
          .argument,
          "a frame of \(frame.width)x\(frame.height) at \(frame.framesPerSecond) per second: sides are 0 to 16384, "
            + "rates 0 to 1000")
      }
      let request = frame.request(source, changes)
      // State of this thread created here belongs to the movie; that of the host does not change.
      let stage = ScriptStage()
      self = try stage.run { () throws(HostError) in
        do { return try Loaded(request.scene(), isOverlay: isOverlay) } catch {
          throw HostError(error, file: source.file)
        }
      }
    }

    private init(_ requested: RequestedScene, isOverlay: Bool) throws(MovieError) {
      (scene, movie) = (requested.scene, requested.movie())
      notes = requested.notes + requested.pictureNotes
      var options = requested.frameOptions
      options.isOverlay = isOverlay
      if isOverlay { movie.settings.parts = movie.settings.parts.resolved(isSeenThrough: true) }
      let viewport = try movie.viewport(for: options.pixelSize)
      (self.options, size) = (options, PixelSize(width: viewport.width, height: viewport.height))
    }
  }
}

extension HostedScene.Frame {
  func request(_ source: PresetSource, _ changes: [PropertyOverride]) -> RenderRequest {
    var request = RenderRequest(source)
    request.changes = changes
    request.parts = parts == .automatic ? nil : parts
    let sides = [width, height].map { $0 > 0 ? "\($0)" : "" }
    request.size = RequestedSize(parsing: sides.joined(separator: "x"))
    if framesPerSecond > 0 { request.setOption("fps", "\(framesPerSecond)") }
    return request
  }
}

package struct FrameRecord: Encodable, Sendable {
  package var living = 0
  package var drawn = 0
  /// Milliseconds on the calling thread: script, evaluation, drawing.
  package var script = 0.0
  package var evaluation = 0.0
  package var drawing = 0.0
}

extension HostedScene {
  /// Draws a frame in memory that is reused for the next one.
  /// - Parameter seconds: time from the start; below 0 is 0.
  /// - Parameter isOverlay: whether it is drawn over other images: without background and scenery, and with additive
  ///   light that does not change alpha.
  /// - Parameter cancellation: ends the call early with an error.
  package func draw<Result>(
    at seconds: Double, isOverlay: Bool = false, unless cancellation: Cancellation = Cancellation(),
    _ body: (borrowing PixelBuffer) throws(HostError) -> Result
  ) throws(HostError) -> Result {
    try check(moment: seconds)
    let loaded = try isOverlay ? overlaid() : self.loaded
    do {
      try drawPicture(loaded, max(0, seconds) * loaded.movie.speed, cancellation)
    } catch {
      throw HostError(error, file: source.file)
    }
    guard !cancellation.isRequested, let drawn = picture.take() else {
      throw HostError(.cancelled, "cancelled before the end")
    }
    let result = try body(drawn)
    picture = consume drawn
    return result
  }

  /// Draws the frame at a time in float: premultiplied, with HDR.
  package func drawLight(
    at seconds: Double, unless cancellation: Cancellation = Cancellation()
  ) throws(HostError) -> DeepBuffer {
    try check(moment: seconds)
    do {
      var options = loaded.options
      options.keepsLight = true
      let frame = try movie.frame(at: max(0, seconds) * movie.speed, options)
      var picture = DeepBuffer(width: pixelSize.width, height: pixelSize.height)
      try painter.draw(frame, into: &picture, unless: cancellation)
      guard !cancellation.isRequested else { throw MovieError.cancelled }
      return picture
    } catch {
      throw HostError(error, file: source.file)
    }
  }

  /// Errors: a time out of range.
  package func check(moment seconds: Double) throws(HostError) {
    guard seconds.isFinite, seconds <= Self.latest else {
      throw HostError(.argument, "\(seconds) seconds: expected at most \(Self.latest)", file: source.file)
    }
  }

  private static let latest = 86_400.0

  private func overlaid() throws(HostError) -> Loaded {
    if let overlay { return overlay }
    let made = try Loaded(source, changes, frame, isOverlay: true)
    overlay = made
    return made
  }

  private func drawPicture(
    _ loaded: Loaded, _ time: Double, _ cancellation: Cancellation
  ) throws(MovieError) {
    let start = CPUClock.threadSeconds
    let frame = try loaded.movie.frame(at: time, loaded.options)
    let script = CPUClock.threadSeconds - start
    var buffer = takePicture(loaded.size)
    try painter.draw(frame, into: &buffer, unless: cancellation)
    picture = consume buffer
    let counts = painter.counts
    self.counts = FrameRecord(
      living: counts.liveParticles, drawn: counts.drawnParticles, script: 1e3 * script,
      evaluation: 1e3 * counts.evaluateSeconds, drawing: 1e3 * counts.rasterSeconds)
  }

  private func takePicture(_ size: PixelSize) -> PixelBuffer {
    if let kept = picture.take(), kept.width == size.width, kept.height == size.height { return kept }
    return PixelBuffer(width: size.width, height: size.height)
  }

  /// A hash of the frame's pixels with 32 hexadecimal digits.
  package func hash(at seconds: Double) throws(HostError) -> String {
    try draw(at: seconds) { (picture) throws(HostError) in
      do throws(VideoError) { return try Digest.md5(picture) } catch { throw HostError(.memory, "\(error)") }
    }
  }
}
