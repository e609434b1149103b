import Scene

/// What one worker needs to draw tiles; kept between frames.
final class TileScratch {
  let paint = PaintScratch()
  let accumulator = EdgeAccumulator()
  let coverage = ScratchBuffer<UInt8>()
  /// One row of painted pixels.
  let row = ScratchBuffer<UInt32>()
  private var surfaces: [ScratchBuffer<UInt32>] = []

  /// Pixels kept behind a surface's last row and bytes behind a row of coverage, because kernels go in whole vectors.
  static let slack = 8

  /// Cleared memory for the tile (depth 0) or a group at a nesting depth.
  func surface(_ depth: Int, bounds: DeviceRect, color: UInt32) -> Surface {
    while surfaces.count <= depth { surfaces.append(ScratchBuffer()) }
    let count = bounds.width * bounds.height
    let base = surfaces[depth].reserve(count + Self.slack)
    base.update(repeating: color, count: count)
    return Surface(base: base, stride: bounds.width, bounds: bounds)
  }
}

/// Draws the commands of one tile in order.
struct TilePainter {
  let plan: FramePlan
  let kernels: KernelTable
  let scratch: TileScratch
  /// The tile, then each open group.
  private var surfaces: [Surface] = []

  init(_ plan: FramePlan, kernels: KernelTable, scratch: TileScratch) {
    (self.plan, self.kernels, self.scratch) = (plan, kernels, scratch)
  }

  /// Draws in the worker's own memory, which stays in the cache, and copies the result into the frame.
  mutating func draw(tile: Int, background: UInt32, frame: UnsafeMutablePointer<UInt32>, stride: Int) {
    let bounds = plan.grid.rect(tile)
    let surface = scratch.surface(0, bounds: bounds, color: background)
    surfaces = [surface]
    drawCommands(tile)
    for y in bounds.minY..<bounds.maxY {
      let place = (y - plan.grid.frame.minY) * stride + bounds.minX - plan.grid.frame.minX
      (frame + place).update(from: surface.pointer(bounds.minX, y), count: bounds.width)
    }
  }

  private mutating func drawCommands(_ tile: Int) {
    for index in plan.commands(inTile: tile) {
      let command = plan.commands[Int(index)]
      let surface = surfaces[surfaces.count - 1]
      let clip = command.bounds.intersection(surface.bounds)
      switch command.work {
      case .fill(let shape, let color): fill(shape, color, surface, clip)
      case .gradient(let shape, let gradient): fill(shape, gradient, surface, clip)
      case .image(let image): draw(image, surface, clip)
      case .particles(let bins, let sources, let blend):
        drawParticles(plan.bins[bins], sources, blend, tile, surface, clip)
      case .pushGroup: push(clip)
      case .cut(let halfPlanes): surface.erase(outside: halfPlanes)
      case .popGroup(let shape, let alpha, let filter): pop(shape, alpha, filter, clip)
      case .shadow(let mask, let color): fill(plan.shadows[mask], color, surface, clip)
      case .picture(let index): draw(plan.pictures[index], surface, clip)
      case .backdrop(let index, let shape, let alpha):
        replace(with: plan.pictures[index], walk: walk(shape, clip), alpha: alpha, surface, clip)
      }
    }
  }

  private func walk(_ shape: ShapeCoverage, _ clip: DeviceRect) -> CoverageWalk {
    plan.edges.withUnsafeBufferPointer { edges in
      CoverageWalk(
        shape, clip: clip, edges: edges, accumulator: scratch.accumulator,
        bytes: scratch.coverage.reserve(clip.width + TileScratch.slack))
    }
  }

  private func fill(_ shape: ShapeCoverage, _ color: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    let walk = walk(shape, clip)
    for y in clip.minY..<clip.maxY {
      walk.row(y).forEachPart { first, last, isSolid in
        let pixels = surface.pointer(first, y)
        if isSolid && color >> 24 == 255 {
          pixels.update(repeating: color, count: last - first)
        } else {
          kernels.fillSpan(pixels, isSolid ? nil : walk.bytes + (first - clip.minX), color, last - first)
        }
      }
    }
  }

  private func fill(_ shape: ShapeCoverage, _ gradient: PreparedGradient, _ surface: Surface, _ clip: DeviceRect) {
    let walk = walk(shape, clip)
    let pixels = scratch.row.reserve(clip.width + TileScratch.slack)
    for y in clip.minY..<clip.maxY {
      walk.row(y).forEachPart { first, last, isSolid in
        gradient.fill(pixels, x: first, y: y, count: last - first)
        let coverage = isSolid ? nil : walk.bytes + (first - clip.minX)
        kernels.compositeSpan(surface.pointer(first, y), pixels, coverage, 255, last - first)
      }
    }
  }

  private func fill(_ mask: ShadowMask, _ color: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    mask.alpha.withUnsafeBufferPointer { alpha in
      for y in clip.minY..<clip.maxY {
        let start = (y - mask.bounds.minY) * mask.bounds.width + clip.minX - mask.bounds.minX
        // The kernel reads whole vectors, and the mask ends with its last byte.
        let bytes = scratch.coverage.reserve(clip.width + TileScratch.slack)
        bytes.update(from: alpha.baseAddress! + start, count: clip.width)
        kernels.fillSpan(surface.pointer(clip.minX, y), bytes, color, clip.width)
      }
    }
  }

  private func draw(_ image: PreparedImage, _ surface: Surface, _ clip: DeviceRect) {
    let painter = SpritePainter(surface, clip: clip, blend: .sourceOver, kernels: kernels, scratch: scratch.paint)
    switch image {
    case .sprite(let sprite, let source): painter.draw(sprite, source)
    case .mapped(let image): painter.draw(image, walk: walk(image.coverage, clip))
    }
  }

  private func drawParticles(
    _ bins: ParticleBins, _ sources: Range<Int>, _ blend: BlendMode, _ tile: Int, _ surface: Surface, _ clip: DeviceRect
  ) {
    let records = bins.records(column: tile % plan.grid.columns, row: tile / plan.grid.columns)
    if records.isEmpty { return }
    let painter = SpritePainter(surface, clip: clip, blend: blend, kernels: kernels, scratch: scratch.paint)
    plan.sources.withUnsafeBufferPointer { all in
      for sprite in records { painter.draw(sprite, all[sources.lowerBound + Int(sprite.source)]) }
    }
  }

  // MARK: Groups

  private mutating func push(_ clip: DeviceRect) {
    surfaces.append(scratch.surface(surfaces.count, bounds: clip, color: 0))
  }

  private mutating func pop(
    _ shape: ShapeCoverage?, _ alpha: UInt32, _ filter: CompositingFilter, _ clip: DeviceRect
  ) {
    let group = surfaces.removeLast()
    let below = surfaces[surfaces.count - 1]
    guard filter == .sourceOver else {
      return composite(group, below, filter, walk: shape.map { self.walk($0, clip) }, alpha: alpha, clip)
    }
    guard let shape else {
      for y in clip.minY..<clip.maxY {
        kernels.compositeSpan(below.pointer(clip.minX, y), group.pointer(clip.minX, y), nil, alpha, clip.width)
      }
      return
    }
    let walk = walk(shape, clip)
    for y in clip.minY..<clip.maxY {
      walk.row(y).forEachPart { first, last, isSolid in
        let coverage = isSolid ? nil : walk.bytes + (first - clip.minX)
        kernels.compositeSpan(below.pointer(first, y), group.pointer(first, y), coverage, alpha, last - first)
      }
    }
  }
}
