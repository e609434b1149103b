import StarmineGraphics

/// A cache of the latest results by frame number, limited by bytes.
struct BoundedFrames<Value: Sendable>: Sendable {
  private let limit: Int
  private var values: [Int: (value: Value, bytes: Int)] = [:]
  /// Frame numbers, oldest first.
  private var order: [Int] = []
  private var bytes = 0
  let promise: MemoryPromise

  /// - Parameter bytes: limit in bytes.
  /// - Parameter all: bytes of all frames.
  init(bytes: Int, all: Int) { (limit, promise) = (bytes, MemoryPromise(bytes: min(bytes, all))) }

  subscript(number: Int) -> Value? { values[number]?.value }

  /// Stores a value. Removes the oldest ones above the limit, but never the last one.
  mutating func keep(_ value: Value, _ number: Int, bytes size: Int) {
    if let old = values.removeValue(forKey: number) {
      bytes -= old.bytes
      order.removeAll { $0 == number }
    }
    values[number] = (value, size)
    order.append(number)
    bytes += size
    var gone = 0
    while bytes > limit, gone < order.count - 1 {
      bytes -= values.removeValue(forKey: order[gone])?.bytes ?? 0
      gone += 1
    }
    order.removeFirst(gone)
    promise.hold(bytes)
  }
}
