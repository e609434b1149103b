package import CStarmineParticleKernels

/// Rates that affect living particles: a change moves particles that are already born (behavior.md 5.12).
struct LiveRates: Equatable {
  /// points/s^2
  var acceleration = SIMD3<Float>()
  var scaleSpeed: Float = 0
  /// Red, green, blue, alpha per second.
  var colorSpeed = SIMD4<Float>()

  static let none = LiveRates(EmitterCellState())

  init(_ state: EmitterCellState) {
    acceleration = SIMD3(bounded(state.xAcceleration), bounded(state.yAcceleration), bounded(state.zAcceleration))
    scaleSpeed = bounded(state.scaleSpeed)
    colorSpeed = SIMD4(
      bounded(state.redSpeed), bounded(state.greenSpeed), bounded(state.blueSpeed), bounded(state.alphaSpeed))
  }
}

/// Terms that changes of the live rates since a particle's birth segment add to its closed form at a time; zero while
/// the rates do not change. See `CellPlan.setOffsets`.
struct LiveOffsets {
  var position = SIMD3<Float>()
  var velocity = SIMD3<Float>()
  var scale: Float = 0
  var color = SIMD4<Float>()
}

/// The constants of a cell during a segment, in the format of the kernels.
struct CellConstants {
  let rates: LiveRates
  private(set) var cell: ParticleCell
  /// Whether children inherit the scale without behaviours.
  private let handsOnScale: Bool
  /// Velocity added by later changes of the acceleration.
  var velocityOffset = SIMD3<Float>()

  /// - Parameter emitter: multipliers of the layer; nil for sub-cells, which ignore them.
  init(_ state: EmitterCellState, emitter: EmitterState?) {
    rates = LiveRates(state)
    handsOnScale = !(EmissionModel.zeroScaleIsNotInherited && state.scale == 0 && state.scaleRange == 0)
    let lifetimeFactor = bounded(emitter?.lifetime ?? 1)
    let velocityFactor = bounded(emitter?.velocity ?? 1)
    let scaleFactor = bounded(emitter?.scale ?? 1)
    let spinFactor = bounded(emitter?.spin ?? 1)
    cell = ParticleCell()
    cell.lifetime = ParticleSpread(
      mean: bounded(state.lifetime) * lifetimeFactor, range: bounded(state.lifetimeRange) * lifetimeFactor)
    cell.velocity = ParticleSpread(
      mean: bounded(state.velocity) * velocityFactor, range: bounded(state.velocityRange) * velocityFactor)
    cell.scale = ParticleSpread(
      mean: bounded(state.scale) * scaleFactor, range: bounded(state.scaleRange) * scaleFactor)
    cell.spin = ParticleSpread(
      mean: bounded(state.spin) * spinFactor + bounded(emitter?.spinBias ?? 0),
      range: bounded(state.spinRange) * spinFactor)
    cell.rotation = ParticleSpread(mean: bounded(state.rotation), range: bounded(state.rotationRange))
    cell.mass = ParticleSpread(mean: bounded(state.mass), range: bounded(state.massRange))
    if state.particleType == .point { (cell.spin, cell.rotation) = (ParticleSpread(), ParticleSpread()) }
    setColor(state)
    setDirections(state)
    let turns = [cell.spin, cell.rotation].contains { $0.mean != 0 || $0.range != 0 }
    cell.turns = turns ? 1 : 0
    cell.hands_on_scale = handsOnScale ? 1 : 0
    cell.speed = ParticleChange(position: rates.acceleration, scale: rates.scaleSpeed, color: rates.colorSpeed)
  }

  private mutating func setColor(_ state: EmitterCellState) {
    let base = state.color ?? .white
    cell.color = ParticleColor(
      red: bounded(base.red), green: bounded(base.green), blue: bounded(base.blue), alpha: bounded(base.alpha))
    cell.color_range = ParticleColor(
      red: bounded(state.redRange), green: bounded(state.greenRange), blue: bounded(state.blueRange),
      alpha: bounded(state.alphaRange))
  }

  private mutating func setDirections(_ state: EmitterCellState) {
    cell.longitude = ParticleAngle(state.emissionLongitude)
    cell.latitude = ParticleAngle(state.emissionLatitude)
    cell.cone_half_angle = min(abs(bounded(state.emissionRange)) * EmissionModel.coneHalfAngle, .pi)
    cell.cone_cosine = ParticleAngle(CGFloat(cell.cone_half_angle)).cosine
    cell.cone_is_solid = EmissionModel.conesAreSolid && !state.emissionIsFlat ? 1 : 0
    guard state.particleType == .plane else { return }
    cell.is_plane = 1
    let fromZ = ParticleAngle(state.orientationLatitude)
    let around = ParticleAngle(state.orientationLongitude)
    cell.axis = ParticleVector(x: fromZ.sine * around.cosine, y: fromZ.sine * around.sine, z: fromZ.cosine)
    let half = min(abs(bounded(state.orientationRange)) * EmissionModel.orientationConeHalfAngle, .pi)
    cell.axis_cosine = ParticleAngle(CGFloat(half)).cosine
  }

  var offsets: LiveOffsets {
    get {
      LiveOffsets(position: SIMD3(cell.offset.position), scale: cell.offset.scale, color: SIMD4(cell.offset.color))
    }
    set { cell.offset = ParticleChange(position: newValue.position, scale: newValue.scale, color: newValue.color) }
  }

  /// A behaviour's curve may give children a scale, whatever the scale at birth is.
  mutating func handOnScale(_ always: Bool) { cell.hands_on_scale = always || handsOnScale ? 1 : 0 }

  var longestLifetime: Float { cell.lifetime.mean + abs(cell.lifetime.range) / 2 }

  private var longestScale: Float { abs(cell.scale.mean) + abs(cell.scale.range) / 2 }

  private func highestAlpha(_ inherited: Inheritance) -> Float {
    max(0, cell.color.alpha) * inherited.alpha + abs(cell.color_range.alpha) / 2
  }

  /// The age at which the last particle is invisible because it shrinks or fades, with constant rates.
  func longestVisibleAge(_ inherited: Inheritance) -> Float {
    var age = Float.infinity
    if rates.scaleSpeed < 0 { age = min(age, longestScale * inherited.scale / -rates.scaleSpeed) }
    if rates.colorSpeed[3] < 0 { age = min(age, highestAlpha(inherited) / -rates.colorSpeed[3]) }
    return age
  }

  /// The maximum that children inherit, with constant rates.
  func inheritance(from inherited: Inheritance) -> Inheritance {
    let scale = longestScale * inherited.scale + max(0, rates.scaleSpeed) * longestLifetime
    return Inheritance(
      scale: cell.hands_on_scale != 0 ? scale : 1,
      alpha: highestAlpha(inherited) + max(0, rates.colorSpeed[3]) * longestLifetime)
  }
}

struct Inheritance {
  var scale: Float
  var alpha: Float

  static let none = Inheritance(scale: 1, alpha: 1)
  /// Above everything visible.
  static let unknown = Inheritance(scale: 1e18, alpha: 1e18)
}

extension ParticleAngle {
  /// Sine and cosine of an angle in radians, exact at multiples of a quarter turn.
  init(_ angle: CGFloat) {
    let turns = Double(angle) / (2 * .pi)
    let fraction = turns.isFinite ? turns - turns.rounded() : 0
    let lanes = LaneMath.sineCosine(turns: Floats(repeating: Float(fraction)))
    self.init(sine: lanes.sine[0], cosine: lanes.cosine[0])
  }
}

extension ParticleChange {
  package init(position: SIMD3<Float>, scale: Float, color: SIMD4<Float>) {
    self.init(position: ParticleVector(position), scale: scale, color: ParticleColor(color))
  }
}

extension ParticleVector {
  package init(_ v: SIMD3<Float>) { self.init(x: v.x, y: v.y, z: v.z) }
}

extension ParticleColor {
  package init(_ v: SIMD4<Float>) { self.init(red: v[0], green: v[1], blue: v[2], alpha: v[3]) }
}

extension SIMD3<Float> {
  package init(_ v: ParticleVector) { self.init(v.x, v.y, v.z) }
}

extension SIMD4<Float> {
  package init(_ c: ParticleColor) { self.init(c.red, c.green, c.blue, c.alpha) }
}
