import CStarmineParticleKernels
import Foundation

/// The behaviours of one cell, prepared for one time: where they put its particles, and how these look.
///
/// A cell has the weakest kind of motion that its behaviours allow (emitters.md 10): polynomials of the age, affine
/// maps by the time of birth, or steps from birth on.
final class BehaviorPlan {
  /// Looks of now.
  let looks: LifeLooks
  /// Looks of each segment: children of particles take them over.
  private let looksAtBirth: [LifeLooks]
  /// For the births of each segment.
  let motions: [ParticleMotion]
  /// Where particles move step by step, or have children; nil where polynomials hold.
  let program: ForceProgram?
  /// Whether particles are drawn where the steps lead.
  let isIntegrated: Bool
  private let table: AffineTable?

  /// Seconds of a step at most; the same in units of what changes quickest; steps of a life at most.
  private static let (longestStep, stepShare, finestPart, stepsPerLife) = (1.0 / 120, 0.05, 16.0, 32_768.0)

  /// - Parameters:
  ///   - stretches: forces while the segments last, at the middle of each, and at both ends where they change.
  ///   - present: behaviours of now.
  ///   - velocityOffsets: of polynomials, by segment.
  init?(
    _ stretches: [ForceStretch], ends: [(ForceStretch, ForceStretch)?], present: [EmitterBehaviorState],
    constants: [CellConstants], now: Double, lifetime: Double, hasChildren: Bool
  ) {
    guard stretches.contains(where: { !$0.behaviors.isEmpty }) || !present.isEmpty else { return nil }
    let looks = LifeLooks(present)
    self.looks = looks
    looksAtBirth = hasChildren ? stretches.map { LifeLooks($0.behaviors) } : []
    let needsVelocity = looks.needsVelocity
    let weakest = MotionKind(stretches, constants: constants, hasMassCurve: looks.massCurve != nil)
    // A ribbon goes through places of the past, which steps leave behind.
    let kind = looks.ribbon == nil ? weakest : .integrated
    isIntegrated = kind == .integrated
    let earliest = now - lifetime
    let mass = max(Double(constants.last?.cell.mass.mean ?? 1), 0.01)
    let inverse = EmissionModel.massDividesForces ? 1 / mass : 1
    let moments = zip(stretches, ends).map { LinearMoments($0, $1, inverseMass: inverse) }
    switch kind {
    case .scaled:
      table = AffineTable(ScaledMap.self, stretches, moments, now: now, earliest: earliest)
    case .mapped:
      table = AffineTable(MappedMap.self, stretches, moments, now: now, earliest: earliest)
    default: table = nil
    }
    let table = table
    motions = stretches.indices.map { index in
      if let table {
        return table.motion(of: index, kind: kind.kernelValue, now: now, needsVelocity: needsVelocity)
      }
      var motion = ParticleMotion()
      (motion.kind, motion.needs_velocity) = (Int32(kind.kernelValue), needsVelocity ? 1 : 0)
      motion.velocity_offset = ParticleVector(constants[index].velocityOffset)
      return motion
    }
    let isStepped = kind == .integrated || (hasChildren && kind != .polynomial)
    program =
      isStepped
      ? ForceProgram(
        stretches, step: Self.step(moments, lifetime: lifetime), massCurve: looks.massCurve) : nil
  }

  /// Fine enough for the stiffest force, and not too fine for long lives.
  private static func step(_ moments: [LinearMoments], lifetime: Double) -> Double {
    let stiffness = moments.map { $0.stiffness }.max() ?? 0
    let parts = (longestStep * stiffness.squareRoot() / stepShare).rounded(.up)
    var step = longestStep / min(max(parts, 1), finestPart)
    while lifetime / step > stepsPerLife { step *= 2 }
    return step
  }

  func looksAtBirth(in segment: Int) -> ParticleLooks { looksAtBirth[segment].looks }
}

/// Kinds of motion, the weakest first.
enum MotionKind: Equatable {
  case polynomial, scaled, mapped, integrated

  init(_ stretches: [ForceStretch], constants: [CellConstants], hasMassCurve: Bool) {
    let kinds = stretches.flatMap(\.behaviors).map(\.motionKind)
    let strongest = kinds.reduce(MotionKind.polynomial) { $0.rank < $1.rank ? $1 : $0 }
    let first = constants.first?.cell.mass
    let isUniform = constants.allSatisfy { $0.cell.mass.range == 0 && $0.cell.mass.mean == first?.mean }
    let isWeighed = EmissionModel.massDividesForces && (!isUniform || hasMassCurve)
    self = strongest != .polynomial && isWeighed ? .integrated : strongest
  }

  fileprivate var rank: Int {
    switch self {
    case .polynomial: 0
    case .scaled: 1
    case .mapped: 2
    case .integrated: 3
    }
  }

  var kernelValue: Int {
    switch self {
    case .polynomial: ParticleMotionPolynomial
    case .scaled: ParticleMotionScaled
    case .mapped: ParticleMotionMapped
    case .integrated: ParticleMotionGiven
    }
  }
}

extension EmitterBehaviorState {
  /// The weakest motion that the behaviour allows.
  fileprivate var motionKind: MotionKind {
    switch activeKind {
    case .drag: .scaled
    case .wave: EmissionModel.wavesFollowAge ? .integrated : .scaled
    case .attractor, .simpleAttractor: isLinearPull ? .mapped : .integrated
    case .vortex: .mapped
    case .turbulence, .polarAcceleration, .floor, .walls: .integrated
    case .alignToMotion, .valueOverLife, .colorOverLife, .light, .ribbon, nil: .polynomial
    }
  }

  /// How fast the force changes with the place, per squared second.
  var stiffnessOfForce: Double {
    switch activeKind {
    case .attractor, .simpleAttractor: abs(Double(bounded(stiffness)))
    case .vortex: abs(Double(bounded(angularVelocity)) * Double(bounded(strength)))
    case .turbulence: abs(Double(bounded(strength))) * 2 * .pi / max(Double(bounded(size)), 1)
    // The direction changes most beside the position: ten points away from it, steps follow.
    case .polarAcceleration:
      (abs(Double(bounded(radialAcceleration))) + abs(Double(bounded(tangentialAcceleration)))) / 10
    default: 0
    }
  }
}
