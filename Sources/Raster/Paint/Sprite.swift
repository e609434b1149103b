import CPixelKernels
import Scene

/// One particle as tiles read it, packed.
struct Sprite: BitwiseCopyable {
  /// Centre, device pixels.
  var x: Float
  var y: Float
  /// Device vectors along the whole width and height.
  var widthX: Float
  var widthY: Float
  var heightX: Float
  var heightY: Float
  /// Premultiplied `0xAARRGGBB`.
  var tint: UInt32
  var source: UInt16
  private var padding: UInt16 = 0

  /// Sprites at most this long on both axes are drawn upright: rotation cannot be seen, and exact overlaps keep their
  /// light steady while they move (pixel sampling along rotated axes loses 2.4 % at 2 px and 33 % at 0.5 px).
  static let uprightLength: Float = 2
  /// Upright sprites up to this long weigh texels by exact area where a texel is at least a pixel: bilinear samples of
  /// so few texels change a moving sprite's light (3 % at 9 px, 6 % at 5 px, 17 % at 3 px).
  static let smallLength: Float = 12
  /// Up to this long, the level is one whose texels are at least a pixel; longer ones take the nearest level.
  static let tinyLength: Float = 6
  /// Sprites beyond this distance from the origin, or larger than this, are left out.
  static let limit: Float = 0x1p20
  /// Thinner sprites cover nothing.
  static let thinnest: Float = 1 / 256

  @inline(__always)
  init?(
    x: Float, y: Float, widthX: Float, widthY: Float, heightX: Float, heightY: Float, tint: UInt32, source: UInt16
  ) {
    guard abs(x) < Sprite.limit, abs(y) < Sprite.limit, abs(widthX) < Sprite.limit, abs(widthY) < Sprite.limit,
      abs(heightX) < Sprite.limit, abs(heightY) < Sprite.limit, tint != 0
    else { return nil }
    (self.x, self.y, self.tint, self.source) = (x, y, tint, source)
    (self.widthX, self.widthY, self.heightX, self.heightY) = (widthX, widthY, heightX, heightY)
    if widthY != 0 || heightX != 0 {
      let width = widthX * widthX + widthY * widthY
      let height = heightX * heightX + heightY * heightY
      if width <= Sprite.uprightLength * Sprite.uprightLength, height <= Sprite.uprightLength * Sprite.uprightLength {
        (self.widthX, self.widthY) = (width.squareRoot(), 0)
        (self.heightX, self.heightY) = (0, height.squareRoot())
      }
    }
  }

  var isUpright: Bool {
    @inline(__always) get { widthY == 0 && heightX == 0 }
  }

  /// Distance from the centre to the farthest pixel touched, per axis; up to a pixel too much.
  var reach: SIMD2<Float> {
    @inline(__always)
    get {
      let half = SIMD2(abs(widthX) + abs(heightX), abs(widthY) + abs(heightY)) * 0.5
      // Rotated sprites reach half a pixel further along their own axes.
      return half + (isUpright ? 0.01 : 0.75)
    }
  }
}

/// Rounds down without a library call; `value` within +-2^30.
@inline(__always)
func floorInt(_ value: Double) -> Int { pixel_floor(value) }
