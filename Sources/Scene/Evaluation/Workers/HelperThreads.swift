import Dispatch
import Synchronization

/// Threads that help others with parallel work. They start on demand and remain, sleeping.
///
/// Nothing waits for a helper that has not started. If the system provides no thread (limits of processes or memory),
/// the caller does all of the work. `concurrentPerform` would try indefinitely.
final class HelperThreads: Sendable {
  static let shared = HelperThreads()

  private struct State {
    /// Work that more threads may join, in order of request.
    var shifts: [Shift] = []
    var threads = 0
  }

  private let state = Mutex(State())
  private let call = DispatchSemaphore(value: 0)
  /// Address space in bytes, because layers are processed recursively.
  private static let stackSize = 8 << 20

  /// Calls `body(0)` on this thread, and `body(1)`, `body(2)` and so on, below `workers`, on helpers that start in
  /// time. Returns when all that started are done.
  func run(workers: Int, _ body: @Sendable (_ worker: Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { body in
        let shift = Shift(body, workers: workers)
        announce(shift, helpers: workers - 1)
        shift.body.pointee(0)
        state.withLock { state in state.shifts.removeAll { $0 === shift } }
        shift.end()
      }
    }
  }

  private func announce(_ shift: Shift, helpers: Int) {
    let missing = state.withLock { state in
      state.shifts.append(shift)
      let missing = max(0, helpers - state.threads)
      state.threads += missing
      return missing
    }
    for _ in 0..<missing {
      guard SystemThread.start(stackSize: Self.stackSize, { [self] in wait() }) != 0 else { continue }
      state.withLock { $0.threads -= 1 }
    }
    for _ in 0..<helpers { call.signal() }
  }

  private func wait() -> Never {
    while true {
      call.wait()
      help()
    }
  }

  /// Joins the first work that has room. It may already be done.
  private func help() {
    let found = state.withLock { state in
      while let shift = state.shifts.first {
        if let worker = shift.join() { return (shift, worker) as (Shift, Int)? }
        state.shifts.removeFirst()
      }
      return nil
    }
    guard let (shift, worker) = found else { return }
    shift.work(as: worker)
    shift.leave()
  }
}

private final class Shift: Sendable {
  private struct State {
    var joined = 1
    var present = 0
    var isOver = false
  }

  /// The work, on the stack of the caller.
  // Safe: it is not written, and it exists until `end` has returned.
  nonisolated(unsafe) let body: UnsafePointer<@Sendable (Int) -> Void>
  private let workers: Int
  private let state = Mutex(State())
  private let isEmpty = DispatchSemaphore(value: 0)

  init(_ body: UnsafePointer<@Sendable (Int) -> Void>, workers: Int) { (self.body, self.workers) = (body, workers) }

  /// Returns the number of a new worker; nil if no more are needed.
  func join() -> Int? {
    state.withLock { state in
      guard !state.isOver, state.joined < workers else { return nil }
      state.joined += 1
      state.present += 1
      return state.joined - 1
    }
  }

  /// Not inlined, so that nothing retains the body's captures after the return.
  @inline(never) func work(as worker: Int) { body.pointee(worker) }

  func leave() {
    let isLast = state.withLock { state in
      state.present -= 1
      return state.isOver && state.present == 0
    }
    if isLast { isEmpty.signal() }
  }

  /// Prevents further threads from joining, and waits for those that have joined.
  func end() {
    let isBusy = state.withLock { state in
      state.isOver = true
      return state.present > 0
    }
    if isBusy { isEmpty.wait() }
  }
}
