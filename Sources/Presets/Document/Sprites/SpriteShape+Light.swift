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
struct Smoke {
  /// Random numbers at the whole places that a puff looks at: each is asked for thousands of times.
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

  /// Smooth noise between random numbers at whole places, of four sizes at once, each half of the one before; their
  /// sum, 0...1.
  ///
  /// - Parameter p: above 0.
  private func clouds(_ p: SIMD2<Double>) -> Double {
    let scales = SIMD4<Double>(1, 2, 4, 8)
    let shifts = SIMD4<Double>(0, 17, 34, 51)
    func smooth(_ t: SIMD4<Double>) -> SIMD4<Double> { t * t * (3 - 2 * t) }
    let (x, y) = (p.x * scales + shifts, p.y * scales + shifts)
    let (column, row) = (SIMD4<Int>(x), SIMD4<Int>(y))
    let (u, v) = (smooth(x - SIMD4<Double>(column)), smooth(y - SIMD4<Double>(row)))
    let first = row &* Self.width &+ column
    func number(_ shift: Int) -> SIMD4<Double> {
      SIMD4(
        numbers[first.x &+ shift], numbers[first.y &+ shift], numbers[first.z &+ shift], numbers[first.w &+ shift])
    }
    let above = number(0) * (1 - u) + number(1) * u
    let below = number(Self.width) * (1 - u) + number(Self.width + 1) * u
    let noise = (above * (1 - v) + below * v) * (0.5 / scales)
    return (((noise.x + noise.y) + noise.z) + noise.w) / (1 - 0.5 / 8)
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
