import StarmineScene

/// A directed side of a polygon in 1/256 device pixel. Limits: coordinates within +-2^29.
struct Edge: BitwiseCopyable {
  var x0: Int32
  var y0: Int32
  var x1: Int32
  var y1: Int32
}

/// Exact signed-area coverage of polygons by the non-zero winding rule (for shapes that do not overlap themselves).
///
/// Each edge adds, to every pixel cell it crosses, the height it covers there (`cover`) and twice the area to its left
/// within the cell (`area`); summing `cover` from the left gives each pixel's covered area. All integers, and every
/// crossing is computed from the edge and the pixel grid alone, so a result does not depend on the clip.
final class EdgeAccumulator {
  fileprivate struct Cell: BitwiseCopyable {
    var cover: Int32 = 0
    var area: Int32 = 0
  }

  /// Columns of a row that edges crossed.
  fileprivate struct Touched: BitwiseCopyable {
    var minX = Int32.max
    var maxX = Int32.min

    @inline(__always)
    func union(_ other: Touched) -> Touched { Touched(minX: min(minX, other.minX), maxX: max(maxX, other.maxX)) }
  }

  /// By edges downwards, and by edges upwards. Of a convex shape these are its two sides, and what lies between is
  /// covered alike.
  fileprivate struct TouchedSides: BitwiseCopyable {
    var down = Touched()
    var up = Touched()
  }

  private var cells: UnsafeMutablePointer<Cell>
  private var touched: UnsafeMutablePointer<TouchedSides>
  private var cellCapacity = 1
  private var rowCapacity = 1
  private var clip = DeviceRect.empty

  init() {
    cells = .allocate(capacity: 1)
    cells.initialize(to: Cell())
    touched = .allocate(capacity: 1)
    touched.initialize(to: TouchedSides())
  }

  deinit {
    cells.deallocate()
    touched.deallocate()
  }

  /// Starts a shape; everything outside `clip` is left out. Every cell is zero here: `row` leaves them so.
  func begin(clip: DeviceRect) {
    self.clip = clip
    if clip.width * clip.height > cellCapacity {
      cells.deallocate()
      cellCapacity = clip.width * clip.height
      cells = .allocate(capacity: cellCapacity)
      cells.initialize(repeating: Cell(), count: cellCapacity)
    }
    if clip.height > rowCapacity {
      touched.deallocate()
      rowCapacity = clip.height
      touched = .allocate(capacity: rowCapacity)
      touched.initialize(repeating: TouchedSides(), count: rowCapacity)
    }
  }

  /// Adds edges to the clip's rows inside `minY..<maxY`.
  func add(_ edges: UnsafeBufferPointer<Edge>, minY: Int, maxY: Int) {
    // Within the clip both ways, because shapes may reach farther than 32 bits do.
    let cells = CellWriter(
      cells: cells, touched: touched, minX: clip.minX, minY: clip.minY, width: clip.width,
      top: Int32(truncatingIfNeeded: min(max(minY, clip.minY), clip.maxY)) << 8,
      bottom: Int32(truncatingIfNeeded: max(min(maxY, clip.maxY), clip.minY)) << 8,
      start: Int32(truncatingIfNeeded: clip.minX) << 8, end: Int32(truncatingIfNeeded: clip.maxX) << 8)
    for edge in edges {
      let (sign, down): (Int32, Edge) =
        edge.y0 < edge.y1 ? (1, edge) : (-1, Edge(x0: edge.x1, y0: edge.y1, x1: edge.x0, y1: edge.y0))
      // What lies right of the clip covers nothing in it.
      guard down.y0 < cells.bottom, down.y1 > cells.top, min(down.x0, down.x1) < cells.end else { continue }
      if max(down.x0, down.x1) <= cells.start {
        cells.addBeside(down, sign: sign)
      } else {
        cells.add(down, sign: sign)
      }
    }
  }

  /// Coverage of one row of the clip; leaves the row's cells zero.
  func row(_ y: Int, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    let row = y - clip.minY
    let (down, up) = (touched[row].down, touched[row].up)
    touched[row] = TouchedSides()
    let (first, second) = down.minX <= up.minX ? (down, up) : (up, down)
    guard first.minX <= first.maxX else { return .empty }
    let cells = cells + row * clip.width
    var cover: Int32 = 0
    guard first.maxX < second.minX, second.minX <= second.maxX else {
      let both = first.union(second)
      sum(cells, both, &cover, bytes)
      return rest(from: Int(both.maxX) + 1, cover, minX: Int(both.minX), bytes: bytes)
    }
    sum(cells, first, &cover, bytes)
    let (gap, end) = (Int(first.maxX) + 1, Int(second.minX))
    let open = coverageByte(doubleArea: cover &* 512)
    sum(cells, second, &cover, bytes)
    if open == 255, cover == 0 {
      let left = clip.minX
      return CoverageRow(
        minX: left + Int(first.minX), solidMinX: left + gap, solidMaxX: left + end, maxX: left + Int(second.maxX) + 1)
    }
    (bytes + gap).update(repeating: open, count: end - gap)
    return rest(from: Int(second.maxX) + 1, cover, minX: Int(first.minX), bytes: bytes)
  }

  /// Sums cells from left to right and clears them.
  @inline(__always)
  private func sum(
    _ cell: UnsafeMutablePointer<Cell>, _ columns: Touched, _ cover: inout Int32, _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    var open = coverageByte(doubleArea: cover &* 512)
    var x = Int(columns.minX)
    while x <= Int(columns.maxX) {
      let (height, area) = (cell[x].cover, cell[x].area)
      if height | area == 0 {
        bytes[x] = open
      } else {
        cell[x] = Cell()
        cover &+= height
        bytes[x] = coverageByte(doubleArea: cover &* 512 &- area)
        open = coverageByte(doubleArea: cover &* 512)
      }
      x &+= 1
    }
  }

  /// The constant part right of the last edge.
  private func rest(from first: Int, _ cover: Int32, minX: Int, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    let left = clip.minX
    let open = coverageByte(doubleArea: cover &* 512)
    if open == 0 || first == clip.width { return .partial(left + minX, left + first) }
    if open == 255 {
      return CoverageRow(minX: left + minX, solidMinX: left + first, solidMaxX: clip.maxX, maxX: clip.maxX)
    }
    (bytes + first).update(repeating: open, count: clip.width - first)
    return .partial(left + minX, clip.maxX)
  }
}

/// Adds downward edges to the cells of one clip; `sign` is their given direction.
private struct CellWriter {
  let cells: UnsafeMutablePointer<EdgeAccumulator.Cell>
  let touched: UnsafeMutablePointer<EdgeAccumulator.TouchedSides>
  let minX: Int
  let minY: Int
  let width: Int
  /// The rows and columns to fill in 1/256 pixel.
  let top: Int32
  let bottom: Int32
  let start: Int32
  let end: Int32

  /// An edge left of the clip: what it passes is covered from the clip's first column on.
  @inline(__always)
  func addBeside(_ edge: Edge, sign: Int32) {
    var y = max(edge.y0, top)
    let end = min(edge.y1, bottom)
    while y < end {
      let next = min((y & ~255) &+ 256, end)
      add(Int(y >> 8), column: minX, fractions: 0, height: sign &* (next &- y))
      y = next
    }
  }

  /// Splits an edge at pixel rows.
  @inline(__always)
  func add(_ edge: Edge, sign: Int32) {
    var y = max(edge.y0, top)
    let end = min(edge.y1, bottom)
    let slope = Interpolation(from: edge.y0, edge.x0, to: edge.y1, edge.x1)
    var x = y == edge.y0 ? edge.x0 : slope.value(at: y)
    while y < end {
      let nextY = min((y & ~255) &+ 256, end)
      let nextX = nextY == edge.y1 ? edge.x1 : slope.value(at: nextY)
      if x >> 8 == nextX >> 8 {
        add(Int(y >> 8), column: Int(x >> 8), fractions: (x & 255) &+ (nextX & 255), height: sign &* (nextY &- y))
      } else {
        addColumns(Int(y >> 8), low: min(x, nextX), high: max(x, nextX), nextY &- y, sign)
      }
      (x, y) = (nextX, nextY)
    }
  }

  /// Splits one row's part of an edge, which passes `total` of the row's height from `low` to `high`, at pixel columns.
  @inline(__always)
  private func addColumns(_ row: Int, low: Int32, high: Int32, _ total: Int32, _ sign: Int32) {
    // The height passed since `low`, from whichever end that is.
    let height = Interpolation(from: low, 0, to: high, total)
    var x = low
    var passed: Int32 = 0
    if x < start {
      x = min(start, high)
      passed = x == high ? total : height.value(at: x)
      add(row, column: minX, fractions: 0, height: sign &* passed)
    }
    while x < high, x < end {
      let column = x >> 8
      let next = min((column &+ 1) << 8, high)
      let nextPassed = next == high ? total : height.value(at: next)
      let fractions = (x & 255) &+ (next &- column << 8)
      add(row, column: Int(column), fractions: fractions, height: sign &* (nextPassed &- passed))
      (x, passed) = (next, nextPassed)
    }
  }

  @inline(__always)
  private func add(_ row: Int, column: Int, fractions: Int32, height: Int32) {
    var x = column &- minX
    if x >= width || height == 0 { return }
    var area = fractions &* height
    // What lies left of the clip covers its first column fully.
    if x < 0 { (x, area) = (0, 0) }
    let y = row &- minY
    let cell = cells + (y &* width &+ x)
    cell.pointee.cover &+= height
    cell.pointee.area &+= area
    let place = EdgeAccumulator.Touched(minX: Int32(truncatingIfNeeded: x), maxX: Int32(truncatingIfNeeded: x))
    if height > 0 {
      touched[y].down = touched[y].down.union(place)
    } else {
      touched[y].up = touched[y].up.union(place)
    }
  }
}

/// `value` along a line through two integer points, rounded down; exact at both ends.
private struct Interpolation {
  let start: Int
  let value: Int
  let rise: Int
  let run: Int

  @inline(__always)
  init(from start: Int32, _ value: Int32, to end: Int32, _ endValue: Int32) {
    (self.start, self.value) = (Int(start), Int(value))
    rise = Int(endValue) - Int(value)
    run = Int(end) - Int(start)
  }

  @inline(__always)
  func value(at position: Int32) -> Int32 {
    if rise == 0 { return Int32(truncatingIfNeeded: value) }
    let product = (Int(position) - start) &* rise
    let quotient = product / run
    return Int32(truncatingIfNeeded: value &+ quotient &- (product % run < 0 ? 1 : 0))
  }
}
