import Synchronization

/// Counts per index, from any thread.
final class Counters: Sendable {
  private let counts: Mutex<[Int]>

  init(_ size: Int) { counts = Mutex(Array(repeating: 0, count: size)) }

  func add(_ index: Int) { counts.withLock { $0[index] += 1 } }
  var values: [Int] { counts.withLock { $0 } }
}
