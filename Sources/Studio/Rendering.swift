import FlyingFox
import Foundation
import Starmine
import StarmineMedia
import StarminePresets
import StarmineTuning
import Synchronization

/// The render that is under way: one at a time, on a thread of its own.
final class Rendering: Sendable {
  private let library: DraftLibrary
  private let announcer: Announcer
  /// Where files go.
  let folder: String
  private let state = Mutex<(isRunning: Bool, isCancelled: Bool)>((false, false))

  init(_ library: DraftLibrary, _ announcer: Announcer, folder: String) {
    (self.library, self.announcer, self.folder) = (library, announcer, folder)
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() { state.withLock { $0.isCancelled = $0.isRunning } }

  /// Begins. Errors: a name or format that is none, a render that is under way.
  func start(_ request: RenderRequest) throws {
    let path = try path(request.name)
    let options = try options(request)
    let bytes = try library.bytes(request.revision)
    let isFree = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFree else { throw Refusal(.conflict, "another render is under way") }
    state.withLock { $0.isCancelled = false }
    let failure = SystemThread.start(stackSize: 8 << 20) { [self] in
      run(path, options) { try movie(bytes, request) }
      state.withLock { $0.isRunning = false }
    }
    guard failure == 0 else {
      state.withLock { $0.isRunning = false }
      throw Refusal(.serviceUnavailable, "the system gives no thread: errno \(failure)")
    }
  }

  private func path(_ name: String) throws -> String {
    guard FileName.isPlain(name) else { throw Refusal(.badRequest, "\"\(name.prefix(80))\" is no plain file name") }
    do {
      _ = try VideoFormat(forPath: name)
    } catch {
      throw Refusal(.badRequest, "\(error)")
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return "\(folder)/\(name)"
  }

  private func options(_ request: RenderRequest) throws -> ExportOptions {
    var options = ExportOptions()
    if let size = request.size {
      let sides = size.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy({ (1...16_384).contains($0) }) else {
        throw Refusal(.badRequest, "size \(size.prefix(40)): expected WIDTHxHEIGHT")
      }
      options.pixelSize = PixelSize(width: sides[0], height: sides[1])
    }
    if let frames = request.frames {
      guard frames.count == 2, frames[0] >= 0, frames[0] < frames[1] else {
        throw Refusal(.badRequest, "the frames are the first and the one after the last")
      }
      options.frames = frames[0]..<frames[1]
    }
    options.isCancelled = { [self] in isCancelled }
    return options
  }

  private func movie(_ bytes: [UInt8], _ request: RenderRequest) throws -> Movie {
    let sides = request.size?.split(separator: "x").compactMap { Double($0) }
    let frame = sides.map { PresetFrame(size: CGSize(width: $0[0], height: $0[1])) }
    var scene = try library.draft(bytes).source.scene(in: frame)
    for text in request.set ?? [] { try scene.apply(PropertyOverride(parsing: text)) }
    return Movie(scene)
  }

  private func run(_ path: String, _ options: ExportOptions, _ movie: () throws -> Movie) {
    do {
      let movie = try movie()
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
      tell("failed", 0, 0, Refusal(error).message)
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
