import CStarmineParticleKernels

/// Forces that are linear in position and velocity: v' = g - drag v + pull x, plus waves, at one moment for mass 1.
struct LinearForces {
  var drag = 0.0
  /// Matrix that multiplies the position.
  var pull = Matrix3.zero
  var constant = SIMD3<Double>()
  /// Amplitude, and periods per second.
  var waves: [(force: SIMD3<Double>, frequency: Double)] = []

  init(_ stretch: ForceStretch, inverseMass: Double) {
    // In place: a copy of a behaviour counts many references.
    let behaviors = stretch.behaviors.span
    for index in behaviors.indices { add(behaviors[index]) }
    drag *= inverseMass
    pull = pull * inverseMass
    constant = constant * inverseMass + stretch.acceleration
    waves = waves.map { ($0.force * inverseMass, $0.frequency) }
  }

  private mutating func add(_ behavior: EmitterBehaviorState) {
    drag += behavior.dragging
    switch behavior.activeKind {
    case .wave: waves.append((behavior.forceVector, behavior.repeating(Double(bounded(behavior.frequency)))))
    case .attractor, .simpleAttractor: add(behavior.spring, around: behavior.center)
    case .vortex:
      let w = behavior.turn
      add(Matrix3([0, -w.z, w.y], [w.z, 0, -w.x], [-w.y, w.x, 0]), around: behavior.center)
    default: break
    }
  }

  private mutating func add(_ matrix: Matrix3, around center: SIMD3<Double>) {
    pull = pull + matrix
    constant -= matrix * center
  }

  func moment(at time: Double) -> Moment {
    let force = waves.reduce(constant) { sum, wave in sum + wave.force * waveHeight(time * wave.frequency) }
    return Moment(drag: drag, pull: pull, force: force)
  }

  /// Drag, pull, and the sum of all other forces at a time.
  struct Moment {
    var drag: Double
    var pull: Matrix3
    var force: SIMD3<Double>
  }

  /// The fastest rate of change per second.
  var quickest: Double {
    let wave = waves.map { abs($0.frequency) * 2 * .pi }.max() ?? 0
    return max(drag, pull.size.squareRoot(), wave)
  }

  /// The fastest rate of change within a table row. Waves matter less: their displacement decreases with the square of
  /// the frequency.
  var quickestInRow: Double {
    let wave = waves.map { abs($0.frequency) * 2 * .pi }.max() ?? 0
    return max(drag, pull.size.squareRoot(), wave / 10)
  }
}

/// The value of a wave at a phase in turns, as computed by the kernels.
func waveHeight(_ turns: Double) -> Double {
  let share = turns - turns.rounded(.down)
  let q = share > 0.5 ? share - 1 : share
  guard EmissionModel.wavesAreCubic else { return q * (8 - 16 * abs(q)) }
  let triangle = abs(q) > 0.25 ? 2 - 4 * abs(q) : 4 * abs(q)
  let height = triangle * (1.5 - triangle * triangle / 2)
  return q < 0 ? -height : height
}

extension EmitterBehaviorState {
  fileprivate var spring: Matrix3 {
    let stiffness = min(max(Double(bounded(stiffness)), -1e6), 1e6)
    let isSimple = kind == .simpleAttractor
    let n =
      isSimple
      ? SIMD3<Double>(0, 0, 1)
      : SIMD3<Double>(SIMD3<Float>(ParticleVector(latitude: orientationLatitude, longitude: orientationLongitude)))
    let along = Matrix3(n * n.x, n * n.y, n * n.z)
    switch isSimple ? .axial : attractorType {
    case .radial: return .identity * -stiffness
    case .axial: return (.identity + along * -1) * -stiffness
    case .planar: return along * -stiffness
    }
  }
}

/// A 3x3 matrix in rows.
struct Matrix3: Equatable {
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var z: SIMD3<Double>

  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

  static let zero = Matrix3(.zero, .zero, .zero)
  static let identity = Matrix3([1, 0, 0], [0, 1, 0], [0, 0, 1])

  static func + (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func * (a: Matrix3, factor: Double) -> Matrix3 { Matrix3(a.x * factor, a.y * factor, a.z * factor) }

  static func * (a: Matrix3, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((a.x * v).sum(), (a.y * v).sum(), (a.z * v).sum())
  }

  static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> { b.x * r.x + b.y * r.y + b.z * r.z }
    return Matrix3(row(a.x), row(a.y), row(a.z))
  }

  /// The maximum absolute row sum.
  var size: Double { [x, y, z].map { abs($0.x) + abs($0.y) + abs($0.z) }.max() ?? 0 }
}

/// The present position of a particle as a function of its position and velocity at birth (emitters.md 10.2).
protocol AffineMap {
  static var start: Self { get }
  /// Derivative with respect to the time of birth.
  func slope(_ forces: LinearForces.Moment) -> Self
  static func + (left: Self, right: Self) -> Self
  static func * (left: Self, factor: Double) -> Self
  static var count: Int { get }
  func write(to numbers: KernelSpan<Double>)
}

/// Drag and forces that are equal everywhere: x + S v + G, D v + H.
struct ScaledMap: AffineMap {
  var s = 0.0
  var g = SIMD3<Double>()
  var d = 1.0
  var h = SIMD3<Double>()

  static var start: ScaledMap { ScaledMap() }

  func slope(_ forces: LinearForces.Moment) -> ScaledMap {
    ScaledMap(s: forces.drag * s - 1, g: -s * forces.force, d: forces.drag * d, h: -d * forces.force)
  }

  static func + (a: ScaledMap, b: ScaledMap) -> ScaledMap {
    ScaledMap(s: a.s + b.s, g: a.g + b.g, d: a.d + b.d, h: a.h + b.h)
  }
  static func * (a: ScaledMap, factor: Double) -> ScaledMap {
    ScaledMap(s: a.s * factor, g: a.g * factor, d: a.d * factor, h: a.h * factor)
  }

  static var count: Int { 2 * Int(PARTICLE_SCALED_FUNCTIONS) }

  func write(to numbers: KernelSpan<Double>) {
    numbers[0] = s
    g.write(to: numbers.from(1))
    numbers[4] = d
    h.write(to: numbers.from(5))
  }
}

/// Forces that are linear in the position: A x + B v + G, C x + D v + H.
struct MappedMap: AffineMap {
  var a = Matrix3.identity
  var b = Matrix3.zero
  var g = SIMD3<Double>()
  var c = Matrix3.zero
  var d = Matrix3.identity
  var h = SIMD3<Double>()

  static var start: MappedMap { MappedMap() }

  func slope(_ forces: LinearForces.Moment) -> MappedMap {
    MappedMap(
      a: b * forces.pull * -1, b: a * -1 + b * forces.drag, g: b * forces.force * -1, c: d * forces.pull * -1,
      d: c * -1 + d * forces.drag, h: d * forces.force * -1)
  }

  static func + (l: MappedMap, r: MappedMap) -> MappedMap {
    MappedMap(a: l.a + r.a, b: l.b + r.b, g: l.g + r.g, c: l.c + r.c, d: l.d + r.d, h: l.h + r.h)
  }
  static func * (l: MappedMap, factor: Double) -> MappedMap {
    MappedMap(a: l.a * factor, b: l.b * factor, g: l.g * factor, c: l.c * factor, d: l.d * factor, h: l.h * factor)
  }

  static var count: Int { 2 * Int(PARTICLE_MAPPED_FUNCTIONS) }

  func write(to numbers: KernelSpan<Double>) {
    a.write(to: numbers)
    b.write(to: numbers.from(9))
    g.write(to: numbers.from(18))
    c.write(to: numbers.from(21))
    d.write(to: numbers.from(30))
    h.write(to: numbers.from(39))
  }
}

extension SIMD3<Double> {
  fileprivate func write(to numbers: KernelSpan<Double>) { (numbers[0], numbers[1], numbers[2]) = (x, y, z) }
}

extension Matrix3 {
  fileprivate func write(to numbers: KernelSpan<Double>) {
    x.write(to: numbers)
    y.write(to: numbers.from(3))
    z.write(to: numbers.from(6))
  }
}

extension LinearForces {
  /// The weighted sum of forces of the same behaviours.
  static func sum(
    _ first: LinearForces, _ middle: LinearForces, _ last: LinearForces, weights: SIMD3<Double>
  ) -> LinearForces {
    var result = first
    (result.drag, result.pull, result.constant) = (0, .zero, .zero)
    for index in result.waves.indices { result.waves[index] = (.zero, 0) }
    result.add(first, weight: weights.x)
    result.add(middle, weight: weights.y)
    result.add(last, weight: weights.z)
    return result
  }

  private mutating func add(_ forces: LinearForces, weight: Double) {
    drag += forces.drag * weight
    pull = pull + forces.pull * weight
    constant += forces.constant * weight
    for (index, wave) in forces.waves.enumerated() where index < waves.count {
      waves[index].force += wave.force * weight
      waves[index].frequency += wave.frequency * weight
    }
  }
}
