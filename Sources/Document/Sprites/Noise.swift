/// Smooth noise between random numbers at whole places. The numbers repeat after `side` places.
struct Noise: Sendable {
  static let shared = Noise()
  private static let side = 128
  /// Each is read thousands of times for one sprite.
  private let numbers: [Double] = (0..<side * side).map { place in
    var bits = UInt32(place % side) &* 0x9E37_79B9 ^ UInt32(place / side) &* 0x85EB_CA6B
    bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
    bits = (bits ^ bits >> 12) &* 0x297A_2D39
    return Double((bits ^ bits >> 15) & 0xFFFF) / 65535
  }

  /// The random number of a place, 0...1.
  func number(_ x: Int, _ y: Int) -> Double { numbers[(y & (Self.side - 1)) * Self.side + x & (Self.side - 1)] }

  /// 0...1.
  /// - Parameters:
  ///   - period: places after which the noise repeats, a power of two.
  ///   - seed: selects another part of the numbers.
  func value(_ p: SIMD2<Double>, period: Int = side, seed: Int = 0) -> Double {
    let floor = p.rounded(.down)
    let t = p - floor
    let (weight, mask) = (t * t * (3 - 2 * t), period - 1)
    let (x, y) = (Int(floor.x), Int(floor.y))
    let (left, right) = ((x & mask) + seed * 37, ((x + 1) & mask) + seed * 37)
    let (top, bottom) = ((y & mask) + seed * 61, ((y + 1) & mask) + seed * 61)
    let above = number(left, top) * (1 - weight.x) + number(right, top) * weight.x
    let below = number(left, bottom) * (1 - weight.x) + number(right, bottom) * weight.x
    return above * (1 - weight.y) + below * weight.y
  }

  /// The mean of `count` noises of ever smaller size and weight, 0...1.
  func octaves(_ p: SIMD2<Double>, count: Int = 4, period: Int? = nil, seed: Int = 0) -> Double {
    var (sum, total, scale) = (0.0, 0.0, 1)
    for octave in 0..<count {
      let weight = 0.5 / Double(scale)
      let place = p * Double(scale) + Double(octave) * 17
      sum += value(place, period: period.map { $0 * scale } ?? Self.side, seed: seed) * weight
      total += weight
      scale *= 2
    }
    return sum / total
  }
}

/// Rises smoothly from 0 at `low` to 1 at `high`.
private func step(_ low: Double, _ high: Double, _ value: Double) -> Double {
  let t = min(max((value - low) / (high - low), 0), 1)
  return t * t * (3 - 2 * t)
}

private func length(_ p: SIMD2<Double>) -> Double { (p * p).sum().squareRoot() }

// Shapes that differ with a seed: opacity (x) and brightness (y) at a point of the square -1...1. A brightness of 1
// keeps the colour of the sprite, less darkens it.

/// A ball of a cloud.
private struct Ball {
  let center: SIMD2<Double>
  let radius: Double
  let lift: Double

  static let perCloud = 22
  /// The balls of all clouds: the random numbers repeat after 128 seeds.
  static let all = (0..<128 * perCloud).map { Ball($0 % perCloud, seed: $0 / perCloud) }

  private init(_ index: Int, seed: Int) {
    func number(_ place: Int) -> Double { Noise.shared.number(index * 5 + place, seed * 29 + 11) }
    let (angle, distance) = (2 * .pi * number(0), 0.56 * number(1).squareRoot())
    center = distance * SIMD2(Double.cos(angle), Double.sin(angle))
    radius = 0.2 + 0.17 * number(2) * (1.3 - distance) + (distance < 0.25 ? 0.12 : 0)
    lift = 0.15 * number(3) + 0.35 * (1 - distance)
  }
}

/// Balls that bulge out of each other, lit from above, with edges that noise frays.
func cloud(_ p: SIMD2<Double>, seed: Int) -> SIMD2<Double> {
  let edge = step(0, 0.12, 1 - length(p))
  guard edge > 0 else { return SIMD2(0, 1) }
  let (noise, q) = (Noise.shared, p * 2.4 + 6)
  let warp = SIMD2(noise.octaves(q, seed: seed), noise.octaves(q + SIMD2(31, 17), seed: seed)) - 0.5
  var (clear, light, weights) = (1.0, 0.0, 1e-9)
  let moved = p + 0.34 * warp
  let first = (seed & 127) * Ball.perCloud
  for ball in Ball.all[first..<first + Ball.perCloud] {
    let offset = (moved - ball.center) / ball.radius
    let inside = 1 - (offset * offset).sum()
    guard inside > 0 else { continue }
    let bulge = inside.squareRoot()
    clear *= 1 - 0.92 * inside
    let weight = Double.exp(18 * (ball.lift + ball.radius * bulge))
    light += weight * (0.5 * bulge - 0.62 * offset.y - 0.3 * offset.x)
    weights += weight
  }
  let shade = 0.5 + 0.3 * light / weights - 0.18 * p.y + 0.5 * warp.sum()
  return SIMD2(step(0.05, 0.75, 1 - clear) * edge, min(max(shade, 0.14), 1))
}

/// Wisps: noise whose places other noises move.
func mist(_ p: SIMD2<Double>, seed: Int) -> SIMD2<Double> {
  let (noise, q, inside) = (Noise.shared, p * 1.6 + 6, 1 - length(p))
  guard inside > 0 else { return SIMD2(0, 1) }
  let warp = SIMD2(
    noise.octaves(q + SIMD2(31, 11), count: 3, seed: seed), noise.octaves(q + SIMD2(11, 41), count: 3, seed: seed))
  let wisps = noise.octaves(q + 0.9 * (warp - 0.5), count: 5, seed: seed + 1)
  return SIMD2(step(0.05, 1.25, inside + 2 * (wisps - 0.5)) * step(0, 0.5, inside), 1)
}

/// Noise whose opposite borders fit.
func field(_ p: SIMD2<Double>, seed: Int) -> SIMD2<Double> {
  let (noise, q) = (Noise.shared, (p + 1) * 2)
  let warp = SIMD2(
    noise.octaves(q, count: 2, period: 4, seed: seed),
    noise.octaves(q + SIMD2(3, 5), count: 2, period: 4, seed: seed))
  return SIMD2(step(0.2, 0.8, noise.octaves(q + 0.8 * (warp - 0.5), count: 5, period: 4, seed: seed + 1)), 1)
}

/// A tongue of fire, its root at y = 0.92.
func flame(_ p: SIMD2<Double>, seed: Int) -> SIMD2<Double> {
  let (noise, along) = (Noise.shared, min(max((0.92 - p.y) / 1.84, 0), 1))
  let bend = (noise.octaves(SIMD2(3.3, p.y * 1.3 + 5), count: 2, seed: seed) - 0.5) * 1.3 * along
  let fray = noise.octaves(SIMD2(p.x * 3 + 8, p.y * 1.2 + 9), seed: seed + 2) - 0.62
  let width = 1.15 * along.squareRoot() * Double.pow(1 - along, 1.1) + 0.02
  let inside = 1 - abs(p.x - bend) / width + fray * 2.4 * (0.2 + along)
  let ends = step(0, 0.2, along) * step(0, 0.15, 1 - along) * step(0, 0.2, 1 - abs(p.x))
  return SIMD2(step(0, 1.1, inside) * ends, 1)
}
