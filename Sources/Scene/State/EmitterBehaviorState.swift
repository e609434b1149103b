/// Kinds of emitter behaviours, by the names that `CAEmitterBehavior` has for them (behavior.md 10.2).
package enum EmitterBehaviorKind: String, CaseIterable, Sendable {
  case wave, drag, alignToMotion, valueOverLife, colorOverLife, light, attractor, simpleAttractor
  // Ours.
  case turbulence, vortex, polarAcceleration, floor, walls, ribbon
}

/// Target that an attractor pulls to.
package enum AttractorType: String, CaseIterable, Sendable {
  /// A point, an axis, a plane.
  case radial, axial, planar
}

/// A value of a particle that a curve over its life can reach, by its key path.
package enum LifeTarget: String, CaseIterable, Sendable {
  case positionX = "position.x"
  case positionY = "position.y"
  case positionZ = "position.z"
  case velocityX = "velocity.x"
  case velocityY = "velocity.y"
  case velocityZ = "velocity.z"
  case rotation, spin, scale, scaleSpeed
  case red = "color.red"
  case green = "color.green"
  case blue = "color.blue"
  case alpha = "color.alpha"
  case mass
}

/// The values of one emitter behaviour; which of them a behaviour has, its kind says. Points, seconds, radians.
package struct EmitterBehaviorState: Sendable, Equatable {
  /// As it was asked for; one that no kind has does nothing.
  package let type: String
  package let kind: EmitterBehaviorKind?
  /// By which key paths find the behaviour in its list.
  package var name: String?
  package var isEnabled = true

  /// x, y, z.
  package var force: [Double] = [0, 0, 0]
  /// Periods, or turns, per second.
  package var frequency = 0.0
  /// Per second, of mass 1.
  package var drag = 0.0

  /// Turns.
  package var rotation = 0.0
  package var preservesDepth = false
  /// Seconds of movement by which the image is longer. Ours.
  package var stretch: CGFloat = 0

  package var keyPath = LifeTarget.scale
  package var values: [Double] = []
  package var colors: [CGColor] = []
  /// Shares of the life; empty spreads values evenly.
  package var locations: [Double] = []
  package var isAdditive = false

  package var position = CGPoint.zero
  package var zPosition: CGFloat = 0
  package var color: CGColor? = CGColor.white
  package var isSpot = false
  package var appliesAlpha = false
  package var directionLatitude: CGFloat = 0
  package var directionLongitude: CGFloat = 0
  package var coneAngle: CGFloat = .pi / 2
  /// Share of the cone, 0...1.
  package var coneEdgeSoftness: CGFloat = 0

  package var attractorType = AttractorType.radial
  /// Per squared second, of mass 1.
  package var stiffness: CGFloat = 0
  package var radius: CGFloat = 0
  package var falloff: CGFloat = 0
  package var falloffDistance: CGFloat = 0
  package var orientationLatitude: CGFloat = 0
  package var orientationLongitude: CGFloat = 0

  /// points/s^2 of turbulence; 1/s of a vortex.
  package var strength: CGFloat = 0
  /// Points from one eddy to the next.
  package var size: CGFloat = 100
  package var seed = 0
  package var angularVelocity: CGFloat = 0

  /// points/s^2 away from the position, and round it from x toward y. Ours.
  package var radialAcceleration: CGFloat = 0
  package var tangentialAcceleration: CGFloat = 0

  /// Angle of a floor, from x toward y.
  package var angle: CGFloat = 0
  package var rect = CGRect.zero
  /// Share of the speed that a hit leaves, and that it takes along the surface.
  package var restitution: CGFloat = 0
  package var friction: CGFloat = 0

  /// Seconds after which forces that change with the time repeat; 0 lets them be. Set in loops.
  var period = 0.0

  /// Shape of a ribbon: seconds of the past that it goes through, in how many pieces, and the width and alpha of its
  /// end as shares of the particle's.
  package var duration = 0.4
  package var segments = 16
  package var taper: CGFloat = 0
  package var fade: CGFloat = 0

  /// With values that a document which says nothing else can want.
  package init(type: String) {
    self.type = type
    kind = EmitterBehaviorKind(rawValue: type)
    switch kind {
    case .turbulence: (strength, frequency) = (100, 0.25)
    case .vortex: (strength, angularVelocity) = (1, 1)
    case .floor, .walls: (restitution, friction) = (0.5, 0.1)
    case .light: falloffDistance = 100
    default: break
    }
  }

  /// A frequency, with whole periods in the time after which the behaviour repeats.
  func repeating(_ frequency: Double) -> Double {
    guard period > 0, frequency != 0 else { return frequency }
    return max(1, (abs(frequency) * period).rounded()) / period * (frequency < 0 ? -1 : 1)
  }

  /// The kind, if the behaviour acts.
  var activeKind: EmitterBehaviorKind? { isEnabled ? kind : nil }
}
