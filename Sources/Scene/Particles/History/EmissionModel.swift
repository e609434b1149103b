/// Behaviour of Apple's emitters without a published measurement: decided here, once.
///
/// Each value names the competing readings (behavior.md 5.15 and 7), so that a measurement on
/// a Mac changes one line. All of them are *assumed*.
enum EmissionModel {
  /// `emissionRange` is the apex angle of the cone: its half-angle is range times this. Readings: 0.5 (header's range
  /// rule, "2 pi is every direction") or 1 (several tutorials).
  static let coneHalfAngle: Float = 0.5

  /// Radius of circle and sphere per point of `emitterSize.width`. Readings: 1 (documentation) or 0.5 (apps that pass a
  /// view's full width).
  static let radiusPerWidth: Float = 1

  /// A cone is uniform in solid angle and z is dropped when drawn. The other reading is a flat fan, in which a burst
  /// over 2 pi is a ring instead of a filled ball.
  static let conesAreSolid = true

  /// A parent of scale 0 hands scale 1 to its sub-cells: published scenes rely on children of such a parent being
  /// visible (`va-fireworks`), and no scene relies on the opposite. The literal reading is a factor of 0.
  static let zeroScaleIsNotInherited = true

  /// A `plane` particle turns by `rotation + spin * age` about the axis that `orientationLatitude` (angle from +z) and
  /// `orientationLongitude` give, spread over a cone of `orientationRange`. With all of them 0 it is a `sprite`.
  static let orientationConeHalfAngle: Float = 0.5

  // Behaviours (behavior.md 10.2, 10.3).

  /// `colorOverLife` replaces a particle's own colour (header). The other reading multiplies it, as apps with white
  /// particles cannot tell.
  static let lifeColorsReplace = true

  /// A wave is a triangle through a quadratic step, as the header's words go. The other reading is the cubic step that
  /// graphics calls smooth.
  static let wavesAreCubic = false

  /// A wave's phase is the time, so that particles sway together. The other reading is the particle's age.
  static let wavesFollowAge = false

  /// An attractor with a falloff below 0 acts inside its radius, fading out toward it over the falloff, and pushes:
  /// apps burst their confetti so (radius 300, falloff -290). The other reading ignores the sign, and only a stiffness
  /// below 0 pushes.
  static let negativeFalloffPushes = true

  /// Mass divides forces: waves, drag, attractors; accelerations of a cell are accelerations. The other reading ignores
  /// it.
  static let massDividesForces = true

  /// Steps of integrated motion that a frame takes, from the births of all its particles on; what exceeds it is dropped
  /// and counted.
  static let stepLimit = 1_000_000_000

  /// Most looks at stretches of births at single parents, and at their steps for impacts, in a frame; what exceeds it
  /// is dropped and counted. Half a second of a slow processor; bundled scenes take less than a hundredth.
  static let visitLimit = 15_000_000

  /// Most particles that a frame evaluates; births beyond are dropped and counted.
  static let particleLimit = 8_000_000

  /// Highest birth rate, per second: far beyond what `particleLimit` lets live, and counts of births stay exact.
  static let rateLimit = 1e9
}

/// Most particles that all emitters of one frame have; births beyond are dropped and counted in
/// `DisplayList.droppedParticles`.
package let particleLimit = EmissionModel.particleLimit
