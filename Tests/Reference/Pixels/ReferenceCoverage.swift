import CStarminePixelKernels
import StarmineGraphics
package import StarmineRaster

// What the kernels of `coverage.c` compute, edge by edge and cell by cell. All integers.

/// Adds edges to the cells of a clip.
package let referenceAddEdges: KernelTable.AddEdges = { cells, edges, count, top, bottom in
  let writer = CellWriter(cells.pointee, top: top, bottom: bottom)
  for index in 0..<count { writer.add(edges[index]) }
}

extension ReferenceRows {
  /// One colour through the coverage of all rows, over the pixels.
  static func fillCells(
    _ pixels: UnsafeMutableRawPointer, _ stride: Int, _ cells: UnsafePointer<PixelCells>, _ color: UInt32
  ) {
    let (pixels, color) = (pixels.pixels(P.self), P(word: color))
    for row in 0..<Int(cells.pointee.height) { cells.pointee.fill(row, pixels + row * stride) { _ in color } }
  }

  /// Painted pixels through the coverage of some rows.
  static func paintCells(
    _ pixels: UnsafeMutableRawPointer, _ stride: Int, _ cells: UnsafePointer<PixelCells>, _ painted: UnsafeRawPointer,
    _ paintedStride: Int, _ first: Int, _ last: Int
  ) {
    let (pixels, painted) = (pixels.pixels(P.self), painted.pixels(P.self))
    for row in first..<last {
      let line = painted + (row - first) * paintedStride
      cells.pointee.fill(row, pixels + (row - first) * stride) { line[$0] }
    }
  }
}

/// The covered part of a row.
package let referenceCoverRow: KernelTable.CoverRow = { cells, row, bytes, parts in
  parts.pointee = cells.pointee.row(row, bytes: bytes)
}

extension PixelCells {
  fileprivate static let group = Int(PIXEL_CELL_GROUP)

  /// The height of a cell; its area follows a group behind.
  fileprivate func cell(_ row: Int, _ column: Int) -> UnsafeMutablePointer<Int32> {
    cells + (2 * (row * cells_per_row + column / Self.group * Self.group) + column % Self.group)
  }

  fileprivate func row(_ y: Int, bytes: UnsafeMutablePointer<UInt8>) -> PixelRow {
    let width = Int(width)
    var (start, end) = (width, 0)
    var solid = 0..<0
    readRow(y, bytes) { group in
      start = min(start, group)
      end = min(group + Self.group, width)
    } onGap: { gap, open in
      if open == 0 {
        // Nothing before the first edge and behind the last one.
        if end > 0, gap.upperBound < width { (bytes + gap.lowerBound).update(repeating: 0, count: gap.count) }
        return
      }
      (bytes + gap.lowerBound).update(repeating: open, count: gap.count)
      start = min(start, gap.lowerBound)
      if open == 255, gap.count > solid.count { solid = gap }
      end = gap.upperBound
    }
    guard start < end else { return PixelRow() }
    if solid.isEmpty { solid = end..<end }
    return PixelRow(
      first: Int32(start), solid_first: Int32(solid.lowerBound), solid_last: Int32(solid.upperBound), last: Int32(end),
      bytes: 0)
  }

  /// Draws over the pixels of a row; `color` is given a column.
  fileprivate func fill<P: Pixel>(_ row: Int, _ pixels: UnsafeMutablePointer<P>, _ color: (Int) -> P) {
    func draw(_ columns: Range<Int>, _ coverage: (Int) -> UInt8) {
      for column in columns {
        pixels[column] = color(column).times(UInt32(coverage(column))).over(pixels[column])
      }
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: cells_per_row) { bytes in
      guard let bytes = bytes.baseAddress else { return }
      readRow(row, bytes) { group in
        draw(group..<min(group + Self.group, Int(width))) { bytes[$0] }
      } onGap: { gap, covered in
        draw(gap) { _ in covered }
      }
    }
  }

  /// Goes through a row from left to right, clears its cells and writes the bytes of the groups that edges crossed.
  ///
  /// - Parameters:
  ///   - onGroup: the first column of such a group.
  ///   - onGap: columns between them, and the coverage that all of these have.
  private func readRow(
    _ row: Int, _ bytes: UnsafeMutablePointer<UInt8>, onGroup: (Int) -> Void, onGap: (Range<Int>, UInt8) -> Void
  ) {
    let width = Int(width)
    let words = crossed + row * words_per_row
    var (cover, next) = (beside[row], 0)
    beside[row] = 0
    for index in 0..<words_per_row {
      var word = words[index]
      words[index] = 0
      while word != 0 {
        let first = (index * UInt64.bitWidth + word.trailingZeroBitCount) * Self.group
        word &= word - 1
        if next < first { onGap(next..<first, coverageByte(doubleArea: cover &<< 9)) }
        for column in first..<first + Self.group {
          let cell = cell(row, column)
          cover &+= cell[0]
          bytes[column] = coverageByte(doubleArea: cover &<< 9 &- cell[Self.group])
          (cell[0], cell[Self.group]) = (0, 0)
        }
        onGroup(first)
        next = first + Self.group
      }
    }
    if next < width { onGap(next..<width, coverageByte(doubleArea: cover &<< 9)) }
  }
}

/// Adds edges to the cells of one clip. Places count from its first pixel.
private struct CellWriter {
  let cells: PixelCells
  /// The rows to fill in 1/256 pixel.
  let top: Int32
  let bottom: Int32
  /// Columns of the clip in 1/256 pixel.
  let end: Int32

  init(_ cells: PixelCells, top: Int32, bottom: Int32) {
    (self.cells, self.top, self.bottom, end) = (cells, top, bottom, cells.width << 8)
  }

  func add(_ given: PixelEdge) {
    let (x, y) = (cells.min_x << 8, cells.min_y << 8)
    let edge = PixelEdge(x0: given.x0 - x, y0: given.y0 - y, x1: given.x1 - x, y1: given.y1 - y)
    let (sign, down): (Int32, PixelEdge) =
      edge.y0 < edge.y1 ? (1, edge) : (-1, PixelEdge(x0: edge.x1, y0: edge.y1, x1: edge.x0, y1: edge.y0))
    // What lies right of the clip covers nothing in it.
    guard max(down.y0, top) < min(down.y1, bottom), min(down.x0, down.x1) < end else { return }
    if max(down.x0, down.x1) <= 0 {
      addBeside(down, sign: sign)
    } else {
      add(down, sign: sign)
    }
  }

  /// An edge left of the clip: what it passes is covered from the clip's first column on.
  private func addBeside(_ edge: PixelEdge, sign: Int32) {
    let (start, end) = (max(edge.y0, top), min(edge.y1, bottom))
    let (first, last) = (Int(start >> 8), Int(end >> 8))
    // What is missing of the first row, whole rows, and what there is of the last one.
    cells.beside[first] &-= sign &* (start & 255)
    for row in first..<last { cells.beside[row] &+= sign &* 256 }
    if end & 255 != 0 { cells.beside[last] &+= sign &* (end & 255) }
  }

  /// Splits an edge at pixel rows.
  private func add(_ edge: PixelEdge, sign: Int32) {
    var y = max(edge.y0, top)
    let end = min(edge.y1, bottom)
    let slope = Interpolation(from: edge.y0, edge.x0, to: edge.y1, edge.x1)
    var x = y == edge.y0 ? edge.x0 : slope.value(at: y)
    let rowEnd = (y & ~255) &+ 256
    if rowEnd < end, end &- rowEnd <= 256 {
      let middle = slope.value(at: rowEnd)
      addRow(y, x, to: rowEnd, middle, sign)
      (x, y) = (middle, rowEnd)
    } else if rowEnd < end {
      var steps = slope.steps(from: rowEnd)
      addRow(y, x, to: rowEnd, steps.value, sign)
      (x, y) = (steps.value, rowEnd)
      while y &+ 256 < end {
        steps.advance()
        addRow(y, x, to: y &+ 256, steps.value, sign)
        (x, y) = (steps.value, y &+ 256)
      }
    }
    addRow(y, x, to: end, end == edge.y1 ? edge.x1 : slope.value(at: end), sign)
  }

  /// Adds an edge's part inside of one row.
  private func addRow(_ y: Int32, _ x: Int32, to nextY: Int32, _ nextX: Int32, _ sign: Int32) {
    mark(Int(y >> 8), low: min(x, nextX), high: max(x, nextX))
    if x >> 8 == nextX >> 8 {
      add(Int(y >> 8), column: Int(x >> 8), fractions: (x & 255) &+ (nextX & 255), height: sign &* (nextY &- y))
    } else {
      addColumns(Int(y >> 8), low: min(x, nextX), high: max(x, nextX), nextY &- y, sign)
    }
  }

  /// Splits one row's part of an edge, which passes `total` of the row's height from `low` to `high`, at pixel columns.
  private func addColumns(_ row: Int, low: Int32, high: Int32, _ total: Int32, _ sign: Int32) {
    // The height passed since `low`, from whichever end that is.
    let height = Interpolation(from: low, 0, to: high, total)
    var x = low
    var passed: Int32 = 0
    if x < 0 {
      x = min(0, high)
      passed = x == high ? total : height.value(at: x)
      cells.beside[row] &+= sign &* passed
    }
    let columnEnd = (x & ~255) &+ 256
    if columnEnd < high, high &- columnEnd <= 256, x < end {
      let middle = height.value(at: columnEnd)
      addColumn(row, x, to: columnEnd, height: sign &* (middle &- passed))
      (x, passed) = (columnEnd, middle)
    } else if columnEnd < high, x < end {
      var steps = height.steps(from: columnEnd)
      addColumn(row, x, to: columnEnd, height: sign &* (steps.value &- passed))
      (x, passed) = (columnEnd, steps.value)
      while x &+ 256 < high, x < end {
        steps.advance()
        addColumn(row, x, to: x &+ 256, height: sign &* (steps.value &- passed))
        (x, passed) = (x &+ 256, steps.value)
      }
    }
    if x < high, x < end { addColumn(row, x, to: high, height: sign &* (total &- passed)) }
  }

  private func addColumn(_ row: Int, _ x: Int32, to next: Int32, height: Int32) {
    let column = x >> 8
    add(row, column: Int(column), fractions: (x & 255) &+ (next &- column << 8), height: height)
  }

  private func add(_ row: Int, column: Int, fractions: Int32, height: Int32) {
    if column >= cells.width || height == 0 { return }
    // What lies left of the clip covers all of its columns.
    if column < 0 {
      cells.beside[row] &+= height
      return
    }
    let cell = cells.cell(row, column)
    cell[0] &+= height
    cell[PixelCells.group] &+= fractions &* height
  }

  /// Marks the groups that an edge's part inside of one row touches, be it with its end only.
  private func mark(_ row: Int, low: Int32, high: Int32) {
    let (first, last) = (max(low, 0) >> 8, min(max(low, high &- 1), end &- 1) >> 8)
    guard first <= last else { return }
    for group in Int(first) / PixelCells.group...Int(last) / PixelCells.group {
      cells.crossed[row * cells.words_per_row + group / UInt64.bitWidth] |= 1 &<< UInt64(truncatingIfNeeded: group)
    }
  }
}

/// `value` along a line through two integer points, rounded down; exact at both ends.
private struct Interpolation {
  let start: Int
  let value: Int
  let rise: Int
  let run: Int

  init(from start: Int32, _ value: Int32, to end: Int32, _ endValue: Int32) {
    (self.start, self.value) = (Int(start), Int(value))
    rise = Int(endValue) - Int(value)
    run = Int(end) - Int(start)
  }

  func value(at position: Int32) -> Int32 {
    if rise == 0 { return Int32(truncatingIfNeeded: value) }
    return Int32(truncatingIfNeeded: value &+ floorDivide((Int(position) &- start) &* rise, run))
  }
  /// The line from a position on, a whole pixel at a time.
  func steps(from position: Int32) -> PixelSteps {
    if rise == 0 { return PixelSteps(place: value, rest: 0, change: 0, changeRest: 0, run: run) }
    let product = (Int(position) &- start) &* rise
    let first = floorDivide(product, run)
    let step = floorDivide(256 &* rise, run)
    return PixelSteps(
      place: value &+ first, rest: product &- first &* run, change: step, changeRest: 256 &* rise &- step &* run,
      run: run)
  }
}

/// The values that `Interpolation.value` gives at positions a pixel apart, without a division for each.
private struct PixelSteps {
  var place: Int
  /// Remainder of the division, 0..<run.
  var rest: Int
  let change: Int
  let changeRest: Int
  let run: Int

  var value: Int32 { Int32(truncatingIfNeeded: place) }

  mutating func advance() {
    (place, rest) = (place &+ change, rest &+ changeRest)
    if rest >= run { (place, rest) = (place &+ 1, rest &- run) }
  }
}

/// Rounded down.
private func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
  let quotient = dividend / divisor
  return quotient &- (dividend &- quotient &* divisor < 0 ? 1 : 0)
}
