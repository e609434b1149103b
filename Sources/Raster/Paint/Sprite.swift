import CPixelKernels
import Scene

/// One particle as tiles read it, packed.
typealias Sprite = PixelSprite

extension PixelSprite {
  static let uprightLength = PIXEL_UPRIGHT_LENGTH
  static let smallLength = PIXEL_SMALL_LENGTH
  static let tinyLength = PIXEL_TINY_LENGTH
  static let thinnest = PIXEL_THINNEST
  static let limit = PIXEL_LIMIT

  @inline(__always)
  init?(
    x: Float, y: Float, widthX: Float, widthY: Float, heightX: Float, heightY: Float, tint: UInt32, source: UInt16
  ) {
    guard abs(x) < Sprite.limit, abs(y) < Sprite.limit, abs(widthX) < Sprite.limit, abs(widthY) < Sprite.limit,
      abs(heightX) < Sprite.limit, abs(heightY) < Sprite.limit, tint != 0
    else { return nil }
    self.init(
      x: x, y: y, width_x: widthX, width_y: widthY, height_x: heightX, height_y: heightY, tint: tint, source: source,
      unused: 0)
    if widthY != 0 || heightX != 0 {
      let width = widthX * widthX + widthY * widthY
      let height = heightX * heightX + heightY * heightY
      if width <= Sprite.uprightLength * Sprite.uprightLength, height <= Sprite.uprightLength * Sprite.uprightLength {
        (width_x, width_y) = (width.squareRoot(), 0)
        (height_x, height_y) = (0, height.squareRoot())
      }
    }
  }

  var isUpright: Bool {
    @inline(__always) get { width_y == 0 && height_x == 0 }
  }

  /// Distance from the centre to the farthest pixel touched, per axis; up to a pixel too much.
  var reach: SIMD2<Float> {
    @inline(__always)
    get {
      let half = SIMD2(abs(width_x) + abs(height_x), abs(width_y) + abs(height_y)) * 0.5
      return half + (isUpright ? PIXEL_UPRIGHT_MARGIN : PIXEL_TURNED_MARGIN)
    }
  }
}

/// Rounds down without a library call; `value` within +-2^30.
@inline(__always)
func floorInt(_ value: Double) -> Int { pixel_floor(value) }
