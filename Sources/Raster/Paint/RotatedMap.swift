import CPixelKernels

/// The inverse of an affine sprite's map, 16.16 fixed point relative to the sprite's own origin pixel.
///
/// For a pixel centre at `d` from the sprite's centre, `s = (d x height) / (width x height) + 1/2` is its place across
/// the sprite, 0...1; `s` times the distance between the left and right sides is its distance from the left side.
struct RotatedMap {
  /// Pixels; 16.16 distances hold no more. Larger rotated sprites are left out.
  static let longest = 16000.0

  let level: UnsafePointer<SpriteLevel>
  private let originX: Int
  private let originY: Int
  fileprivate let across: Line
  fileprivate let down: Line

  /// One coordinate of the sprite's plane over device pixels.
  fileprivate struct Line {
    /// Texel position at the origin pixel and its steps.
    var position: Int, stepX: Int, stepY: Int
    /// Distance from the near side in pixels at the origin pixel and its steps.
    var distance: Int, distanceX: Int, distanceY: Int
    var length: Int
    var texels: TexelAxis
  }

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
    across = Line(hy / determinant, -hx / determinant, dx, dy, length: between, texels: level.pointee.horizontal)
    down = Line(-wy / determinant, wx / determinant, dx, dy, length: below, texels: level.pointee.vertical)
  }

  /// What the kernel needs for a row that starts at pixel `x`.
  @inline(__always)
  func axes(_ x: Int, _ y: Int) -> (PixelAxis, PixelAxis) {
    let (dx, dy) = (x &- originX, y &- originY)
    return (across.axis(dx, dy), down.axis(dx, dy))
  }

  /// Pixels of a row that the sprite may cover, up to one too many at either end.
  @inline(__always)
  func span(_ y: Int, _ first: Int, _ last: Int) -> (Int, Int) {
    let (low, high) = across.span(y &- originY)
    let (low2, high2) = down.span(y &- originY)
    return (
      max(first, max(low, low2) &+ originX), min(last, min(high, high2) &+ originX &+ 1)
    )
  }
}

extension RotatedMap.Line {
  /// `stepX`, `stepY`: change of the coordinate (0...1 over the sprite) per device pixel; `dx`, `dy`: from the centre.
  init(_ stepX: Double, _ stepY: Double, _ dx: Double, _ dy: Double, length: Double, texels: TexelAxis) {
    let fixed = { (value: Double) in floorInt(max(-0x1p30, min(0x1p30, value * 65536)) + 0.5) }
    let offset = stepX * dx + stepY * dy
    self.stepX = fixed(stepX * texels.span)
    self.stepY = fixed(stepY * texels.span)
    position = fixed(texels.center + offset * texels.span)
    distanceX = fixed(stepX * length)
    distanceY = fixed(stepY * length)
    distance = fixed((offset + 0.5) * length)
    self.length = fixed(length)
    self.texels = texels
  }

  @inline(__always)
  func axis(_ dx: Int, _ dy: Int) -> PixelAxis {
    PixelAxis(
      position: Int32(truncatingIfNeeded: position &+ dx &* stepX &+ dy &* stepY),
      step: Int32(truncatingIfNeeded: stepX), minimum: texels.minimum, maximum: texels.maximum,
      distance: Int32(truncatingIfNeeded: distance &+ dx &* distanceX &+ dy &* distanceY),
      distance_step: Int32(truncatingIfNeeded: distanceX), length: Int32(truncatingIfNeeded: length), mask: texels.mask)
  }

  /// Offsets from the origin pixel with `-1/2 < distance < length + 1/2` in the row `dy` below it.
  @inline(__always)
  func span(_ dy: Int) -> (Int, Int) {
    let start = distance &+ dy &* distanceY
    let (low, high) = (-0x8000 &- start, length &+ 0x8000 &- start)
    if distanceX == 0 { return low < 0 && high > 0 ? (-0x4000_0000, 0x4000_0000) : (0, -1) }
    let scale = 1 / Double(distanceX)
    let (a, b) = (Double(low) * scale, Double(high) * scale)
    return (floorInt(max(-0x1p29, min(a, b))), floorInt(min(0x1p29, max(a, b))))
  }
}
