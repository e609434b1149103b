import CStarmineParticleKernels
import StarmineScene

// Where one particle is now under behaviours, and how it looks: the plain twin of the kernels' `motion.h` and
// `behaviors.c`.

extension ParticleMotion {
  fileprivate func state(
    _ cell: ParticleCell, position: SIMD3<Float>, velocity: SIMD3<Float>, age: Float, given: UnsafePointer<Float>?,
    stride: Int
  ) -> (position: SIMD3<Float>, velocity: SIMD3<Float>) {
    switch Int(kind) {
    case ParticleMotionScaled:
      let row = row(at: age, functions: Int(PARTICLE_SCALED_FUNCTIONS))
      let place = position + (velocity * row.value(0) + row.vector(1))
      return (place, needs_velocity != 0 ? velocity * row.value(4) + row.vector(5) : velocity)
    case ParticleMotionMapped:
      let row = row(at: age, functions: Int(PARTICLE_MAPPED_FUNCTIONS))
      let place = row.product(0, position) + row.product(9, velocity) + row.vector(18)
      guard needs_velocity != 0 else { return (place, velocity) }
      return (place, row.product(21, position) + row.product(30, velocity) + row.vector(39))
    case ParticleMotionGiven:
      return given.map { ($0.vector(0, stride: stride), $0.vector(3, stride: stride)) } ?? (position, velocity)
    default:
      let (acceleration, halfSquare) = (SIMD3(cell.speed.position), age * age * 0.5)
      return (
        position + velocity * age + (halfSquare * acceleration + SIMD3(cell.offset.position)),
        velocity + (age * acceleration + SIMD3(velocity_offset))
      )
    }
  }

  private func row(at age: Float, functions: Int) -> Row {
    let place = smaller(larger(row_now - age * rows_per_second, 0), Float(row_count))
    let number = min(Int(place), Int(row_count) - 1)
    return Row(numbers: rows.map { $0 + number * 2 * functions * 4 }, share: place - Float(number))
  }

  /// One row of a table: cubic polynomials of the share of the row.
  private struct Row {
    let numbers: UnsafePointer<Float>?
    let share: Float

    func value(_ function: Int) -> Float {
      guard let c = numbers.map({ $0 + function * 4 }) else { return 0 }
      return ((c[3] * share + c[2]) * share + c[1]) * share + c[0]
    }

    func vector(_ function: Int) -> SIMD3<Float> {
      SIMD3(value(function), value(function + 1), value(function + 2))
    }

    func product(_ function: Int, _ v: SIMD3<Float>) -> SIMD3<Float> {
      SIMD3(dot(vector(function), v), dot(vector(function + 3), v), dot(vector(function + 6), v))
    }
  }
}

/// One particle's place, axes, size and colour.
private struct Look {
  var position: SIMD3<Float>
  var right: SIMD3<Float>
  var down: SIMD3<Float>
  var scale: Float
  var color: SIMD4<Float>
}

let referenceDrawBirths: ParticleKernels.DrawBirths = { out, list, births, cell, motion, looks, view in
  let list = list.pointee
  for index in stride(from: 0, to: list.count, by: 8) {
    let zero = VectorLanes(repeating: SIMD3())
    var seen = AppearanceLanes(
      position: zero, right: zero, down: zero, scale: Floats(), color: ColorLanes(repeating: SIMD4()))
    for lane in 0..<min(8, list.count - index) {
      let look = look(
        list, index + lane, births, cell.pointee, motion.pointee, looks.pointee, height: abs(view.pointee.height))
      seen.set(lane, look)
    }
    show(seen, &out.pointee, list, index, view.pointee)
  }
}

private func look(
  _ list: ParticleList, _ index: Int, _ births: UnsafePointer<Float>, _ cell: ParticleCell, _ motion: ParticleMotion,
  _ looks: ParticleLooks, height: Float
) -> Look {
  let (birth, stride) = (births + index, list.stride)
  let (age, identity) = (list.ages[index], Words(repeating: list.identities[index]))
  let (position, velocity) = motion.state(
    cell, position: birth.vector(0, stride: stride), velocity: birth.vector(3, stride: stride), age: age,
    given: motion.states.map { $0 + index }, stride: stride)
  let rotation = RandomStream.spread(cell.rotation, identity, .rotation)[0]
  let born = SIMD4(
    birth[10 * stride], birth[11 * stride], birth[12 * stride], birth[13 * stride])
  var seen = ReferenceSeen(
    position: position, velocity: velocity, scale: birth[9 * stride] + age * cell.speed.scale + cell.offset.scale,
    angle: rotation + RandomStream.spread(cell.spin, identity, .spin)[0] * age,
    color: born + (age * SIMD4(cell.speed.color) + SIMD4(cell.offset.color)))
  var begin = seen
  (begin.position, begin.scale, begin.angle) = (birth.vector(0, stride: stride), birth[9 * stride], rotation)
  looks.followCurves(&seen, from: begin, age: age, lifetime: birth[Int(PARTICLE_PARENT_COLUMNS) * stride])
  looks.lightUp(&seen)
  let (right, down) =
    looks.aligns != 0
    ? looks.aligned(&seen, birth.vector(6, stride: stride), height: height) : cell.axes(turnedBy: seen.angle, identity)
  return Look(position: seen.position, right: right, down: down, scale: seen.scale, color: seen.color)
}

extension AppearanceLanes {
  fileprivate mutating func set(_ lane: Int, _ look: Look) {
    position.set(lane, look.position)
    right.set(lane, look.right)
    down.set(lane, look.down)
    scale[lane] = look.scale
    (color.red[lane], color.green[lane]) = (look.color[0], look.color[1])
    (color.blue[lane], color.alpha[lane]) = (look.color[2], look.color[3])
  }
}

extension VectorLanes {
  fileprivate mutating func set(_ lane: Int, _ v: SIMD3<Float>) { (x[lane], y[lane], z[lane]) = (v.x, v.y, v.z) }
}
