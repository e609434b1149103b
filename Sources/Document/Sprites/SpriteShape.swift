/// A shape of a sprite: opacity at a point of the square -1...1, with y down.
///
/// Shapes with edges return a signed distance (negative inside), so that all are antialiased and softened by the same
/// rule. Light shapes return the opacity.
struct SpriteShape: Sendable {
  enum Form: Sendable {
    /// Distance from the edge, negative inside, in units of the square.
    case distance(@Sendable (SIMD2<Double>) -> Double)
    /// Opacity 0...1, 0 at the border.
    case light(@Sendable (SIMD2<Double>) -> Double)
    /// Opacity and light (0...1, which darkens the color), different for each seed.
    case seeded(@Sendable (SIMD2<Double>, Int) -> SIMD2<Double>)
  }

  var name: String
  var summary: String
  /// Default width as a fraction of the height.
  var aspect = 1.0
  var form: Form
  /// Pixels of the shorter side from which 4 samples per pixel give the same as 16, within 1 of 255; nil: never.
  var smoothFrom: Int?
  /// The same for one sample. Used by `smoke`, whose noise takes a third of the start of a still of `fireworks-show`.
  var plainFrom: Int?
  /// Whether the shape is symmetric, so that a quarter is sufficient.
  var isMirrored = false
  /// Whether a `seeded` form has light other than 1.
  var isLit = false

  /// Maximum change of the distance per unit: 1 for true distances; `ribbon` shears.
  static let steepness = 1.7

  static let all: [SpriteShape] = [
    SpriteShape(
      name: "soft-dot", summary: "a round dot that fades out evenly", form: .light(softDot), smoothFrom: 12,
      isMirrored: true),
    SpriteShape(
      name: "glow", summary: "a bright core in a wide halo", form: .light(glow), smoothFrom: 48,
      isMirrored: true),
    SpriteShape(
      name: "star", summary: "a sparkle with four long rays and a glow", form: .light(star), smoothFrom: 96,
      isMirrored: true),
    SpriteShape(
      name: "streak", summary: "a tail that narrows and fades upward, bright at its lower end", aspect: 0.25,
      form: .light(streak), smoothFrom: 8),
    SpriteShape(
      name: "band", summary: "light that is even along y and fades to both sides, for ribbons",
      form: .light { Double.exp(-7 * $0.x * $0.x) * max(0, 1 - $0.x * $0.x) }, smoothFrom: 8,
      isMirrored: true),
    SpriteShape(
      name: "spark", summary: "a thin line of light, pointed at both ends", aspect: 0.25, form: .light(spark),
      smoothFrom: 12, isMirrored: true),
    SpriteShape(
      name: "smoke", summary: "a puff with billows", form: .light(smoke), smoothFrom: 16, plainFrom: 256),
    SpriteShape(
      name: "bokeh", summary: "a disc of light out of focus, with a brighter rim", form: .light(bokeh),
      smoothFrom: 160, isMirrored: true),
    SpriteShape(name: "bubble", summary: "a thin rim with a highlight", form: .light(bubble), smoothFrom: 256),
    SpriteShape(
      name: "dot", summary: "a round dot with a clean edge", form: .distance { length($0) - 0.98 }, isMirrored: true),
    SpriteShape(
      name: "ring", summary: "a thin circle", form: .distance { abs(length($0) - 0.88) - 0.08 },
      isMirrored: true),
    SpriteShape(
      name: "square", summary: "a rectangle with slightly rounded corners, a piece of confetti",
      form: .distance { box($0, half: SIMD2(0.96, 0.96), radius: 0.08) }, isMirrored: true),
    SpriteShape(
      name: "petal", summary: "a leaf with two pointed ends", aspect: 0.7, form: .distance(petal)),
    SpriteShape(
      name: "ribbon", summary: "a wavy strip of paper", aspect: 0.5, form: .distance(ribbon)),
    SpriteShape(name: "heart", summary: "a heart", form: .distance(heart)),
    SpriteShape(name: "leaf", summary: "a leaf with a stem and veins", aspect: 0.6, form: .distance(leaf)),
    SpriteShape(name: "snowflake", summary: "six arms with side branches", form: .distance(snowflake)),
    seeded("cloud", "a puff of dense smoke, lit from above; `seed` selects another", cloud, isLit: true),
    seeded("mist", "thin wisps; `seed` selects others", mist),
    seeded("noise", "a field of clouds whose opposite borders fit; `seed` selects another", field),
    seeded("flame", "a tongue of fire; `seed` selects another", flame, aspect: 0.5),
    SpriteShape(
      name: "hexagon", summary: "light out of focus behind an iris of six blades",
      form: .light { iris($0, blades: 6) }),
    SpriteShape(
      name: "octagon", summary: "light out of focus behind an iris of eight blades",
      form: .light { iris($0, blades: 8) }),
    SpriteShape(
      name: "flare", summary: "a bright point with a thin line of light across it", form: .light(flare),
      isMirrored: true),
    SpriteShape(name: "drop", summary: "a drop of water on glass", form: .light(drop)),
    SpriteShape(name: "shard", summary: "a broken piece with straight edges", form: .distance(shard)),
  ]

  private static func seeded(
    _ name: String, _ summary: String, _ form: @escaping @Sendable (SIMD2<Double>, Int) -> SIMD2<Double>,
    aspect: Double = 1, isLit: Bool = false
  ) -> SpriteShape {
    SpriteShape(
      name: name, summary: summary, aspect: aspect, form: .seeded(form), smoothFrom: 32, plainFrom: 96, isLit: isLit)
  }
}

// MARK: Light

private func length(_ p: SIMD2<Double>) -> Double { (p * p).sum().squareRoot() }

/// 1 in the middle; 0 with a flat slope at distance 1.
private func fade(_ distance: Double) -> Double {
  let inside = max(0, 1 - distance * distance)
  return inside * inside
}

private func softDot(_ p: SIMD2<Double>) -> Double {
  let r = length(p)
  return fade(r) * Double.exp(-1.6 * r * r)
}

private func glow(_ p: SIMD2<Double>) -> Double {
  let r = length(p)
  return min(1, 0.95 * Double.exp(-r * r * 70) + 0.5 * Double.exp(-r * r * 11) + 0.22 * Double.exp(-r * 3)) * fade(r)
}

/// Light that decreases along each axis and faster across it, plus a small core.
private func star(_ p: SIMD2<Double>) -> Double {
  let (x, y) = (abs(p.x), abs(p.y))
  func ray(_ along: Double, _ across: Double) -> Double {
    let width = 0.012 + 0.05 * (1 - along) * (1 - along)
    return Double.exp(-(across * across) / (width * width)) * fade(along)
  }
  let diagonal = SIMD2((x + y), (x - y)) * 0.7071
  let rays = max(ray(min(1, x), y), ray(min(1, y), x))
  let small = 0.35 * ray(min(1, abs(diagonal.x) * 1.9), abs(diagonal.y) * 1.6)
  let r = length(p)
  return min(1, rays + small + Double.exp(-r * r * 60) + 0.25 * Double.exp(-r * r * 9)) * fade(min(1, r))
}

/// Head at y = 0.8. Width and opacity increase toward it.
private func streak(_ p: SIMD2<Double>) -> Double {
  let along = (p.y + 1) / 1.8
  guard along > 0 else { return 0 }
  let beyondHead = max(0, along - 1) * 1.8 / 0.2
  let width = 0.12 + 0.55 * min(1, along)
  let across = p.x / width
  return fade(min(1, abs(across))) * Double.pow(min(1, along), 1.6) * fade(min(1, beyondHead))
}

// MARK: Edges

private func box(_ p: SIMD2<Double>, half: SIMD2<Double>, radius: Double) -> Double {
  let q = SIMD2(abs(p.x), abs(p.y)) - half + SIMD2(repeating: radius)
  let outside = SIMD2(max(q.x, 0), max(q.y, 0))
  return length(outside) + min(max(q.x, q.y), 0) - radius
}

/// The intersection of two circles, with centres on the left and right and tips at (0, -0.96) and (0, 0.96).
private func petal(_ p: SIMD2<Double>) -> Double {
  let (half, tip) = (0.62, 0.96)
  let offset = (tip * tip - half * half) / (2 * half)
  return length(SIMD2(abs(p.x) + offset, p.y)) - (half + offset)
}

/// A strip of constant width whose middle is a sine curve.
private func ribbon(_ p: SIMD2<Double>) -> Double {
  max(abs(p.x - 0.42 * Double.sin(p.y * .pi)) - 0.46, abs(p.y) - 0.94)
}

/// Distance to a line from `a` to `b` with round ends. `width` is half of its thickness.
private func bar(_ p: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ width: Double) -> Double {
  let along = b - a
  let t = min(max(((p - a) * along).sum() / (along * along).sum(), 0), 1)
  return length(p - a - along * t) - width
}

private func heart(_ p: SIMD2<Double>) -> Double {
  let q = SIMD2(abs(p.x), (0.62 - p.y) / 1.12) / 1.02
  if q.y + q.x > 1 { return (length(q - SIMD2(0.25, 0.75)) - 0.353553) * 0.9 }
  let corner = q - SIMD2(0, 1)
  let side = q - SIMD2(repeating: 0.5 * max(q.x + q.y, 0))
  return min((corner * corner).sum(), (side * side).sum()).squareRoot() * (q.x < q.y ? -0.9 : 0.9)
}

/// Two arcs with a stem, and gaps for the veins.
private func leaf(_ p: SIMD2<Double>) -> Double {
  let q = SIMD2(p.x, p.y + 0.14)
  let blade = petal(q * SIMD2(0.9, 1.16))
  let veins = (0..<3).map { index -> Double in
    let start = SIMD2(0, -0.3 + 0.32 * Double(index))
    return bar(SIMD2(abs(p.x), p.y), start, start + SIMD2(0.42, -0.26), 0.012)
  }
  let middle = bar(p, SIMD2(0, -0.7), SIMD2(0, 0.6), 0.018)
  let stem = bar(p, SIMD2(0, 0.55), SIMD2(0.06, 0.94), 0.035)
  return min(max(blade, -min(middle, veins.min() ?? middle)), stem)
}

/// The part that six straight cuts leave.
private func shard(_ p: SIMD2<Double>) -> Double {
  let cuts: [SIMD2<Double>] = [
    [0.97, 0.23], [0.3, 0.95], [-0.82, 0.57], [-0.78, -0.63], [0.15, -0.99], [0.75, -0.66],
  ]
  return zip(cuts, [0.78, 0.72, 0.66, 0.8, 0.84, 0.7]).map { ($0 * p).sum() - $1 }.reduce(-1, max)
}

/// An arm along +x with two pairs of side branches, mirrored and rotated six times.
private func snowflake(_ p: SIMD2<Double>) -> Double {
  let sector = Double.pi / 3
  let angle = Double.atan2(p.y, p.x)
  let folded = abs(angle - (angle / sector).rounded() * sector)
  let q = SIMD2(Double.cos(folded), Double.sin(folded)) * length(p)
  func branch(at start: Double, length: Double, width: Double) -> Double {
    bar(q, SIMD2(start, 0), SIMD2(start + length * 0.5, length * 0.866), width)
  }
  return min(
    bar(q, SIMD2(0, 0), SIMD2(0.92, 0), 0.055), branch(at: 0.56, length: 0.3, width: 0.045),
    branch(at: 0.3, length: 0.24, width: 0.045))
}
