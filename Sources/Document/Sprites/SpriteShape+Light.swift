// Light shapes: opacity at a point of the square -1...1.

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
  let billows = Noise.shared.octaves(p * 2.1 + SIMD2(7.3, 3.1))
  // The noise moves the edge in and out.
  let ratio = distance / (0.62 + 0.38 * billows)
  let edge = max(0, 1 - ratio * ratio)
  return edge * edge * (0.45 + 0.55 * billows)
}

/// As a lens draws a point that is out of focus.
func bokeh(_ p: SIMD2<Double>) -> Double { disc((p * p).sum().squareRoot()) }

/// The same of a lens with an iris of `blades` slightly curved blades.
func iris(_ p: SIMD2<Double>, blades: Double) -> Double {
  let (distance, sector) = ((p * p).sum().squareRoot(), 2 * Double.pi / blades)
  let angle = Double.atan2(p.y, p.x) + 0.2
  let straight = distance * Double.cos(angle - (angle / sector).rounded() * sector) / Double.cos(sector / 2)
  return disc(0.7 * straight + 0.3 * distance)
}

private func disc(_ distance: Double) -> Double {
  let edge = min(max((0.96 - distance) / 0.06, 0), 1)
  let rim = Double.exp(-Double.pow((distance - 0.88) / 0.07, 2))
  return edge * min(1, 0.42 + 0.12 * distance + 0.4 * rim)
}

/// A bright point with a thin line of light across it.
func flare(_ p: SIMD2<Double>) -> Double {
  let (x, y, square) = (abs(p.x), abs(p.y), (p * p).sum())
  let fade = Double.pow(max(0, 1 - square), 2)
  let line = Double.exp(-y / 0.02 - 2.6 * x) + 0.35 * Double.exp(-y * y / 0.0081 - 3.5 * x)
  return min(1, line + Double.exp(-90 * square)) * fade
}

/// A drop on glass: clear above, bright below, with a reflection.
func drop(_ p: SIMD2<Double>) -> Double {
  let distance = (p.x * p.x + Double.pow(p.y * 1.02, 2)).squareRoot()
  let edge = min(max((0.95 - distance) / 0.06, 0), 1)
  let rim = Double.exp(-Double.pow((distance - 0.86) / 0.1, 2)) * 0.35 * (0.5 + 0.5 * p.y)
  let spot = p + SIMD2(0.32, 0.42)
  let light = 0.5 * Double.exp(-1.2 * p.x * p.x - 4 * Double.pow(p.y - 0.5, 2))
  return edge * min(1, max(0, 0.08 + light + rim + 0.9 * Double.exp(-40 * (spot * spot).sum())))
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
