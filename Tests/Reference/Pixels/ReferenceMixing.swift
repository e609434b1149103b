import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster

// How sprites join what lies below by the ways that are neither "over" nor a sum; premultiplied.

extension UInt32 {
  static func joined(_ above: UInt32, _ below: UInt32, mix: Int) -> UInt32 {
    switch mix {
    case PixelMixScreen: screened(above, below)
    case PixelMixMaximum: components(above, below) { Swift.max($0, $1) }
    case PixelMixMinimum: components(above, below) { Swift.min($0, $1) }
    case PixelMixMultiply: multiplied(above, below)
    case PixelMixPlusDarker: plusDarker(above, below)
    default: dodged(above, below)
    }
  }
}

/// `s + d - s d`, alpha too.
private func screened(_ above: UInt32, _ below: UInt32) -> UInt32 {
  components(above, below) { s, d in min(255, s + divide255(d * (255 - s))) }
}

/// `s (1 - b) + d (1 - a) + s d`.
private func multiplied(_ above: UInt32, _ below: UInt32) -> UInt32 {
  let (a, b) = (above >> 24, below >> 24)
  return components(above, below) { s, d in
    min(255, min(255, divide255(s * (255 - b)) + divide255(d * (255 - a))) + divide255(s * d))
  }
}

/// `d / (1 - s)` for colours, not above alpha, which is that of `screened`.
private func dodged(_ above: UInt32, _ below: UInt32) -> UInt32 {
  let alpha = screened(above, below) >> 24
  let color = components(above, below) { s, d in
    let share = Float(d * 255) / Float(max(1, 255 - s))
    return min(alpha, UInt32(share + 0.5))
  }
  return color & 0x00FF_FFFF | alpha << 24
}

/// `max(0, min(1, a + b) - (a - s) - (b - d))`, and the sum of alpha.
private func plusDarker(_ above: UInt32, _ below: UInt32) -> UInt32 {
  let (a, b) = (above >> 24, below >> 24)
  let alpha = min(255, a + b)
  let color = components(above, below) { s, d in
    let missing = (a > s ? a - s : 0) + (b > d ? b - d : 0)
    return missing < alpha ? alpha - missing : 0
  }
  return color & 0x00FF_FFFF | alpha << 24
}

private func components(_ s: UInt32, _ d: UInt32, _ body: (UInt32, UInt32) -> UInt32) -> UInt32 {
  var result: UInt32 = 0
  for shift: UInt32 in stride(from: 0, to: 32, by: 8) { result |= body(s >> shift & 255, d >> shift & 255) << shift }
  return result
}

// MARK: Floats

extension DeepPixel {
  static func joined(_ above: DeepPixel, _ below: DeepPixel, mix: Int) -> DeepPixel {
    switch mix {
    case PixelMixScreen: above.screened(below)
    case PixelMixMaximum: above.replacing(with: below, where: above .<= below)
    case PixelMixMinimum: above.lower(below)
    case PixelMixMultiply: ((above * (1 - below.w)).plus(below * (1 - above.w))).plus(above * below)
    case PixelMixPlusDarker: plusDarker(above, below)
    default: dodged(above, below)
    }
  }

  private func lower(_ other: DeepPixel) -> DeepPixel { replacing(with: other, where: self .>= other) }
  private func higher(_ other: DeepPixel) -> DeepPixel { replacing(with: other, where: self .<= other) }
  /// What it leaves, not below 0.
  private var rest: DeepPixel { (1 - self).higher(.zero) }
  private func screened(_ below: DeepPixel) -> DeepPixel { plus(below * rest) }

  private static func dodged(_ above: DeepPixel, _ below: DeepPixel) -> DeepPixel {
    let (alpha, rest) = (above.screened(below).w, above.rest)
    let share = below / rest.replacing(with: 1 / 255, where: rest .<= .zero)
    var result = share.lower(DeepPixel(repeating: alpha)).higher(below)
    result.w = alpha
    return result
  }

  private static func plusDarker(_ above: DeepPixel, _ below: DeepPixel) -> DeepPixel {
    let (a, b) = (DeepPixel(repeating: above.w), DeepPixel(repeating: below.w))
    let alpha = (a + b).lower(.one)
    let missing = (a - above.lower(a)) + (b - below.lower(b))
    var result = (alpha - missing.lower(alpha)) + (below - below.lower(b))
    result.w = alpha.w
    return result
  }
}
