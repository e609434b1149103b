public import CStarmineEmbedding
import Dispatch
import Synchronization

// The functions of starmine.h, which documents them. The compiler compares the declarations.

@c @implementation public func starmine_abi() -> UInt32 { 1 }

@c @implementation public func starmine_version() -> UnsafePointer<CChar>? { UnsafePointer(bitPattern: version) }

/// Address of the text, which exists as long as the process.
private let version = UInt(bitPattern: strdup(EngineVersion.text))

@c @implementation public func starmine_presets() -> UnsafeMutablePointer<CChar>? {
  answer { () throws(HostError) in try json(Hosting.presets()) }
}

@c @implementation public func starmine_schema() -> UnsafeMutablePointer<CChar>? {
  answer { () throws(HostError) in PresetSchema.text }
}

@c @implementation public func starmine_open(
  _ preset_or_path: UnsafePointer<CChar>?, _ options: UnsafePointer<starmine_options>?,
  _ scene: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  scene?.pointee = nil
  return answer(error) { () throws(HostError) in
    let (name, options) = (try string(preset_or_path, "preset_or_path"), try HostOptions(options))
    let source = try Hosting.source(named: name, options.change)
    try give(source, options, to: scene)
  }
}

@c @implementation public func starmine_load(
  _ text: UnsafeRawPointer?, _ bytes: Int, _ name: UnsafePointer<CChar>?, _ folder: UnsafePointer<CChar>?,
  _ options: UnsafePointer<starmine_options>?, _ scene: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  scene?.pointee = nil
  return answer(error) { () throws(HostError) in
    let options = try HostOptions(options)
    guard let text, bytes >= 0, bytes <= 1 << 32 else {
      throw HostError(.argument, "a text of \(bytes) bytes")
    }
    let source = Hosting.source(
      text: Array(UnsafeRawBufferPointer(start: text, count: bytes)), name: name.map { String(cString: $0) } ?? "text",
      folder: folder.map { URL(fileURLWithPath: String(cString: $0)) }, options.change)
    try give(source, options, to: scene)
  }
}

private func give(
  _ source: PresetSource, _ options: HostOptions, to scene: UnsafeMutablePointer<OpaquePointer?>?
) throws(HostError) {
  guard let scene else { throw HostError(.argument, "the pointer for the scene is NULL") }
  let (frame, threads) = (options.frame, options.threads)
  nonisolated(unsafe) let made = try HostedScene(source, frame: frame, threads: threads)  // Only the handle uses it.
  scene.pointee = HostHandle.pointer(to: made)
}

@c @implementation public func starmine_close(_ scene: OpaquePointer?) {
  if let scene { HostHandle.end(scene) }
}

@c @implementation public func starmine_info(
  _ scene: OpaquePointer?, _ info: UnsafeMutablePointer<starmine_scene_info>?
) -> starmine_status {
  answer(nil, of: scene) { (scene, _) throws(HostError) in
    guard let info, info.pointee.struct_size >= MemoryLayout<Int>.size else {
      throw HostError(.argument, "struct_size is not set")
    }
    let size = info.pointee.struct_size
    var found = scene.info
    found.struct_size = size
    withUnsafeBytes(of: &found) { bytes in
      UnsafeMutableRawPointer(info).copyMemory(from: bytes.baseAddress!, byteCount: min(size, bytes.count))
    }
  }
}

@c @implementation public func starmine_parameters(
  _ scene: OpaquePointer?, _ filter: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  answer(of: scene) { scene throws(HostError) in
    try json(scene.parameters(filter.map { String(cString: $0) }).map(\.record))
  }
}

@c @implementation public func starmine_document(_ scene: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  answer(of: scene) { scene throws(HostError) in String(decoding: try scene.document(), as: UTF8.self) }
}

@c @implementation public func starmine_remarks(_ scene: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  answer(of: scene) { scene throws(HostError) in try json(scene.remarks) }
}

@c @implementation public func starmine_set(
  _ scene: OpaquePointer?, _ changes: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ notes_or_error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  answer(notes_or_error, of: scene) { (scene, _) throws(HostError) in
    let notes = try scene.apply(strings(changes, count, "change"), keepsSize: true)
    if !notes.isEmpty { notes_or_error?.pointee = text(of: notes) }
  }
}

@c @implementation public func starmine_reset(_ scene: OpaquePointer?) -> starmine_status {
  answer(nil, of: scene) { (scene, _) throws(HostError) in try scene.reset() }
}

@c @implementation public func starmine_resize(
  _ scene: OpaquePointer?, _ width: Int32, _ height: Int32, _ fps: Double,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  answer(error, of: scene) { (scene, _) throws(HostError) in
    var frame = scene.frame
    (frame.width, frame.height, frame.framesPerSecond) = (Int(width), Int(height), fps)
    try scene.resize(to: frame)
  }
}

@c @implementation public func starmine_cancel(_ scene: OpaquePointer?) {
  // Without the gate, which would wait for the call that it cancels.
  if let scene { HostHandle.of(scene).cancel() }
}

@c @implementation public func starmine_free(_ text: UnsafeMutableRawPointer?) { free(text) }

extension HostedScene {
  fileprivate var info: starmine_scene_info {
    var info = starmine_scene_info()
    (info.width, info.height) = (Int32(loaded.size.width), Int32(loaded.size.height))
    (info.fps, info.duration) = (movie.framesPerSecond, movie.duration / movie.speed)
    info.frames = Int64(movie.frameCount)
    info.loops = movie.loop == nil ? 0 : 1
    info.is_opaque = movie.background.alpha >= 1 ? 1 : 0
    return info
  }
}

// The file functions of starmine.h.

@c @implementation public func starmine_export(
  _ scene: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<UnsafePointer<CChar>?>?,
  _ count: Int, _ progress: starmine_progress?, _ context: UnsafeMutableRawPointer?,
  _ notes_or_error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> starmine_status {
  answer(notes_or_error, of: scene) { (scene, cancellation) throws(HostError) in
    let plan = try scene.plan(to: string(path, "path"), strings(options, count, "option")) { cancellation.isRequested }
    gate_begin_export()
    defer { gate_end_export() }
    let export = HostExport(plan)
    // Threads inherit the host's floating-point rounding outside the gate.
    guard export.start() else { throw HostError(.memory, "cannot start a thread") }
    let outcome = HostOptions.outsideTheGate {
      export.follow { done, count in
        // Frames in progress arrive after it too.
        guard let progress, !cancellation.isRequested else { return }
        if progress(context, Int64(done), Int64(count)) != 0 { cancellation.request() }
      }
    }
    switch outcome {
    case nil: throw .cutOff
    case .failure(let error): throw HostError(error, file: scene.source.file)
    case .success(let late):
      let notes = plan.sceneNotes + (plan.notes + late).map(\.text)
      if !notes.isEmpty { notes_or_error?.pointee = text(of: notes) }
    }
  }
}

/// An export on its own thread. The calling thread only waits, so it can leave the call in a forked child, which has no
/// other threads.
private final class HostExport: Sendable {
  typealias Outcome = Result<[RenderPlan.Note], MovieError>

  private enum Event {
    case progress(done: Int, count: Int)
    case end(Outcome)
  }

  nonisolated(unsafe) private let plan: RenderPlan  // Until its end, only the export's thread uses the movie.
  private let event = Mutex<Event?>(nil)
  private let arrived = DispatchSemaphore(value: 0)
  private let answered = DispatchSemaphore(value: 0)
  /// The size of a main thread's stack in bytes.
  private static let stackSize = 8 << 20

  init(_ plan: RenderPlan) { self.plan = plan }

  /// Returns whether a thread could be started.
  func start() -> Bool { SystemThread.start(stackSize: Self.stackSize, { [self] in export() }) == 0 }

  /// Reports progress on the calling thread until the end. Returns nil in a child that `report` has forked.
  func follow(_ report: (_ done: Int, _ count: Int) -> Void) -> Outcome? {
    while true {
      arrived.wait()
      switch event.withLock({ $0 }) {
      case .progress(let done, let count): report(done, count)
      case .end(let outcome): return outcome
      case nil: break
      }
      if gate_is_cut_off() { return nil }
      answered.signal()
    }
  }

  private func export() {
    let outcome = Outcome { () throws(MovieError) in
      try plan.export(progress: { progress in
        send(.progress(done: progress.framesDone, count: progress.frameCount))
        answered.wait()
      }).notes
    }
    send(.end(outcome))
  }

  private func send(_ event: Event) {
    self.event.withLock { $0 = event }
    arrived.signal()
  }
}
