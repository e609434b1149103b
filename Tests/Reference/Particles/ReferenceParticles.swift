import CStarmineParticleKernels
import StarmineScene

// What the particle kernels compute, in plain Swift, eight lanes at a time. Each lane goes through the same operations
// in the same order as in the kernels, so both give the same bits.

/// Chooses births by whether they live, or have a life at all.
let referenceSelect: ParticleKernels.Select = { list, run, lifetime, parent, keepsDead in
  let (run, start) = (run.pointee, list.pointee.count)
  var aliveCount = 0
  for offset in stride(from: 0, to: Int(run.count), by: 8) {
    let first = Int(run.first) + offset
    let times = run.times(from: first)
    // Who is born is decided by counting; an age below 0 is a rounding error.
    let rounded = Floats(narrowing: run.now - times)
    let ages = Floats(repeating: 0).replacing(with: rounded, where: rounded .> 0)
    var identities = RandomStream.identities(key: run.key, births: Words(birthsFrom: first))
    let isBorn = (0..<8).map { run.multiplier == 1 || run.thin(first + $0, &identities[$0]) }
    let lifetimes = RandomStream.spread(lifetime.pointee, identities, .lifetime)
    let elapsed = Floats(narrowing: (times - run.clock_start) * run.per_second)
    for lane in 0..<min(Int(run.count) - offset, 8) where isBorn[lane] {
      let isAlive = ages[lane] < lifetimes[lane]
      if isAlive { aliveCount += 1 }
      guard keepsDead != 0 ? lifetimes[lane] > 0 : isAlive else { continue }
      let end = list.pointee.count
      list.pointee.identities[end] = identities[lane]
      list.pointee.numbers?[end] = UInt32(truncatingIfNeeded: first + lane)
      list.pointee.ages[end] = ages[lane]
      list.pointee.elapsed?[end] = elapsed[lane]
      list.pointee.times?[end] = times[lane]
      list.pointee.count = end + 1
    }
  }
  if let parent { list.pointee.fillParents(from: start, parent.pointee) }
  return aliveCount
}

extension ParticleRun {
  /// Whether a birth of a run with a multiplier happens, and its identity.
  fileprivate func thin(_ birth: Int, _ identity: inout UInt32) -> Bool {
    let level = (0..<16).first { Float(1 << $0) >= multiplier } ?? 16
    let below = level > 0 ? Float(1 << (level - 1)) : 0
    var (number, doubling) = (UInt32(truncatingIfNeeded: birth), level)
    while doubling > 0, number & 1 == 0 { (number, doubling) = (number >> 1, doubling - 1) }
    identity = RandomStream.identities(key: key, births: Words(repeating: number))[0]
    if doubling > 0 { identity = RandomStream.mixed(identity &+ UInt32(doubling) &* 0x85EB_CA6B) }
    let chance = RandomStream.uniform(Words(repeating: identity), .thinning)[0]
    return doubling < level || chance < (multiplier - below) / (level > 0 ? below : 1)
  }
}

let referenceBirthsFromShape: ParticleKernels.BirthsFromShape = { out, stride, list, cell, shape in
  let shape = ReferenceShape(shape.pointee)
  storeBirths(out, stride, list.pointee, cell.pointee) { list, index in
    births(list, index, cell.pointee, shape: shape)
  }
}

let referenceBirthsFromParents: ParticleKernels.BirthsFromParents = { out, stride, list, cell, parentCell in
  storeBirths(out, stride, list.pointee, cell.pointee) { list, index in
    births(list, index, cell.pointee, parentCell: parentCell.pointee)
  }
}

let referenceDrawFromShape: ParticleKernels.DrawFromShape = { out, list, cell, shape, view in
  let shape = ReferenceShape(shape.pointee)
  draw(&out.pointee, list.pointee, cell.pointee, view.pointee) { list, index in
    births(list, index, cell.pointee, shape: shape)
  }
}

let referenceDrawFromParents: ParticleKernels.DrawFromParents = { out, list, cell, parentCell, view in
  draw(&out.pointee, list.pointee, cell.pointee, view.pointee) { list, index in
    births(list, index, cell.pointee, parentCell: parentCell.pointee)
  }
}

extension ParticleRun {
  /// Clock times of eight births in a row.
  fileprivate func times(from number: Int) -> SIMD8<Double> {
    (SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) + (Double(number) - count_at_start)) * period + start
  }
}

extension ParticleList {
  fileprivate func identities(at index: Int) -> Words {
    UnsafeRawPointer(identities + index).loadUnaligned(as: Words.self)
  }

  fileprivate func ages(at index: Int) -> Floats { UnsafeRawPointer(ages + index).loadUnaligned(as: Floats.self) }

  fileprivate func numbers(at index: Int) -> Words {
    numbers.map { UnsafeRawPointer($0 + index).loadUnaligned(as: Words.self) } ?? Words()
  }

  fileprivate func elapsed(at index: Int) -> Floats {
    elapsed.map { UnsafeRawPointer($0 + index).loadUnaligned(as: Floats.self) } ?? Floats()
  }

  /// Sets the parent of the births from an index on.
  fileprivate func fillParents(from start: Int, _ parent: ParticleParent) {
    guard let parents else { return }
    let lanes = Int(PARTICLE_LANES)
    for index in start..<count {
      let first = index & -lanes
      let isShared = shared != nil && first >= start && first + lanes <= count
      let one = first - lanes >= start ? ParticleSharingGoesOn : ParticleSharingOne
      sharing?[index / lanes] = UInt8(isShared ? one : ParticleSharingNone)
      if isShared {
        shared?[index / lanes] = parent
      } else {
        parent.store(at: index, in: parents, stride: stride)
      }
    }
  }

  /// One number of eight particles' parents.
  fileprivate func parents(_ column: Int, at index: Int) -> Floats {
    let group = index / Int(PARTICLE_LANES)
    if let shared, let sharing, sharing[group] != ParticleSharingNone {
      return withUnsafeBytes(of: shared[group]) { Floats(repeating: $0.assumingMemoryBound(to: Float.self)[column]) }
    }
    return parents.map { UnsafeRawPointer($0 + column * stride + index).loadUnaligned(as: Floats.self) } ?? Floats()
  }
}

// MARK: What particles are given at birth

private func births(_ list: ParticleList, _ index: Int, _ cell: ParticleCell, shape: ReferenceShape) -> BirthLanes {
  let identities = list.identities(at: index)
  let (position, direction, color) = shape.sample(
    identities, elapsed: list.elapsed(at: index), numbers: list.numbers(at: index))
  let origin = OriginLanes(position: position, scale: Floats(repeating: 1), color: color)
  return cell.birth(identities, origin: origin, frame: cell.frame(base: direction))
}

/// Children take from their parent its place, its colour and scale at the time of their birth, and a frame around its
/// direction of movement.
private func births(_ list: ParticleList, _ index: Int, _ cell: ParticleCell, parentCell: ParticleCell) -> BirthLanes {
  let (acceleration, colorSpeed) = (SIMD3(parentCell.speed.position), SIMD4(parentCell.speed.color))
  func column(_ number: Int) -> Floats { list.parents(number, at: index) }
  func vector(_ first: Int) -> VectorLanes { VectorLanes(column(first), column(first + 1), column(first + 2)) }
  let (position, velocity, direction) = (vector(0), vector(3), vector(6))
  let elapsed = list.elapsed(at: index)
  let halfSquare = elapsed * elapsed * 0.5
  let place = VectorLanes(
    elapsed * velocity.x + (halfSquare * acceleration.x + position.x),
    elapsed * velocity.y + (halfSquare * acceleration.y + position.y),
    elapsed * velocity.z + (halfSquare * acceleration.z + position.z))
  let motion = VectorLanes(
    elapsed * acceleration.x + velocity.x, elapsed * acceleration.y + velocity.y, elapsed * acceleration.z + velocity.z)
  let square = motion.x * motion.x + motion.y * motion.y + motion.z * motion.z
  let isStill = square .< 1e-6
  let unit = motion * LaneMath.inverseSquareRoot(square)
  let forward = VectorLanes(
    unit.x.replacing(with: direction.x, where: isStill), unit.y.replacing(with: direction.y, where: isStill),
    unit.z.replacing(with: direction.z, where: isStill))
  let current = elapsed * parentCell.speed.scale + column(9)
  let handed = parentCell.hands_on_scale != 0 ? current : Floats(repeating: 1)
  func component(_ number: Int) -> Floats {
    let value = elapsed * colorSpeed[number] + column(10 + number)
    return value.replacing(with: 0, where: value .< 0)
  }
  let origin = OriginLanes(
    position: place, scale: handed.replacing(with: 0, where: handed .< 0),
    color: ColorLanes(component(0), component(1), component(2), component(3)))
  return cell.birth(list.identities(at: index), origin: origin, frame: cell.frame(base: forward))
}

private func storeBirths(
  _ out: UnsafeMutablePointer<Float>, _ step: Int, _ list: ParticleList, _ cell: ParticleCell,
  births: (ParticleList, Int) -> BirthLanes
) {
  for index in stride(from: 0, to: list.count, by: 8) {
    let birth = births(list, index)
    let lifetime = RandomStream.spread(cell.lifetime, list.identities(at: index), .lifetime)
    for lane in 0..<min(8, list.count - index) {
      birth.parent(lane).store(at: index + lane, in: out, stride: step)
      out[(Int(PARTICLE_BIRTH_COLUMNS) - 1) * step + index + lane] = lifetime[lane]
    }
  }
}

// MARK: How particles look now

private func draw(
  _ out: inout ParticleColumns, _ list: ParticleList, _ cell: ParticleCell, _ view: ParticleView,
  births: (ParticleList, Int) -> BirthLanes
) {
  for index in stride(from: 0, to: list.count, by: 8) {
    let seen = cell.appearance(
      births(list, index), age: list.ages(at: index), identities: list.identities(at: index))
    show(seen, &out, list, index, view)
  }
}

/// Projects, culls, packs and appends up to eight particles.
func show(
  _ seen: AppearanceLanes, _ out: inout ParticleColumns, _ list: ParticleList, _ index: Int, _ view: ParticleView
) {
  let (identities, ages) = (list.identities(at: index), list.ages(at: index))
  let (sprites, isInFrame) = view.project(seen)
  // Below half a step of 8 bits an alpha rounds to nothing.
  let isVisible = isInFrame .& (seen.color.alpha .>= 0.5 / 255)
  let keys = view.order == ParticleOrderAge ? 0 - ages * view.layer_seconds : seen.position.z
  var color = view.shine > 0 ? seen.shone(view.shine) : seen.color
  if view.is_dimmed != 0 {
    (color.red, color.green, color.blue) = (
      color.red * view.dim_red, color.green * view.dim_green, color.blue * view.dim_blue
    )
  }
  let tints = color.packed
  for lane in 0..<min(8, list.count - index) where isVisible[lane] {
    let end = out.count
    sprites.store(lane, at: end, in: &out)
    if view.order != ParticleOrderNone { out.keys[end] = keys[lane] }
    out.tints[end] = tints[lane]
    out.sprites[end] = view.sprite(age: ages[lane], identity: identities[lane])
    out.count = end + 1
  }
}

extension ParticleView {
  /// The sprite that a particle shows at an age.
  fileprivate func sprite(age: Float, identity: UInt32) -> UInt16 {
    guard frame_count > 1 else { return UInt16(sprite) }
    // Far beyond any life, and within what integers hold.
    let time = age * frames_per_second
    let played = Int(time < 1e15 ? time : 1e15)
    let count = Int(frame_count)
    let frame =
      switch Int(frame_mode) {
      case ParticleFramesRandom:
        Int(RandomStream.uniform(Words(repeating: identity), .frame)[0] * Float(count))
      case ParticleFramesOverLife:
        Int(min(age / RandomStream.spread(lifetime, Words(repeating: identity), .lifetime)[0], 1) * Float(count))
      case ParticleFramesOnce: min(played, count - 1)
      default: played % count
      }
    return UInt16(truncatingIfNeeded: Int(sprite) + min(frame, count - 1))
  }
}
