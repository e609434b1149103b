import Graphics

/// Turns edges that cross and overlap as they like into the edges of the filled area, each point of which the new edges
/// wind around once: what `EdgeAccumulator` covers exactly.
///
/// A line sweeps down over the distinct heights of the edges' ends. Between two of them every edge that is met runs
/// through, so the edges are ordered from left to right and the winding is counted across: where it enters or leaves
/// the fill rule's inside, a piece of that edge is part of the outline. Strips in which edges cross are cut at the
/// crossing. All integers, and nothing depends on tiles or clips.
///
/// Time is bounded: where many edges meet one strip, strips are not cut below a part of a pixel, and shapes with very
/// many edges have the heights of their ends rounded to a part of a pixel.
struct WindingSweep {
  /// A downward edge; `winding` is -1 if it was given upwards.
  private struct Side: BitwiseCopyable {
    var edge: Edge
    var winding: Int32
    /// The outline piece that is being followed: 0 none, 1 entering, -1 leaving.
    var open: Int32 = 0
    var openTop: Int32 = 0
    var openX: Int32 = 0
    var openBottom: Int32 = 0
    var openBottomX: Int32 = 0
  }

  /// A side that the current strip meets, with its x at the strip's top and bottom.
  private struct Crossing: BitwiseCopyable {
    var side: Int32
    var top: Int32
    var bottom: Int32
    var middle: Int { Int(top) + Int(bottom) }
  }

  private var sides: [Side] = []
  private var heights: [Int32] = []
  private var active: [Crossing] = []
  private var given: [Edge] = []
  private var ends: [Int32] = []

  /// Edges are taken out and put into the sweep through this.
  mutating func begin() { given.removeAll(keepingCapacity: true) }

  /// Edges of closed polygons, in any order.
  mutating func add(_ edge: Edge) { given.append(edge) }

  /// How many edges there are, to go back to.
  var count: Int { given.count }
  mutating func removeLast(downTo count: Int) { given.removeLast(given.count - count) }

  /// Appends the outline of what the given edges fill.
  mutating func finish(_ rule: CGPathFillRule, into edges: inout [Edge]) {
    prepare()
    active.removeAll(keepingCapacity: true)
    let mask: Int32 = rule == .evenOdd ? 1 : -1
    var next = 0
    for index in heights.indices.dropLast() {
      let top = heights[index]
      retire(at: top, into: &edges)
      while next < sides.count, sides[next].edge.y0 == top {
        active.append(Crossing(side: Int32(next), top: sides[next].edge.x0, bottom: 0))
        next += 1
      }
      if !active.isEmpty { sweep(from: top, to: heights[index + 1], mask, &edges) }
    }
    if let last = heights.last { retire(at: last, into: &edges) }
  }

  /// Sorts the edges from the top, points them downwards and collects the heights of their ends.
  private mutating func prepare() {
    sides.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
    // Units of 1/256 pixel.
    let grid: Int32 = given.count > 65_536 ? 128 : given.count > 8192 ? 32 : 1
    for edge in given {
      let y0 = (edge.y0 + grid / 2) & -grid
      let y1 = (edge.y1 + grid / 2) & -grid
      if y0 < y1 { sides.append(Side(edge: Edge(x0: edge.x0, y0: y0, x1: edge.x1, y1: y1), winding: 1)) }
      if y0 > y1 { sides.append(Side(edge: Edge(x0: edge.x1, y0: y1, x1: edge.x0, y1: y0), winding: -1)) }
    }
    // Sides that agree in all of this are the same, so the order is one whatever the sort does with them.
    sides.sort {
      ($0.edge.y0, $0.edge.x0, $0.edge.y1, $0.edge.x1, $0.winding)
        < ($1.edge.y0, $1.edge.x0, $1.edge.y1, $1.edge.x1, $1.winding)
    }
    ends.removeAll(keepingCapacity: true)
    for side in sides {
      ends.append(side.edge.y0)
      ends.append(side.edge.y1)
    }
    ends.sort()
    for end in ends where end != heights.last { heights.append(end) }
  }

  /// Takes the sides that end at a height out.
  private mutating func retire(at y: Int32, into edges: inout [Edge]) {
    var kept = 0
    for index in active.indices {
      let side = Int(active[index].side)
      if sides[side].edge.y1 == y {
        close(side, into: &edges)
      } else {
        active[kept] = active[index]
        kept += 1
      }
    }
    active.removeLast(active.count - kept)
  }

  // MARK: Strips

  /// The least height of a strip that is cut at a crossing.
  private var leastHeight: Int32 {
    active.count <= 32 ? 1 : active.count <= 128 ? 8 : active.count <= 512 ? 32 : 128
  }

  private mutating func sweep(from top: Int32, to end: Int32, _ mask: Int32, _ edges: inout [Edge]) {
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
      for index in active.indices { active[index].top = active[index].bottom }
      top = bottom
    }
  }

  /// Finds each side's x at the strip's bottom and sorts by the middle. The order is nearly right already.
  private mutating func cross(at bottom: Int32) {
    sides.withUnsafeBufferPointer { sides in
      active.withUnsafeMutableBufferPointer { active in
        for index in active.indices {
          active[index].bottom = sides[Int(active[index].side)].edge.x(at: bottom)
        }
        for index in active.indices.dropFirst() {
          let moved = active[index]
          var place = index
          while place > 0, Self.isBehind(active[place - 1], moved) {
            active[place] = active[place - 1]
            place -= 1
          }
          active[place] = moved
        }
      }
    }
  }

  private static func isBehind(_ a: Crossing, _ b: Crossing) -> Bool {
    (a.middle, a.side) > (b.middle, b.side)
  }

  /// A height inside the strip at which neighbours cross, the highest that is found; nil if the order holds throughout.
  private func firstCrossing(_ top: Int32, _ bottom: Int32) -> Int32? {
    var found: Int32?
    active.withUnsafeBufferPointer { active in
      for index in active.indices.dropFirst() {
        let above = Int(active[index].top) - Int(active[index - 1].top)
        let below = Int(active[index].bottom) - Int(active[index - 1].bottom)
        // Less than this is rounding.
        guard min(above, below) < -2, (above < 0) != (below < 0) else { continue }
        let cut = top + Int32(Int(bottom - top) * abs(above) / (abs(above) + abs(below)))
        found = min(found ?? cut, cut)
      }
    }
    return found
  }

  private mutating func emit(_ top: Int32, _ bottom: Int32, _ mask: Int32, _ edges: inout [Edge]) {
    var winding: Int32 = 0
    for crossing in active {
      let side = Int(crossing.side)
      let before = winding & mask != 0
      winding += sides[side].winding
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

  /// Appends the piece that a side has been followed along.
  private mutating func close(_ index: Int, into edges: inout [Edge]) {
    let side = sides[index]
    if side.open > 0 {
      edges.append(Edge(x0: side.openX, y0: side.openTop, x1: side.openBottomX, y1: side.openBottom))
    } else if side.open < 0 {
      edges.append(Edge(x0: side.openBottomX, y0: side.openBottom, x1: side.openX, y1: side.openTop))
    }
    sides[index].open = 0
  }
}

extension Edge {
  /// Where a downward edge is at a height between its ends, rounded to nearest.
  @inline(__always)
  fileprivate func x(at y: Int32) -> Int32 {
    if x0 == x1 || y == y0 { return x0 }
    if y == y1 { return x1 }
    let run = Int(y1) - Int(y0)
    let product = (Int(x1) - Int(x0)) * (Int(y) - Int(y0)) * 2 + run
    let quotient = product / (2 * run)
    return x0 + Int32(truncatingIfNeeded: quotient - (product % (2 * run) < 0 ? 1 : 0))
  }
}
