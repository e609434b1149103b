import StarmineScene

/// Exact coverage of an axis-aligned rectangle; sides in 1/256 pixel.
struct BoxCoverage {
  var minX: Int32
  var minY: Int32
  var maxX: Int32
  var maxY: Int32

  /// Overlap of pixel `index` with `low..<high`, 0...256.
  @inline(__always)
  private func overlap(_ index: Int, _ low: Int32, _ high: Int32) -> Int32 {
    let start = Int32(truncatingIfNeeded: index) &<< 8
    return max(0, min(start &+ 256, high) &- max(start, low))
  }

  func row(_ y: Int, clip: DeviceRect, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    let down = overlap(y, minY, maxY)
    let first = max(clip.minX, Int(minX >> 8))
    let last = min(clip.maxX, Int((maxX &+ 255) >> 8))
    guard down > 0, first < last else { return .empty }
    let solidFirst = max(first, Int((minX &+ 255) >> 8))
    let solidLast = min(last, Int(maxX >> 8))
    let fill = { (range: Range<Int>) in
      for x in range { bytes[x - clip.minX] = coverageByte(doubleArea: 2 &* down &* overlap(x, minX, maxX)) }
    }
    guard down == 256, solidFirst < solidLast else {
      fill(first..<last)
      return .partial(first, last)
    }
    fill(first..<solidFirst)
    fill(solidLast..<last)
    return CoverageRow(minX: first, solidMinX: solidFirst, solidMaxX: solidLast, maxX: last)
  }

  /// Calls `body` for bands of rows with equal coverage, at most three: rows, columns, and the coverage of the first,
  /// inner and last columns.
  @inline(__always)
  func forEachBand(
    clip: DeviceRect,
    _ body: (_ rows: Range<Int>, _ columns: Range<Int>, (left: UInt32, middle: UInt32, right: UInt32))
      -> Void
  ) {
    let (first, last) = (max(clip.minX, Int(minX >> 8)), min(clip.maxX, Int((maxX &+ 255) >> 8)))
    let end = min(clip.maxY, Int((maxY &+ 255) >> 8))
    guard first < last else { return }
    let (left, right) = (overlap(first, minX, maxX), overlap(last - 1, minX, maxX))
    var y = max(clip.minY, Int(minY >> 8))
    while y < end {
      let down = overlap(y, minY, maxY)
      let next = down == 256 ? max(y + 1, min(end, Int(maxY >> 8))) : y + 1
      let byte = { (across: Int32) in UInt32(coverageByte(doubleArea: 2 &* down &* across)) }
      body(y..<next, first..<last, (byte(left), byte(256), byte(right)))
      y = next
    }
  }

  var bounds: DeviceRect {
    DeviceRect(minX: Int(minX >> 8), minY: Int(minY >> 8), maxX: Int((maxX &+ 255) >> 8), maxY: Int((maxY &+ 255) >> 8))
  }

  var solid: DeviceRect {
    let rect = DeviceRect(
      minX: Int((minX &+ 255) >> 8), minY: Int((minY &+ 255) >> 8), maxX: Int(maxX >> 8), maxY: Int(maxY >> 8))
    return rect.isEmpty ? .empty : rect
  }
}
