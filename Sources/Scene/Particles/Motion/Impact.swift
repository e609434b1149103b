import CStarmineParticleKernels

/// An impact of an integrated particle on a floor or a wall.
struct Impact {
  var step: Int
  var time: Double
  var position: SIMD3<Float>
  /// Unit normal of the surface, toward the particle.
  var normal: SIMD3<Float>
}

extension ForceProgram {
  /// Impacts of a particle's steps, ascending. An impact is known when its step is complete. Particles that rest or
  /// slide have none.
  /// - Parameter earliest: time before which impacts have no effect.
  func impacts(on path: ParentPath, lane: Int, birth: Double, after earliest: Double) -> [Impact] {
    guard hasSurfaces else { return [] }
    let (step, last) = (integration.step, Int(path.lastSteps[lane]))
    let first = Int(min(max((earliest - birth) / step - 1, 0), Double(last)))
    var (impacts, stretch, before) = ([Impact](), 0, path.state(first, lane: lane))
    for number in first..<last {
      let after = path.state(number + 1, lane: lane)
      let start = birth + Double(number) * step
      while stretch < Int(integration.stretch_count) - 1, start + step >= integration.stretches[stretch].end {
        stretch += 1
      }
      for surface in integration.surfaces(of: stretch) {
        guard let share = surface.shareOfStep(Float(step), from: before, to: after) else { continue }
        let normal = SIMD3<Float>(surface.normal)
        let place = before.position + before.velocity * (share * Float(step))
        impacts.append(
          Impact(
            step: number, time: start + Double(share) * step,
            position: place - normal * ((normal * place).sum() - surface.offset), normal: normal))
      }
      before = after
    }
    return impacts
  }
}

extension ParticleSurface {
  /// Fraction of a step after which a particle hits the surface; nil without an impact: it must approach faster than a
  /// resting particle, from within reach, and then move slower or away.
  fileprivate func shareOfStep(
    _ step: Float, from before: (position: SIMD3<Float>, velocity: SIMD3<Float>),
    to after: (position: SIMD3<Float>, velocity: SIMD3<Float>)
  ) -> Float? {
    let normal = SIMD3<Float>(normal)
    let (speed, later) = ((normal * before.velocity).sum(), (normal * after.velocity).sum())
    let way = -speed * step
    let depth = (normal * before.position).sum() - offset
    // Forces within the step are small compared with twice the distance.
    guard speed < -rest_speed, later > speed / 2, depth < way * 2 else { return nil }
    return min(max(depth / way, 0), 1)
  }
}

struct ParentPath {
  var states: KernelSpan<Float>
  var lastSteps: [Int32]
}

extension ParentPath {
  fileprivate func state(_ step: Int, lane: Int) -> (position: SIMD3<Float>, velocity: SIMD3<Float>) {
    let lanes = Int(PARTICLE_LANES)
    let row = states.from(step * Int(PARTICLE_STATE_COLUMNS) * lanes + lane)
    return (row.vector(0, stride: lanes), row.vector(3, stride: lanes))
  }
}
