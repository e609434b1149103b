import CStarmineParticleKernels

/// Changes of appearance by a cell's behaviours, in the format of the kernels.
struct LifeLooks {
  private(set) var looks = ParticleLooks()
  private let curves: KernelMemory<ParticleCurve>
  private let pieces: KernelMemory<ParticleCurvePiece>
  private let lights: KernelMemory<ParticleLight>

  let ribbon: Ribbon?

  /// Maximum number of pieces of a curve. Longer curves are sampled evenly.
  private static let pieceLimit = 256

  init(_ behaviors: [EmitterBehaviorState]) {
    ribbon = behaviors.last { $0.activeKind == .ribbon }.map { Ribbon($0) }
    var curves: [ParticleCurve] = []
    var pieces: [ParticleCurvePiece] = []
    for behavior in behaviors {
      for (target, values) in behavior.lifeValues {
        let stops = behavior.stops(values, limit: Self.pieceLimit)
        guard let first = stops.first else { continue }
        let added = zip(stops, stops.dropFirst()).map { ParticleCurvePiece(from: $0, to: $1) }.filter { $0.change != 0 }
        curves.append(
          ParticleCurve(
            target: target.kernelValue, operation: behavior.curveOperation, is_speed: target.isSpeed ? 1 : 0,
            first: Int32(pieces.count), count: Int32(added.count), base: bounded(first.value)))
        pieces += added
      }
    }
    let lights = behaviors.filter { $0.activeKind == .light }.map { ParticleLight($0) }
    (self.curves, self.pieces, self.lights) = (KernelMemory(curves), KernelMemory(pieces), KernelMemory(lights))
    (looks.curves, looks.curve_count) = (self.curves.start.readable, Int32(curves.count))
    (looks.lights, looks.light_count) = (self.lights.start.readable, Int32(lights.count))
    looks.pieces = self.pieces.start.readable
    guard let alignment = behaviors.last(where: { $0.activeKind == .alignToMotion }) else { return }
    (looks.aligns, looks.aligns_in_space) = (1, alignment.preservesDepth ? 1 : 0)
    looks.alignment = ParticleAngle(alignment.rotation * 2 * .pi)
    looks.stretch = min(max(0, bounded(alignment.stretch)), 10)
  }

  var massCurve: KernelSpan<ParticleCurve>? {
    (0..<curves.count).last { Int(curves.start[$0].target) == ParticleTargetMass }.map { curves.row(from: $0) }
  }

  var handsOnScale: Bool { has(ParticleTargetScale) || has(ParticleTargetScaleSpeed) }
  var needsVelocity: Bool { looks.aligns != 0 }

  private func has(_ target: Int) -> Bool { (0..<curves.count).contains { Int(curves.start[$0].target) == target } }
}

private typealias Stop = (location: Double, value: Double)

extension EmitterBehaviorState {
  /// Values of particles over their life, set by the behaviour.
  fileprivate var lifeValues: [(LifeTarget, [Double])] {
    switch activeKind {
    case .valueOverLife: return [(keyPath, values)]
    case .colorOverLife:
      return [
        (.red, colors.map { Double($0.red) }), (.green, colors.map { Double($0.green) }),
        (.blue, colors.map { Double($0.blue) }), (.alpha, colors.map { Double($0.alpha) }),
      ]
    default: return []
    }
  }

  fileprivate var curveOperation: Int32 {
    if kind == .colorOverLife {
      return Int32(EmissionModel.lifeColorsReplace ? ParticleCurveReplaces : ParticleCurveMultiplies)
    }
    return Int32(isAdditive ? ParticleCurveAdds : ParticleCurveReplaces)
  }

  /// Values with ascending locations in 0...1. Without locations they are evenly spaced (behavior.md 10.3).
  fileprivate func stops(_ values: [Double], limit: Int) -> [Stop] {
    let last = Double(max(1, values.count - 1))
    var stops: [Stop] = []
    for (index, value) in values.enumerated() {
      // With fewer locations than values, the last value with a location applies from there.
      guard locations.isEmpty || index < locations.count else { break }
      let location = locations.isEmpty ? Double(index) / last : locations[index]
      let place = location.isNaN ? 0 : min(max(location, 0), 1)
      stops.append((max(place, stops.last?.location ?? 0), value))
    }
    guard stops.count > limit else { return stops }
    let step = Double(stops.count - 1) / Double(limit - 1)
    return (0..<limit).map { stops[min(Int((Double($0) * step).rounded()), stops.count - 1)] }
  }
}

extension ParticleCurvePiece {
  /// Narrower ramps are jumps, because their slope would be lost in rounding.
  private static let narrowest = 1e-5

  fileprivate init(from start: Stop, to end: Stop) {
    let width = end.location - start.location
    let isJump = width < Self.narrowest
    self.init(
      start: Float(start.location), width: isJump ? 0 : Float(width), per_width: isJump ? 1e9 : Float(1 / width),
      change: bounded(end.value) - bounded(start.value))
  }
}

extension ParticleLight {
  fileprivate init(_ state: EmitterBehaviorState) {
    self.init()
    let base = state.color ?? .white
    color = ParticleColor(
      red: bounded(base.red), green: bounded(base.green), blue: bounded(base.blue), alpha: bounded(base.alpha))
    position = ParticleVector(x: bounded(state.position.x), y: bounded(state.position.y), z: bounded(state.zPosition))
    let distance = max(bounded(state.falloffDistance), 1e-3)
    falloff = max(0, bounded(state.falloff)) / (distance * distance)
    (is_spot, applies_alpha) = (state.isSpot ? 1 : 0, state.appliesAlpha ? 1 : 0)
    direction = ParticleVector(latitude: state.directionLatitude, longitude: state.directionLongitude)
    let half = min(max(bounded(state.coneAngle) / 2, 0), .pi)
    let inner = half * (1 - min(max(bounded(state.coneEdgeSoftness), 0), 1))
    cone_cosine = ParticleAngle(CGFloat(half)).cosine
    per_edge = 1 / max(ParticleAngle(CGFloat(inner)).cosine - cone_cosine, 1e-4)
  }
}

extension ParticleVector {
  /// A unit vector from its angle from +z and its angle in the plane, as in `orientationLatitude` and
  /// `orientationLongitude`.
  init(latitude: CGFloat, longitude: CGFloat) {
    let (fromZ, around) = (ParticleAngle(latitude), ParticleAngle(longitude))
    self.init(x: fromZ.sine * around.cosine, y: fromZ.sine * around.sine, z: fromZ.cosine)
  }
}

extension LifeTarget {
  fileprivate var kernelValue: Int32 { Int32(LifeTarget.allCases.firstIndex(of: self) ?? 0) }

  fileprivate var isSpeed: Bool {
    switch self {
    case .velocityX, .velocityY, .velocityZ, .spin, .scaleSpeed: true
    default: false
    }
  }
}

/// A particle drawn as a strip through its past positions (emitters.md 12).
struct Ribbon {
  /// Seconds.
  let duration: Float
  let segments: Int
  /// Width and alpha of the end as fractions of the particle's.
  let taper: Float
  let fade: Float

  init(_ state: EmitterBehaviorState) {
    duration = min(max(bounded(state.duration), 1e-3), 60)
    segments = min(max(state.segments, 1), 64)
    taper = max(0, bounded(state.taper))
    fade = min(max(bounded(state.fade), 0), 1)
  }
}
