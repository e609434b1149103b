// Light shapes: opacity at a point of the square -1...1.

func spark(_ p: SIMD2<Double>) -> Double {
  let along = max(0, 1 - p.y * p.y)
  let width = 0.06 + 0.5 * along * along
  let across = p.x / width
  return Double.exp(-3 * across * across) * along * along * max(0, 1 - p.x * p.x)
}

struct Smoke {
  /// Random numbers at the integer positions of a puff, because each is used thousands of times.
  private static let (width, height) = (128, 96)
  private let numbers: [Double] = (0..<Smoke.width * Smoke.height).map { place in
    var bits = UInt32(place % Smoke.width) &* 0x9E37_79B9 ^ UInt32(place / Smoke.width) &* 0x85EB_CA6B
    bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
    bits = (bits ^ bits >> 12) &* 0x297A_2D39
    return Double((bits ^ bits >> 15) & 0xFFFF) / 65535
  }

  func opacity(_ p: SIMD2<Double>) -> Double {
    let distance = (p * p).sum().squareRoot()
    guard distance < 1 else { return 0 }
    let billows = clouds(p * 2.1 + SIMD2(7.3, 3.1))
    // The noise moves the edge in and out.
    let ratio = distance / (0.62 + 0.38 * billows)
    let edge = max(0, 1 - ratio * ratio)
    return edge * edge * (0.45 + 0.55 * billows)
  }

  /// Sum of noise at decreasing scales, 0...1.
  private func clouds(_ p: SIMD2<Double>) -> Double {
    var (sum, scale) = (0.0, 1.0)
    for octave in 0..<4 {
      sum += noise(p * scale + Double(octave) * 17) * (0.5 / scale)
      scale *= 2
    }
    return sum / (1 - 0.5 / 8)
  }

  /// Smooth noise between random numbers at integer positions, 0...1.
  ///
  /// - Parameter p: above 0.
  private func noise(_ p: SIMD2<Double>) -> Double {
    let (x, y) = (Int(p.x), Int(p.y))
    func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
    let (u, v) = (smooth(p.x - Double(x)), smooth(p.y - Double(y)))
    let first = y * Self.width + x
    let second = first + Self.width
    let above = numbers[first] * (1 - u) + numbers[first + 1] * u
    let below = numbers[second] * (1 - u) + numbers[second + 1] * u
    return above * (1 - v) + below * v
  }
}

/// A point out of focus, as drawn by a lens.
func bokeh(_ p: SIMD2<Double>) -> Double {
  let distance = (p * p).sum().squareRoot()
  let edge = min(max((0.96 - distance) / 0.06, 0), 1)
  let rim = Double.exp(-Double.pow((distance - 0.88) / 0.07, 2))
  return edge * min(1, 0.42 + 0.12 * distance + 0.4 * rim)
}

/// A thin film that is visible at grazing angles, with the reflection of a window.
func bubble(_ p: SIMD2<Double>) -> Double {
  let distance = (p * p).sum().squareRoot()
  guard distance < 0.97 else { return 0 }
  let film = 0.06 + 0.75 * Double.pow(distance / 0.95, 7)
  let edge = min(1, (0.97 - distance) / 0.04)
  let spot = p - SIMD2(-0.38, -0.42)
  let shine = Double.exp(-(spot * spot).sum() * 30)
  let glint = p - SIMD2(0.45, 0.5)
  return min(1, (film + 0.9 * shine + 0.25 * Double.exp(-(glint * glint).sum() * 40)) * edge)
}
