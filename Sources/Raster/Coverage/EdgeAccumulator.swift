import Scene

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
  private struct Cell: BitwiseCopyable {
    var cover: Int32 = 0
    var area: Int32 = 0
  }

  private struct Touched: BitwiseCopyable {
    var minX = Int32.max
    var maxX = Int32.min
  }

  private var cells: UnsafeMutablePointer<Cell>
  private var touched: UnsafeMutablePointer<Touched>
  private var cellCapacity = 1
  private var rowCapacity = 1
  private var clip = DeviceRect.empty

  init() {
    cells = .allocate(capacity: 1)
    cells.initialize(to: Cell())
    touched = .allocate(capacity: 1)
    touched.initialize(to: Touched())
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
      touched.initialize(repeating: Touched(), count: rowCapacity)
    }
  }

  /// Adds edges to the clip's rows inside `minY..<maxY`.
  func add(_ edges: UnsafeBufferPointer<Edge>, minY: Int, maxY: Int) {
    // Within the clip both ways, because shapes may reach farther than 32 bits do.
    let top = Int32(truncatingIfNeeded: min(max(minY, clip.minY), clip.maxY)) << 8
    let bottom = Int32(truncatingIfNeeded: max(min(maxY, clip.maxY), clip.minY)) << 8
    for edge in edges {
      if edge.y0 < edge.y1 {
        add(edge, sign: 1, top: top, bottom: bottom)
      } else {
        let reversed = Edge(x0: edge.x1, y0: edge.y1, x1: edge.x0, y1: edge.y0)
        add(reversed, sign: -1, top: top, bottom: bottom)
      }
    }
  }

  /// Splits a downward edge at pixel rows.
  private func add(_ edge: Edge, sign: Int32, top: Int32, bottom: Int32) {
    var y = max(edge.y0, top)
    let end = min(edge.y1, bottom)
    guard y < end else { return }
    let slope = Interpolation(from: edge.y0, edge.x0, to: edge.y1, edge.x1)
    var x = slope.value(at: y)
    while y < end {
      let rowTop = y & ~255
      let nextY = min(rowTop + 256, end)
      let nextX = slope.value(at: nextY)
      addRow(Int(rowTop >> 8), x, y - rowTop, nextX, nextY - rowTop, sign)
      (x, y) = (nextX, nextY)
    }
  }

  /// Splits one row's part of an edge at pixel columns; `ya < yb` in 0...256.
  private func addRow(_ row: Int, _ xa: Int32, _ ya: Int32, _ xb: Int32, _ yb: Int32, _ sign: Int32) {
    if xa >> 8 == xb >> 8 {
      return addCell(row, column: xa >> 8, fractions: (xa & 255) + (xb & 255), height: sign * (yb - ya))
    }
    let (low, high) = (min(xa, xb), max(xa, xb))
    // The height passed since `low`, from whichever end that is.
    let height = Interpolation(from: low, 0, to: high, yb - ya)
    let clipEnd = Int32(truncatingIfNeeded: clip.maxX) << 8
    var x = low
    var passed: Int32 = 0
    let clipStart = Int32(truncatingIfNeeded: clip.minX) << 8
    if x < clipStart {
      x = min(clipStart, high)
      passed = height.value(at: x)
      addCell(row, column: clipStart >> 8 - 1, fractions: 0, height: sign * passed)
    }
    while x < high, x < clipEnd {
      let column = x >> 8
      let next = min((column + 1) << 8, high)
      let nextPassed = height.value(at: next)
      let fractions = (x & 255) + (next - column << 8)
      addCell(row, column: column, fractions: fractions, height: sign * (nextPassed - passed))
      (x, passed) = (next, nextPassed)
    }
  }

  @inline(__always)
  private func addCell(_ row: Int, column: Int32, fractions: Int32, height: Int32) {
    var x = Int(column) - clip.minX
    if x >= clip.width { return }
    var area = fractions &* height
    // What lies left of the clip covers its first column fully.
    if x < 0 { (x, area) = (0, 0) }
    let y = row - clip.minY
    let cell = cells + (y * clip.width + x)
    cell.pointee.cover &+= height
    cell.pointee.area &+= area
    touched[y].minX = min(touched[y].minX, Int32(truncatingIfNeeded: x))
    touched[y].maxX = max(touched[y].maxX, Int32(truncatingIfNeeded: x))
  }

  /// Coverage of one row of the clip; leaves the row's cells zero.
  func row(_ y: Int, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    let row = y - clip.minY
    let (low, high) = (Int(touched[row].minX), Int(touched[row].maxX))
    guard low <= high else { return .empty }
    touched[row] = Touched()
    let cell = cells + row * clip.width
    var cover: Int32 = 0
    var open: UInt8 = 0
    for x in low...high {
      let (height, area) = (cell[x].cover, cell[x].area)
      if height | area == 0 {
        bytes[x] = open
        continue
      }
      cell[x] = Cell()
      cover &+= height
      bytes[x] = coverageByte(doubleArea: cover &* 512 &- area)
      open = coverageByte(doubleArea: cover &* 512)
    }
    return rest(from: high + 1, open: open, minX: low, bytes: bytes)
  }

  /// The constant part right of the last edge.
  private func rest(from first: Int, open: UInt8, minX: Int, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    let left = clip.minX
    if open == 0 || first == clip.width { return .partial(left + minX, left + first) }
    if open == 255 {
      return CoverageRow(minX: left + minX, solidMinX: left + first, solidMaxX: clip.maxX, maxX: clip.maxX)
    }
    (bytes + first).update(repeating: open, count: clip.width - first)
    return .partial(left + minX, clip.maxX)
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
