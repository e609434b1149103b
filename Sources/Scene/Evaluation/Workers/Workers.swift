import Synchronization

/// A number of workers that take units of work from an atomic counter.
///
/// Threads are kept between calls (`HelperThreads`). A single worker runs on the calling thread. Calls may be nested
/// and may come from several threads at once. If the system provides fewer threads, fewer workers do all of the work.
package struct Workers: Sendable {
  package let count: Int
  /// Tested between units. Work that is not needed can be skipped.
  package let cancellation: Cancellation?

  package init(count: Int, cancellation: Cancellation? = nil) {
    precondition(count > 0, "Workers: at least one")
    (self.count, self.cancellation) = (count, cancellation)
  }

  package var isCancelled: Bool { cancellation?.isRequested ?? false }

  /// Calls `body(unit, worker)` once for every unit in `0..<units`, in any order, and returns when all are done.
  /// `worker` is below `count`. Calls with the same worker never overlap.
  package func run(count units: Int, _ body: @Sendable (_ unit: Int, _ worker: Int) -> Void) {
    run(phases: [units]) { _, unit, worker in body(unit, worker) }
  }

  /// Runs several phases of units. A phase begins when all units of the previous one are done. Waking the threads once
  /// for all phases saves about 50 microseconds per phase.
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
        // All earlier units have been taken, so their workers are running: no thread waits for an idle unit.
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
