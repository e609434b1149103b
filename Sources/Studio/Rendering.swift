import FlyingFox
import Foundation
import Starmine
import StarmineMedia
import StarmineGraphics
import StarminePresets
import StarmineScene
import Synchronization

/// The render that is under way: one at a time, on a thread of its own.
final class Rendering: Sendable {
  private let library: DraftLibrary
  private let announcer: Announcer
  /// Where files go.
  let folder: String
  private struct State {
    var isRunning = false
    var isCancelled = false
    /// Whether no other render begins.
    var isOver = false
  }

  private let state = Mutex(State())

  init(_ library: DraftLibrary, _ announcer: Announcer, folder: String) {
    (self.library, self.announcer, self.folder) = (library, announcer, folder)
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }
  var isRunning: Bool { state.withLock { $0.isRunning } }

  func cancel() { state.withLock { $0.isCancelled = $0.isRunning } }

  /// Cancels, and waits until nothing half-written is left.
  func end() {
    state.withLock { $0.isOver = true }
    cancel()
    while isRunning { Thread.sleep(forTimeInterval: 0.01) }
  }

  /// Begins. Errors: a name or format that is none, a render that is under way.
  func start(_ request: RenderRequest) throws {
    let format = try format(request.export)
    let path = try path(request.name, format)
    let profile = profile(request.export)
    let options = try options(request, format, profile)
    let size = try size(of: request) ?? profile?.size
    let bytes = try library.bytes(request.revision)
    let isFree = state.withLock { state in
      guard !state.isRunning, !state.isOver else { return false }
      state = State(isRunning: true)
      return true
    }
    guard isFree else { throw RequestError(.conflict, "another render is under way") }
    let failure = SystemThread.start(stackSize: 8 << 20) { [self] in
      run(path, options, size) { try movie(bytes, request, profile, size) }
      state.withLock { $0.isRunning = false }
    }
    guard failure == 0 else {
      state.withLock { $0.isRunning = false }
      throw RequestError(.serviceUnavailable, "the system gives no thread: errno \(failure)")
    }
  }

  private func profile(_ export: String?) -> DeliveryProfile? {
    DeliveryProfile.all.first { "for:\($0.name)" == export }
  }

  /// The format's key; nil where the name's ending says it.
  private func format(_ export: String?) throws -> String? {
    guard let export else { return nil }
    let own = export.hasPrefix("format:") ? String(export.dropFirst(7)) : ""
    let key = profile(export).map { $0.format(isClear: $0.isOverlay) } ?? own
    guard VideoFormat.all.contains(where: { $0.key == key && $0.keepsFrames }) else {
      throw RequestError(.badRequest, "there is no export \(export.prefix(60))")
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
    for name in [name] + frames(of: name) {
      guard FileScope(folder: folder).contains("\(folder)/\(name)") else {
        throw RequestError(.forbidden, "\(name) leads out of the folder for movies")
      }
    }
    return "\(folder)/\(name)"
  }

  /// Stands for the number of a sequence's file.
  static let number = "-%05d"

  /// Files that are there and that a sequence may replace.
  private func frames(of name: String) -> [String] {
    guard let percent = name.firstIndex(of: "%") else { return [] }
    let present = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return present.filter { $0.hasPrefix(name[..<percent]) }
  }

  private func options(
    _ request: RenderRequest, _ format: String?, _ profile: DeliveryProfile?
  ) throws -> ExportOptions {
    var options = ExportOptions()
    (options.format, options.video.crf) = (format, profile?.quality)
    if let frames = request.frames {
      guard frames.count == 2, frames[0] >= 0, frames[0] < frames[1] else {
        throw RequestError(.badRequest, "the frames are the first and the one after the last")
      }
      options.frames = frames[0]..<frames[1]
    }
    options.isCancelled = { [self] in isCancelled }
    return options
  }

  /// Errors: a text that is not a size, sides that are too long.
  private func size(of request: RenderRequest) throws -> AskedSize? {
    guard let text = request.size else { return nil }
    guard let size = AskedSize(parsing: text),
      [size.width, size.height].compactMap({ $0 }).allSatisfy({ (1...16_384).contains($0) })
    else {
      let names = AskedSize.names.map(\.name).joined(separator: ", ")
      throw RequestError(.badRequest, "size \(text.prefix(40)): expected WIDTHxHEIGHT or one of \(names)")
    }
    return size
  }

  private func movie(
    _ bytes: [UInt8], _ request: RenderRequest, _ profile: DeliveryProfile?, _ size: AskedSize?
  ) throws -> Movie {
    let source = library.draft(bytes).source
    let pixels = try size?.pixels(for: source.scene().size)
    let frame = pixels.map { PresetFrame(size: CGSize(width: $0.width, height: $0.height)) }
    let parts = try PresetScene.Parts(only: request.only, without: request.without, with: request.with)
    var changes = try PropertyOverride.parsed(request.set)
    var scene = try source.taking(&changes).scene(in: frame)
    if let rate = profile?.framesPerSecond { scene.framesPerSecond = rate }
    if let parts { scene.show(parts) }
    if profile?.isOverlay == true { scene.background = .clear }
    for change in changes { try scene.apply(change) }
    return Movie(scene)
  }

  private func run(
    _ path: String, _ options: ExportOptions, _ size: AskedSize?, _ movie: () throws -> Movie
  ) {
    do {
      let movie = try movie()
      var options = options
      options.pixelSize = size?.pixels(for: movie.size)
      var last = ContinuousClock.now - .seconds(1)
      let figures = try movie.export(to: path, options: options) { progress in
        // Some ten times a second is enough for a bar.
        guard ContinuousClock.now - last > .milliseconds(90) else { return }
        last = .now
        tell("running", progress.framesDone, progress.frameCount, nil)
      }
      let size = ByteCountFormatter.string(fromByteCount: Int64(figures.outputBytes), countStyle: .file)
      tell("done", figures.frames, figures.frames, "\(path): \(figures.frames) frames, \(size)")
    } catch MovieError.cancelled {
      tell("cancelled", 0, 0, "Cancelled; nothing was written to \(path)")
    } catch {
      tell("failed", 0, 0, RequestError(error).message)
    }
  }

  private func tell(_ state: String, _ done: Int, _ count: Int, _ message: String?) {
    announcer.tell(RenderEvent(state: state, done: done, count: count, message: message))
  }
}

/// Names of files that a page may ask for.
enum FileName {
  /// A name without a folder, which is not hidden.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 200
      && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 0x20 }
  }
}
