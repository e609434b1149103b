/// The two emitter types: motion by speed and acceleration, and rotation around the source.
extension ParticleDesigner {
  private static let fastest = -100_000.0...100_000

  mutating func gravity() {
    draft.place(
      x: center.x, y: center.y,
      width: 2 * keys.number("sourcePositionVariancex", within: -8192...8192),
      height: 2 * keys.number("sourcePositionVariancey", within: -8192...8192))
    draft.set("velocity", turn * keys.number("speed", within: Self.fastest))
    draft.set("velocityRange", 2 * abs(keys.number("speedVariance", within: Self.fastest)))
    draft.setFan(degrees: keys.number("angle"), variance: keys.number("angleVariance"))
    draft.set("xAcceleration", turn * keys.number("gravityx", within: Self.fastest))
    draft.set("yAcceleration", turn * keys.number("gravityy", within: Self.fastest))
    if keys.value("rotationIsDir")?.isTrue ?? false {
      // The picture's x axis points along the motion.
      draft.addBehavior([("type", .text("alignToMotion")), ("rotation", .number(0.25))])
    }
    polar()
    // Keys of the other emitter type.
    keys.pass(
      "maxRadius", "maxRadiusVariance", "minRadius", "minRadiusVariance", "rotatePerSecond", "rotatePerSecondVariance")
  }

  /// Radial and tangential acceleration.
  private mutating func polar() {
    let radial =
      keys.number("radialAcceleration", within: Self.fastest) + variance("radialAccelVariance") * share.place(3)
    let tangential =
      keys.number("tangentialAcceleration", within: Self.fastest)
      + variance("tangentialAccelVariance") * share.place(7)
    guard radial != 0 || tangential != 0 else { return }
    draft.addBehavior([
      ("type", .text("polarAcceleration")), ("radialAcceleration", .number(turn * radial)),
      ("tangentialAcceleration", .number(turn * tangential)), ("position", .list([center.x, center.y])),
    ])
  }

  /// Particles that start on a circle and move at constant speed to another one while rotating around the source. The
  /// players measure the angle from the particle to the source.
  mutating func radius() {
    let outer = keys.number("maxRadius", within: -8192...8192)
    let inner = keys.number("minRadius", within: -8192...8192)
    let spread = abs(keys.number("maxRadiusVariance", within: -8192...8192))
    let degrees =
      keys.number("rotatePerSecond", within: Self.fastest) + variance("rotatePerSecondVariance") * share.place(4)
    let perSecond = turn * degrees * .pi / 180
    let angle = turn * (keys.number("angle") * .pi / 180 + .pi)
    let variance = min(.pi, abs(keys.number("angleVariance")) * .pi / 180)
    // The layer's origin is the source: its surroundings face away from it.
    draft.layer.append(("position", .list([center.x, center.y])))
    let away = orbit(outer, inner, spread, perSecond)
    startOnCircle(outer, spread, angle, variance, away: away)
    if perSecond != 0 {
      keys.expect(0, "maxRadiusVariance", "minRadiusVariance", reason: "the mean radius is used")
    }
    // Keys of the other emitter type; positions follow from the angles.
    keys.pass("speed", "speedVariance", "gravityx", "gravityy", "rotationIsDir", "radialAcceleration")
    keys.pass("radialAccelVariance", "tangentialAcceleration", "tangentialAccelVariance")
    keys.pass("sourcePositionVariancex", "sourcePositionVariancey")
  }

  /// Speed and forces of the motion. r = r0 + v t with angle = w t is equivalent to a spring of w^2 to the source that
  /// turns the direction, and a constant tangential acceleration of 2 v w.
  /// - Returns: The angle between the direction away from the source and that of the particle at birth.
  private mutating func orbit(_ outer: Double, _ inner: Double, _ spread: Double, _ perSecond: Double) -> Double {
    // If lives start at 0, the longest one: faster particles would fly past the end.
    let lives = lives(of: share)
    let ownLife = lives.mean > lives.variance ? lives.mean : lives.mean + lives.variance
    let (outward, around) = ((inner - outer) / ownLife, outer * perSecond)
    let ends = abs(keys.number("minRadiusVariance", within: -8192...8192))
    draft.set("velocity", (outward * outward + around * around).squareRoot())
    guard perSecond != 0 else {
      draft.set("velocityRange", 2 * (spread + ends) / ownLife)
      return outward < 0 ? .pi : 0
    }
    draft.addBehavior([
      ("type", .text("simpleAttractor")), ("stiffness", .number(perSecond * perSecond)), ("position", .list([0, 0])),
    ])
    if outward != 0 {
      draft.addBehavior([
        ("type", .text("polarAcceleration")), ("tangentialAcceleration", .number(2 * outward * perSecond)),
        ("position", .list([0, 0])),
      ])
    }
    return Double.atan2(around, outward)
  }

  private mutating func startOnCircle(
    _ radius: Double, _ spread: Double, _ angle: Double, _ variance: Double, away: Double
  ) {
    if radius == 0, spread == 0 {
      draft.setFan(angle + away, variance)
    } else if variance == 0, spread == 0 {
      draft.layer.append(("emitterPosition", .list([radius * Double.cos(angle), radius * Double.sin(angle)])))
      draft.set("emissionLongitude", angle + away)
    } else {
      draft.layer.append(("emitterMode", .text("outline")))
      draft.set("emissionLongitude", away)
      if variance == .pi, spread == 0 {
        draft.layer.append(("emitterShape", .text("circle")))
        draft.layer.append(("emitterSize", .list([abs(radius), 0])))
      } else {
        draft.layer.append(("emitterShape", .text("path")))
        draft.layer.append(("emitterPath", .text(Self.arcs(radius, spread, angle, variance))))
      }
    }
  }

  /// Arcs around the origin, evenly distributed over the radii.
  private static func arcs(_ radius: Double, _ spread: Double, _ angle: Double, _ variance: Double) -> String {
    // Chords of at most 5 degrees; a thousandth of a degree if the angle does not vary.
    let half = max(variance, 2e-5)
    let chords = max(1, Int((min(half, .pi) * 2 / 0.0873).rounded(.up)))
    let rings = spread == 0 ? [radius] : stride(from: -1.0, through: 1, by: 0.25).map { radius + $0 * spread }
    return rings.filter { abs($0) > 0.01 }.map { ring in
      (0...chords).map { index in
        let place = angle - half + 2 * half * Double(index) / Double(chords)
        let (x, y) = (ForeignValue.short(ring * Double.cos(place)), ForeignValue.short(ring * Double.sin(place)))
        return "\(index == 0 ? "M" : "L") \(x) \(y)"
      }.joined(separator: " ")
    }.joined(separator: " ")
  }
}
