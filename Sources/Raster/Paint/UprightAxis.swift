import CPixelKernels

extension PixelUprightAxis {
  /// One axis of an upright sprite.
  ///
  /// Sides are in 1/256 pixel, and the length is the same wherever the sprite lies, so moving it keeps its light.
  /// - Parameters:
  ///   - length: negative for a mirrored sprite.
  ///   - isSmall: weigh texels by area instead of bilinearly.
  @inline(__always)
  init(center: Float, length: Float, texels: TexelAxis, isSmall: Bool, clip: (Int, Int)) {
    self.init()
    let (middle, size) = (Double(center), Double(length))
    let extent = abs(size)
    low = Int32(truncatingIfNeeded: floorInt((middle - extent / 2) * 256 + 0.5))
    high = low &+ Int32(truncatingIfNeeded: Int(extent * 256 + 0.5))
    first = max(Int32(truncatingIfNeeded: clip.0), low >> 8)
    last = min(Int32(truncatingIfNeeded: clip.1), (high &+ 255) >> 8)
    self.texels = texels.texels
    // Sprites that thin cover nothing; the divisor only has to be safe.
    let divisor = extent < Double(Sprite.thinnest) ? 1 : size
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

extension PixelUprightAxis {
  /// Leaves out pixels that show no texel from `low` to `high`, half open, of the level.
  @inline(__always)
  mutating func keep(texelsFrom low: Int32, to high: Int32, length: Float, _ texels: TexelAxis) {
    guard low > texels.first || high < texels.first &+ texels.count else { return }
    guard low < high else {
      last = first
      return
    }
    if area_count > 0 { return keepAreas(from: low &- area_first, to: high &- area_first) }
    // Steps are rounded by up to 2^-17 texel: at the ends of such a sprite that is an eighth of a pixel.
    guard step != 0, abs(length) >= Sprite.thinnest, Double(length) * Double(length) < 0x1p15 * abs(texels.span) else {
      return
    }
    let (low, high) = texels.reach(from: low, to: high)
    let pixels = Double(length) * texels.pixel_share
    let a = Double(origin) + (low * 65536 - Double(position)) * pixels
    let b = Double(origin) + (high * 65536 - Double(position)) * pixels
    first = max(first, Int32(truncatingIfNeeded: floorInt(max(-0x1p29, min(a, b) - 0.125))))
    last = min(last, Int32(truncatingIfNeeded: floorInt(min(0x1p29, max(a, b) + 0.125)) &+ 1))
  }

  /// The same for areas, counted from the first one. Borders are rounded to 1/256 pixel, shares with them.
  @inline(__always)
  private mutating func keepAreas(from low: Int32, to high: Int32) {
    var (low, high) = (max(0, low), min(area_count, high))
    if is_mirrored != 0 { (low, high) = (area_count &- high, area_count &- low) }
    guard low < high else {
      last = first
      return
    }
    let border = 4 as Int32
    if low > 0 { first = max(first, (self.low &+ (low &* texel_size) >> 8 &- border) >> 8) }
    if high < area_count { last = min(last, (self.low &+ (high &* texel_size) >> 8 &+ border) >> 8 &+ 1) }
  }
}

/// 16.16, limited to +-2^14 so that everything fits 32 bits.
@inline(__always)
func fixed(_ value: Double) -> Int32 {
  Int32(truncatingIfNeeded: floorInt(max(-0x1p30, min(0x1p30, value * 65536)) + 0.5))
}
