import CStarmineParticleKernels
import StarmineScene

// Forces on one particle by its place and the time: the plain twin of the kernels' `forces.h`.

extension ParticleWave {
  /// Turns into the wave's height, -1...1: a triangle, rounded by a parabola or a cubic polynomial.
  private func height(turns: Double) -> Float {
    let share = Float(turns - turns.rounded(.down))
    let q = share > 0.5 ? share - 1 : share
    let size = abs(q)
    guard is_cubic != 0 else { return q * (8 - size * 16) }
    let triangle = size > 0.25 ? 2 - size * 4 : size * 4
    let height = triangle * (1.5 - triangle * triangle * 0.5)
    return q < 0 ? 0 - height : height
  }

  fileprivate func force(time: Double, age: Double) -> SIMD3<Float> {
    SIMD3(force) * height(turns: (follows_age != 0 ? age : time) * frequency)
  }
}

extension ParticlePull {
  /// A spring to a point, an axis or a plane.
  fileprivate func force(at place: SIMD3<Float>) -> SIMD3<Float> {
    var way = SIMD3(center) - place
    if Int(type) != ParticlePullRadial {
      let along = SIMD3(axis) * dot(way, SIMD3(axis))
      way = Int(type) == ParticlePullPlanar ? along : way - along
    }
    guard is_linear == 0 else { return way * strength }
    let square = larger(dot(way, way), 1e-12)
    let inverse = inverseSquareRoot(square)
    let beyond = square * inverse - radius
    let depth = larger(is_inside != 0 ? 0 - beyond : beyond, 0)
    var weight = strength
    if per_falloff > 0 { weight = weight * smaller(depth * per_falloff, 1) }
    if per_distance > 0 {
      let share = depth * per_distance
      weight = weight / (share * share + 1)
    }
    return way * (is_inside != 0 ? weight : weight * depth * inverse)
  }
}

extension ParticleSwirl {
  /// A flow that takes particles along with it round an axis.
  fileprivate func force(at place: SIMD3<Float>) -> SIMD3<Float> {
    let (r, w) = (place - SIMD3(center), turn)
    return SIMD3(w.y * r.z - w.z * r.y, w.z * r.x - w.x * r.z, w.x * r.y - w.y * r.x)
  }
}

extension ParticleTurbulence {
  fileprivate func force(at place: SIMD3<Float>, time: Double) -> SIMD3<Float> {
    let cycle = time * (1.0 / 4096)
    let seconds = Float((cycle - cycle.rounded(.down)) * 4096)
    var force = SIMD3<Float>()
    withUnsafeBytes(of: eddies) { bytes in
      for eddy in bytes.assumingMemoryBound(to: ParticleEddy.self) {
        let turns =
          place.x * eddy.wave.x + place.y * eddy.wave.y + place.z * eddy.wave.z + seconds * eddy.frequency + eddy.phase
        let q = turns - ((turns + 12_582_912) - 12_582_912)
        let height = q * (8 - abs(q) * 16)
        force.x += height * eddy.force_x
        force.y += height * eddy.force_y
      }
    }
    return force
  }
}

extension ParticlePolar {
  /// Away from a point and round it; nothing at the point itself.
  fileprivate func force(at place: SIMD3<Float>) -> SIMD3<Float> {
    let r = place - SIMD3(center)
    let inverse = inverseSquareRoot(larger(r.x * r.x + r.y * r.y, 1e-4))
    let (x, y) = (r.x * radial - r.y * tangential, r.y * radial + r.x * tangential)
    return SIMD3(x * inverse, y * inverse, 0)
  }
}

extension ParticleSurface {
  /// Puts what is behind it back and takes speed away.
  func bounce(_ place: inout SIMD3<Float>, _ velocity: inout SIMD3<Float>) {
    let normal = SIMD3(normal)
    let depth = dot(normal, place) - offset
    guard depth < 0 else { return }
    let speed = dot(normal, velocity)
    let rests = speed > -rest_speed
    let back = rests ? 0 : restitution
    let kept = 1 - (rests ? rest_friction : friction)
    let away = speed < 0 ? 0 - speed * back : speed
    place -= normal * (depth * (1 + back))
    velocity = (velocity - normal * speed) * kept + normal * away
  }
}

extension ParticleIntegration {
  /// All forces of a stretch on mass 1.
  func force(_ stretch: ParticleForces, at place: SIMD3<Float>, time: Double, age: Double) -> SIMD3<Float> {
    var sum = SIMD3<Float>()
    stretch.pulls.forEach(in: pulls) { sum += $0.force(at: place) }
    stretch.waves.forEach(in: waves) { sum += $0.force(time: time, age: age) }
    stretch.swirls.forEach(in: swirls) { sum += $0.force(at: place) }
    stretch.turbulences.forEach(in: turbulences) { sum += $0.force(at: place, time: time) }
    stretch.polars.forEach(in: polars) { sum += $0.force(at: place) }
    return sum
  }
}

extension ParticleRange {
  func forEach<Element>(in elements: UnsafePointer<Element>?, _ body: (Element) -> Void) {
    guard let elements else { return }
    for index in Int(first)..<Int(first) + Int(count) { body(elements[index]) }
  }
}
