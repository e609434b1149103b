import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

/// One worker's memory for drawing tiles, reused between frames.
final class TileScratch {
  let paint = PaintScratch()
  let accumulator = EdgeAccumulator()
  let coverage = ScratchBuffer<UInt8>()
  let spans = ScratchBuffer<PixelSpan>()
  private let row = ScratchBuffer<UInt32>()
  private var memory: [ScratchBuffer<UInt32>] = []
  /// The tile, then each open group.
  var surfaces: [Surface] = []

  /// Cleared memory for the tile (depth 0) or a group at a nesting depth.
  func surface(_ depth: Int, bounds: DeviceRect, color: UInt32, _ kernels: KernelTable) -> Surface {
    while memory.count <= depth { memory.append(ScratchBuffer()) }
    let count = bounds.width * bounds.height
    let base = memory[depth].reserve((count + Surface.slack) * kernels.form.words)
    kernels.fill(base, count, color, count, 1)
    return Surface(base: base, stride: bounds.width, bounds: bounds, form: kernels.form)
  }

  /// Space for painted pixels, with padding for kernels.
  func painted(_ count: Int, _ form: PixelDepth) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(row.reserve((count + Surface.slack) * form.words))
  }
}

struct TilePainter {
  let plan: FramePlan
  let kernels: KernelTable
  let scratch: TileScratch
  /// The shapes and gradients of the plan.
  let shapes: UnsafePointer<ShapeTables>
  let gradients: UnsafeBufferPointer<PreparedGradient>

  /// Draws a simple tile in place, and others in the worker's own memory, which stays in the cache, and copies it to
  /// the frame.
  /// - Returns: The pixels in the cache, valid until the next tile is drawn.
  func draw(tile: Int, background: UInt32, frame: UnsafeMutableRawPointer, stride: Int, isAlone: Bool) -> Surface {
    let bounds = plan.grid.rect(tile)
    let (commands, color) = plan.visibleCommands(inTile: tile, bounds: bounds, background: background, kernels.form)
    let first = (bounds.minY - plan.grid.frame.minY) * stride + bounds.minX - plan.grid.frame.minX
    let target = kernels.form.place(first, in: frame)
    let place = Surface(base: target, stride: stride, bounds: bounds, form: kernels.form)
    if plan.isDrawnInPlace(commands, tile: tile, bounds: bounds, isAlone: isAlone) {
      if !plan.beginsOpaque(commands, bounds: bounds) {
        kernels.fill(target, stride, color, bounds.width, bounds.height)
      }
      draw(commands, tile, on: place)
      return place
    }
    let surface = paint(commands, over: color, tile, bounds)
    let words = kernels.form.words
    kernels.copyRows(target, stride * words, surface.base, surface.stride * words, bounds.width * words, bounds.height)
    return surface
  }

  /// The drawn tile in the worker's own memory, valid until the next one is drawn.
  func paint(tile: Int, background: UInt32) -> Surface {
    let bounds = plan.grid.rect(tile)
    let (commands, color) = plan.visibleCommands(inTile: tile, bounds: bounds, background: background, kernels.form)
    return paint(commands, over: color, tile, bounds)
  }

  private func paint(
    _ commands: UnsafeBufferPointer<Int32>.SubSequence, over color: UInt32, _ tile: Int, _ bounds: DeviceRect
  ) -> Surface {
    let surface = scratch.surface(0, bounds: bounds, color: color, kernels)
    draw(commands, tile, on: surface)
    return surface
  }

  private func draw(_ commands: UnsafeBufferPointer<Int32>.SubSequence, _ tile: Int, on surface: Surface) {
    scratch.surfaces.removeAll(keepingCapacity: true)
    scratch.surfaces.append(surface)
    for index in commands {
      let command = plan.commands[Int(index)]
      let surface = scratch.surfaces[scratch.surfaces.count - 1]
      let clip = command.bounds.intersection(surface.bounds)
      switch command.work {
      case .fill(let shape, let color): fill(shape, color, surface, clip)
      case .gradient(let shape, let index): paint(gradients[index], through: shape, surface, clip)
      case .sprite(let sprite, let source, let blend):
        withUnsafePointer(to: sprite) { sprite in
          withUnsafePointer(to: source) { source in
            painter(surface, clip, blend).draw(UnsafeBufferPointer(start: sprite, count: 1), source)
          }
        }
      case .image(let index):
        let image = plan.images.mapped[index]
        painter(surface, clip).draw(image, walk: walk(image.coverage, clip))
      case .particles(let bins, let sources, let blend):
        drawParticles(plan.particles.bins[bins], sources, blend, tile, surface, clip)
      case .pushGroup: push(clip)
      case .cut(let index): surface.erase(outside: plan.cuts[index])
      case .limitLight(let limit): surface.limitLight(limit, clip)
      case .popGroup(let shape, let alpha, let filter): pop(shape, alpha, filter, clip)
      case .shadow(let mask, let color): fill(plan.shadows[mask], color, surface, clip)
      case .paintedShadow(let mask, let gradient):
        paint(gradients[gradient], through: plan.shadows[mask], surface, clip)
      case .offscreen(let index): draw(plan.offscreens[index], surface, clip)
      case .backdrop(let index, let shape, let alpha):
        replace(with: plan.offscreens[index], walk: walk(shape, clip), alpha: alpha, surface, clip)
      }
    }
  }

  func walk(_ shape: ShapeCoverage, _ clip: DeviceRect, rows: Int = 1) -> CoverageWalk {
    CoverageWalk(
      shape, of: shapes, clip: clip, rows: rows, accumulator: scratch.accumulator, memory: scratch.coverage,
      kernels: kernels.coverage)
  }

  private func fill(_ shape: ShapeCoverage, _ color: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    switch shape {
    case .nothing: break
    case .box(let box): fill(box, color, surface, clip)
    case .polygon: fillCells(shape, color, surface, clip)
    case .ring: fillRing(shape, color, surface, clip)
    case .roundedBox(let box, let corners, let minY, let maxY):
      let (above, straight, below) = clip.cut(atY: minY, maxY)
      fillCorners(corners, of: shape, color, surface, above)
      if !straight.isEmpty { fill(box, color, surface, straight) }
      fillCorners(corners, of: shape, color, surface, below)
    }
  }

  private func fillCorners(
    _ corners: ShapeCoverage.Corners, of shape: ShapeCoverage, _ color: UInt32, _ surface: Surface, _ clip: DeviceRect
  ) {
    if clip.isEmpty { return }
    switch corners {
    case .mask(let mask): fill(shapes.pointee.corners + mask, color, surface, clip)
    case .outline: fillCells(shape, color, surface, clip)
    }
  }

  private func fill(_ box: BoxCoverage, _ color: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    box.forEachBand(clip: clip) { rows, columns, coverage in
      kernels.fillBox(
        surface.pointer(columns.lowerBound, rows.lowerBound), surface.stride, rows.count, color, coverage.left,
        coverage.middle, coverage.right, columns.count)
    }
  }

  private func fill(_ mask: UnsafePointer<CornerMask>, _ color: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    let bounds = mask.pointee.bounds
    let part = clip.intersection(bounds)
    if part.isEmpty { return }
    kernels.fillRows(
      surface.pointer(part.minX, part.minY), surface.stride, mask.pointee.rows(from: part.minY), mask.pointee.coverage,
      Int32(part.minX - bounds.minX), Int32(part.maxX - bounds.minX), color, part.height)
  }

  /// - Parameter clip: Rows in which edges have drawn, if the shape is a rounded box.
  private func fillCells(_ shape: ShapeCoverage, _ color: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    let accumulator = scratch.accumulator
    accumulator.add(shape, of: shapes, clip: clip, kernels.coverage)
    accumulator.fill(surface.pointer(clip.minX, clip.minY), stride: surface.stride, color)
  }

  private func fillRing(_ shape: ShapeCoverage, _ color: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    let walk = walk(shape, clip, rows: clip.height)
    let (bytes, width) = (walk.bytes, clip.width + Surface.slack)
    let spans = scratch.spans.reserve(3 * clip.height)
    var count = 0
    for line in 0..<clip.height {
      let (row, hole) = walk.ringRow(clip.minY + line, into: bytes + line * width)
      func append(_ first: Int, _ last: Int, isSolid: Bool) {
        guard first < last else { return }
        let column = first - clip.minX
        spans[count] = PixelSpan(
          place: line * surface.stride + column, count: last - first, bytes: isSolid ? -1 : line * width + column)
        count += 1
      }
      if hole.isEmpty {
        row.forEachPart { append($0, $1, isSolid: $2) }
      } else {
        append(row.minX, hole.lowerBound, isSolid: false)
        append(hole.upperBound, row.maxX, isSolid: false)
      }
    }
    kernels.fillSpans(surface.pointer(clip.minX, clip.minY), spans, count, bytes, color)
  }

  private func fill(_ mask: ShadowMask, _ color: UInt32, _ surface: Surface, _ clip: DeviceRect) {
    forEachRow(of: mask, clip) { y, bytes in
      kernels.fillSpan(surface.pointer(clip.minX, y), bytes, color, clip.width)
    }
  }

  private func paint(
    _ gradient: PreparedGradient, through mask: ShadowMask, _ surface: Surface, _ clip: DeviceRect
  ) {
    let pixels = scratch.painted(clip.width, kernels.form)
    gradient.withMap(shapes.pointee.segments) { map in
      forEachRow(of: mask, clip) { y, bytes in
        kernels.gradientRows(pixels, 0, map, Int32(clip.minX), Int32(y), clip.width, 1)
        kernels.compositeSpan(surface.pointer(clip.minX, y), pixels, bytes, 255, clip.width)
      }
    }
  }

  private func forEachRow(of mask: ShadowMask, _ clip: DeviceRect, _ body: (Int, UnsafePointer<UInt8>) -> Void) {
    mask.alpha.withUnsafeBufferPointer { alpha in
      for y in clip.minY..<clip.maxY {
        let start = (y - mask.bounds.minY) * mask.bounds.width + clip.minX - mask.bounds.minX
        // The kernels read whole vectors, and the mask ends with its last byte.
        let bytes = scratch.coverage.reserve(clip.width + Surface.slack)
        bytes.update(from: alpha.baseAddress! + start, count: clip.width)
        body(y, bytes)
      }
    }
  }

  private func painter(_ surface: Surface, _ clip: DeviceRect, _ blend: BlendMode = .sourceOver) -> SpritePainter {
    SpritePainter(surface, clip: clip, blend: blend, kernels: kernels, scratch: scratch.paint)
  }

  private func drawParticles(
    _ bins: ParticleBins, _ sources: Range<Int>, _ blend: BlendMode, _ tile: Int, _ surface: Surface, _ clip: DeviceRect
  ) {
    let records = bins.records(column: tile % plan.grid.columns, row: tile / plan.grid.columns)
    if records.isEmpty { return }
    var painter = painter(surface, clip, blend)
    painter.deep = plan.images.deepSources(in: sources)
    plan.images.sources.withUnsafeBufferPointer { painter.draw(records, $0.baseAddress! + sources.lowerBound) }
  }

  private func push(_ clip: DeviceRect) {
    scratch.surfaces.append(scratch.surface(scratch.surfaces.count, bounds: clip, color: 0, kernels))
  }

  private func pop(
    _ shape: ShapeCoverage?, _ alpha: UInt32, _ filter: CompositingFilter, _ clip: DeviceRect
  ) {
    let group = scratch.surfaces.removeLast()
    let below = scratch.surfaces[scratch.surfaces.count - 1]
    guard filter == .sourceOver else { return composite(group, below, filter, clippedTo: shape, alpha: alpha, clip) }
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
