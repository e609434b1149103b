import CStarminePixelKernels

/// Edges of one shape after the other, in memory that is reused.
final class EdgeBuffer {
  private var base = UnsafeMutablePointer<Edge>.allocate(capacity: 64)
  private var capacity = 64
  private(set) var count = 0

  deinit { base.deallocate() }

  var edges: UnsafeMutableBufferPointer<Edge> { UnsafeMutableBufferPointer(start: base, count: count) }

  /// Memory for `count` more edges.
  func reserve(_ more: Int) -> UnsafeMutablePointer<Edge> {
    if count + more > capacity {
      capacity = 2 * (count + more)
      let memory = UnsafeMutablePointer<Edge>.allocate(capacity: capacity)
      memory.update(from: base, count: count)
      base.deallocate()
      base = memory
    }
    return base + count
  }

  /// Appends the edges that were written to reserved memory.
  func take(_ more: Int) { count += more }

  func append(_ edge: Edge) {
    reserve(1).pointee = edge
    count += 1
  }

  func removeLast(downTo count: Int) { self.count = count }
}
