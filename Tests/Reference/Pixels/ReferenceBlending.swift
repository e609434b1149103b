import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster

// Blend modes of layers (W3C Compositing and Blending) on premultiplied pixels. With straight colours s, d and
// alphas a, b (all 0...1): alpha = a + b - a b, and premultiplied
//   colour = a (1 - b) s + b (1 - a) d + a b B(s, d)

extension UInt32 {
  static func blended(_ above: UInt32, _ below: UInt32, mode: Int) -> UInt32 {
    if above >> 24 == 0 { return below }
    return below >> 24 == 0 ? above : blendedPixels(above, below, mode)
  }
}

extension DeepPixel {
  static func blended(_ above: DeepPixel, _ below: DeepPixel, mode: Int) -> DeepPixel {
    let (a, b) = (above.w, below.w)
    guard a > 0 else { return below }
    guard b > 0 else { return above }
    let limit = SIMD3<Float>(repeating: limit.x)
    let (s, d) = (SIMD3(above.x, above.y, above.z), SIMD3(below.x, below.y, below.z))
    let mixed = blendLight((s / a).lower(limit), (d / b).lower(limit), mode)
    let sum = (s * (1 - b) + d * (1 - a) + mixed * (a * b)).lower(limit)
    let alpha = a + b - a * b
    return DeepPixel(sum, alpha < 1 ? alpha : 1)
  }

  /// `B(s, d)`; where it is not defined beyond 1, of what is not, and with the backdrop's light beyond 1.
  private static func blendLight(_ s: SIMD3<Float>, _ d: SIMD3<Float>, _ mode: Int) -> SIMD3<Float> {
    switch mode {
    case PixelBlendMultiply, PixelBlendDarken, PixelBlendLighten, PixelBlendDifference, PixelBlendSubtract:
      return blendColors(s, d, mode)
    default:
      let below = d.lower(.one)
      return blendColors(s.lower(.one), below, mode) + (d - below)
    }
  }
}

extension SIMD3<Float> {
  fileprivate func lower(_ other: SIMD3<Float>) -> SIMD3<Float> { replacing(with: other, where: self .>= other) }
}

private func blendedPixels(_ source: UInt32, _ backdrop: UInt32, _ mode: Int) -> UInt32 {
  let (a, b) = (Float(source >> 24) / 255, Float(backdrop >> 24) / 255)
  let (s, d) = (components(source), components(backdrop))
  let mixed = blendColors(s / a, d / b, mode)
  return pixel(s * (1 - b) + d * (1 - a) + mixed * (a * b), alpha: a + b - a * b)
}

/// `B(s, d)` of straight colours.
private func blendColors(_ s: SIMD3<Float>, _ d: SIMD3<Float>, _ mode: Int) -> SIMD3<Float> {
  switch mode {
  case PixelBlendHue: withLuminosity(luminosity(d), withSaturation(saturation(d), s))
  case PixelBlendSaturation: withLuminosity(luminosity(d), withSaturation(saturation(s), d))
  case PixelBlendColor: withLuminosity(luminosity(d), s)
  case PixelBlendLuminosity: withLuminosity(luminosity(s), d)
  default: SIMD3(blendComponent(s.x, d.x, mode), blendComponent(s.y, d.y, mode), blendComponent(s.z, d.z, mode))
  }
}

private func blendComponent(_ s: Float, _ d: Float, _ mode: Int) -> Float {
  switch mode {
  case PixelBlendMultiply: s * d
  case PixelBlendScreen: s + d - s * d
  case PixelBlendOverlay: hardLight(d, s)
  case PixelBlendDarken: min(s, d)
  case PixelBlendLighten: max(s, d)
  case PixelBlendColorDodge: d <= 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
  case PixelBlendColorBurn: d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s)
  case PixelBlendSoftLight: softLight(s, d)
  case PixelBlendHardLight: hardLight(s, d)
  case PixelBlendDifference: abs(s - d)
  case PixelBlendExclusion: s + d - 2 * s * d
  case PixelBlendLinearBurn: max(0, s + d - 1)
  case PixelBlendSubtract: max(0, d - s)
  default: s <= 0 ? (d <= 0 ? 0 : 1) : min(1, d / s)
  }
}

private func hardLight(_ s: Float, _ d: Float) -> Float {
  s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)
}

private func softLight(_ s: Float, _ d: Float) -> Float {
  if s <= 0.5 { return d - (1 - 2 * s) * d * (1 - d) }
  let root = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
  return d + (2 * s - 1) * (root - d)
}

// MARK: Hue, saturation, luminosity

private func luminosity(_ c: SIMD3<Float>) -> Float { 0.11 * c.x + 0.59 * c.y + 0.3 * c.z }

private func saturation(_ c: SIMD3<Float>) -> Float { c.max() - c.min() }

private func withLuminosity(_ value: Float, _ c: SIMD3<Float>) -> SIMD3<Float> {
  let moved = c + (value - luminosity(c))
  let (light, low, high) = (luminosity(moved), moved.min(), moved.max())
  if low < 0 { return light + (moved - light) * (light / (light - low)) }
  if high > 1 { return light + (moved - light) * ((1 - light) / (high - light)) }
  return moved
}

private func withSaturation(_ value: Float, _ c: SIMD3<Float>) -> SIMD3<Float> {
  let range = saturation(c)
  return range > 0 ? (c - c.min()) * (value / range) : SIMD3(repeating: 0)
}

// MARK: Components, in the order blue, green, red

private func components(_ pixel: UInt32) -> SIMD3<Float> {
  SIMD3(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255)) / 255
}

/// Rounded to nearest, and not above alpha.
private func pixel(_ color: SIMD3<Float>, alpha: Float) -> UInt32 {
  let a = UInt32(max(0, min(1, alpha)) * 255 + 0.5)
  let byte = { (value: Float) in min(a, UInt32(max(0, min(1, value)) * 255 + 0.5)) }
  return a << 24 | byte(color.z) << 16 | byte(color.y) << 8 | byte(color.x)
}
