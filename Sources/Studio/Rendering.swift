import Synchronization

/// The present render. Only one runs at a time, on its own thread.
final class Rendering: Sendable {
  private let library: DraftLibrary
  private let announcer: EventBroadcaster
  let folder: String
  private struct State {
    var isRunning = false
    var isCancelled = false
    var isOver = false
  }

  private let state = Mutex(State())

  init(_ library: DraftLibrary, _ announcer: EventBroadcaster, folder: String) {
    (self.library, self.announcer, self.folder) = (library, announcer, folder)
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }
  var isRunning: Bool { state.withLock { $0.isRunning } }

  func cancel() { state.withLock { $0.isCancelled = $0.isRunning } }

  /// Cancels, and waits until unfinished files are removed.
  func end() {
    state.withLock { $0.isOver = true }
    cancel()
    while isRunning { Thread.sleep(forTimeInterval: 0.01) }
  }

  /// Starts a render. Errors: an unknown name or format, another render in progress.
  func start(_ export: ExportRequest) throws {
    let format = try format(export.export)
    let path = try path(export.name, format)
    let bytes = try library.bytes(export.revision)
    try check(size: export.size)
    let isFree = state.withLock { state in
      guard !state.isRunning, !state.isOver else { return false }
      state = State(isRunning: true)
      return true
    }
    guard isFree else { throw RequestError(.conflict, "another render is in progress") }
    let failure = SystemThread.start(stackSize: 8 << 20) { [self] in
      run(path) { try request(bytes, export, format).plan(to: path) }
      state.withLock { $0.isRunning = false }
    }
    guard failure == 0 else {
      state.withLock { $0.isRunning = false }
      throw RequestError(.serviceUnavailable, "cannot create a thread: errno \(failure)")
    }
  }

  private func request(_ bytes: [UInt8], _ export: ExportRequest, _ format: String?) throws -> RenderRequest {
    var request = RenderRequest(library.draft(bytes).source)
    try request.set(export.set ?? [])
    request.parts = try MovieSettings.Parts(only: export.only, without: export.without, with: export.with)
    request.profile = profile(export.export)
    (request.format, request.size) = (format, export.size.flatMap { RequestedSize(parsing: $0) })
    if let frames = export.frames {
      guard frames.count == 2, frames[0] >= 0, frames[0] < frames[1] else {
        throw RequestError(.badRequest, "frames: expected the first and the one after the last")
      }
      request.frames = frames[0]..<frames[1]
    }
    request.video.scope = FileScope(folder: folder)
    request.isCancelled = { [self] in isCancelled }
    return request
  }

  private func profile(_ export: String?) -> DeliveryProfile? {
    DeliveryProfile.all.first { "for:\($0.name)" == export }
  }

  /// The name of the format; nil if the extension selects it.
  private func format(_ export: String?) throws -> String? {
    guard let export else { return nil }
    let own = export.hasPrefix("format:") ? String(export.dropFirst(7)) : ""
    let key = profile(export).map { $0.format(isClear: $0.isOverlay) } ?? own
    guard VideoFormat.all.contains(where: { $0.key == key && $0.keepsFrames }) else {
      throw RequestError(.badRequest, "unknown export \(export.prefix(60))")
    }
    return key
  }

  private func path(_ name: String, _ format: String?) throws -> String {
    guard FileName.isPlain(name) else {
      throw RequestError(.badRequest, "\"\(name.prefix(80))\" is not a plain file name")
    }
    do {
      _ = try VideoFormat(forPath: name, named: format)
    } catch {
      throw RequestError(.badRequest, "\(error)")
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do { try OutputFile.check("\(folder)/\(name)", in: FileScope(folder: folder)) } catch {
      throw RequestError(.forbidden, "\(error)")
    }
    return "\(folder)/\(name)"
  }

  /// Placeholder for the number of a sequence's file.
  static let number = "-%05d"

  /// Errors: an invalid size, sides that are too long.
  private func check(size text: String?) throws {
    guard let text else { return }
    guard let size = RequestedSize(parsing: text),
      [size.width, size.height].compactMap({ $0 }).allSatisfy({ (1...16_384).contains($0) })
    else {
      let names = RequestedSize.names.map(\.name).joined(separator: ", ")
      throw RequestError(.badRequest, "size \(text.prefix(40)): expected WIDTHxHEIGHT or one of \(names)")
    }
  }

  private func run(_ path: String, _ plan: () throws -> RenderPlan) {
    do {
      let plan = try plan()
      var last = ContinuousClock.now - .seconds(1)
      let result = try plan.export(progress: { progress in
        // Ten updates per second are enough for a bar.
        guard ContinuousClock.now - last > .milliseconds(90) else { return }
        last = .now
        tell("running", progress.framesDone, progress.frameCount, nil)
      })
      let figures = result.statistics
      let size = ByteCountFormatter.string(fromByteCount: Int64(figures.outputBytes), countStyle: .file)
      let notes = plan.sceneNotes + (plan.notes + result.notes).map(\.text)
      tell(
        "done", figures.frames, figures.frames,
        (["\(path): \(figures.frames) frames, \(size)"] + notes).joined(separator: "\n"))
    } catch MovieError.cancelled {
      tell("cancelled", 0, 0, "Cancelled. \(path) is kept only if it was complete")
    } catch {
      tell("failed", 0, 0, RequestError(error).message)
    }
  }

  private func tell(_ state: String, _ done: Int, _ count: Int, _ message: String?) {
    announcer.tell(RenderEvent(state: state, done: done, count: count, message: message))
  }
}

enum FileName {
  /// A name without a folder that is not hidden.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 200
      && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 0x20 }
  }
}
