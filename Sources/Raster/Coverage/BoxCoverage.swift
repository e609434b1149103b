import Scene

/// Exact coverage of an upright rectangle; sides in 1/256 pixel.
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
}
