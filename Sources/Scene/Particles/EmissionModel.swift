/// Behaviour of Apple's emitters without a published measurement: decided here, once.
///
/// Each value names the possible interpretations (behavior.md 5.15 and 7), so that a measurement on a Mac changes a
/// single line. All are *assumed*.
enum EmissionModel {
  /// `emissionRange` is the apex angle of the cone; its half-angle is range times this. Alternatives: 0.5 (the header's
  /// rule for ranges, "2 pi is every direction") or 1 (several tutorials).
  static let coneHalfAngle: Float = 0.5

  /// Radius of circle and sphere per point of `emitterSize.width`. Alternatives: 1 (documentation) or 0.5 (apps that
  /// pass the full width of a view).
  static let radiusPerWidth: Float = 1

  /// A cone is uniform in solid angle, and z is dropped for drawing. Alternative: a flat fan, so that a burst over 2 pi
  /// is a ring instead of a filled ball.
  static let conesAreSolid = true

  /// A parent with scale 0 passes scale 1 to its sub-cells: published scenes need children of such a parent to be
  /// visible (`va-fireworks`), and no scene needs the opposite. Alternative: a factor of 0.
  static let zeroScaleIsNotInherited = true

  /// A `plane` particle rotates by `rotation + spin * age` about the axis of `orientationLatitude` (angle from +z) and
  /// `orientationLongitude`, spread over a cone of `orientationRange`. If all are 0, it is a `sprite`.
  static let orientationConeHalfAngle: Float = 0.5

  // Behaviours (behavior.md 10.2, 10.3).

  /// `colorOverLife` replaces the particle's colour (header). Alternative: it multiplies the colour. Apps with white
  /// particles show no difference.
  static let lifeColorsReplace = true

  /// A wave is a triangle through a quadratic step, as described in the header. Alternative: a cubic smooth step.
  static let wavesAreCubic = false

  /// The phase of a wave is the time, so that particles move together. Alternative: the age of the particle.
  static let wavesFollowAge = false

  /// An attractor with a negative falloff acts inside its radius, decreasing toward it over the falloff, and repels:
  /// apps use it for confetti (radius 300, falloff -290). Alternative: the sign is ignored, and only a negative
  /// stiffness repels.
  static let negativeFalloffPushes = true

  /// Mass divides forces (waves, drag, attractors), but not accelerations of a cell. Alternative: mass is ignored.
  static let massDividesForces = true

  /// Maximum number of integration steps per frame. Steps above it are dropped and counted.
  static let stepLimit = 1_000_000_000

  /// Maximum number of examined birth intervals and impact steps of single parents per frame. More are dropped and
  /// counted. Half a second on a slow processor; bundled scenes need less than a hundredth.
  static let visitLimit = 15_000_000

  /// Maximum number of particles per frame. More births are dropped and counted.
  static let particleLimit = 8_000_000

  /// Maximum birth rate per second, far above `particleLimit`. Counts of births remain exact.
  static let rateLimit = 1e9
}

/// Maximum number of particles of all emitters in a frame. More births are dropped and counted in
/// `DisplayList.droppedParticles`.
package let particleLimit = EmissionModel.particleLimit
