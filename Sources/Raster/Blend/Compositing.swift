import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

// Layer compositing on premultiplied 8-bit pixels. With straight colours s, d and alphas a, b (all 0...1):
//
// Blend modes (W3C Compositing and Blending): alpha = a + b - a b, and premultiplied
//   colour = a (1 - b) s + b (1 - a) d + a b B(s, d)
// Porter-Duff: colour and alpha = premultiplied source x Fa + premultiplied destination x Fb.

extension PixelFactors {
  /// Factor that a side is multiplied by.
  fileprivate enum Factor {
    case zero, one, alpha, rest

    /// How the other side's alpha becomes the factor.
    var bits: (mask: UInt8, inverse: UInt8) {
      switch self {
      case .zero: (0, 0)
      case .one: (0, 255)
      case .alpha: (255, 0)
      case .rest: (255, 255)
      }
    }
  }

  fileprivate init(_ source: Factor, _ backdrop: Factor) {
    self.init(
      source_mask: source.bits.mask, source_inverse: source.bits.inverse, backdrop_mask: backdrop.bits.mask,
      backdrop_inverse: backdrop.bits.inverse)
  }

  /// Nil for filters that are no sum of both sides.
  fileprivate init?(_ filter: CompositingFilter) {
    switch filter {
    case .normalBlendMode, .sourceOver: self.init(.one, .rest)
    case .clear: self.init(.zero, .zero)
    case .copy: self.init(.one, .zero)
    case .sourceIn: self.init(.alpha, .zero)
    case .sourceOut: self.init(.rest, .zero)
    case .sourceAtop: self.init(.alpha, .rest)
    case .destOver: self.init(.rest, .one)
    case .destIn: self.init(.zero, .alpha)
    case .destOut: self.init(.zero, .rest)
    case .destAtop: self.init(.rest, .alpha)
    case .xor: self.init(.rest, .rest)
    case .plusL, .linearDodgeBlendMode: self.init(.one, .one)
    default: return nil
    }
  }
}

extension CompositingFilter {
  /// The pixel that `source` leaves of `backdrop`, for filters that are no sum of both sides.
  private func composite(_ source: UInt32, _ backdrop: UInt32) -> UInt32 {
    let (a, b) = (source >> 24, backdrop >> 24)
    switch self {
    case .plusD: return plusDarker(source, backdrop)
    default: return a == 0 ? backdrop : b == 0 ? source : blended(source, backdrop)
    }
  }

  /// Joins a row of pixels with those below.
  fileprivate func composite(
    _ source: UnsafePointer<UInt32>, onto target: UnsafeMutablePointer<UInt32>, count: Int, _ kernels: KernelTable
  ) {
    if var factors = PixelFactors(self) { return kernels.combineSpan(target, source, &factors, count) }
    switch self {
    case .maximum: kernels.mixSpan(target, source, Int32(PixelMixMaximum), count)
    case .minimum: kernels.mixSpan(target, source, Int32(PixelMixMinimum), count)
    default: for x in 0..<count { target[x] = composite(source[x], target[x]) }
    }
  }

  private func blended(_ source: UInt32, _ backdrop: UInt32) -> UInt32 {
    let (a, b) = (Float(source >> 24) / 255, Float(backdrop >> 24) / 255)
    let (s, d) = (components(source), components(backdrop))
    let mixed = blendColors(s / a, d / b)
    return pixel(s * (1 - b) + d * (1 - a) + mixed * (a * b), alpha: a + b - a * b)
  }

  /// `B(s, d)` of straight colours.
  private func blendColors(_ s: SIMD3<Float>, _ d: SIMD3<Float>) -> SIMD3<Float> {
    switch self {
    case .hueBlendMode: return withLuminosity(luminosity(d), withSaturation(saturation(d), s))
    case .saturationBlendMode: return withLuminosity(luminosity(d), withSaturation(saturation(s), d))
    case .colorBlendMode: return withLuminosity(luminosity(d), s)
    case .luminosityBlendMode: return withLuminosity(luminosity(s), d)
    default:
      return SIMD3(blendComponent(s.x, d.x), blendComponent(s.y, d.y), blendComponent(s.z, d.z))
    }
  }

  private func blendComponent(_ s: Float, _ d: Float) -> Float {
    switch self {
    case .multiplyBlendMode: s * d
    case .screenBlendMode: s + d - s * d
    case .overlayBlendMode: hardLight(d, s)
    case .darkenBlendMode: min(s, d)
    case .lightenBlendMode: max(s, d)
    case .colorDodgeBlendMode: d <= 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
    case .colorBurnBlendMode: d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s)
    case .softLightBlendMode: softLight(s, d)
    case .hardLightBlendMode: hardLight(s, d)
    case .differenceBlendMode: abs(s - d)
    case .exclusionBlendMode: s + d - 2 * s * d
    case .linearBurnBlendMode: max(0, s + d - 1)
    case .subtractBlendMode: max(0, d - s)
    case .divideBlendMode: s <= 0 ? (d <= 0 ? 0 : 1) : min(1, d / s)
    default: s
    }
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

private func perComponent(_ s: UInt32, _ d: UInt32, _ body: (UInt32, UInt32) -> UInt32) -> UInt32 {
  var result: UInt32 = 0
  for shift: UInt32 in stride(from: 0, to: 32, by: 8) { result |= body(s >> shift & 255, d >> shift & 255) << shift }
  return result
}

/// `max(0, min(1, a + b) - (a - source) - (b - destination))`
private func plusDarker(_ source: UInt32, _ backdrop: UInt32) -> UInt32 {
  let (a, b) = (source >> 24, backdrop >> 24)
  let alpha = min(255, a + b)
  let color = perComponent(source, backdrop) { s, d in
    let missing = (a > s ? a - s : 0) + (b > d ? b - d : 0)
    return missing < alpha ? alpha - missing : 0
  }
  return color & 0x00FF_FFFF | alpha << 24
}

// MARK: Rows

extension TilePainter {
  /// Joins a group with what lies below by any filter: first opacity and clip, then every pixel of the group.
  func composite(
    _ group: Surface, _ below: Surface, _ filter: CompositingFilter, walk: CoverageWalk?, alpha: UInt32,
    _ clip: DeviceRect
  ) {
    for y in clip.minY..<clip.maxY {
      let source = group.pointer(clip.minX, y)
      if let walk {
        limit(source, walk.row(y), walk.bytes, alpha: alpha, clip)
      } else if alpha < 255 {
        for x in 0..<clip.width { source[x] = scaled(source[x], alpha) }
      }
      filter.composite(source, onto: below.pointer(clip.minX, y), count: clip.width, kernels)
    }
  }

  private func limit(
    _ source: UnsafeMutablePointer<UInt32>, _ row: CoverageRow, _ bytes: UnsafeMutablePointer<UInt8>, alpha: UInt32,
    _ clip: DeviceRect
  ) {
    var next = 0
    row.forEachPart { first, last, isSolid in
      for x in next..<max(next, first - clip.minX) { source[x] = 0 }
      for x in first - clip.minX..<last - clip.minX {
        source[x] = scaled(source[x], divide255(UInt32(isSolid ? 255 : bytes[x]) * alpha))
      }
      next = last - clip.minX
    }
    for x in next..<max(next, clip.width) { source[x] = 0 }
  }
}
