import CPixelKernels

/// An affine sprite as the kernels take it: the inverse of its map, 16.16 fixed point from the sprite's own origin pixel.
///
/// For a pixel centre at `d` from the sprite's centre, `s = (d x height) / (width x height) + 1/2` is its place across
/// the sprite, 0...1; `s` times the distance between the left and right sides is its distance from the left side.
struct RotatedMap {
  /// Pixels; 16.16 distances hold no more. Larger rotated sprites are left out.
  static let longest = 16000.0

  let level: UnsafePointer<SpriteLevel>
  let originX: Int
  let originY: Int
  private let across: PixelPlane
  private let down: PixelPlane

  /// Nil for sprites that cover nothing.
  init?(_ sprite: Sprite, _ source: SpriteSource) {
    let (wx, wy) = (Double(sprite.widthX), Double(sprite.widthY))
    let (hx, hy) = (Double(sprite.heightX), Double(sprite.heightY))
    let determinant = wx * hy - wy * hx
    let (width, height) = ((wx * wx + wy * wy).squareRoot(), (hx * hx + hy * hy).squareRoot())
    // Distances between opposite sides.
    let (between, below) = (abs(determinant) / height, abs(determinant) / width)
    guard between >= Double(Sprite.thinnest), below >= Double(Sprite.thinnest),
      max(between, below) <= RotatedMap.longest
    else { return nil }
    let base = source.levels.pointee
    level = source.level(density: Float(max(base.horizontal.span / between, base.vertical.span / below)))
    originX = floorInt(Double(sprite.x))
    originY = floorInt(Double(sprite.y))
    let (dx, dy) = (Double(originX) + 0.5 - Double(sprite.x), Double(originY) + 0.5 - Double(sprite.y))
    across = PixelPlane(hy / determinant, -hx / determinant, dx, dy, length: between, texels: level.pointee.horizontal)
    down = PixelPlane(-wy / determinant, wx / determinant, dx, dy, length: below, texels: level.pointee.vertical)
  }

  /// - Parameters: the pixels to draw.
  func rotation(minX: Int, minY: Int, maxX: Int, maxY: Int) -> PixelRotation {
    PixelRotation(
      across: across, down: down, first_x: Int32(truncatingIfNeeded: minX &- originX),
      first_y: Int32(truncatingIfNeeded: minY &- originY), last_x: Int32(truncatingIfNeeded: maxX &- originX),
      last_y: Int32(truncatingIfNeeded: maxY &- originY))
  }
}

extension PixelPlane {
  /// `stepX`, `stepY`: change of the coordinate (0...1 over the sprite) per device pixel; `dx`, `dy`: from the centre.
  fileprivate init(_ stepX: Double, _ stepY: Double, _ dx: Double, _ dy: Double, length: Double, texels: TexelAxis) {
    let offset = stepX * dx + stepY * dy
    self.init(
      position: fixed(texels.center + offset * texels.span), step_x: fixed(stepX * texels.span),
      step_y: fixed(stepY * texels.span), minimum: texels.minimum, maximum: texels.maximum,
      distance: fixed((offset + 0.5) * length), distance_x: fixed(stepX * length), distance_y: fixed(stepY * length),
      length: fixed(length), mask: texels.mask)
  }
}
