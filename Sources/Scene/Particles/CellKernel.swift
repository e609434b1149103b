import Foundation
import Graphics

/// What acts on living particles: changes of it move particles that are already born (reference section 5.12).
struct LiveRates {
  /// points/s^2
  var acceleration = SIMD3<Float>()
  var scaleSpeed: Float = 0
  /// Red, green, blue, alpha per second.
  var colorSpeed = SIMD4<Float>()

  init(_ state: EmitterCellState) {
    acceleration = SIMD3(
      finite(state.xAcceleration), finite(state.yAcceleration), finite(state.zAcceleration))
    scaleSpeed = finite(state.scaleSpeed)
    colorSpeed = SIMD4(
      finite(state.redSpeed), finite(state.greenSpeed), finite(state.blueSpeed), finite(state.alphaSpeed))
  }
}

/// What changes of the live rates since a particle's birth segment add to its closed form at one time; zero while the
/// rates are the ones it was born under. See `CellPlan.setOffsets`.
struct LiveOffsets {
  var position = SIMD3<Float>()
  var scale: Float = 0
  var color = SIMD4<Float>()
}

/// The constants of one cell during one segment, in the form in which eight particles at a time are computed.
struct CellKernel {
  let rates: LiveRates
  private let lifetime: Float, lifetimeRange: Float
  private let velocity: Float, velocityRange: Float
  private let scale: Float, scaleRange: Float
  private let spin: Float, spinRange: Float
  private let rotation: Float, rotationRange: Float
  private let color: SIMD4<Float>
  private let colorRange: SIMD4<Float>
  private let longitude: (sine: Float, cosine: Float)
  private let latitude: (sine: Float, cosine: Float)
  /// Half the cone's apex angle in radians; 0 is a ray.
  private let coneHalfAngle: Float
  private let coneCosine: Float
  /// For planes: axis of rotation; nil for sprites.
  private let orientation: Orientation?
  /// Whether any particle is ever turned.
  private let turns: Bool
  /// Whether sub-cells inherit this cell's scale.
  let handsOnScale: Bool

  struct Orientation {
    var axis: SIMD3<Float>
    var coneCosine: Float
  }

  /// - Parameter emitter: multipliers of the layer; nil for sub-cells, which they do not reach.
  init(_ state: EmitterCellState, emitter: EmitterState?) {
    rates = LiveRates(state)
    let lifetimeFactor = finite(emitter?.lifetime ?? 1)
    let velocityFactor = finite(emitter?.velocity ?? 1)
    let scaleFactor = finite(emitter?.scale ?? 1)
    let spinFactor = finite(emitter?.spin ?? 1)
    lifetime = finite(state.lifetime) * lifetimeFactor
    lifetimeRange = finite(state.lifetimeRange) * lifetimeFactor
    velocity = finite(state.velocity) * velocityFactor
    velocityRange = finite(state.velocityRange) * velocityFactor
    scale = finite(state.scale) * scaleFactor
    scaleRange = finite(state.scaleRange) * scaleFactor
    spin = finite(state.spin) * spinFactor + finite(emitter?.spinBias ?? 0)
    spinRange = finite(state.spinRange) * spinFactor
    rotation = finite(state.rotation)
    rotationRange = finite(state.rotationRange)
    let base = state.color ?? .white
    color = SIMD4(finite(base.red), finite(base.green), finite(base.blue), finite(base.alpha))
    colorRange = SIMD4(
      finite(state.redRange), finite(state.greenRange), finite(state.blueRange), finite(state.alphaRange))
    longitude = sineCosine(state.emissionLongitude)
    latitude = sineCosine(state.emissionLatitude)
    coneHalfAngle = min(abs(finite(state.emissionRange)) * EmissionModel.coneHalfAngle, .pi)
    coneCosine = sineCosine(CGFloat(coneHalfAngle)).cosine
    orientation = state.particleType == .plane ? Orientation(state) : nil
    turns = spin != 0 || spinRange != 0 || rotation != 0 || rotationRange != 0
    handsOnScale = !(EmissionModel.zeroScaleIsNotInherited && state.scale == 0 && state.scaleRange == 0)
  }

  /// Longest life that a particle can draw.
  var longestLifetime: Float { lifetime + abs(lifetimeRange) / 2 }

  /// The age at which the last particle has become invisible by shrinking or fading, if the rates stay as they are and
  /// nothing was inherited.
  var longestVisibleAge: Float {
    var age = Float.infinity
    if rates.scaleSpeed < 0 { age = min(age, (abs(scale) + abs(scaleRange) / 2) / -rates.scaleSpeed) }
    if rates.colorSpeed[3] < 0 { age = min(age, (color[3] + abs(colorRange[3]) / 2) / -rates.colorSpeed[3]) }
    return max(age, 0)
  }

  /// The frame of emission around base directions.
  @inline(__always)
  func frame(base: VectorLanes) -> FrameLanes {
    FrameLanes(base: base, longitude: longitude, latitude: latitude)
  }

  /// What eight particles are given at birth.
  @inline(__always)
  func birth(_ identities: Words, origin: OriginLanes, frame: FrameLanes) -> BirthLanes {
    let direction = coneHalfAngle > 0 ? coneDirection(identities, frame) : frame.forward
    let speed = RandomStream.spread(velocity, velocityRange, identities, .velocity)
    let base = origin.color
    return BirthLanes(
      position: origin.position,
      direction: direction,
      velocity: direction * speed,
      lifetime: lifetimes(identities),
      scale: RandomStream.spread(scale, scaleRange, identities, .scale) * origin.scale,
      rotation: RandomStream.spread(rotation, rotationRange, identities, .rotation),
      spin: RandomStream.spread(spin, spinRange, identities, .spin),
      color: ColorLanes(
        base.red * color[0] + RandomStream.spread(0, colorRange[0], identities, .red),
        base.green * color[1] + RandomStream.spread(0, colorRange[1], identities, .green),
        base.blue * color[2] + RandomStream.spread(0, colorRange[2], identities, .blue),
        base.alpha * color[3] + RandomStream.spread(0, colorRange[3], identities, .alpha)))
  }

  /// How long eight particles live.
  @inline(__always)
  func lifetimes(_ identities: Words) -> Floats {
    RandomStream.spread(lifetime, lifetimeRange, identities, .lifetime)
  }

  /// Directions evenly spread over the cone around the frame's forward direction.
  @inline(__always)
  private func coneDirection(_ identities: Words, _ frame: FrameLanes) -> VectorLanes {
    let u = RandomStream.uniform(identities, .coneAngle)
    guard EmissionModel.conesAreSolid else {
      let (sine, cosine) = LaneMath.sineCosine(turns: (u * 2 - 1) * (coneHalfAngle / (2 * .pi)))
      return frame.forward * cosine + frame.sideways * sine
    }
    let (sine, cosine) = LaneMath.sineCosine(turns: RandomStream.uniform(identities, .coneTurn))
    let along = 1 - u * (1 - coneCosine)
    let across = LaneMath.squareRoot(1 - along * along)
    return frame.forward * along + frame.sideways * (across * cosine) + frame.upward * (across * sine)
  }

  /// The appearance at an age: closed forms, reference section 5.7.
  @inline(__always)
  func appearance(_ birth: BirthLanes, age: Floats, offsets: LiveOffsets, identities: Words) -> AppearanceLanes {
    let halfSquare = age * age * 0.5
    let position = VectorLanes(
      birth.position.x + birth.velocity.x * age + (halfSquare * rates.acceleration.x + offsets.position.x),
      birth.position.y + birth.velocity.y * age + (halfSquare * rates.acceleration.y + offsets.position.y),
      birth.position.z + birth.velocity.z * age + (halfSquare * rates.acceleration.z + offsets.position.z))
    let (right, down) = axes(birth, age: age, identities)
    return AppearanceLanes(
      position: position, right: right, down: down,
      scale: birth.scale + age * rates.scaleSpeed + offsets.scale,
      color: ColorLanes(
        birth.color.red + (age * rates.colorSpeed[0] + offsets.color[0]),
        birth.color.green + (age * rates.colorSpeed[1] + offsets.color[1]),
        birth.color.blue + (age * rates.colorSpeed[2] + offsets.color[2]),
        birth.color.alpha + (age * rates.colorSpeed[3] + offsets.color[3])))
  }

  /// The sprite's own x and y axes.
  @inline(__always)
  private func axes(_ birth: BirthLanes, age: Floats, _ identities: Words) -> (VectorLanes, VectorLanes) {
    let zero = Floats(repeating: 0)
    let one = Floats(repeating: 1)
    guard turns else { return (VectorLanes(one, zero, zero), VectorLanes(zero, one, zero)) }
    let angle = (birth.rotation + birth.spin * age) * (1 / (2 * Float.pi))
    let (sine, cosine) = LaneMath.sineCosine(turns: angle)
    if let orientation { return turned(sine, cosine, about: orientation, identities) }
    return (VectorLanes(cosine, sine, zero), VectorLanes(0 - sine, cosine, zero))
  }

  /// Unit vectors x and y turned about each particle's own axis (Rodrigues' rotation formula).
  private func turned(
    _ sine: Floats, _ cosine: Floats, about orientation: Orientation, _ identities: Words
  ) -> (VectorLanes, VectorLanes) {
    let axis = orientation.axes(identities)
    let rest = 1 - cosine
    return (
      VectorLanes(
        cosine + axis.x * axis.x * rest, axis.z * sine + axis.x * axis.y * rest,
        axis.x * axis.z * rest - axis.y * sine),
      VectorLanes(
        axis.x * axis.y * rest - axis.z * sine, cosine + axis.y * axis.y * rest,
        axis.x * sine + axis.y * axis.z * rest)
    )
  }
}

extension CellKernel.Orientation {
  init(_ state: EmitterCellState) {
    let fromZ = sineCosine(state.orientationLatitude)
    let around = sineCosine(state.orientationLongitude)
    axis = SIMD3(fromZ.sine * around.cosine, fromZ.sine * around.sine, fromZ.cosine)
    let half = min(abs(finite(state.orientationRange)) * EmissionModel.orientationConeHalfAngle, .pi)
    coneCosine = sineCosine(CGFloat(half)).cosine
  }

  /// Axes evenly spread over the cone.
  func axes(_ identities: Words) -> VectorLanes {
    let frame = FrameLanes(forward: VectorLanes(repeating: axis))
    let along = 1 - RandomStream.uniform(identities, .orientationAngle) * (1 - coneCosine)
    let across = LaneMath.squareRoot(1 - along * along)
    let (sine, cosine) = LaneMath.sineCosine(turns: RandomStream.uniform(identities, .orientationTurn))
    return frame.forward * along + frame.sideways * (across * cosine) + frame.upward * (across * sine)
  }
}

/// What a particle takes from where it is born: the emitter's shape, or its parent particle.
struct OriginLanes {
  var position: VectorLanes
  var scale: Floats
  var color: ColorLanes
}

/// Attributes drawn at birth.
struct BirthLanes {
  var position: VectorLanes
  var direction: VectorLanes
  var velocity: VectorLanes
  var lifetime: Floats
  var scale: Floats
  var rotation: Floats
  var spin: Floats
  var color: ColorLanes
}

/// What is seen of eight particles: place, the sprite's own x and y axes, size factor, colour.
struct AppearanceLanes {
  var position: VectorLanes
  var right: VectorLanes
  var down: VectorLanes
  var scale: Floats
  var color: ColorLanes
}

/// Sine and cosine of an angle in radians; exact at multiples of a quarter turn, so that "straight down" is straight.
private func sineCosine(_ angle: CGFloat) -> (sine: Float, cosine: Float) {
  let turns = Double(angle) / (2 * .pi)
  let fraction = turns.isFinite ? turns - turns.rounded() : 0
  let lanes = LaneMath.sineCosine(turns: Floats(repeating: Float(fraction)))
  return (lanes.sine[0], lanes.cosine[0])
}
