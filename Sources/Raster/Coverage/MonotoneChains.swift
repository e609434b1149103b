import CStarminePixelKernels

/// Finds out whether polygons are their own outline, in less time than a sweep takes.
///
/// Edges that go on in one direction, down or up, are a chain. If of any two chains one is never right of the other
/// where both have edges, no edges cross, and the order in which a line from left to right meets the chains changes
/// only where some of them end. So it is enough to count windings at these heights: where all are 0 and 1, or 0 and -1,
/// the edges are what they fill. Exact, in integers.
struct MonotoneChains {
  /// A run of edges; `step` goes through it from the top.
  fileprivate struct Chain: BitwiseCopyable {
    var start: Int
    var count: Int
    var step: Int
    var top: Int32
    var bottom: Int32
    var minX: Int32
    var maxX: Int32
  }

  /// More than these are left to the sweep; a bit for each.
  private static let most = UInt64.bitWidth

  private let memory = ScratchBuffer<Chain>(capacity: MonotoneChains.most)
  /// For each chain the ones that lie left of it.
  private let leftMemory = ScratchBuffer<UInt64>(capacity: MonotoneChains.most)
  private var count = 0
  /// The chains that go down.
  private var down: UInt64 = 0

  /// Whether edges of closed polygons wind once around what they fill and around nothing else.
  mutating func areOutline(_ edges: UnsafeMutableBufferPointer<Edge>) -> Bool {
    guard let base = edges.baseAddress, cut(base, edges.count) else { return false }
    let (chains, left) = (memory.base, leftMemory.base)
    left.update(repeating: 0, count: count)
    for second in 1..<max(count, 1) {
      for first in 0..<second where chains[first].overlaps(chains[second]) {
        guard let isLeft = isLeft(chains[first], of: chains[second], base) else { return false }
        if isLeft { left[second] |= 1 << UInt64(first) } else { left[first] |= 1 << UInt64(second) }
      }
    }
    return windOnce()
  }

  /// Collects the chains; false if there are too many.
  private mutating func cut(_ edges: UnsafeMutablePointer<Edge>, _ edgeCount: Int) -> Bool {
    let chains = memory.base
    (count, down) = (0, 0)
    var first = 0
    while first < edgeCount {
      if count == Self.most { return false }
      let start = edges[first]
      let isDown = start.y0 < start.y1
      var (low, high) = (min(start.x0, start.x1), max(start.x0, start.x1))
      var (last, end) = (first, start.y1)
      while last + 1 < edgeCount, edges[last + 1].y0 == end, (end < edges[last + 1].y1) == isDown {
        last += 1
        let edge = edges[last]
        (low, high, end) = (min(low, edge.x0, edge.x1), max(high, edge.x0, edge.x1), edge.y1)
      }
      chains[count] = Chain(
        start: isDown ? first : last, count: last - first + 1, step: isDown ? 1 : -1, top: min(start.y0, end),
        bottom: max(start.y0, end), minX: low, maxX: high)
      if isDown { down |= 1 << UInt64(count) }
      count += 1
      first = last + 1
    }
    return count > 1
  }

  /// Whether one of two chains lies left of the other one, or where that lies; nil if they cross.
  private func isLeft(_ one: Chain, of other: Chain, _ edges: UnsafeMutablePointer<Edge>) -> Bool? {
    if one.maxX <= other.minX { return true }
    if other.maxX <= one.minX { return false }
    var (a, b) = (Walk(one, edges), Walk(other, edges))
    let (top, bottom) = (max(one.top, other.top), min(one.bottom, other.bottom))
    while a.edge.y1 <= top { a.advance() }
    while b.edge.y1 <= top { b.advance() }
    var (isLeft, isRight) = (false, false)
    while true {
      let (high, low) = (max(a.edge.y0, b.edge.y0), min(a.edge.y1, b.edge.y1))
      if max(a.edge.x0, a.edge.x1) < min(b.edge.x0, b.edge.x1) {
        isLeft = true
      } else if min(a.edge.x0, a.edge.x1) > max(b.edge.x0, b.edge.x1) {
        isRight = true
      } else {
        let sides = (a.edge.side(of: b.edge, at: high), a.edge.side(of: b.edge, at: low))
        isLeft = isLeft || sides.0 < 0 || sides.1 < 0
        isRight = isRight || sides.0 > 0 || sides.1 > 0
      }
      if isLeft && isRight { return nil }
      if low >= bottom { return !isRight }
      if a.edge.y1 == low { a.advance() }
      if b.edge.y1 == low { b.advance() }
    }
  }

  /// Goes down a chain.
  private struct Walk {
    private(set) var edge: Edge
    private var next: UnsafeMutablePointer<Edge>
    private let step: Int

    init(_ chain: Chain, _ edges: UnsafeMutablePointer<Edge>) {
      (next, step) = (edges + chain.start, chain.step)
      edge = next.pointee
      if step < 0 { edge = edge.reversed }
    }

    mutating func advance() {
      next += step
      edge = step < 0 ? next.pointee.reversed : next.pointee
    }
  }

  /// Whether windings are 0 and 1 everywhere, or 0 and -1.
  private func windOnce() -> Bool {
    let (chains, left) = (memory.base, leftMemory.base)
    var (areDown, areUp) = (true, true)
    for index in 0..<2 * count {
      let y = index < count ? chains[index].top : chains[index - count].bottom
      var active: UInt64 = 0
      for chain in 0..<count where chains[chain].top <= y && y < chains[chain].bottom { active |= 1 << UInt64(chain) }
      var rest = active
      while rest != 0 {
        let chain = rest.trailingZeroBitCount
        rest &= rest - 1
        let before = left[chain] & active
        let winding = (before & down).nonzeroBitCount - (before & ~down).nonzeroBitCount
        let isDown = down >> UInt64(chain) & 1 == 1
        areDown = areDown && winding == (isDown ? 0 : 1)
        areUp = areUp && winding == (isDown ? -1 : 0)
      }
      if !areDown && !areUp { return false }
    }
    return true
  }
}

extension MonotoneChains.Chain {
  fileprivate func overlaps(_ other: Self) -> Bool { max(top, other.top) < min(bottom, other.bottom) }
}

extension Edge {
  var reversed: Edge { Edge(x0: x1, y0: y1, x1: x0, y1: y0) }

  /// The sign of how far a downward edge is right of another one at a height at which one of them starts or ends.
  fileprivate func side(of other: Edge, at y: Int32) -> Int {
    if y == y0 { return -other.side(of: x0, at: y) }
    if y == y1 { return -other.side(of: x1, at: y) }
    return side(of: y == other.y0 ? other.x0 : other.x1, at: y)
  }

  /// How far the edge is right of a place, times its height; coordinates within 2^29.
  private func side(of x: Int32, at y: Int32) -> Int {
    (Int(x0) - Int(x)) * (Int(y1) - Int(y0)) + (Int(y) - Int(y0)) * (Int(x1) - Int(x0))
  }
}
