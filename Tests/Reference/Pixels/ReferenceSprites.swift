import CStarminePixelKernels
import StarmineRaster

/// Draws sprites one by one, with everything that cannot be seen, and from texels where there are quads.
struct ReferenceSprites<P: ReferencePixel> {
  let target: PixelTarget
  let isAdditive: Bool

  func draw(_ sprites: UnsafePointer<PixelSprite>, _ count: Int, _ sources: UnsafePointer<PixelSource>) {
    for sprite in UnsafeBufferPointer(start: sprites, count: count) {
      let source = sources[Int(sprite.source)]
      source.withGain { gain in
        if sprite.isUpright { drawUpright(sprite, source, gain) } else { drawRotated(sprite, source, gain) }
      }
    }
  }

  private var columns: (first: Int, last: Int) { (Int(target.min_x), Int(target.max_x)) }
  private var rows: (first: Int, last: Int) { (Int(target.min_y), Int(target.max_y)) }

  private func pointer(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    let place = (y - Int(target.origin_y)) * target.stride + x - Int(target.origin_x)
    return target.pixels + place * MemoryLayout<P>.stride
  }

  // MARK: Upright: columns are the same in all rows

  private func drawUpright(_ sprite: PixelSprite, _ source: PixelSource, _ gain: UnsafePointer<Float>) {
    let base = source.levels
    if sprite.width_x == base.pointee.horizontal.whole_length, sprite.height_y == base.pointee.vertical.whole_length,
      source.bias_factor == 1, drawWhole(sprite, base, gain)
    {
      return
    }
    let density = max(
      Float(base.pointee.horizontal.span) / abs(sprite.width_x),
      Float(base.pointee.vertical.span) / abs(sprite.height_y))
    let length = max(abs(sprite.width_x), abs(sprite.height_y))
    let level = length <= PIXEL_TINY_LENGTH ? source.coarserLevel(density: density) : source.level(density: density)
    let isSmall =
      length <= PIXEL_TINY_LENGTH
      || length <= PIXEL_SMALL_LENGTH && level.pointee.horizontal.span <= Double(abs(sprite.width_x))
        && level.pointee.vertical.span <= Double(abs(sprite.height_y))
    let across = PixelUprightAxis(
      center: sprite.x, length: sprite.width_x, texels: level.pointee.horizontal, isSmall: isSmall, clip: columns)
    let down = PixelUprightAxis(
      center: sprite.y, length: sprite.height_y, texels: level.pointee.vertical, isSmall: isSmall, clip: rows)
    guard across.first < across.last, down.first < down.last else { return }
    StarmineReference.drawUpright(
      P.self, pointer(Int(across.first), Int(down.first)), target.stride, level.pointee.texels, across, down,
      sprite.tint, gain, isAdditive: isAdditive)
  }

  /// Draws a sprite of its image's size if it lies on whole pixels: each of them shows one texel.
  private func drawWhole(
    _ sprite: PixelSprite, _ level: UnsafePointer<PixelLevel>, _ gain: UnsafePointer<Float>
  ) -> Bool {
    let left = Double(sprite.x) - Double(sprite.width_x) / 2
    let top = Double(sprite.y) - Double(sprite.height_y) / 2
    let (x, y) = (floorInt(left), floorInt(top))
    guard Double(x) == left, Double(y) == top else { return false }
    let (minX, minY) = (max(columns.first, x), max(rows.first, y))
    let width = min(columns.last, x + Int(level.pointee.horizontal.count)) - minX
    let height = min(rows.last, y + Int(level.pointee.vertical.count)) - minY
    guard width > 0, height > 0 else { return true }
    let stride = Int(level.pointee.width)
    let row = Int(level.pointee.vertical.first) + minY - y
    let column = Int(level.pointee.horizontal.first) + minX - x
    StarmineReference.drawWhole(
      P.self, pointer(minX, minY), target.stride, level.pointee.texels + (row * stride + column), stride, width,
      height, sprite.tint, gain, isAdditive: isAdditive)
    return true
  }

  // MARK: Any other affine map: every pixel finds its own position

  private func drawRotated(_ sprite: PixelSprite, _ source: PixelSource, _ gain: UnsafePointer<Float>) {
    // Distances to the sides pass the acute corners of a sheared sprite by far; nothing of it lies beyond its reach,
    // which is also what it was sorted into tiles by.
    let reach = sprite.reach
    guard sprite.x - reach.x < Float(columns.last), sprite.x + reach.x >= Float(columns.first),
      sprite.y - reach.y < Float(rows.last), sprite.y + reach.y >= Float(rows.first),
      let map = RotatedMap(sprite, source)
    else { return }
    let minX = max(columns.first, floorInt(Double(sprite.x - reach.x)))
    let maxX = min(columns.last, floorInt(Double(sprite.x + reach.x)) + 1)
    let minY = max(rows.first, floorInt(Double(sprite.y - reach.y)))
    let maxY = min(rows.last, floorInt(Double(sprite.y + reach.y)) + 1)
    guard minX < maxX, minY < maxY else { return }
    let level = map.level.pointee
    StarmineReference.drawRotated(
      P.self, pointer(minX, minY), target.stride, level.texels, level.width, level.height,
      map.rotation(minX: minX, minY: minY, maxX: maxX, maxY: maxY), sprite.tint, gain, isAdditive: isAdditive)
  }
}

extension PixelSource {
  /// The finest level whose texels are at least a pixel: `ceil(log2(density))`, or more by a bias above 0.
  @inline(__always)
  func coarserLevel(density: Float) -> UnsafePointer<PixelLevel> {
    let exponent = Int((density * max(1, bias_factor) * PIXEL_COARSER_FACTOR).bitPattern >> 23) &- 127
    return levels + max(0, min(exponent, count &- 1))
  }
}

extension PixelUprightAxis {
  /// One axis of an upright sprite.
  ///
  /// Sides are in 1/256 pixel, and the length is the same wherever the sprite lies, so moving it keeps its light.
  /// - Parameters:
  ///   - length: negative for a mirrored sprite.
  ///   - isSmall: weigh texels by area instead of bilinearly.
  @inline(__always)
  init(center: Float, length: Float, texels: PixelTexels, isSmall: Bool, clip: (Int, Int)) {
    self.init()
    let (middle, size) = (Double(center), Double(length))
    let extent = abs(size)
    low = Int32(truncatingIfNeeded: floorInt((middle - extent / 2) * 256 + 0.5))
    high = low &+ Int32(truncatingIfNeeded: Int(extent * 256 + 0.5))
    first = max(Int32(truncatingIfNeeded: clip.0), low >> 8)
    last = min(Int32(truncatingIfNeeded: clip.1), (high &+ 255) >> 8)
    self.texels = texels.texels
    // Sprites that thin cover nothing; the divisor only has to be safe.
    let divisor = extent < Double(PIXEL_THINNEST) ? 1 : size
    if isSmall {
      area_count = texels.count
      area_first = texels.first
      step = fixed(Double(texels.count) / abs(divisor))
      texel_size = fixed(abs(divisor) * texels.share)
      is_mirrored = size < 0 ? 1 : 0
    } else {
      let texelsPerPixel = texels.span / divisor
      origin = Int32(truncatingIfNeeded: floorInt(middle))
      step = fixed(texelsPerPixel)
      position = fixed(texels.center + (Double(origin) + 0.5 - middle) * texelsPerPixel)
      (minimum, maximum, mask) = (texels.minimum, texels.maximum, texels.mask)
    }
  }
}
