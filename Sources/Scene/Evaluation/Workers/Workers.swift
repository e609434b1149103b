import Synchronization

/// A fixed number of workers that take units of work from one atomic counter.
///
/// Threads are kept between calls (`HelperThreads`). One worker runs the same loop on the calling thread. Calls may
/// nest and may come from several threads at once. Where the system gives fewer threads, fewer workers do all of the
/// work.
package struct Workers: Sendable {
  /// At least 1.
  package let count: Int
  /// Looked at between pieces of the work by those who know that a piece may be left out.
  package let cancellation: Cancellation?

  /// - Precondition: `count` at least 1.
  package init(count: Int, cancellation: Cancellation? = nil) {
    precondition(count > 0, "Workers: at least one")
    (self.count, self.cancellation) = (count, cancellation)
  }

  /// Whether the result of the work is not wanted any more.
  package var isCancelled: Bool { cancellation?.isRequested ?? false }

  /// Calls `body(unit, worker)` once for every unit in `0..<units`, in any order, and returns when all are done.
  /// `worker` is below `count`, and no two calls with the same worker run at the same time.
  package func run(count units: Int, _ body: @Sendable (_ unit: Int, _ worker: Int) -> Void) {
    run(phases: [units]) { _, unit, worker in body(unit, worker) }
  }

  /// The same for several phases of some units each: a phase begins when all units of the one before it are done.
  /// Waking the other threads once for all phases saves some 50 microseconds for each.
  package func run(phases: [Int], _ body: @Sendable (_ phase: Int, _ unit: Int, _ worker: Int) -> Void) {
    let units = phases.reduce(0, +)
    guard units > 0 else { return }
    let next = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    @Sendable func loop(_ worker: Int) {
      var (phase, first) = (0, 0)
      while true {
        let unit = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if unit >= units { return }
        while unit >= first + phases[phase] { (first, phase) = (first + phases[phase], phase + 1) }
        // Earlier units are all taken, so that their workers run: no thread waits for one that has not begun.
        while done.load(ordering: .acquiring) < first { sched_yield() }
        body(phase, unit - first, worker)
        done.wrappingAdd(1, ordering: .acquiringAndReleasing)
      }
    }
    let active = min(count, phases.max() ?? 1)
    if active == 1 {
      loop(0)
    } else {
      HelperThreads.shared.run(workers: active, loop)
    }
  }
}
