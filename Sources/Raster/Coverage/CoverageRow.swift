import CStarminePixelKernels

/// Coverage of one row of pixels by a shape: partial, full, partial, from left to right.
///
/// The bytes of the partial parts are at `x - clip.minX`; the full part needs none.
struct CoverageRow {
  var minX: Int
  var solidMinX: Int
  var solidMaxX: Int
  var maxX: Int

  static let empty = CoverageRow(minX: 0, solidMinX: 0, solidMaxX: 0, maxX: 0)

  init(minX: Int, solidMinX: Int, solidMaxX: Int, maxX: Int) {
    (self.minX, self.solidMinX, self.solidMaxX, self.maxX) = (minX, solidMinX, solidMaxX, maxX)
  }

  /// A row in columns of a clip that starts at `minX`.
  init(_ row: PixelRow, from minX: Int) {
    self.init(
      minX: minX + Int(row.first), solidMinX: minX + Int(row.solid_first), solidMaxX: minX + Int(row.solid_last),
      maxX: minX + Int(row.last))
  }

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

extension PixelRow {
  /// Bytes of both partial parts.
  var byteCount: Int { Int(solid_first &- first &+ last &- solid_last) }

  /// The row in columns of a clip that starts at `minX`.
  init(_ row: CoverageRow, from minX: Int) {
    self.init(
      first: Int32(truncatingIfNeeded: row.minX &- minX), solid_first: Int32(truncatingIfNeeded: row.solidMinX &- minX),
      solid_last: Int32(truncatingIfNeeded: row.solidMaxX &- minX), last: Int32(truncatingIfNeeded: row.maxX &- minX),
      bytes: 0)
  }
}

/// Converts twice the covered area of a pixel, in 1/256 x 1/256 units (0...131072), to 0...255, rounded to nearest.
@inline(__always)
package func coverageByte(doubleArea: Int32) -> UInt8 {
  UInt8(truncatingIfNeeded: (min(abs(doubleArea), 131_072) &* 255 &+ 65_536) >> 17)
}
