import Dispatch
import Synchronization

/// A fixed number of workers that take units of work from one atomic counter.
///
/// Threads come from the process-wide pool and are kept there between calls. One worker runs the same loop on the
/// calling thread. Calls may nest and may come from several threads at once.
public struct Workers: Sendable {
  /// At least 1.
  public let count: Int

  /// - Precondition: `count` at least 1.
  public init(count: Int) {
    precondition(count > 0, "Workers: at least one")
    self.count = count
  }

  /// Calls `body(unit, worker)` once for every unit in `0..<units`, in any order, and returns when all are done.
  /// `worker` is below `count`, and no two calls with the same worker run at the same time.
  public func run(count units: Int, _ body: @Sendable (_ unit: Int, _ worker: Int) -> Void) {
    guard units > 0 else { return }
    let next = Atomic<Int>(0)
    @Sendable func loop(_ worker: Int) {
      while true {
        let unit = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if unit >= units { return }
        body(unit, worker)
      }
    }
    let active = min(count, units)
    if active == 1 {
      loop(0)
    } else {
      DispatchQueue.concurrentPerform(iterations: active, execute: loop)
    }
  }
}
