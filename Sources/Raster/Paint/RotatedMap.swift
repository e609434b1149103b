import CStarminePixelKernels
import StarmineGraphics

/// An affine sprite as the kernels take it: the inverse of its map, 16.16 fixed point from the sprite's own origin
/// pixel.
///
/// For a pixel centre at `d` from the sprite's centre, `s = (d x height) / (width x height) + 1/2` is its place across
/// the sprite, 0...1; `s` times the distance between the left and right sides is its distance from the left side.
struct RotatedMap {
  /// Pixels; 16.16 distances hold no more. Larger rotated sprites are left out.
  static let longest = 16000.0

  let level: UnsafePointer<PixelLevel>
  let originX: Int
  let originY: Int
  private let across: PixelPlane
  private let down: PixelPlane
  private let discRadius: Int32

  /// Nil for sprites that cover nothing, or of which nothing is visible.
  init?(_ sprite: PixelSprite, _ source: PixelSource, skipsInvisible: Bool) {
    let (wx, wy) = (Double(sprite.width_x), Double(sprite.width_y))
    let (hx, hy) = (Double(sprite.height_x), Double(sprite.height_y))
    let determinant = wx * hy - wy * hx
    let (width, height) = ((wx * wx + wy * wy).squareRoot(), (hx * hx + hy * hy).squareRoot())
    // Distances between opposite sides.
    let (between, below) = (abs(determinant) / height, abs(determinant) / width)
    guard between >= Double(PIXEL_THINNEST), below >= Double(PIXEL_THINNEST),
      max(between, below) <= RotatedMap.longest
    else { return nil }
    let base = source.levels
    level = source.level(
      density: Float(max(base.pointee.horizontal.span / between, base.pointee.vertical.span / below)))
    originX = floorInt(Double(sprite.x))
    originY = floorInt(Double(sprite.y))
    let (dx, dy) = (Double(originX) + 0.5 - Double(sprite.x), Double(originY) + 0.5 - Double(sprite.y))
    let (horizontal, vertical) = (level.pointee.horizontal, level.pointee.vertical)
    var across = PixelPlane(hy / determinant, -hx / determinant, dx, dy, length: between, texels: horizontal)
    var down = PixelPlane(-wy / determinant, wx / determinant, dx, dy, length: below, texels: vertical)
    var radius = 0.0
    if skipsInvisible, max(width, height) <= Self.longestTrimmed,
      let visible = level.pointee.visible(through: sprite.tint)
    {
      guard visible.min_x < visible.max_x else { return nil }
      across.keep(texelsFrom: visible.min_x, to: visible.max_x, length: between, horizontal)
      down.keep(texelsFrom: visible.min_y, to: visible.max_y, length: below, vertical)
      across.disc_center = Int32(visible.center_x * 65536)
      down.disc_center = Int32(visible.center_y * 65536)
      let reach = Double(visible.radius) + Self.tapReach
      let (a, b) = (
        horizontal.overhang(around: Double(visible.center_x), length: between),
        vertical.overhang(around: Double(visible.center_y), length: below)
      )
      // Clamped on both axes, a position lies in a corner of the range; the disc seldom reaches one.
      let isOnlyOne = a.nearest * a.nearest + b.nearest * b.nearest > reach * reach
      radius = (reach * reach + (isOnlyOne ? max(a.gain, b.gain) : a.gain + b.gain)).squareRoot()
    }
    (self.across, self.down, discRadius) = (across, down, Int32(min(radius, 16384) * 65536))
  }

  /// Pixels: up to this long, what rounding does to steps stays below an eighth of a texel.
  private static let longestTrimmed = 4096.0
  /// A sample takes texels less than one column and one row away; an eighth more for rounding.
  private static let tapReach = 2.0.squareRoot() + 0.125

  /// - Parameters: the pixels to draw.
  func rotation(minX: Int, minY: Int, maxX: Int, maxY: Int) -> PixelRotation {
    PixelRotation(
      across: across, down: down, first_x: Int32(truncatingIfNeeded: minX &- originX),
      first_y: Int32(truncatingIfNeeded: minY &- originY), last_x: Int32(truncatingIfNeeded: maxX &- originX),
      last_y: Int32(truncatingIfNeeded: maxY &- originY), disc_radius: discRadius)
  }
}

extension PixelTexels {
  /// How far positions around the sprite's sides lie beyond the range that they are clamped to.
  ///
  /// - Returns: `nearest`, the distance of the disc's centre from the nearer end of the range, and `gain`, what the
  ///   square of a distance grows by at most where positions go on unclamped.
  fileprivate func overhang(around center: Double, length: Double) -> (nearest: Double, gain: Double) {
    let reach = abs(span) * (0.5 + 0.5 / length)
    let (low, high) = (Double(minimum) / 65536, Double(maximum) / 65536)
    let beyond = max(0, low - (self.center - reach), self.center + reach - high)
    let farthest = max(abs(low - center), abs(high - center))
    return (min(abs(low - center), abs(high - center)), 2 * farthest * beyond + beyond * beyond)
  }
}

extension PixelPlane {
  /// `stepX`, `stepY`: change of the coordinate (0...1 over the sprite) per device pixel; `dx`, `dy`: from the centre.
  fileprivate init(_ stepX: Double, _ stepY: Double, _ dx: Double, _ dy: Double, length: Double, texels: PixelTexels) {
    // Position and distance, both ways. In pairs: the compiler pairs single numbers with whatever lies beside them, and
    // to multiply by what is hardly a number costs a processor a hundred times as much.
    let (across, down) = (SIMD2(texels.span, length) * stepX, SIMD2(texels.span, length) * stepY)
    let start = SIMD2(texels.center, length * 0.5) + across * dx + down * dy
    self.init(
      position: fixed(start.x), step_x: fixed(across.x), step_y: fixed(down.x), minimum: texels.minimum,
      maximum: texels.maximum, distance: fixed(start.y), distance_x: fixed(across.y), distance_y: fixed(down.y),
      length: fixed(length), near: -0x8000, far: fixed(length) &+ 0x8000, mask: texels.mask, disc_center: 0)
  }

  /// Leaves out pixels that show no texel from `low` to `high`, half open, of the level.
  fileprivate mutating func keep(texelsFrom low: Int32, to high: Int32, length: Double, _ texels: PixelTexels) {
    guard texels.span != 0 else { return }
    let (low, high) = texels.reach(from: low, to: high)
    let a = ((low - 0.125 - texels.center) / texels.span + 0.5) * length
    let b = ((high + 0.125 - texels.center) / texels.span + 0.5) * length
    near = max(near, fixed(min(a, b)))
    far = min(far, fixed(max(a, b)))
  }
}
