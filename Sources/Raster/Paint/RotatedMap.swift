package import CStarminePixelKernels
import StarmineGraphics

/// The inverse map of an affine sprite for the kernels, in 16.16 fixed point from the sprite's own origin pixel.
///
/// For a pixel centre at `d` from the sprite's centre, `s = (d x height) / (width x height) + 1/2` is its position
/// across the sprite, 0...1; `s` times the distance between the left and right sides is its distance from the left
/// side.
package struct RotatedMap {
  /// Pixels. Larger rotated sprites are not drawn.
  static let longest = PIXEL_LONGEST_TURNED

  package let level: UnsafePointer<PixelLevel>
  let originX: Int
  let originY: Int
  private let across: PixelPlane
  private let down: PixelPlane

  /// Returns nil for sprites that cover nothing.
  package init?(_ sprite: PixelSprite, _ source: PixelSource) {
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
    across = PixelPlane(hy / determinant, -hx / determinant, dx, dy, length: between, texels: horizontal)
    down = PixelPlane(-wy / determinant, wx / determinant, dx, dy, length: below, texels: vertical)
  }

  package func rotation(minX: Int, minY: Int, maxX: Int, maxY: Int) -> PixelRotation {
    PixelRotation(
      across: across, down: down, first_x: Int32(truncatingIfNeeded: minX &- originX),
      first_y: Int32(truncatingIfNeeded: minY &- originY), last_x: Int32(truncatingIfNeeded: maxX &- originX),
      last_y: Int32(truncatingIfNeeded: maxY &- originY), disc_radius: 0)
  }
}

extension PixelPlane {
  /// `stepX`, `stepY`: change of the coordinate (0...1 over the sprite) per device pixel; `dx`, `dy`: from the centre.
  fileprivate init(_ stepX: Double, _ stepY: Double, _ dx: Double, _ dy: Double, length: Double, texels: PixelTexels) {
    // Position and distance for both directions, explicitly in pairs: the compiler would otherwise pair a number with
    // unrelated memory, and multiplying a denormal can take a hundred times as long.
    let (across, down) = (SIMD2(texels.span, length) * stepX, SIMD2(texels.span, length) * stepY)
    let start = SIMD2(texels.center, length * 0.5) + across * dx + down * dy
    self.init(
      position: fixed(start.x), step_x: fixed(across.x), step_y: fixed(down.x), minimum: texels.minimum,
      maximum: texels.maximum, distance: fixed(start.y), distance_x: fixed(across.y), distance_y: fixed(down.y),
      length: fixed(length), near: -0x8000, far: fixed(length) &+ 0x8000, mask: texels.mask, disc_center: 0)
  }
}
