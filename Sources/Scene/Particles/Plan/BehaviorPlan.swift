import CStarmineParticleKernels

/// The behaviours of a cell in all segments of a plan, independent of the time of evaluation.
final class BehaviorHistory {
  /// Forces at the middle of each segment; empty if no behaviour moves particles.
  fileprivate let stretches: [ForceStretch]
  /// For tables of affine maps only.
  fileprivate let moments: [LinearMoments]
  private let stiffness: Double
  /// End of each segment if it were the last one.
  fileprivate let ends: [Double]
  /// Appearance in each segment, inherited by children.
  fileprivate let looksAtBirth: [LifeLooks]
  /// The first segment with behaviours.
  fileprivate let first: Int
  private let strongest: MotionKind
  private let hasOneMass: Bool
  private let lifetime: Double
  /// Integration steps, created when a frame first needs them.
  fileprivate private(set) lazy var program = ForceProgram(stretches, step: step)

  /// Maximum step in seconds; the same as a fraction of the fastest change; maximum steps per life.
  private static let (longestStep, stepShare, finestPart, stepsPerLife) = (1.0 / 120, 0.05, 16.0, 32_768.0)

  /// - Parameter states: the cell at the middle of each segment.
  /// - Parameter ends: the cell at both ends of segments in which values change.
  /// - Parameter starts: starts of the segments in the cell's own clock, to which the ends also refer.
  init(
    _ states: [CellPlan.State], ends: [CellPlan.Ends?], starts: [Double], constants: [CellConstants],
    lifetime: Double, hasChildren: Bool
  ) {
    self.lifetime = lifetime
    first = states.firstIndex { $0.hasBehaviors } ?? .max
    looksAtBirth = hasChildren ? states.map { LifeLooks($0.behaviors) } : []
    let mass = constants[constants.count - 1].cell.mass.mean
    hasOneMass = constants.allSatisfy { $0.cell.mass.range == 0 && $0.cell.mass.mean == mass }
    // A paused clock has no time for an infinite end.
    self.ends = ends.map { ends in ends.map { $0.time.isNaN ? .infinity : $0.time } ?? .infinity }
    guard states.contains(where: { $0.hasForces }) else {
      (stretches, moments, strongest, stiffness) = ([], [], .polynomial, 0)
      return
    }
    let last = self.ends[states.count - 1]
    func stretch(_ index: Int, _ state: CellPlan.State) -> ForceStretch {
      let rates = LiveRates(state.cells[state.index].state)
      return ForceStretch(
        start: starts[index], end: index + 1 < starts.count ? starts[index + 1] : last,
        acceleration: SIMD3<Double>(rates.acceleration), behaviors: state.behaviors)
    }
    let stretches = states.enumerated().map { stretch($0, $1) }
    let inverse = EmissionModel.massDividesForces ? 1 / max(Double(mass), 0.01) : 1
    strongest = stretches.reduce(.polynomial) { $1.behaviors.map(\.motionKind).reduce($0) { max($0, $1) } }
    let isTabulated = strongest == .scaled || strongest == .mapped
    moments = (isTabulated ? stretches.indices : 0..<0).map { index in
      LinearMoments(
        stretches[index], ends[index].map { (stretch(index, $0.first), stretch(index, $0.last)) }, inverseMass: inverse)
    }
    stiffness = stretches.map { $0.behaviors.reduce(0) { $0 + $1.stiffnessOfForce } * inverse }.max() ?? 0
    self.stretches = stretches
  }

  /// Small enough for the stiffest force, and large enough for long lives.
  private var step: Double {
    let parts = (Self.longestStep * stiffness.squareRoot() / Self.stepShare).rounded(.up)
    var step = Self.longestStep / min(max(parts, 1), Self.finestPart)
    while lifetime / step > Self.stepsPerLife { step *= 2 }
    return step
  }

  /// The simplest motion for the appearance at a time.
  fileprivate func kind(under looks: LifeLooks) -> MotionKind {
    // A ribbon needs past positions, which integration stores.
    if looks.ribbon != nil { return .integrated }
    let isWeighed = EmissionModel.massDividesForces && (!hasOneMass || looks.massCurve != nil)
    return strongest != .polynomial && isWeighed ? .integrated : strongest
  }
}

/// The behaviours of a cell at a time: motion and appearance of its particles.
///
/// A cell has the simplest motion that its behaviours allow (emitters.md 10): polynomials of the age, affine maps by
/// time of birth, or integration from birth.
final class BehaviorPlan {
  private let history: BehaviorHistory
  /// Present appearance.
  let looks: LifeLooks
  /// Integration for step-by-step motion or for children; nil if polynomials suffice.
  private(set) var program: ForceProgram?
  private let kind: MotionKind
  private let table: AffineTable?
  private let now: Double
  private let velocityOffsets: [SIMD3<Float>]

  /// - Parameter velocityOffsets: offsets of the polynomials, by segment; empty if all are 0.
  init?(
    _ history: BehaviorHistory, started: Int, present: [EmitterBehaviorState], velocityOffsets: [SIMD3<Float>],
    now: Double, lifetime: Double, hasChildren: Bool
  ) {
    guard history.first < started || !present.isEmpty else { return nil }
    (self.history, self.now, self.velocityOffsets) = (history, now, velocityOffsets)
    let looks = LifeLooks(present)
    let kind = history.kind(under: looks)
    (self.looks, self.kind) = (looks, kind)
    let (stretches, moments) = (history.stretches.prefix(started), history.moments.prefix(started))
    let end = max(history.ends[started - 1], now.nextUp)
    switch kind {
    case .scaled:
      table = AffineTable(ScaledMap.self, stretches, moments, end: end, now: now, earliest: now - lifetime)
    case .mapped:
      table = AffineTable(MappedMap.self, stretches, moments, end: end, now: now, earliest: now - lifetime)
    default: table = nil
    }
    guard kind == .integrated || (hasChildren && kind != .polynomial) else { return }
    program = history.program
    program?.integration.mass_curve = looks.massCurve?.start.readable
  }

  var isIntegrated: Bool { kind == .integrated }

  func motion(of segment: Int) -> ParticleMotion {
    if let table {
      return table.motion(of: segment, kind: kind.kernelValue, now: now, needsVelocity: looks.needsVelocity)
    }
    var motion = ParticleMotion()
    (motion.kind, motion.needs_velocity) = (Int32(kind.kernelValue), looks.needsVelocity ? 1 : 0)
    motion.velocity_offset = ParticleVector(velocityOffsets.isEmpty ? SIMD3() : velocityOffsets[segment])
    return motion
  }

  func looksAtBirth(in segment: Int) -> ParticleLooks { history.looksAtBirth[segment].looks }
}

/// Types of motion, simplest first.
enum MotionKind: Int, Comparable {
  case polynomial, scaled, mapped, integrated

  static func < (left: MotionKind, right: MotionKind) -> Bool { left.rawValue < right.rawValue }

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
  /// The simplest motion for the behaviour.
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

  /// Whether the type affects more than appearance, active or not.
  var isForce: Bool {
    switch kind {
    case .alignToMotion, .valueOverLife, .colorOverLife, .light: false
    default: true
    }
  }

  /// Change of the force with position, per second squared.
  var stiffnessOfForce: Double {
    switch activeKind {
    case .attractor, .simpleAttractor: abs(Double(bounded(stiffness)))
    case .vortex: abs(Double(bounded(angularVelocity)) * Double(bounded(strength)))
    case .turbulence: abs(Double(bounded(strength))) * 2 * .pi / max(Double(bounded(size)), 1)
    // The direction changes most near the position. From a distance of ten points, the steps are small enough.
    case .polarAcceleration:
      (abs(Double(bounded(radialAcceleration))) + abs(Double(bounded(tangentialAcceleration)))) / 10
    default: 0
    }
  }
}
