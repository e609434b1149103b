import CStarmineParticleKernels

// Draws strips one by one in Swift for both kernel levels. Kernels compute each strip, which is most of the work.

extension ParticleSink {
  mutating func paint(_ ribbon: Ribbon, _ brush: ParticleBrush, under behaviors: BehaviorPlan) {
    guard var integration = behaviors.program?.integration else { return }
    findBirths()
    let view = brush.view
    var (cell, looks, motion) = (brush.cell, behaviors.looks.looks, behaviors.motion(of: brush.segment))
    var everywhere = view
    (everywhere.min_x, everywhere.min_y) = (-Float.greatestFiniteMagnitude, -Float.greatestFiniteMagnitude)
    (everywhere.max_x, everywhere.max_y) = (Float.greatestFiniteMagnitude, Float.greatestFiniteMagnitude)
    let lanes = Int(PARTICLE_LANES)
    for start in stride(from: 0, to: list.count, by: lanes) {
      var group = list.part(from: start, count: min(lanes, list.count - start))
      let births = scratch.birthColumns + start
      let path = path(of: group, integration)
      var states = ParticleStates(steps: nil, states: nil, path: path.start)
      kernels.integrate(scratch.states, &group, births, &cell, &integration, &looks, &states)
      for lane in 0..<group.count {
        var one = group.part(from: lane, count: 1)
        motion.states = (scratch.states + lane).readable
        var head = scratch.head
        kernels.drawBirths(&head, &one, births + lane, &cell, &motion, &looks, &everywhere)
        guard head.count > 0 else { continue }
        let way = PastPlaces(
          path: path, lane: lane, now: KernelSpan(start: scratch.states + lane), stride: list.stride,
          age: group.ages[lane], integration)
        draw(ribbon, along: way, from: head, view)
      }
    }
    list.count = 0
  }

  /// Memory for the steps of up to 16 particles.
  private func path(of group: ParticleList, _ integration: ParticleIntegration) -> KernelSpan<Float> {
    let longest = (0..<group.count).reduce(Float(0)) { max($0, group.ages[$1]) }
    let rows = Int(longest * integration.steps_per_second) + 2
    return scratch.path(depth: pathDepth, count: rows * Int(PARTICLE_STATE_COLUMNS * PARTICLE_LANES))
  }

  /// Appends the visible pieces of a strip.
  private mutating func draw(_ ribbon: Ribbon, along way: PastPlaces, from head: ParticleColumns, _ view: ParticleView)
  {
    let width = SIMD2(
      head.numbers[Int(ParticleColumnWidthX) * head.stride], head.numbers[Int(ParticleColumnWidthY) * head.stride])
    let size = (width * width).sum().squareRoot()
    guard var before = view.place(way.place(before: 0)) else { return }
    for index in 0..<ribbon.segments {
      let share = (Float(index) + 1) / Float(ribbon.segments)
      guard let next = view.place(way.place(before: share * ribbon.duration)) else { return }
      let middle = share - 0.5 / Float(ribbon.segments)
      let piece = (from: before, to: next, width: size * (1 + (ribbon.taper - 1) * middle))
      append(piece, head.tints[0].scaled(by: 1 + (ribbon.fade - 1) * middle), head, view)
      before = next
    }
  }

  private mutating func append(
    _ piece: (from: SIMD2<Float>, to: SIMD2<Float>, width: Float), _ tint: UInt32, _ head: ParticleColumns,
    _ view: ParticleView
  ) {
    let (along, center) = (piece.to - piece.from, (piece.to + piece.from) * 0.5)
    let length = (along * along).sum().squareRoot()
    guard length > 1e-3, piece.width > 0, tint >> 24 > 0 else { return }
    let across = SIMD2(-along.y, along.x) * (piece.width / length)
    let extent = (SIMD2(abs(along.x), abs(along.y)) + SIMD2(abs(across.x), abs(across.y))) * 0.5
    let (low, high) = (center - extent, center + extent)
    guard high.x > view.min_x, high.y > view.min_y, low.x < view.max_x, low.y < view.max_y,
      max(extent.x, extent.y) < view.largest_extent
    else { return }
    // As elsewhere, a full list of another cell's particles must fit after it.
    if columns.count >= EmissionScratch.sprites - EmissionScratch.births { flush() }
    let end = columns.count
    for (column, number) in [center.x, center.y, across.x, across.y, along.x, along.y].enumerated() {
      columns.numbers[column * columns.stride + end] = number
    }
    columns.keys[end] = head.keys[0]
    (columns.tints[end], columns.sprites[end]) = (tint, head.sprites[0])
    (columns.low_x, columns.low_y) = (min(columns.low_x, low.x), min(columns.low_y, low.y))
    (columns.high_x, columns.high_y) = (max(columns.high_x, high.x), max(columns.high_y, high.y))
    columns.count = end + 1
  }
}

extension ParticleList {
  fileprivate func part(from start: Int, count: Int) -> ParticleList {
    var result = self
    (result.identities, result.ages, result.times) = (identities + start, ages + start, times.map { $0 + start })
    result.count = count
    return result
  }
}

/// Past positions of a particle.
private struct PastPlaces {
  let path: KernelSpan<Float>
  let lane: Int
  let now: KernelSpan<Float>
  let stride: Int
  let age: Float
  let stepsPerSecond: Float

  init(
    path: KernelSpan<Float>, lane: Int, now: KernelSpan<Float>, stride: Int, age: Float,
    _ integration: ParticleIntegration
  ) {
    (self.path, self.lane, self.now, self.stride, self.age) = (path, lane, now, stride, age)
    stepsPerSecond = integration.steps_per_second
  }

  private func state(_ step: Int) -> SIMD3<Float> {
    let row = path.from(step * Int(PARTICLE_STATE_COLUMNS * PARTICLE_LANES) + lane)
    return SIMD3(row[0], row[Int(PARTICLE_LANES)], row[2 * Int(PARTICLE_LANES)])
  }

  /// Interpolated between steps. Before the first step, the birth position.
  func place(before seconds: Float) -> SIMD3<Float> {
    let present = SIMD3(now[0], now[stride], now[2 * stride])
    guard seconds > 0 else { return present }
    let (steps, last) = (max(0, age - seconds) * stepsPerSecond, age * stepsPerSecond)
    let (step, lastStep) = (Int(steps), Int(last))
    let share = steps - Float(step)
    if step < lastStep { return state(step) + (state(step + 1) - state(step)) * share }
    let rest = last - Float(lastStep)
    return rest > 1e-6 ? state(lastStep) + (present - state(lastStep)) * min(1, share / rest) : present
  }
}

extension ParticleView {
  /// Device pixels of a position; nil behind the eye.
  fileprivate func place(_ p: SIMD3<Float>) -> SIMD2<Float>? {
    let place = SIMD2(p.x * xx + p.y * xy + (p.z * xz + x0), p.x * yx + p.y * yy + (p.z * yz + y0))
    guard is_perspective != 0 else { return place }
    let w = p.x * wx + p.y * wy + (p.z * wz + w0)
    return w > 1e-4 ? place / w : nil
  }
}

extension UInt32 {
  /// A premultiplied pixel multiplied by a factor in 0...1.
  fileprivate func scaled(by factor: Float) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in Swift.stride(from: 0, to: 32, by: 8) {
      result |= UInt32(Float(self >> shift & 255) * factor + 0.5) << shift
    }
    return result
  }
}
