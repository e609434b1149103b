import Dispatch
import Synchronization

/// Threads that help a thread with work for several. They start when they are first wanted and stay, asleep.
///
/// Help is never waited for before it has begun: where the system gives no thread (limits of processes or of memory),
/// now or from some moment on, the caller does all of the work alone. `concurrentPerform` tries for ever there.
final class HelperThreads: Sendable {
  static let shared = HelperThreads()

  private struct State {
    /// Work that more threads may join, in the order of asking.
    var shifts: [Shift] = []
    var threads = 0
  }

  private let state = Mutex(State())
  private let call = DispatchSemaphore(value: 0)
  /// Bytes, of addresses and not of memory: layers are walked recursively.
  private static let stackSize = 8 << 20

  /// Calls `body(0)` on this thread and `body(1)`, `body(2)` and so on, below `workers`, on others that come in time;
  /// returns when all that came are done.
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

  /// Joins the first work that has room. There may be none left: it was done before this thread came.
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

/// Work that threads join and leave.
private final class Shift: Sendable {
  private struct State {
    var joined = 1
    var present = 0
    var isOver = false
  }

  /// The work, on the stack of who asked.
  // It is not written, and it is there until `end` has returned.
  nonisolated(unsafe) let body: UnsafePointer<@Sendable (Int) -> Void>
  private let workers: Int
  private let state = Mutex(State())
  private let isEmpty = DispatchSemaphore(value: 0)

  init(_ body: UnsafePointer<@Sendable (Int) -> Void>, workers: Int) {
    (self.body, self.workers) = (body, workers)
  }

  /// A number among the workers; nil where no more are wanted.
  func join() -> Int? {
    state.withLock { state in
      guard !state.isOver, state.joined < workers else { return nil }
      state.joined += 1
      state.present += 1
      return state.joined - 1
    }
  }

  /// Not inlined: nothing holds what the body holds when this has returned.
  @inline(never) func work(as worker: Int) { body.pointee(worker) }

  func leave() {
    let isLast = state.withLock { state in
      state.present -= 1
      return state.isOver && state.present == 0
    }
    if isLast { isEmpty.signal() }
  }

  /// Lets no thread join any more, and waits for those that have.
  func end() {
    let isBusy = state.withLock { state in
      state.isOver = true
      return state.present > 0
    }
    if isBusy { isEmpty.wait() }
  }
}
