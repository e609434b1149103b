import CStarminePixelKernels
import StarmineGraphics

/// A side that a strip of a `WindingSweep` crosses, with its x at the strip's top and bottom.
///
/// Contains all that a strip needs of its sides: with very many edges the sides themselves are not in the cache.
struct Crossing: BitwiseCopyable {
  /// Twice the side's index, plus one if its original direction is upward.
  private let place: Int32
  let end: Int32
  var top: Int32
  var bottom: Int32 = 0

  init(side: Int, winding: Int32, end: Int32, top: Int32) {
    place = Int32(truncatingIfNeeded: side << 1 | (winding < 0 ? 1 : 0))
    (self.end, self.top) = (end, top)
  }

  var side: Int { Int(place >> 1) }
  var winding: Int32 { 1 &- (place & 1) << 1 }
  var middle: Int { Int(top) &+ Int(bottom) }

  /// Orders by the middle, then by the side, so the order is total.
  @inline(__always)
  func isBehind(_ other: Crossing) -> Bool { middle != other.middle ? middle > other.middle : place > other.place }
}

/// Converts edges that may cross and overlap to the outline of the filled area, which winds around each of its points
/// once, as `EdgeAccumulator` requires.
///
/// A line sweeps down over the distinct heights of the edges' ends. Within such a strip every edge runs from top to
/// bottom, so the edges are ordered from left to right and the winding is summed across: where it enters or leaves the
/// fill rule's inside, a piece of that edge is part of the outline. Strips in which edges cross are cut at the
/// crossing. All values are integers and independent of tiles and clips.
///
/// Time is bounded: strips with many edges are not cut below a fraction of a pixel, and shapes with very many edges
/// have the heights of their ends rounded to a fraction of a pixel.
struct WindingSweep {
  /// A side directed downward; `winding` is -1 if its original direction is upward.
  private struct Side: BitwiseCopyable {
    let edge: Edge
    let winding: Int32
    /// Change of x per row.
    let slope: Double
    /// State of the outline piece being followed: 0 none, 1 entering, -1 leaving.
    var open: Int32 = 0
    var openTop: Int32 = 0
    var openX: Int32 = 0
    var openBottom: Int32 = 0
    var openBottomX: Int32 = 0

    init(_ edge: Edge, winding: Int32) {
      (self.edge, self.winding) = (edge, winding)
      slope = edge.slope
    }

    /// Orders sides from top to bottom. Sides that are equal in all compared values are identical, so an unstable sort
    /// gives the same result.
    @inline(__always)
    func isBefore(_ other: Side) -> Bool {
      if edge.y0 != other.edge.y0 { return edge.y0 < other.edge.y0 }
      if edge.x0 != other.edge.x0 { return edge.x0 < other.edge.x0 }
      if edge.y1 != other.edge.y1 { return edge.y1 < other.edge.y1 }
      if edge.x1 != other.edge.x1 { return edge.x1 < other.edge.x1 }
      return winding < other.winding
    }
  }

  /// Reused memory: sides from the top, the distinct heights of their ends, the sides in the current strip.
  private let sideMemory = ScratchBuffer<Side>()
  private let heightMemory = ScratchBuffer<Int32>()
  private let activeMemory = ScratchBuffer<Crossing>()
  private var sideCount = 0
  private var heightCount = 0
  private var activeCount = 0
  private let given = EdgeBuffer()
  /// Sides that are fully part of the outline, and the sum of their directions relative to the given ones.
  private var (wholeCount, turns) = (0, 0)

  private var sides: UnsafeMutablePointer<Side> { sideMemory.base }
  private var active: UnsafeMutablePointer<Crossing> { activeMemory.base }

  /// Removes all edges. Add edges of closed polygons to the result, in any order.
  func begin() -> EdgeBuffer {
    given.removeLast(downTo: 0)
    return given
  }

  /// Appends the outline of the area that the given edges fill. Returns whether it equals the given edges, in order.
  @discardableResult
  mutating func finish(_ rule: CGPathFillRule, into edges: inout [Edge]) -> Bool {
    if given.edges.areConvex {
      finishSimple(into: &edges)
      return true
    }
    return sweep(rule, into: &edges)
  }

  private mutating func sweep(_ rule: CGPathFillRule, into edges: inout [Edge]) -> Bool {
    let first = edges.count
    prepare()
    (activeCount, wholeCount, turns) = (0, 0, 0)
    let (heights, sides, active) = (heightMemory.base, sides, activeMemory.reserve(sideCount))
    let mask: Int32 = rule == .evenOdd ? 1 : -1
    var next = 0
    for index in 0..<max(heightCount - 1, 0) {
      let top = heights[index]
      retire(at: top, into: &edges)
      while next < sideCount, sides[next].edge.y0 == top {
        let side = sides[next]
        active[activeCount] = Crossing(side: next, winding: side.winding, end: side.edge.y1, top: side.edge.x0)
        activeCount += 1
        next += 1
      }
      if activeCount > 0 { sweep(from: top, to: heights[index + 1], mask, &edges) }
    }
    if heightCount > 0 { retire(at: heights[heightCount - 1], into: &edges) }
    guard wholeCount == sideCount, abs(turns) == sideCount else { return false }
    edges.removeSubrange(first...)
    finishSimple(into: &edges)
    return true
  }

  /// Appends the given edges, for polygons that are known to be their own outline.
  func finishSimple(into edges: inout [Edge]) { edges.append(contentsOf: given.edges) }

  private mutating func prepare() {
    // Units of 1/256 pixel.
    let grid: Int32 = given.count > 65_536 ? 128 : given.count > 8192 ? 32 : 1
    let (sides, heights) = (sideMemory.reserve(given.count), heightMemory.reserve(2 * given.count))
    let all = given.edges
    sideCount = 0
    for var edge in all {
      (edge.y0, edge.y1) = ((edge.y0 + grid / 2) & -grid, (edge.y1 + grid / 2) & -grid)
      if edge.y0 == edge.y1 { continue }
      all[sideCount] = edge
      let isDown = edge.y0 < edge.y1
      let down = isDown ? edge : Edge(x0: edge.x1, y0: edge.y1, x1: edge.x0, y1: edge.y0)
      sides[sideCount] = Side(down, winding: isDown ? 1 : -1)
      (heights[2 * sideCount], heights[2 * sideCount + 1]) = (edge.y0, edge.y1)
      sideCount += 1
    }
    given.removeLast(downTo: sideCount)
    UnsafeMutableBufferPointer(start: sides, count: sideCount).sortNearlySorted { $0.isBefore($1) }
    UnsafeMutableBufferPointer(start: heights, count: 2 * sideCount).sortNearlySorted(by: <)
    heightCount = 0
    for index in 0..<2 * sideCount where index == 0 || heights[index] != heights[heightCount - 1] {
      heights[heightCount] = heights[index]
      heightCount += 1
    }
  }

  private mutating func retire(at y: Int32, into edges: inout [Edge]) {
    let active = active
    var kept = 0
    for index in 0..<activeCount {
      if active[index].end == y {
        close(active[index].side, into: &edges)
      } else {
        active[kept] = active[index]
        kept += 1
      }
    }
    activeCount = kept
  }

  /// The smallest height of a strip that is cut at a crossing.
  private var leastHeight: Int32 { activeCount <= 32 ? 1 : activeCount <= 128 ? 8 : activeCount <= 512 ? 32 : 128 }

  private mutating func sweep(from top: Int32, to end: Int32, _ mask: Int32, _ edges: inout [Edge]) {
    let active = active
    var top = top
    let least = leastHeight
    while top < end {
      var bottom = end
      cross(at: bottom)
      while bottom - top > least, let cut = firstCrossing(top, bottom) {
        let shorter = max(cut, top + least)
        if shorter >= bottom { break }
        bottom = shorter
        cross(at: bottom)
      }
      emit(top, bottom, mask, &edges)
      for index in 0..<activeCount { active[index].top = active[index].bottom }
      top = bottom
    }
  }

  private func cross(at bottom: Int32) {
    let (active, sides) = (active, sides)
    for index in 0..<activeCount {
      active[index].bottom = sides[active[index].side].edge.x(at: bottom, slope: sides[active[index].side].slope)
    }
    UnsafeMutableBufferPointer(start: active, count: activeCount).sortNearlySorted { $1.isBehind($0) }
  }

  /// The highest detected height in the strip at which neighbours cross; nil if the order does not change.
  private func firstCrossing(_ top: Int32, _ bottom: Int32) -> Int32? {
    let active = active
    var found: Int32?
    for index in 1..<max(activeCount, 1) {
      let above = Int(active[index].top) - Int(active[index - 1].top)
      let below = Int(active[index].bottom) - Int(active[index - 1].bottom)
      // Smaller differences are rounding errors.
      guard min(above, below) < -2, (above < 0) != (below < 0) else { continue }
      let cut = top + Int32(Int(bottom - top) * abs(above) / (abs(above) + abs(below)))
      found = min(found ?? cut, cut)
    }
    return found
  }

  private mutating func emit(_ top: Int32, _ bottom: Int32, _ mask: Int32, _ edges: inout [Edge]) {
    let (active, sides) = (active, sides)
    var winding: Int32 = 0
    for index in 0..<activeCount {
      let crossing = active[index]
      let (side, before) = (crossing.side, winding & mask != 0)
      winding += crossing.winding
      let after = winding & mask != 0
      if before == after { continue }
      let turn: Int32 = after ? 1 : -1
      if sides[side].open == turn, sides[side].openBottom == top {
        (sides[side].openBottom, sides[side].openBottomX) = (bottom, crossing.bottom)
        continue
      }
      close(side, into: &edges)
      sides[side].open = turn
      (sides[side].openTop, sides[side].openX) = (top, crossing.top)
      (sides[side].openBottom, sides[side].openBottomX) = (bottom, crossing.bottom)
    }
  }

  private mutating func close(_ index: Int, into edges: inout [Edge]) {
    let side = sides[index]
    if side.open != 0, side.openTop == side.edge.y0, side.openBottom == side.edge.y1 {
      wholeCount += 1
      turns += Int(side.open &* side.winding)
    }
    if side.open > 0 {
      edges.append(Edge(x0: side.openX, y0: side.openTop, x1: side.openBottomX, y1: side.openBottom))
    } else if side.open < 0 {
      edges.append(Edge(x0: side.openBottomX, y0: side.openBottom, x1: side.openX, y1: side.openTop))
    }
    sides[index].open = 0
  }
}

extension UnsafeMutableBufferPointer {
  /// Sorts elements that are almost in order: by insertion, or by the library's sort after eight moves per element. The
  /// order of equal elements is not defined.
  @inline(__always)
  func sortNearlySorted(by isBefore: (Element, Element) -> Bool) {
    var movesLeft = 8 * count + 1024
    for index in 1..<Swift.max(count, 1) {
      let moved = self[index]
      var place = index
      while place > 0, isBefore(moved, self[place - 1]) {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = moved
      movesLeft -= index - place
      if movesLeft < 0 {
        var all = self
        return all.sort(by: isBefore)
      }
    }
  }
}

extension UnsafeMutableBufferPointer<Edge> {
  /// Whether these are all sides, except horizontal ones, of one convex polygon in order. Its outline is then the
  /// polygon itself.
  fileprivate var areConvex: Bool {
    guard count > 1, count <= 256, let end = last else { return false }
    var previous = end
    var (left, right, reversals) = (false, false, 0)
    for edge in self {
      // A horizontal side may be between two others.
      guard previous.y1 == edge.y0 else { return false }
      let level = Int(edge.x0) - Int(previous.x1)
      let (before, after) = (previous.way, edge.way)
      let turns =
        level == 0
        ? (before.x * after.y - before.y * after.x, 0) : (-before.y * level, level * after.y)
      left = left || turns.0 < 0 || turns.1 < 0
      right = right || turns.0 > 0 || turns.1 > 0
      if (before.y < 0) != (after.y < 0) { reversals += 1 }
      previous = edge
    }
    return !(left && right) && reversals == 2
  }
}

extension Edge {
  /// Change of x per row.
  fileprivate var slope: Double { Double(x1 &- x0) / Double(y1 &- y0) }

  /// The x of a downward edge at a height between its ends, rounded to nearest.
  @inline(__always)
  fileprivate func x(at y: Int32, slope: Double) -> Int32 {
    // Adding this constant rounds to nearest in the last bits. At the lower end the product's error is far below one
    // half.
    let way = Double(y &- y0) * slope + 0x1.8p52
    return x0 &+ Int32(truncatingIfNeeded: way.bitPattern)
  }

  fileprivate var way: (x: Int, y: Int) { (Int(x1) - Int(x0), Int(y1) - Int(y0)) }
}
