// Arithmetic on premultiplied 8-bit pixels.

/// `x / 255` rounded to nearest. Exact for `0...255 * 255`.
@inlinable @inline(__always)
package func divide255(_ x: UInt32) -> UInt32 {
  let biased = x &+ 128
  return (biased &+ (biased >> 8)) >> 8
}

/// Every component times `factor / 255`.
@inlinable @inline(__always)
package func scaled(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
  // Like divide255, for two components at a time. Neither sum exceeds 16 bits.
  let even = (pixel & 0xFF_00FF) &* factor &+ 0x80_0080
  let odd = (pixel >> 8 & 0xFF_00FF) &* factor &+ 0x80_0080
  return (even &+ (even >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF | (odd &+ (odd >> 8 & 0xFF_00FF)) & 0xFF00_FF00
}

/// The pixel `0xAARRGGBB` of straight components in 0...1, multiplied by alpha and rounded once, half up.
@inlinable @inline(__always)
package func premultiplied(red: Double, green: Double, blue: Double, alpha: Double) -> UInt32 {
  UInt32(alpha * 255 + 0.5) << 24 | UInt32(red * alpha * 255 + 0.5) << 16 | UInt32(green * alpha * 255 + 0.5) << 8
    | UInt32(blue * alpha * 255 + 0.5)
}

/// The same in single precision. A generic function would use a slow conversion to integers.
@inlinable @inline(__always)
package func premultiplied(red: Float, green: Float, blue: Float, alpha: Float) -> UInt32 {
  UInt32(alpha * 255 + 0.5) << 24 | UInt32(red * alpha * 255 + 0.5) << 16 | UInt32(green * alpha * 255 + 0.5) << 8
    | UInt32(blue * alpha * 255 + 0.5)
}

/// The pixel of straight 8-bit components `0xAARRGGBB`. Each product is rounded half up.
@inlinable @inline(__always)
package func premultiplied(straight: UInt32) -> UInt32 { scaled(straight | 0xFF00_0000, straight >> 24) }

/// The product of two pixels by component.
@inlinable @inline(__always)
package func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
  divide255((left & 255) &* (right & 255))
    | divide255((left >> 8 & 255) &* (right >> 8 & 255)) << 8
    | divide255((left >> 16 & 255) &* (right >> 16 & 255)) << 16
    | divide255((left >> 24) &* (right >> 24)) << 24
}

/// `min(1, s + d (1 - s.a))`. The limit matters only for colours above their alpha, which premultiplied pixels cannot
/// have.
@inlinable @inline(__always)
package func sourceOver(_ source: UInt32, _ destination: UInt32) -> UInt32 {
  added(source, scaled(destination, 255 &- (source >> 24)))
}

/// `min(1, s + d)` per component.
@inlinable @inline(__always)
package func added(_ source: UInt32, _ destination: UInt32) -> UInt32 {
  var result: UInt32 = 0
  for shift: UInt32 in stride(from: 0, to: 32, by: 8) {
    result |= min(255, (source >> shift & 255) &+ (destination >> shift & 255)) << shift
  }
  return result
}

/// Converts 8-bit components to 16-bit lanes, B lowest.
@inlinable @inline(__always)
package func spread(_ pixel: UInt32) -> UInt64 {
  var lanes = UInt64(pixel)
  lanes = (lanes | lanes << 16) & 0x0000_FFFF_0000_FFFF
  return (lanes | lanes << 8) & 0x00FF_00FF_00FF_00FF
}
