/// How one shape covers one row of pixels: partial, full, partial, from left to right.
///
/// Coverage bytes hold the partial parts at `x - clip.minX`; the full part needs none.
struct CoverageRow {
  var minX: Int
  var solidMinX: Int
  var solidMaxX: Int
  var maxX: Int

  static let empty = CoverageRow(minX: 0, solidMinX: 0, solidMaxX: 0, maxX: 0)

  /// Only partial coverage.
  static func partial(_ minX: Int, _ maxX: Int) -> CoverageRow {
    CoverageRow(minX: minX, solidMinX: maxX, solidMaxX: maxX, maxX: maxX)
  }

  /// Calls `body(minX, maxX, isSolid)` for the parts that are not empty.
  @inline(__always)
  func forEachPart(_ body: (Int, Int, Bool) -> Void) {
    if minX < solidMinX { body(minX, solidMinX, false) }
    if solidMinX < solidMaxX { body(solidMinX, solidMaxX, true) }
    if solidMaxX < maxX { body(solidMaxX, maxX, false) }
  }
}

/// Twice the covered area of a pixel in 1/256 x 1/256 units (0...131072) as 0...255, rounded to nearest.
@inline(__always)
func coverageByte(doubleArea: Int32) -> UInt8 {
  UInt8(truncatingIfNeeded: (min(abs(doubleArea), 131_072) &* 255 &+ 65_536) >> 17)
}
