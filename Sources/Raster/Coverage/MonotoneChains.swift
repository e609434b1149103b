import CStarminePixelKernels
import StarmineGraphics

/// Finds the outline of polygons that turn up and down a few times only, in less time than a sweep takes.
///
/// Edges that go on in one direction, down or up, are a chain. Two chains that both have edges at some heights are
/// followed down together once, which says where which of them lies left; that changes only where they cross or where
/// level edges were left out. So it is enough to count windings at the heights at which chains begin, end or change
/// places: in between, each chain is as a whole a part of the outline or none. Orders are found in integers; a crossing
/// is rounded to a whole height, which keeps the order of all crossings, so at each height the chains have one order.
struct MonotoneChains {
  /// A run of edges, by the first one's index among all that point down.
  private struct Chain: BitwiseCopyable {
    var start: Int
    var top: Int32
    var bottom: Int32
    var minX: Int32
    var maxX: Int32
  }

  /// Two chains that have another order than before.
  private struct Swap: BitwiseCopyable {
    let left: UInt8
    let right: UInt8
  }

  /// Beginning or end of a chain, or a swap of two: by height, swaps last and in their order.
  private struct Event: BitwiseCopyable {
    let key: Int64

    init(_ y: Int32, _ place: Int) { key = Int64(y) << 32 | Int64(place) }

    var y: Int32 { Int32(truncatingIfNeeded: key >> 32) }
    /// The chain, `most` more for its end; from `2 * most` on the swap.
    var place: Int { Int(UInt32(truncatingIfNeeded: key)) }
  }

  /// From a height on a chain is another part of the outline than before: 1 begins the area, -1 ends it.
  private struct Turn: BitwiseCopyable {
    let y: Int32
    let chain: UInt8
    let turn: Int8
  }

  /// More than these are left to the sweep; a bit for each.
  private static let most = UInt64.bitWidth
  /// More swaps than these are left to the sweep, whose time is bounded.
  private static let mostSwaps = 1024

  private let memory = ScratchBuffer<Chain>(capacity: MonotoneChains.most)
  private let edgeMemory = ScratchBuffer<Edge>()
  /// For each chain the ones that lie left of it.
  private let leftMemory = ScratchBuffer<UInt64>(capacity: MonotoneChains.most)
  private let swapMemory = ScratchBuffer<Swap>()
  private let eventMemory = ScratchBuffer<Event>(capacity: 4 * MonotoneChains.most)
  private let turnMemory = ScratchBuffer<Turn>()
  private let penMemory = ScratchBuffer<ChainPen>(capacity: MonotoneChains.most)
  private var (count, swapCount, eventCount, turnCount) = (0, 0, 0, 0)
  /// The chains that go down.
  private var down: UInt64 = 0

  /// Appends the outline of what edges of closed polygons fill; answers whether it is these, in their order. Nil, and
  /// nothing is appended, where a sweep is needed.
  mutating func appendOutline(
    of edges: UnsafeMutableBufferPointer<Edge>, _ rule: CGPathFillRule, to result: inout [Edge]
  ) -> Bool? {
    guard let base = edges.baseAddress, cut(base, edges.count), order() else { return nil }
    findTurns(rule == .evenOdd ? 1 : -1)
    if isWhole {
      result.append(contentsOf: edges)
      return true
    }
    followTurns(&result)
    return false
  }

  /// Collects the chains; false if there are too many.
  private mutating func cut(_ edges: UnsafeMutablePointer<Edge>, _ edgeCount: Int) -> Bool {
    let (chains, downward) = (memory.base, edgeMemory.reserve(edgeCount))
    (count, down, eventCount) = (0, 0, 0)
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
      if isDown {
        for index in first...last { downward[index] = edges[index] }
        down |= 1 << UInt64(count)
      } else {
        for index in first...last { downward[index] = edges[first + last - index].reversed }
      }
      chains[count] = Chain(
        start: first, top: min(start.y0, end), bottom: max(start.y0, end), minX: low, maxX: high)
      count += 1
      first = last + 1
    }
    return count > 1
  }

  // MARK: Order

  /// Finds which chains lie left of which, and where that changes; false if it changes too often.
  private mutating func order() -> Bool {
    let (chains, left) = (memory.base, leftMemory.base)
    swapCount = 0
    for second in 0..<count {
      let chain = chains[second]
      left[second] = 0
      schedule(at: chain.top, second)
      schedule(at: chain.bottom, Self.most + second)
      for first in 0..<second where max(chains[first].top, chain.top) < min(chains[first].bottom, chain.bottom) {
        if chains[first].maxX < chain.minX {
          left[second] |= 1 << UInt64(first)
        } else if chain.maxX < chains[first].minX {
          left[first] |= 1 << UInt64(second)
        } else {
          compare(first, second)
          if swapCount > Self.mostSwaps { return false }
        }
      }
    }
    UnsafeMutableBufferPointer(start: eventMemory.base, count: eventCount).sortFew { $0.key < $1.key }
    return true
  }

  private mutating func schedule(at y: Int32, _ place: Int) {
    eventMemory.reserve(eventCount + 1, keeping: eventCount)[eventCount] = Event(y, place)
    eventCount += 1
  }

  /// Follows two chains down the heights that they share.
  private mutating func compare(_ first: Int, _ second: Int) {
    let (chains, left) = (memory.base, leftMemory.base)
    let (one, other) = (chains[first], chains[second])
    let bottom = min(one.bottom, other.bottom)
    var (a, b) = (edgeMemory.base + one.start, edgeMemory.base + other.start)
    while a.pointee.y1 <= other.top { a += 1 }
    while b.pointee.y1 <= one.top { b += 1 }
    // Edges that lie upon each other: first what goes up, as where polygons touch that all turn the same way, and then
    // by number, so that the order is one with that of third ones.
    let isFirstOfSame = down >> UInt64(first) & 1 <= down >> UInt64(second) & 1
    var sides = a.pointee.sides(of: b.pointee)
    var isFirst = sides.areFirst ?? isFirstOfSame
    if isFirst { left[second] |= 1 << UInt64(first) } else { left[first] |= 1 << UInt64(second) }
    // More swaps than are followed are not looked for, nor kept.
    while swapCount <= Self.mostSwaps {
      if sides.areApart {
        isFirst.toggle()
        swap(at: a.pointee.crossing(with: b.pointee), first, second, isLeft: isFirst)
      }
      let low = min(a.pointee.y1, b.pointee.y1)
      if low == bottom { return }
      if a.pointee.y1 == low { a += 1 }
      if b.pointee.y1 == low { b += 1 }
      sides = a.pointee.sides(of: b.pointee)
      if isFirst != sides.areFirst ?? isFirstOfSame {
        isFirst.toggle()
        swap(at: max(a.pointee.y0, b.pointee.y0), first, second, isLeft: isFirst)
      }
    }
  }

  private mutating func swap(at y: Int32, _ first: Int, _ second: Int, isLeft: Bool) {
    let (left, right) = isLeft ? (first, second) : (second, first)
    swapMemory.reserve(swapCount + 1, keeping: swapCount)[swapCount] = Swap(left: UInt8(left), right: UInt8(right))
    schedule(at: y, 2 * Self.most + swapCount)
    swapCount += 1
  }

  // MARK: Windings

  /// Counts windings wherever something changes, and notes which chains are part of the outline from there on.
  private mutating func findTurns(_ mask: Int) {
    let events = eventMemory.base
    turnCount = 0
    // Chains that have edges there, of these the ones that begin the area, and those that end it.
    var (active, begin, end) = (UInt64(0), UInt64(0), UInt64(0))
    var index = 0
    while index < eventCount {
      let y = events[index].y
      repeat {
        apply(events[index].place, to: &active)
        index += 1
      } while index < eventCount && events[index].y == y
      let (nextBegin, nextEnd) = ends(of: active, mask)
      let changed = ((begin ^ nextBegin) | (end ^ nextEnd)) & active
      if changed != 0 { note(changed, at: y, nextBegin, nextEnd) }
      (begin, end) = (nextBegin, nextEnd)
    }
  }

  private func apply(_ place: Int, to active: inout UInt64) {
    if place < 2 * Self.most {
      active ^= 1 << UInt64(place % Self.most)
      return
    }
    let (left, swap) = (leftMemory.base, swapMemory.base[place - 2 * Self.most])
    left[Int(swap.right)] |= 1 << UInt64(swap.left)
    left[Int(swap.left)] &= ~(1 << UInt64(swap.right))
  }

  /// Which chains begin what is inside, and which end it.
  private func ends(of active: UInt64, _ mask: Int) -> (begin: UInt64, end: UInt64) {
    let left = leftMemory.base
    var (begin, end) = (UInt64(0), UInt64(0))
    var rest = active
    while rest != 0 {
      let bit = rest & (0 &- rest)
      let others = left[rest.trailingZeroBitCount] & active
      rest ^= bit
      let winding = 2 * (others & down).nonzeroBitCount - others.nonzeroBitCount
      let next = winding + (down & bit != 0 ? 1 : -1)
      let (was, becomes) = (winding & mask != 0, next & mask != 0)
      begin |= becomes && !was ? bit : 0
      end |= was && !becomes ? bit : 0
    }
    return (begin, end)
  }

  private mutating func note(_ changed: UInt64, at y: Int32, _ begin: UInt64, _ end: UInt64) {
    var rest = changed
    let turns = turnMemory.reserve(turnCount + changed.nonzeroBitCount, keeping: turnCount)
    while rest != 0 {
      let chain = rest.trailingZeroBitCount
      rest &= rest - 1
      let turn = Int8(begin >> UInt64(chain) & 1) - Int8(end >> UInt64(chain) & 1)
      turns[turnCount] = Turn(y: y, chain: UInt8(chain), turn: turn)
      turnCount += 1
    }
  }

  /// Whether all chains are part of the outline from end to end, all as they were given or all the other way round.
  private var isWhole: Bool {
    guard turnCount == count else { return false }
    var sum = 0
    for index in 0..<count {
      let turn = turnMemory.base[index]
      guard turn.y == memory.base[Int(turn.chain)].top else { return false }
      sum += down >> UInt64(turn.chain) & 1 == 1 ? Int(turn.turn) : -Int(turn.turn)
    }
    return abs(sum) == count
  }

  /// Appends the parts of the chains that are part of the outline.
  private func followTurns(_ result: inout [Edge]) {
    let (chains, pens) = (memory.base, penMemory.base)
    for chain in 0..<count { pens[chain] = ChainPen(edgeMemory.base + chains[chain].start) }
    for index in 0..<turnCount {
      let turn = turnMemory.base[index]
      pens[Int(turn.chain)].turn(at: turn.y, to: turn.turn, &result)
    }
    for chain in 0..<count { pens[chain].end(at: chains[chain].bottom, &result) }
  }
}

/// Follows a chain and appends what of it is part of the outline.
private struct ChainPen: BitwiseCopyable {
  private var edge: UnsafeMutablePointer<Edge>
  private var turn: Int8 = 0
  /// Where the piece of the edge begins.
  private var x: Int32
  private var y: Int32

  init(_ first: UnsafeMutablePointer<Edge>) {
    edge = first
    (x, y) = (edge.pointee.x0, edge.pointee.y0)
  }

  /// Goes down to a height above the chain's end, and on otherwise.
  mutating func turn(at height: Int32, to next: Int8, _ edges: inout [Edge]) {
    while edge.pointee.y1 <= height { finishEdge(&edges) }
    if y < height {
      let column = edge.pointee.x(at: height, slope: edge.pointee.slope)
      append(to: column, height, &edges)
      (x, y) = (column, height)
    }
    turn = next
  }

  mutating func end(at bottom: Int32, _ edges: inout [Edge]) {
    if turn == 0 { return }
    while edge.pointee.y1 < bottom { finishEdge(&edges) }
    append(to: edge.pointee.x1, edge.pointee.y1, &edges)
  }

  private mutating func finishEdge(_ edges: inout [Edge]) {
    append(to: edge.pointee.x1, edge.pointee.y1, &edges)
    edge += 1
    (x, y) = (edge.pointee.x0, edge.pointee.y0)
  }

  private func append(to endX: Int32, _ endY: Int32, _ edges: inout [Edge]) {
    if turn > 0 {
      edges.append(Edge(x0: x, y0: y, x1: endX, y1: endY))
    } else if turn < 0 {
      edges.append(Edge(x0: endX, y0: endY, x1: x, y1: y))
    }
  }
}

extension Edge {
  var reversed: Edge { Edge(x0: x1, y0: y1, x1: x0, y1: y0) }

  /// Columns for each row.
  var slope: Double { Double(x1 &- x0) / Double(y1 &- y0) }

  /// Where a downward edge is at a height between its ends, rounded to nearest.
  @inline(__always)
  func x(at y: Int32, slope: Double) -> Int32 {
    // The sum's last bits are the nearest whole number; at the lower end the product is one to far less than half.
    let way = Double(y &- y0) * slope + 0x1.8p52
    return x0 &+ Int32(truncatingIfNeeded: way.bitPattern)
  }

  /// Where a downward edge is against another one, at the first and the last height that they share.
  @inline(__always)
  fileprivate func sides(of other: Edge) -> EdgeSides {
    if max(x0, x1) < min(other.x0, other.x1) { return EdgeSides(top: -1, bottom: -1) }
    if min(x0, x1) > max(other.x0, other.x1) { return EdgeSides(top: 1, bottom: 1) }
    return EdgeSides(
      top: y0 < other.y0 ? side(of: other.x0, at: other.y0) : -other.side(of: x0, at: y0),
      bottom: y1 > other.y1 ? side(of: other.x1, at: other.y1) : -other.side(of: x1, at: y1))
  }

  /// How far the edge is right of a place, times its height; coordinates within 2^29.
  @inline(__always)
  private func side(of x: Int32, at y: Int32) -> Int {
    (Int(x0) &- Int(x)) &* (Int(y1) &- Int(y0)) &+ (Int(y) &- Int(y0)) &* (Int(x1) &- Int(x0))
  }

  /// The height, halves rounded down the picture, at which two downward edges cross that do so.
  fileprivate func crossing(with other: Edge) -> Int32 {
    let (high, low) = (max(y0, other.y0), min(y1, other.y1))
    let (above, below) = (distance(from: other, at: high).magnitude, distance(from: other, at: low).magnitude)
    let sum = above + below
    return high + Int32((2 * UInt128(low - high) * above + sum) / (2 * sum))
  }

  /// How far a downward edge is right of another one at a height, times the heights of both.
  private func distance(from other: Edge, at y: Int32) -> Int128 {
    let (height, otherHeight) = (Int128(y1 - y0), Int128(other.y1 - other.y0))
    let (way, otherWay) = (Int128(y - y0) * Int128(x1 - x0), Int128(y - other.y0) * Int128(other.x1 - other.x0))
    return (Int128(x0 - other.x0) * height + way) * otherHeight - otherWay * height
  }
}

/// Signs of how far an edge is right of another one.
private struct EdgeSides {
  let top: Int
  let bottom: Int

  /// Whether the edge lies first from left to right, as far as it does not cross; nil if it lies on the other one.
  @inline(__always)
  var areFirst: Bool? { top != 0 ? top < 0 : bottom != 0 ? bottom < 0 : nil }

  /// Whether it crosses between the two heights.
  @inline(__always)
  var areApart: Bool { top < 0 && bottom > 0 || top > 0 && bottom < 0 }
}
