import CPixelKernels

/// One axis of an upright sprite: which pixels it covers by how much, and where they sample.
struct UprightAxis {
  /// Sides, in 1/256 pixel. The length is exact to that unit wherever the sprite lies, so moving it keeps its light.
  private let low: Int
  private let high: Int
  /// Position at the centre of pixel `origin` and its step per pixel, 16.16.
  private let origin: Int
  private let position: Int
  private let step: Int
  private let minimum: Int
  private let maximum: Int
  private let mask: Int

  /// `length` may be negative: a mirrored sprite.
  @inline(__always)
  init(center: Float, length: Float, texels: TexelAxis) {
    let (middle, size) = (Double(center), Double(length))
    let extent = Int(abs(size) * 256 + 0.5)
    low = floorInt((middle - abs(size) / 2) * 256 + 0.5)
    high = low &+ extent
    origin = floorInt(middle)
    let texelsPerPixel = texels.span / (abs(size) < Double(Sprite.thinnest) ? 1 : size)
    step = floorInt(max(-0x1p30, min(0x1p30, texelsPerPixel * 65536 + 0.5)))
    position = floorInt(
      max(-0x1p30, min(0x1p30, (texels.center + (Double(origin) + 0.5 - middle) * texelsPerPixel) * 65536 + 0.5)))
    (minimum, maximum, mask) = (Int(texels.minimum), Int(texels.maximum), Int(texels.mask))
  }

  /// Covered pixels inside `first..<last`.
  @inline(__always)
  func pixels(_ first: Int, _ last: Int) -> (first: Int, last: Int) {
    (max(first, low >> 8), min(last, (high &+ 255) >> 8))
  }

  /// How much of pixel `index` is covered, 0...256.
  @inline(__always)
  func coverage(_ index: Int) -> Int {
    max(0, min(index &* 256 &+ 256, high) &- max(index &* 256, low))
  }

  /// Where pixel `index` samples, 16.16.
  @inline(__always)
  func sample(_ index: Int) -> Int {
    max(minimum, min(maximum, position &+ (index &- origin) &* step)) & mask
  }

  /// Taps for pixels `first..<last`, relative to the returned first texel.
  @inline(__always)
  func fill(_ taps: UnsafeMutablePointer<PixelTap>, _ first: Int, _ last: Int) -> (first: Int, last: Int) {
    let (a, b) = (sample(first) >> 16, sample(last &- 1) >> 16)
    let texel = min(a, b)
    for index in first..<last {
      let position = sample(index)
      let whole = coverage(index)
      let far = ((position >> 8 & 255) &* whole) >> 8
      taps[index &- first] = PixelTap(
        texel: UInt32(truncatingIfNeeded: position >> 16 &- texel),
        near_weight: UInt16(truncatingIfNeeded: whole &- far),
        far_weight: UInt16(truncatingIfNeeded: far))
    }
    return (texel, max(a, b))
  }
}
