import CStarminePixelKernels

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

/// 16.16, limited to +-2^14 so that everything fits 32 bits.
@inline(__always)
func fixed(_ value: Double) -> Int32 {
  Int32(truncatingIfNeeded: floorInt(max(-0x1p30, min(0x1p30, value * 65536)) + 0.5))
}
