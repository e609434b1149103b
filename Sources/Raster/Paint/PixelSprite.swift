package import CStarminePixelKernels
import StarmineScene

extension PixelSprite {
  @inline(__always)
  package init?(
    x: Float, y: Float, widthX: Float, widthY: Float, heightX: Float, heightY: Float, tint: UInt32, source: UInt16
  ) {
    guard abs(x) < PIXEL_LIMIT, abs(y) < PIXEL_LIMIT, abs(widthX) < PIXEL_LIMIT, abs(widthY) < PIXEL_LIMIT,
      abs(heightX) < PIXEL_LIMIT, abs(heightY) < PIXEL_LIMIT, tint != 0
    else { return nil }
    self.init(
      x: x, y: y, width_x: widthX, width_y: widthY, height_x: heightX, height_y: heightY, tint: tint, source: source,
      unused: 0)
    if widthY != 0 || heightX != 0 {
      let width = widthX * widthX + widthY * widthY
      let height = heightX * heightX + heightY * heightY
      if width <= PIXEL_UPRIGHT_LENGTH * PIXEL_UPRIGHT_LENGTH, height <= PIXEL_UPRIGHT_LENGTH * PIXEL_UPRIGHT_LENGTH {
        (width_x, width_y) = (width.squareRoot(), 0)
        (height_x, height_y) = (0, height.squareRoot())
      }
    }
  }

  package var isUpright: Bool { @inline(__always) get { width_y == 0 && height_x == 0 } }

  /// Distance from the centre to the farthest touched pixel per axis; up to one pixel too large.
  package var reach: SIMD2<Float> {
    @inline(__always)
    get {
      let half = SIMD2(abs(width_x) + abs(height_x), abs(width_y) + abs(height_y)) * 0.5
      return half + (isUpright ? PIXEL_UPRIGHT_MARGIN : PIXEL_TURNED_MARGIN)
    }
  }
}

/// Rounds down without a library call; `value` within +-2^30.
@inline(__always)
package func floorInt(_ value: Double) -> Int { pixel_floor(value) }

/// 16.16, limited to +-2^14 so that everything fits 32 bits.
@inline(__always)
package func fixed(_ value: Double) -> Int32 {
  Int32(truncatingIfNeeded: floorInt(max(-0x1p30, min(0x1p30, value * 65536)) + 0.5))
}
