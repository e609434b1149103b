import CStarmineParticleKernels
import StarmineScene

// What behaviours change in the looks of one particle: the plain twin of the kernels' `looks.h`.

/// Everything that curves reach.
struct ReferenceSeen {
  var position: SIMD3<Float>
  var velocity: SIMD3<Float>
  var scale: Float
  /// Radians.
  var angle: Float
  /// Red, green, blue, alpha; straight.
  var color: SIMD4<Float>
}

extension ParticleCurve {
  /// Its value at a share of the life.
  func value(_ looks: ParticleLooks, at share: Float) -> Float {
    var value = base
    forEachPiece(looks) { value += clampedToUnit((share - $0.start) * $0.per_width) * $0.change }
    return value
  }

  /// Its integral from birth on, in shares of the life.
  private func integral(_ looks: ParticleLooks, at share: Float) -> Float {
    var value = share * base
    forEachPiece(looks) { piece in
      let begun = clampedToUnit((share - piece.start) * piece.per_width)
      let over = larger(share - piece.start - piece.width, 0)
      value += (begun * begun * (piece.width * 0.5) + over) * piece.change
    }
    return value
  }

  private func forEachPiece(_ looks: ParticleLooks, _ body: (ParticleCurvePiece) -> Void) {
    guard let pieces = looks.pieces else { return }
    for index in Int(first)..<Int(first) + Int(count) { body(pieces[index]) }
  }

  /// A particle's own value under the curve's.
  func applied(to own: Float, _ value: Float) -> Float {
    switch Int(operation) {
    case ParticleCurveReplaces: value
    case ParticleCurveAdds: own + value
    default: own * value
    }
  }

  /// Values that change at the curve's speed.
  private func carried(_ now: Float, from begin: Float, _ way: Float) -> Float {
    Int(operation) == ParticleCurveReplaces ? begin + way : now + way
  }

  /// - Parameter begin: values that curves of speeds start from.
  fileprivate func change(
    _ seen: inout ReferenceSeen, _ looks: ParticleLooks, from begin: ReferenceSeen, share: Float, lifetime: Float
  ) {
    let value = value(looks, at: share)
    let way = is_speed != 0 ? integral(looks, at: share) * lifetime : 0
    let target = Int(target)
    switch target {
    case ParticleTargetPositionX...ParticleTargetPositionZ:
      seen.position[target] = applied(to: seen.position[target], value)
    case ParticleTargetVelocityX...ParticleTargetVelocityZ:
      let axis = target - ParticleTargetVelocityX
      seen.position[axis] = carried(seen.position[axis], from: begin.position[axis], way)
      seen.velocity[axis] = applied(to: seen.velocity[axis], value)
    case ParticleTargetRotation: seen.angle = applied(to: seen.angle, value)
    case ParticleTargetSpin: seen.angle = carried(seen.angle, from: begin.angle, way)
    case ParticleTargetScale: seen.scale = applied(to: seen.scale, value)
    case ParticleTargetScaleSpeed: seen.scale = carried(seen.scale, from: begin.scale, way)
    case ParticleTargetRed...ParticleTargetAlpha:
      let component = target - ParticleTargetRed
      seen.color[component] = applied(to: seen.color[component], value)
    default: break
    }
  }
}

extension ParticleLooks {
  func followCurves(_ seen: inout ReferenceSeen, from begin: ReferenceSeen, age: Float, lifetime: Float) {
    guard let curves else { return }
    for index in 0..<Int(curve_count) {
      curves[index].change(&seen, self, from: begin, share: age / lifetime, lifetime: lifetime)
    }
  }

  func lightUp(_ seen: inout ReferenceSeen) {
    guard let lights, light_count > 0 else { return }
    var total = SIMD4<Float>()
    var reachesAlpha = false
    for index in 0..<Int(light_count) {
      let light = lights[index]
      let weight = light.weight(at: seen.position)
      var color = SIMD4(light.color)
      if light.applies_alpha == 0 { color[3] = 0 }
      total += weight * color
      reachesAlpha = reachesAlpha || light.applies_alpha != 0
    }
    if !reachesAlpha { total[3] = 1 }
    seen.color *= total
  }

  /// The image's axes with y along the movement, or along the direction at birth of what stands still.
  ///
  /// - Parameter height: of the image at scale 1.
  func aligned(
    _ seen: inout ReferenceSeen, _ direction: SIMD3<Float>, height: Float
  ) -> (right: SIMD3<Float>, down: SIMD3<Float>) {
    let velocity = seen.velocity
    let mask: SIMD3<Float> = aligns_in_space != 0 ? [1, 1, 1] : [1, 1, 0]
    let moving = velocity.replacing(with: 0, where: mask .== 0)
    let resting = direction.replacing(with: 0, where: mask .== 0)
    let isStill = dot(moving, moving) < 1e-6
    let way = isStill ? resting : moving
    let flat = way.x * way.x + way.y * way.y
    let isUpright = flat < 1e-12
    let scale = inverseSquareRoot(flat)
    let right = isUpright ? SIMD3<Float>(1, 0, 0) : SIMD3(way.y * scale, 0 - way.x * scale, 0)
    var down = way * inverseSquareRoot(dot(way, way))
    if aligns_in_space == 0 { down = isUpright ? SIMD3(0, 1, 0) : SIMD3(down.x, down.y, 0) }
    if stretch > 0 {
      // The front stays where it is.
      let length = isStill ? 0 : dot(way, way).squareRoot() * stretch
      let own = larger(seen.scale * height, 1e-3)
      seen.position -= down * (length * 0.5)
      down *= 1 + length / own
    }
    let (sine, cosine) = (alignment.sine, alignment.cosine)
    return (right * cosine + down * sine, down * cosine - right * sine)
  }
}

extension ParticleLight {
  /// How much of it reaches a place: less with the distance, and for a spot outside of its cone.
  fileprivate func weight(at place: SIMD3<Float>) -> Float {
    let way = place - SIMD3(position)
    let square = dot(way, way)
    let weight = 1 / (square * falloff + 1)
    guard is_spot != 0 else { return weight }
    let cosine = dot(way, SIMD3(direction)) / larger(square.squareRoot(), 1e-6)
    let edge = clampedToUnit((cosine - cone_cosine) * per_edge)
    return weight * (edge * edge * (3 - edge * 2))
  }
}

// MARK: One lane of the elementary functions

func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { a.x * b.x + a.y * b.y + a.z * b.z }
func larger(_ a: Float, _ b: Float) -> Float { a < b ? b : a }
func smaller(_ a: Float, _ b: Float) -> Float { a > b ? b : a }
func clampedToUnit(_ x: Float) -> Float { LaneMath.clampedToUnit(Floats(repeating: x))[0] }
func inverseSquareRoot(_ x: Float) -> Float { LaneMath.inverseSquareRoot(Floats(repeating: x))[0] }
func exponential(_ x: Float) -> Float { LaneMath.exponential(Floats(repeating: x))[0] }
