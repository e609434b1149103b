import CStarmineParticleKernels

/// Constant forces on a cell's particles, and the particles' time at their end.
struct ForceStretch {
  /// Start in the cell's clock; the first is -infinity.
  var start: Double
  var end: Double
  var acceleration: SIMD3<Double>
  /// Active behaviours of the layer, then of the cell.
  var behaviors: [EmitterBehaviorState]

  fileprivate func hasForces(of other: ForceStretch) -> Bool {
    acceleration == other.acceleration && behaviors == other.behaviors
  }
}

/// Forces for the integration of a cell's particles, in the format of the kernels.
///
/// Add a case to `add` for a new behaviour that moves particles.
struct ForceProgram {
  /// The curve of the mass, if any, belongs to the appearance at a time.
  var integration: ParticleIntegration
  let hasSurfaces: Bool
  private let memory: [AnyObject]

  /// - Parameter step: seconds of the cell's clock per step.
  init(_ stretches: [ForceStretch], step: Double) {
    var parts = Parts(step: step)
    // If animations change no force, there is a single interval, for which the kernels have a fast path.
    var list: [ParticleForces] = []
    for (index, stretch) in stretches.enumerated() {
      if index > 0, stretch.hasForces(of: stretches[index - 1]) {
        list[list.count - 1].end = stretch.end
      } else {
        list.append(parts.forces(stretch))
      }
    }
    let forces = KernelMemory(list)
    let (waves, pulls) = (KernelMemory(parts.waves), KernelMemory(parts.pulls))
    let (swirls, turbulences) = (KernelMemory(parts.swirls), KernelMemory(parts.turbulences))
    let (polars, surfaces) = (KernelMemory(parts.polars), KernelMemory(parts.surfaces))
    memory = [forces, waves, pulls, swirls, turbulences, polars, surfaces]
    hasSurfaces = !parts.surfaces.isEmpty
    integration = ParticleIntegration(
      stretches: forces.start, waves: waves.start, pulls: pulls.start, swirls: swirls.start,
      turbulences: turbulences.start, polars: polars.start, surfaces: surfaces.start, stretch_count: Int32(list.count),
      depends_on_time: parts.waves.isEmpty && parts.turbulences.isEmpty ? 0 : 1,
      divides_by_mass: EmissionModel.massDividesForces ? 1 : 0, mass_curve: nil, step: step,
      step_length: Float(step), steps_per_second: Float(1 / step))
  }

  private struct Parts {
    let step: Double
    var waves: [ParticleWave] = []
    var pulls: [ParticlePull] = []
    var swirls: [ParticleSwirl] = []
    var turbulences: [ParticleTurbulence] = []
    var polars: [ParticlePolar] = []
    var surfaces: [ParticleSurface] = []

    init(step: Double) { self.step = step }

    mutating func forces(_ stretch: ForceStretch) -> ParticleForces {
      let counts = (waves.count, pulls.count, swirls.count, turbulences.count, polars.count, surfaces.count)
      var forces = ParticleForces()
      forces.end = stretch.end
      forces.acceleration = ParticleVector(SIMD3<Float>(stretch.acceleration))
      for behavior in stretch.behaviors {
        forces.drag += bounded(behavior.dragging)
        add(behavior, acceleration: stretch.acceleration)
      }
      func range(_ first: Int, _ end: Int) -> ParticleRange {
        ParticleRange(first: Int32(first), count: Int32(end - first))
      }
      (forces.waves, forces.pulls) = (range(counts.0, waves.count), range(counts.1, pulls.count))
      (forces.swirls, forces.turbulences) = (range(counts.2, swirls.count), range(counts.3, turbulences.count))
      (forces.polars, forces.surfaces) = (range(counts.4, polars.count), range(counts.5, surfaces.count))
      return forces
    }

    private mutating func add(_ behavior: EmitterBehaviorState, acceleration: SIMD3<Double>) {
      switch behavior.activeKind {
      case .wave: waves.append(ParticleWave(behavior))
      case .attractor, .simpleAttractor: pulls.append(ParticlePull(behavior))
      case .vortex: swirls.append(ParticleSwirl(behavior))
      case .turbulence: turbulences.append(ParticleTurbulence(behavior))
      case .polarAcceleration: polars.append(ParticlePolar(behavior))
      case .floor, .walls:
        surfaces += behavior.surfaces.map { ParticleSurface($0, behavior, acceleration: acceleration, step: step) }
      default: break
      }
    }
  }
}

extension EmitterBehaviorState {
  var forceVector: SIMD3<Double> {
    func component(_ index: Int) -> Double { index < force.count ? Double(bounded(force[index])) : 0 }
    return SIMD3(component(0), component(1), component(2))
  }

  var dragging: Double {
    switch activeKind {
    case .drag: max(0, Double(bounded(drag)))
    case .vortex: max(0, Double(bounded(strength)))
    default: 0
    }
  }

  /// Rotation per second about each axis, multiplied by the strength of a vortex.
  var turn: SIMD3<Double> {
    let axis = ParticleVector(latitude: orientationLatitude, longitude: orientationLongitude)
    return SIMD3<Double>(SIMD3<Float>(axis)) * Double(bounded(angularVelocity)) * max(0, Double(bounded(strength)))
  }

  var center: SIMD3<Double> {
    let depth = kind == .simpleAttractor ? 0 : bounded(zPosition)
    return SIMD3(Double(bounded(position.x)), Double(bounded(position.y)), Double(depth))
  }

  /// Lines that limit particles: a normal and its distance.
  fileprivate var surfaces: [(normal: SIMD2<Double>, offset: Double)] {
    guard kind == .walls else {
      let turn = ParticleAngle(angle)
      let normal = SIMD2(Double(turn.sine), -Double(turn.cosine))
      return [(normal, (normal * SIMD2(center.x, center.y)).sum())]
    }
    let r = rect.standardized
    return [
      ([1, 0], Double(bounded(r.minX))), ([-1, 0], -Double(bounded(r.maxX))), ([0, 1], Double(bounded(r.minY))),
      ([0, -1], -Double(bounded(r.maxY))),
    ]
  }
}

extension ParticleWave {
  fileprivate init(_ state: EmitterBehaviorState) {
    self.init(
      force: ParticleVector(SIMD3<Float>(state.forceVector)), is_cubic: EmissionModel.wavesAreCubic ? 1 : 0,
      follows_age: EmissionModel.wavesFollowAge ? 1 : 0, frequency: state.repeating(Double(bounded(state.frequency))))
  }
}

extension ParticlePull {
  fileprivate init(_ state: EmitterBehaviorState) {
    self.init()
    center = ParticleVector(SIMD3<Float>(state.center))
    let isSimple = state.kind == .simpleAttractor
    axis =
      isSimple
      ? ParticleVector(x: 0, y: 0, z: 1)
      : ParticleVector(latitude: state.orientationLatitude, longitude: state.orientationLongitude)
    switch isSimple ? .axial : state.attractorType {
    case .radial: type = Int32(ParticlePullRadial)
    case .axial: type = Int32(ParticlePullAxial)
    case .planar: type = Int32(ParticlePullPlanar)
    }
    is_linear = state.isLinearPull ? 1 : 0
    let pushes = state.falloff < 0 && EmissionModel.negativeFalloffPushes
    is_inside = pushes ? 1 : 0
    strength = min(max(bounded(state.stiffness), -1e6), 1e6) * (pushes ? -1 : 1)
    radius = max(0, bounded(state.radius))
    per_falloff = state.falloff == 0 ? 0 : 1 / max(abs(bounded(state.falloff)), 1e-3)
    per_distance = state.falloffDistance > 0 ? 1 / max(bounded(state.falloffDistance), 1e-3) : 0
  }
}

extension EmitterBehaviorState {
  /// Whether the pull is that of a spring at any distance.
  var isLinearPull: Bool { radius <= 0 && falloff == 0 && !(falloffDistance > 0) }
}

extension ParticleSwirl {
  fileprivate init(_ state: EmitterBehaviorState) {
    self.init(center: ParticleVector(SIMD3<Float>(state.center)), turn: ParticleVector(SIMD3<Float>(state.turn)))
  }
}

extension ParticlePolar {
  fileprivate init(_ state: EmitterBehaviorState) {
    self.init(
      center: ParticleVector(SIMD3<Float>(state.center)), radial: bounded(state.radialAcceleration),
      tangential: bounded(state.tangentialAcceleration))
  }
}

extension ParticleSurface {
  fileprivate init(
    _ surface: (normal: SIMD2<Double>, offset: Double), _ state: EmitterBehaviorState, acceleration: SIMD3<Double>,
    step: Double
  ) {
    let pull = abs(surface.normal.x * acceleration.x + surface.normal.y * acceleration.y)
    let friction = min(max(bounded(state.friction), 0), 1)
    self.init(
      normal: ParticleVector(x: Float(surface.normal.x), y: Float(surface.normal.y), z: 0),
      offset: Float(surface.offset), restitution: min(max(bounded(state.restitution), 0), 1), friction: friction,
      // Gravity over two steps is not a bounce.
      rest_speed: bounded(2 * step * pull + 1), rest_friction: 1 - Float(Double.pow(1 - Double(friction), step * 60)))
  }
}

extension ParticleTurbulence {
  /// Eddies of two sizes from the seed of the behaviour.
  fileprivate init(_ state: EmitterBehaviorState) {
    self.init()
    let key = RandomStream.key(0x7475_7262, UInt32(truncatingIfNeeded: state.seed))
    let (size, strength) = (max(Double(bounded(state.size)), 1), Double(bounded(state.strength)))
    let rate = Double(bounded(state.frequency))
    withElements(of: &eddies, ParticleEddy.self) { eddies in
      for index in eddies.indices {
        func random(_ part: UInt32) -> Double {
          Double(RandomStream.key(key, UInt32(index) * 8 + part) >> 8) / Double(1 << 24)
        }
        let isSmall = index % 2 == 1
        let angle = 2 * Double.pi * (Double(index) / Double(PARTICLE_EDDIES) + random(0) / Double(PARTICLE_EDDIES))
        let wave = (isSmall ? 2.0 : 1) * (0.75 + random(1) / 2) / size
        let force = strength * (isSmall ? 0.25 : 0.5)
        let turns = ((0.5 + random(2)) * rate * (random(3) < 0.5 ? -1 : 1) * 4096).rounded() / 4096
        eddies[index] = ParticleEddy(
          wave: ParticleVector(
            x: Float(wave * Double.cos(angle)), y: Float(wave * Double.sin(angle)), z: Float((random(4) - 0.5) * wave)),
          frequency: bounded(state.repeating(turns)), phase: Float(random(5)),
          force_x: bounded(-force * Double.sin(angle)), force_y: bounded(force * Double.cos(angle)))
      }
    }
  }
}
