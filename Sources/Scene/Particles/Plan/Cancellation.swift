import Synchronization

/// Asks work to end early because its result is not wanted any more. What such work leaves is not a frame: the caller
/// throws it away, and nothing of it may be kept for later frames except pieces that are complete.
package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isRequested: Bool { flag.load(ordering: .relaxed) }
  package func request() { flag.store(true, ordering: .relaxed) }
  /// For the next work, when all of the last has ended.
  package func clear() { flag.store(false, ordering: .relaxed) }
}
