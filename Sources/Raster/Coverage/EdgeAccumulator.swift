import CStarminePixelKernels
import StarmineScene

/// A directed side of a polygon in 1/256 device pixel. Limits: coordinates within +-2^29.
struct Edge: BitwiseCopyable, Hashable {
  var x0: Int32
  var y0: Int32
  var x1: Int32
  var y1: Int32
}

/// Exact signed-area coverage of polygons by the non-zero winding rule (for shapes that do not overlap themselves).
///
/// Each edge adds, to every pixel cell it crosses, the height it covers there (`cover`) and twice the area to its left
/// within the cell (`area`); summing `cover` from the left gives each pixel's covered area. What edges cover that pass
/// left of the clip is one number for each row. All integers, and every crossing is computed from the edge and the
/// pixel grid alone, so a result does not depend on the clip.
final class EdgeAccumulator {
  fileprivate struct Cell: BitwiseCopyable {
    var cover: Int32 = 0
    var area: Int32 = 0
  }

  /// Columns that one bit stands for.
  fileprivate static let group = 4
  /// Fewer columns without edges are no gap, because to draw one by one costs more than to draw through.
  private static let leastGap = 16

  private var cells: UnsafeMutablePointer<Cell>
  /// One bit for each group of columns that edges crossed, row by row.
  private var crossed: UnsafeMutablePointer<UInt64>
  /// Heights of the edges left of the clip, row by row.
  private var beside: UnsafeMutablePointer<Int32>
  private var cellCapacity = 1
  private var wordCapacity = 1
  private var rowCapacity = 1
  private var clip = DeviceRect.empty
  private var cellsPerRow = 0
  private var wordsPerRow = 0

  init() {
    cells = .allocate(capacity: 1)
    cells.initialize(to: Cell())
    crossed = .allocate(capacity: 1)
    crossed.initialize(to: 0)
    beside = .allocate(capacity: 1)
    beside.initialize(to: 0)
  }

  deinit {
    cells.deallocate()
    crossed.deallocate()
    beside.deallocate()
  }

  /// Starts a shape; everything outside `clip` is left out. All memory is zero here: rows that are read leave it so.
  func begin(clip: DeviceRect) {
    self.clip = clip
    wordsPerRow = (clip.width + Self.group * UInt64.bitWidth - 1) / (Self.group * UInt64.bitWidth)
    cellsPerRow = (clip.width + Self.group - 1) & -Self.group
    if cellsPerRow * clip.height > cellCapacity {
      cellCapacity = cellsPerRow * clip.height
      cells = Self.renewed(cells, capacity: cellCapacity, Cell())
    }
    if wordsPerRow * clip.height > wordCapacity {
      wordCapacity = wordsPerRow * clip.height
      crossed = Self.renewed(crossed, capacity: wordCapacity, 0)
    }
    if clip.height > rowCapacity {
      rowCapacity = clip.height
      beside = Self.renewed(beside, capacity: rowCapacity, 0)
    }
  }

  // Not by reference: then each access to the memory would be checked for being the only one.
  private static func renewed<Element: BitwiseCopyable>(
    _ memory: UnsafeMutablePointer<Element>, capacity: Int, _ zero: Element
  ) -> UnsafeMutablePointer<Element> {
    memory.deallocate()
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    memory.initialize(repeating: zero, count: capacity)
    return memory
  }

  /// Adds edges to the clip's rows inside `minY..<maxY`.
  func add(_ edges: UnsafeBufferPointer<Edge>, minY: Int, maxY: Int) {
    // Within the clip both ways, because shapes may reach farther than 32 bits do.
    let cells = CellWriter(
      cells: cells, crossed: crossed, beside: beside, cellsPerRow: cellsPerRow, wordsPerRow: wordsPerRow,
      minX: clip.minX, minY: clip.minY, width: clip.width,
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

  // MARK: Reading

  /// Coverage of one row of the clip; leaves the row's cells zero.
  func row(_ y: Int, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    let width = clip.width
    var (start, end) = (width, 0)
    var solid = 0..<0
    readRow(y, bytes) { group in
      start = min(start, group)
      end = min(group + Self.group, width)
    } onGap: { gap, open in
      if open == 0 {
        // Nothing before the first edge; it is nothing, too, behind the last one.
        if end > 0 { (bytes + gap.lowerBound).update(repeating: 0, count: gap.count) }
        return
      }
      (bytes + gap.lowerBound).update(repeating: open, count: gap.count)
      start = min(start, gap.lowerBound)
      if open == 255, gap.count > solid.count { solid = gap }
      end = gap.upperBound
    }
    guard start < end else { return .empty }
    let left = clip.minX
    if solid.isEmpty { return .partial(left + start, left + end) }
    return CoverageRow(
      minX: left + start, solidMinX: left + solid.lowerBound, solidMaxX: left + solid.upperBound, maxX: left + end)
  }

  /// Appends the covered parts of a row to those of the rows above; leaves the row's cells zero.
  ///
  /// - Parameters:
  ///   - bytes: room for a row's coverage, all rows' from `all` on.
  ///   - place: of the row's first pixel.
  func appendSpans(
    _ y: Int, bytes: UnsafeMutablePointer<UInt8>, in all: UnsafeMutablePointer<UInt8>, place: Int,
    to spans: UnsafeMutablePointer<PixelSpan>, count: inout Int
  ) {
    let width = clip.width
    var (start, end) = (0, 0)
    func finish() {
      guard start < end else { return }
      spans[count] = PixelSpan(place: place + start, count: end - start, bytes: bytes - all + start)
      count += 1
    }
    readRow(y, bytes) { group in
      if start == end { start = group }
      end = min(group + Self.group, width)
    } onGap: { gap, open in
      if open == 0, start == end || gap.upperBound == width { return }
      if gap.count < Self.leastGap || (open != 0 && open != 255) {
        if start == end { (start, end) = (gap.lowerBound, gap.lowerBound) }
        (bytes + gap.lowerBound).update(repeating: open, count: gap.count)
        end = gap.upperBound
        return
      }
      finish()
      if open == 255 {
        spans[count] = PixelSpan(place: place + gap.lowerBound, count: gap.count, bytes: -1)
        count += 1
      }
      (start, end) = (gap.upperBound, gap.upperBound)
    }
    finish()
  }

  /// How many spans a row can have at most.
  static func mostSpans(width: Int) -> Int { 2 * (width / leastGap) + 3 }

  /// Goes through a row from left to right, clears its cells and writes the bytes of the groups that edges crossed.
  ///
  /// - Parameters:
  ///   - onGroup: the first column of such a group.
  ///   - onGap: columns between them, and the coverage that all of these have.
  @inline(__always)
  private func readRow(
    _ y: Int, _ bytes: UnsafeMutablePointer<UInt8>, onGroup: (Int) -> Void, onGap: (Range<Int>, UInt8) -> Void
  ) {
    let (row, width, wordCount) = (y - clip.minY, clip.width, wordsPerRow)
    let (cells, words) = (cells + row * cellsPerRow, crossed + row * wordCount)
    var (cover, next) = (beside[row], 0)
    beside[row] = 0
    for index in 0..<wordCount {
      var word = words[index]
      if word == 0 { continue }
      words[index] = 0
      while word != 0 {
        let first = (index &* UInt64.bitWidth &+ word.trailingZeroBitCount) &* Self.group
        word &= word &- 1
        if next < first { onGap(next..<first, coverageByte(doubleArea: cover &<< 9)) }
        Self.sum(cells + first, &cover, bytes + first)
        onGroup(first)
        next = first &+ Self.group
      }
    }
    if next < width, cover != 0 || next > 0 { onGap(next..<width, coverageByte(doubleArea: cover &<< 9)) }
  }

  /// Sums a group's cells from left to right and clears them.
  @inline(__always)
  private static func sum(
    _ cells: UnsafeMutablePointer<Cell>, _ cover: inout Int32, _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    let memory = UnsafeMutableRawPointer(cells)
    let both = memory.loadUnaligned(as: SIMD8<Int32>.self)
    memory.storeBytes(of: SIMD8<Int32>.zero, as: SIMD8<Int32>.self)
    var sums = both.evenHalf
    sums &+= SIMD4(0, sums.x, sums.y, sums.z)
    sums &+= SIMD4(0, 0, sums.x, sums.y)
    sums &+= SIMD4(repeating: cover)
    cover = sums.w
    let double = sums &<< 9 &- both.oddHalf
    let size = pointwiseMin(pointwiseMax(double, 0 &- double), SIMD4(repeating: 131_072))
    let covered = (size &<< 8 &- size &+ 65_536) &>> 17
    UnsafeMutableRawPointer(bytes).storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: covered), as: SIMD4<UInt8>.self)
  }
}

/// Adds downward edges to the cells of one clip; `sign` is their given direction.
private struct CellWriter {
  let cells: UnsafeMutablePointer<EdgeAccumulator.Cell>
  let crossed: UnsafeMutablePointer<UInt64>
  let beside: UnsafeMutablePointer<Int32>
  let cellsPerRow: Int
  let wordsPerRow: Int
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
    let (start, end) = (max(edge.y0, top), min(edge.y1, bottom))
    let (first, last) = (Int(start >> 8) &- minY, Int(end >> 8) &- minY)
    // What is missing of the first row, whole rows, and what there is of the last one.
    beside[first] &-= sign &* (start & 255)
    for row in first..<last { beside[row] &+= sign &* 256 }
    if end & 255 != 0 { beside[last] &+= sign &* (end & 255) }
  }

  /// Splits an edge at pixel rows.
  @inline(__always)
  func add(_ edge: Edge, sign: Int32) {
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
  @inline(__always)
  private func addRow(_ y: Int32, _ x: Int32, to nextY: Int32, _ nextX: Int32, _ sign: Int32) {
    if x >> 8 == nextX >> 8 {
      add(Int(y >> 8), column: Int(x >> 8), fractions: (x & 255) &+ (nextX & 255), height: sign &* (nextY &- y))
    } else {
      addColumns(Int(y >> 8), low: min(x, nextX), high: max(x, nextX), nextY &- y, sign)
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
      beside[row &- minY] &+= sign &* passed
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

  @inline(__always)
  private func addColumn(_ row: Int, _ x: Int32, to next: Int32, height: Int32) {
    let column = x >> 8
    add(row, column: Int(column), fractions: (x & 255) &+ (next &- column << 8), height: height)
  }

  @inline(__always)
  private func add(_ row: Int, column: Int, fractions: Int32, height: Int32) {
    let (x, y) = (column &- minX, row &- minY)
    if x >= width || height == 0 { return }
    // What lies left of the clip covers all of its columns.
    if x < 0 {
      beside[y] &+= height
      return
    }
    let cell = cells + (y &* cellsPerRow &+ x)
    cell.pointee.cover &+= height
    cell.pointee.area &+= fractions &* height
    let group = x / EdgeAccumulator.group
    crossed[y &* wordsPerRow &+ group / UInt64.bitWidth] |= 1 &<< UInt64(truncatingIfNeeded: group)
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
    return Int32(truncatingIfNeeded: value &+ floorDivide((Int(position) &- start) &* rise, run))
  }
  /// The line from a position on, a whole pixel at a time.
  @inline(__always)
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

  @inline(__always)
  mutating func advance() {
    (place, rest) = (place &+ change, rest &+ changeRest)
    if rest >= run { (place, rest) = (place &+ 1, rest &- run) }
  }
}

/// Rounded down.
@inline(__always)
private func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
  let quotient = dividend / divisor
  return quotient &- (dividend &- quotient &* divisor < 0 ? 1 : 0)
}
