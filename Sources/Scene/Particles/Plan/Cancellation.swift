import Synchronization

/// Requests that work ends early because its result is not needed. The result is incomplete: discard it. Only complete
/// parts may be cached for later frames.
package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isRequested: Bool { flag.load(ordering: .relaxed) }
  package func request() { flag.store(true, ordering: .relaxed) }
  /// Call it before the next work, when all previous work has ended.
  package func clear() { flag.store(false, ordering: .relaxed) }
}
