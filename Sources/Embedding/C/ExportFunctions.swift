public import CStarmineEmbedding
import Dispatch
import StarmineCore
import StarmineRendering
import StarmineScene
import Synchronization

// The function of starmine.h that writes files.

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
    // Threads inherit the rounding, which is the host's outside of the gate.
    guard export.start() else { throw HostError(.memory, "a thread cannot be started") }
    let outcome = HostOptions.outsideTheGate {
      export.follow { done, count in
        // Frames that are under way arrive after it too.
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

/// An export on its own thread. The thread that calls back only waits for it, so it can leave the call in a forked
/// child, which has no other threads.
private final class HostExport: Sendable {
  typealias Outcome = Result<[RenderPlan.Note], MovieError>

  private enum Event {
    case progress(done: Int, count: Int)
    case end(Outcome)
  }

  nonisolated(unsafe) private let plan: RenderPlan  // Until the end, the export's thread alone uses the movie.
  private let event = Mutex<Event?>(nil)
  private let arrived = DispatchSemaphore(value: 0)
  private let answered = DispatchSemaphore(value: 0)
  /// Bytes, as a main thread has.
  private static let stackSize = 8 << 20

  init(_ plan: RenderPlan) { self.plan = plan }

  /// Returns whether the system gives a thread.
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
