/// Types of emitter behaviours, with the names of `CAEmitterBehavior` (behavior.md 10.2).
package enum EmitterBehaviorKind: String, CaseIterable, Sendable {
  case wave, drag, alignToMotion, valueOverLife, colorOverLife, light, attractor, simpleAttractor
  // Starmine extensions.
  case turbulence, vortex, polarAcceleration, floor, walls, ribbon
}

package enum AttractorType: String, CaseIterable, Sendable { case radial, axial, planar }

/// A value of a particle for curves over its life, by its key path.
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

/// The values of an emitter behaviour; its type decides which apply. Points, seconds, radians.
package struct EmitterBehaviorState: Sendable, Equatable {
  /// The requested type. An unknown one has no effect.
  package let type: String
  package let kind: EmitterBehaviorKind?
  /// Name in key paths.
  package var name: String?
  package var isEnabled = true

  /// x, y, z.
  package var force: [Double] = [0, 0, 0]
  /// Periods, or turns, per second.
  package var frequency = 0.0
  /// Per second, for a mass of 1.
  package var drag = 0.0

  package var rotation = 0.0
  package var preservesDepth = false
  /// Seconds of movement that elongate the image. A Starmine extension.
  package var stretch: CGFloat = 0

  package var keyPath = LifeTarget.scale
  package var values: [Double] = []
  package var colors: [CGColor] = []
  /// Fractions of the life. Empty: evenly spaced.
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
  /// Per second squared, for a mass of 1.
  package var stiffness: CGFloat = 0
  package var radius: CGFloat = 0
  package var falloff: CGFloat = 0
  package var falloffDistance: CGFloat = 0
  package var orientationLatitude: CGFloat = 0
  package var orientationLongitude: CGFloat = 0

  /// points/s^2 for turbulence; 1/s for a vortex.
  package var strength: CGFloat = 0
  /// Distance between eddies in points.
  package var size: CGFloat = 100
  package var seed = 0
  package var angularVelocity: CGFloat = 0

  /// points/s^2 away from the position, and around it from x toward y. A Starmine extension.
  package var radialAcceleration: CGFloat = 0
  package var tangentialAcceleration: CGFloat = 0

  package var angle: CGFloat = 0
  package var rect = CGRect.zero
  /// Fraction of the speed that remains after an impact, and fraction that it loses along the surface.
  package var restitution: CGFloat = 0
  package var friction: CGFloat = 0

  /// Period in seconds of forces that change with time; 0 for none. Set in loops.
  var period = 0.0

  /// Shape of a ribbon: seconds, number of pieces, and width and alpha of its end relative to the particle's.
  package var duration = 0.4
  package var segments = 16
  package var taper: CGFloat = 0
  package var fade: CGFloat = 0

  /// Uses values that are useful for a document without other values.
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

  /// A frequency with a whole number of periods in the repetition time.
  func repeating(_ frequency: Double) -> Double {
    guard period > 0, frequency != 0 else { return frequency }
    return max(1, (abs(frequency) * period).rounded()) / period * (frequency < 0 ? -1 : 1)
  }

  /// The type if the behaviour is active.
  var activeKind: EmitterBehaviorKind? { isEnabled ? kind : nil }
}
