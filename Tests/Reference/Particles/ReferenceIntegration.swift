import CStarmineParticleKernels
import StarmineScene

// Motion step by step, one particle at a time: the plain twin of the kernels' `steps.h` and `integration.c`.

/// A particle on its way.
private struct Traveller {
  let integration: ParticleIntegration
  let looks: ParticleLooks
  let birth: Double
  let mass: Float
  let lifetime: Float
  var position: SIMD3<Float>
  var velocity: SIMD3<Float>
  private var age = 0.0
  private var stretch = 0
  private var acceleration = SIMD3<Float>()
  private var inverseMass: Float = 1
  private var decay: Float = 1

  init(
    _ integration: ParticleIntegration, _ looks: ParticleLooks, birth: Double, mass: Float, lifetime: Float,
    position: SIMD3<Float>, velocity: SIMD3<Float>
  ) {
    (self.integration, self.looks, self.birth) = (integration, looks, birth)
    (self.mass, self.lifetime, self.position, self.velocity) = (mass, lifetime, position, velocity)
  }

  private var forces: ParticleForces { integration.stretches[stretch] }

  private mutating func findStretch() {
    stretch =
      (0..<Int(integration.stretch_count) - 1).first { integration.stretches[$0].end > birth + age }
      ?? Int(integration.stretch_count) - 1
  }

  private mutating func weigh() {
    var mass = mass
    if let curve = integration.mass_curve?.pointee {
      mass = curve.applied(to: mass, curve.value(looks, at: Float(age) / lifetime))
    }
    inverseMass = integration.divides_by_mass != 0 ? 1 / larger(mass, 0.01) : 1
  }

  private mutating func slowDown(_ length: Float) {
    decay = exponential(forces.drag * inverseMass * length * -0.5)
  }

  private mutating func accelerate() {
    let force = integration.force(forces, at: position, time: birth + age, age: age)
    acceleration = SIMD3(forces.acceleration) + force * inverseMass
  }

  /// Ready for a step of this length.
  private mutating func setOut(_ length: Float) {
    findStretch()
    weigh()
    slowDown(length)
    accelerate()
  }

  /// Kick, drift, kick, with half of the drag before and behind.
  private mutating func step(_ length: Float, to age: Double) {
    let half = length * 0.5
    velocity = velocity * decay + acceleration * half
    position += velocity * length
    self.age = age
    findStretch()
    weigh()
    slowDown(length)
    forces.surfaces.forEach(in: integration.surfaces) { $0.bounce(&position, &velocity) }
    accelerate()
    velocity = (velocity + acceleration * half) * decay
  }

  /// From one step of the grid to another.
  mutating func travel(from first: Int, to last: Int, _ body: (Int, Traveller) -> Void) {
    age = Double(first) * integration.step
    setOut(integration.step_length)
    for number in stride(from: first + 1, through: last, by: 1) {
      step(integration.step_length, to: Double(number) * integration.step)
      body(number, self)
    }
  }

  /// From a step of the grid to a later age.
  mutating func arrive(from last: Int, at now: Float) {
    let rest = larger(now - Float(last) * integration.step_length, 0)
    age = Double(last) * integration.step
    setOut(rest)
    step(rest, to: age + Double(rest))
  }
}

private let lanes = Int(PARTICLE_LANES)

extension UnsafeMutablePointer<Float> {
  /// Writes a place and a velocity into columns.
  fileprivate func storeState(_ position: SIMD3<Float>, _ velocity: SIMD3<Float>, stride: Int) {
    for axis in 0..<3 { (self[axis * stride], self[(axis + 3) * stride]) = (position[axis], velocity[axis]) }
  }
}

private func mass(_ cell: ParticleCell, _ identity: UInt32) -> Float {
  RandomStream.spread(cell.mass, Words(repeating: identity), .mass)[0]
}

let referenceIntegrate: ParticleKernels.Integrate = { out, list, births, cell, integration, looks, states in
  let (list, n, states) = (list.pointee, integration.pointee, states.pointee)
  guard let times = list.times else { return }
  for index in 0..<list.count {
    let birth = births + index
    var traveller = Traveller(
      n, looks.pointee, birth: times[index], mass: mass(cell.pointee, list.identities[index]),
      lifetime: birth[Int(PARTICLE_PARENT_COLUMNS) * list.stride], position: birth.vector(0, stride: list.stride),
      velocity: birth.vector(3, stride: list.stride))
    let last = Int(list.ages[index] * n.steps_per_second)
    var first = 0
    if let steps = states.steps, let kept = states.states.map({ UnsafePointer($0 + index) }), steps[index] > 0,
      steps[index] <= last
    {
      first = Int(steps[index])
      traveller.position = kept.vector(0, stride: list.stride)
      traveller.velocity = kept.vector(3, stride: list.stride)
    }
    let path = states.path.map { $0 + index }
    path?.storeState(traveller.position, traveller.velocity, stride: lanes)
    traveller.travel(from: first, to: last) { number, now in
      let place = path.map { $0 + number * Int(PARTICLE_STATE_COLUMNS) * lanes }
      place?.storeState(now.position, now.velocity, stride: lanes)
    }
    states.steps?[index] = Int32(last)
    (states.states.map { $0 + index })?.storeState(traveller.position, traveller.velocity, stride: list.stride)
    traveller.arrive(from: last, at: list.ages[index])
    (out + index).storeState(traveller.position, traveller.velocity, stride: list.stride)
  }
}

let referenceFollow: ParticleKernels.Follow = { list, start, parent, cell, integration, looks in
  let (list, parent, cell, looks) = (list.pointee, parent.pointee, cell.pointee, looks.pointee)
  guard let columns = list.parents, let elapsedSeconds = list.elapsed else { return }
  for index in start..<list.count {
    let state = UnsafePointer(columns + index)
    let elapsed = elapsedSeconds[index]
    let age = elapsed + parent.age
    var seen = ReferenceSeen(
      position: state.vector(0, stride: list.stride), velocity: state.vector(3, stride: list.stride),
      scale: elapsed * cell.speed.scale + state[9 * list.stride], angle: 0, color: SIMD4())
    for component in 0..<4 {
      seen.color[component] = elapsed * SIMD4(cell.speed.color)[component] + state[(10 + component) * list.stride]
    }
    move(&seen, parent, cell, integration.pointee, looks, elapsed: elapsed)
    var begin = seen
    (begin.position, begin.scale) = (SIMD3(parent.origin), parent.scale)
    looks.followCurves(&seen, from: begin, age: age, lifetime: parent.lifetime)
    (columns + index).storeState(seen.position, seen.velocity, stride: list.stride)
    columns[9 * list.stride + index] = seen.scale
    for component in 0..<4 { columns[(10 + component) * list.stride + index] = seen.color[component] }
    elapsedSeconds[index] = 0
  }
}

/// A parent's place and velocity: on its path, or by the closed forms.
private func move(
  _ seen: inout ReferenceSeen, _ parent: ParticleTrack, _ cell: ParticleCell, _ n: ParticleIntegration,
  _ looks: ParticleLooks, elapsed: Float
) {
  guard let path = parent.path else {
    let acceleration = SIMD3(cell.speed.position)
    seen.position = acceleration * (elapsed * elapsed * 0.5) + seen.position + seen.velocity * elapsed
    seen.velocity = acceleration * elapsed + seen.velocity
    return
  }
  let age = elapsed + parent.age
  let step = min(Int(age * n.steps_per_second), Int(parent.last_step))
  let state = path + step * Int(PARTICLE_STATE_COLUMNS) * lanes + Int(parent.lane)
  var traveller = Traveller(
    n, looks, birth: parent.birth, mass: mass(cell, parent.identity), lifetime: parent.lifetime,
    position: state.vector(0, stride: lanes), velocity: state.vector(3, stride: lanes))
  traveller.arrive(from: step, at: age)
  (seen.position, seen.velocity) = (traveller.position, traveller.velocity)
}
