import Foundation
import StarmineGraphics

// Shapes that are made of light: opacity at a point of the square -1...1.

/// A line along y, thickest in the middle.
func spark(_ p: SIMD2<Double>) -> Double {
  let along = max(0, 1 - p.y * p.y)
  let width = 0.06 + 0.5 * along * along
  let across = p.x / width
  return Double.exp(-3 * across * across) * along * along * max(0, 1 - p.x * p.x)
}

/// Clouds of noise in a round puff.
func smoke(_ p: SIMD2<Double>) -> Double {
  let distance = (p * p).sum().squareRoot()
  guard distance < 1 else { return 0 }
  let billows = clouds(p * 2.1 + SIMD2(7.3, 3.1))
  // The noise moves the edge in and out.
  let edge = max(0, 1 - Double.pow(distance / (0.62 + 0.38 * billows), 2))
  return edge * edge * (0.45 + 0.55 * billows)
}

/// Sum of noises of ever smaller size, 0...1.
private func clouds(_ p: SIMD2<Double>) -> Double {
  (0..<4).reduce(0) { sum, octave in
    let scale = Double(1 << octave)
    return sum + noise(p * scale + Double(octave) * 17) * (0.5 / scale)
  } / (1 - 0.5 / 8)
}

/// Smooth noise between random numbers at whole places, 0...1.
private func noise(_ p: SIMD2<Double>) -> Double {
  let (x, y) = (p.x.rounded(.down), p.y.rounded(.down))
  func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
  let (u, v) = (smooth(p.x - x), smooth(p.y - y))
  let place = Int(y) * Lattice.width + Int(x)
  let (first, second) = (place, place + Lattice.width)
  let numbers = Lattice.numbers
  let above = numbers[first] * (1 - u) + numbers[first + 1] * u
  let below = numbers[second] * (1 - u) + numbers[second + 1] * u
  return above * (1 - v) + below * v
}

/// Random numbers at the whole places that a puff of smoke looks at: each is asked for thousands of times.
private enum Lattice {
  static let (width, height) = (128, 96)
  static let numbers: [Double] = (0..<width * height).map { place in
    var bits = UInt32(place % width) &* 0x9E37_79B9 ^ UInt32(place / width) &* 0x85EB_CA6B
    bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
    bits = (bits ^ bits >> 12) &* 0x297A_2D39
    return Double((bits ^ bits >> 15) & 0xFFFF) / 65535
  }
}

/// As a lens draws a point that is out of focus.
func bokeh(_ p: SIMD2<Double>) -> Double {
  let distance = (p * p).sum().squareRoot()
  let edge = min(max((0.96 - distance) / 0.06, 0), 1)
  let rim = Double.exp(-Double.pow((distance - 0.88) / 0.07, 2))
  return edge * min(1, 0.42 + 0.12 * distance + 0.4 * rim)
}

/// A film that is seen where one looks along it, with a window's reflection.
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
