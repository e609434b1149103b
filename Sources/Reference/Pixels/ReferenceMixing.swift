import CStarminePixelKernels
import StarmineGraphics
package import StarmineRaster

// How sprites join what lies below by the ways that are neither "over" nor a sum; premultiplied, 8 bits.

/// Joins source pixels with those below.
package let referenceMixSpan: KernelTable.MixSpan = { pixels, source, mix, count in
  for x in 0..<count {
    let (above, below) = (source[x], pixels[x])
    switch Int(mix) {
    case PixelMixScreen: pixels[x] = screened(above, below)
    case PixelMixMaximum: pixels[x] = components(above, below) { max($0, $1) }
    case PixelMixMinimum: pixels[x] = components(above, below) { min($0, $1) }
    case PixelMixMultiply: pixels[x] = multiplied(above, below)
    case PixelMixPlusDarker: pixels[x] = plusDarker(above, below)
    default: pixels[x] = dodged(above, below)
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
