import Foundation
import StarmineGraphics
import StarmineScene

/// A command resolved for one frame: clipped bounds, coverage, image levels.
struct PreparedCommand {
  /// Work of one command. Large values and references lie in the frame's tables and are given by index.
  enum Work {
    case fill(ShapeCoverage, color: UInt32)
    /// An upright rounded rectangle with a mask for its corners.
    case roundedFill(BoxCoverage, mask: Int, color: UInt32)
    case gradient(ShapeCoverage, Int)
    case sprite(Sprite, SpriteSource)
    case image(Int)
    case particles(bins: Int, sources: Range<Int>, BlendMode)
    case pushGroup
    case cut(Int)
    case popGroup(ShapeCoverage?, alpha: UInt32, CompositingFilter)
    case shadow(Int, color: UInt32)
    /// By index into the frame's pictures.
    case picture(Int)
    case backdrop(Int, ShapeCoverage, alpha: UInt32)
  }

  var work: Work
  /// Pixels it may change: its own bounds inside those of the groups around it and the frame.
  var bounds: DeviceRect
  /// Pixels of the frame that it lays one colour over; empty where that is not known.
  var cover = DeviceRect.empty
  var coverColor: UInt32 = 0
}

/// Everything that tiles read while a frame is drawn; memory is kept from frame to frame.
final class FramePlan {
  private(set) var grid = TileGrid(width: 1, height: 1, size: 1)
  private(set) var commands: [PreparedCommand] = []
  private(set) var edges: [Edge] = []
  private(set) var sources: [SpriteSource] = []
  private(set) var bins: [ParticleBins] = []
  private(set) var shadows: [ShadowMask] = []
  private(set) var pictures: [Picture] = []
  private(set) var gradients: [PreparedGradient] = []
  private(set) var images: [MappedImage] = []
  private(set) var cuts: [[HalfPlane]] = []
  let corners = CornerMasks()
  private let sprites = SpriteTable()
  private let sweptAreas: SweptAreas
  private var sweep = WindingSweep()
  /// For each tile, then one: where its commands start in `items`.
  private let starts = ScratchBuffer<Int>()
  private let items = ScratchBuffer<Int32>()
  private let order = TileOrder()
  /// Batches that are to be sorted into bins of the same index.
  private var batches: [(batch: ParticleBatch, bounds: DeviceRect)] = []
  private var chunks: [(bin: Int, chunk: Int)] = []
  /// Commands of a kind so far, while the list is read.
  private var counts = (shadows: 0, pictures: 0)

  /// - Parameter sweptAreas: outlines that are shared with other plans.
  init(sweptAreas: SweptAreas) { self.sweptAreas = sweptAreas }

  /// The commands that touch a tile, by index, in drawing order.
  func commands(inTile tile: Int) -> UnsafeBufferPointer<Int32> {
    let start = starts.base[tile]
    return UnsafeBufferPointer(start: items.base + start, count: starts.base[tile + 1] - start)
  }

  /// - Parameters:
  ///   - shadows: the masks of the list's shadows, in order.
  ///   - pictures: the bitmaps of the list's pictures and backdrops, in order.
  func prepare(
    _ list: DisplayList, shadows: [ShadowMask], pictures: [Picture], tileSize: Int, workers: Workers,
    kernels: KernelTable
  ) {
    grid = TileGrid(
      width: list.width, height: list.height, size: tileSize, originX: list.originX, originY: list.originY)
    (self.shadows, self.pictures) = (shadows, pictures)
    removeAll()
    corners.beginFrame()
    var outline = Outline(frame: grid.frame)
    var groups: [OpenGroup] = []
    for command in list.commands { append(command, &groups, &outline) }
    while let group = groups.popLast() { append(popOf: group.command, group.bounds, &outline) }
    corners.finishFrame(workers: workers, frame: grid.frame)
    fillBins(workers, kernels)
    sortIntoTiles()
    order.update(self, workers: workers.count)
  }

  /// Tiles in the order in which several workers are done soonest.
  func tile(_ index: Int) -> Int { order.tile(index) }

  /// A group whose end is still to come, with the pixels it can touch.
  private struct OpenGroup {
    var command: GroupCommand
    var bounds: DeviceRect
  }

  private func append(_ command: DrawCommand, _ groups: inout [OpenGroup], _ outline: inout Outline) {
    let around = groups.last?.bounds ?? grid.frame
    switch command {
    case .fill(let fill): append(fill, around, isInGroup: !groups.isEmpty, &outline)
    case .image(let image): append(image, around, &outline)
    case .particles(let batch):
      let bounds = batch.bounds.intersection(around)
      guard !bounds.isEmpty, batch.count > 0 else { return }
      append(batch, bounds)
    case .shadow(let shadow):
      let bounds = shadows[counts.shadows].bounds.intersection(around).intersection(shadow.bounds)
      commands.append(PreparedCommand(work: .shadow(counts.shadows, color: shadow.color), bounds: bounds))
      counts.shadows += 1
    case .picture(let picture):
      append(picture, counts.pictures, around, &outline)
      counts.pictures += 1
    case .backdrop(let backdrop):
      append(backdrop, counts.pictures, around, &outline)
      counts.pictures += 1
    case .pushGroup(let group):
      let bounds = group.bounds.intersection(around)
      groups.append(OpenGroup(command: group, bounds: bounds))
      commands.append(PreparedCommand(work: .pushGroup, bounds: bounds))
    case .cut(let cut):
      guard let bounds = groups.last?.bounds else { return }
      commands.append(PreparedCommand(work: .cut(cuts.count), bounds: bounds))
      cuts.append(cut.halfPlanes)
    case .popGroup:
      guard let group = groups.popLast() else { return }
      append(popOf: group.command, group.bounds, &outline)
    }
  }

  private func removeAll() {
    counts = (0, 0)
    commands.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    sprites.removeAll()
  }

  // MARK: Commands

  private func append(_ fill: FillCommand, _ around: DeviceRect, isInGroup: Bool, _ outline: inout Outline) {
    let bounds = fill.bounds.intersection(around)
    guard !bounds.isEmpty, fill.paint != .solid(0) else { return }
    if case .roundedRect(let rect) = fill.shape, case .solid(let color) = fill.paint,
      let (mask, box) = corners.request(rect, fill.transform, frame: grid.frame)
    {
      let cover = box.solid.cut(atY: corners.mask(mask).straightMinY, corners.mask(mask).straightMaxY).1
      return append(.roundedFill(box, mask: mask, color: color), bounds, cover: isInGroup ? .empty : cover, color)
    }
    let shape = coverage(of: fill.shape, fill.transform, &outline)
    if case .nothing = shape { return }
    switch fill.paint {
    case .solid(let color): append(.fill(shape, color: color), bounds, cover: isInGroup ? .empty : shape.solid, color)
    case .gradient(let gradient):
      guard let gradient = PreparedGradient(gradient, fill.transform) else { return }
      commands.append(PreparedCommand(work: .gradient(shape, gradients.count), bounds: bounds))
      gradients.append(gradient)
    }
  }

  private func coverage(of shape: Shape, _ transform: PlaneTransform, _ outline: inout Outline) -> ShapeCoverage {
    switch shape {
    case .roundedRect(let rect): ShapeCoverage(rect, transform, outline: &outline, edges: &edges)
    case .path(let path):
      ShapeCoverage(path, transform, outline: &outline, sweep: &sweep, known: sweptAreas, edges: &edges)
    case .border(let rect, let width):
      ShapeCoverage(ring: rect, inner: rect.inset(by: width), transform, outline: &outline, edges: &edges)
    case .ring(let rect, let inner):
      ShapeCoverage(ring: rect, inner: inner, transform, outline: &outline, edges: &edges)
    }
  }

  private func append(_ command: PictureCommand, _ index: Int, _ around: DeviceRect, _ outline: inout Outline) {
    let picture = pictures[index]
    if let image = picture.imageCommand(command) { return append(image, around, &outline) }
    let bounds = picture.bounds.intersection(around).intersection(command.bounds)
    if !bounds.isEmpty, command.placement == nil {
      commands.append(PreparedCommand(work: .picture(index), bounds: bounds))
    }
  }

  private func append(_ command: BackdropCommand, _ index: Int, _ around: DeviceRect, _ outline: inout Outline) {
    let bounds = pictures[index].bounds.intersection(around)
    let shape = ShapeCoverage(command.shape, command.transform, outline: &outline, edges: &edges)
    guard !bounds.isEmpty else { return }
    commands.append(PreparedCommand(work: .backdrop(index, shape, alpha: UInt32(command.alpha)), bounds: bounds))
  }

  private func append(_ work: PreparedCommand.Work, _ bounds: DeviceRect, cover: DeviceRect, _ color: UInt32) {
    commands.append(
      PreparedCommand(work: work, bounds: bounds, cover: cover.intersection(bounds), coverColor: color))
  }

  private func append(popOf group: GroupCommand, _ bounds: DeviceRect, _ outline: inout Outline) {
    let clip = group.clip.map { coverage(of: $0.shape, $0.transform, &outline) }
    commands.append(PreparedCommand(work: .popGroup(clip, alpha: UInt32(group.alpha), group.filter), bounds: bounds))
  }

  private func append(_ batch: ParticleBatch, _ bounds: DeviceRect) {
    let first = sources.count
    for sprite in batch.sprites {
      let rect = (sprite.minU, sprite.minV, sprite.maxU, sprite.maxV)
      sources.append(
        sprites.source(
          sprite.image, rect, isNearest: sprite.isNearest, isNearestWhenSmaller: sprite.isNearestWhenSmaller,
          bias: sprite.detailBias))
    }
    let work = PreparedCommand.Work.particles(bins: batches.count, sources: first..<sources.count, batch.blend)
    commands.append(PreparedCommand(work: work, bounds: bounds))
    batches.append((batch, bounds))
  }

  /// Sorts the batches' chunks side by side.
  private func fillBins(_ workers: Workers, _ kernels: KernelTable) {
    while bins.count < batches.count { bins.append(ParticleBins()) }
    chunks.removeAll(keepingCapacity: true)
    for (index, (batch, bounds)) in batches.enumerated() {
      bins[index].begin(batch, bounds: bounds, grid: grid)
      for chunk in 0..<bins[index].chunkCount { chunks.append((index, chunk)) }
    }
    let particles = batches.reduce(0) { $0 + $1.batch.count }
    // Each unit writes bins or a part of them of its own, and nothing else of the plan changes meanwhile.
    nonisolated(unsafe) let plan = self
    Workers(count: particles < 1024 ? 1 : workers.count).run(phases: [chunks.count, batches.count, chunks.count]) {
      phase, unit, _ in
      switch phase {
      case 0: plan.bins[plan.chunks[unit].bin].count(chunk: plan.chunks[unit].chunk, kernels)
      case 1: plan.bins[unit].findPlaces()
      default: plan.bins[plan.chunks[unit].bin].place(chunk: plan.chunks[unit].chunk, kernels)
      }
    }
    for index in batches.indices { bins[index].end() }
    batches.removeAll(keepingCapacity: true)
  }

  private func append(_ command: ImageCommand, _ around: DeviceRect, _ outline: inout Outline) {
    let bounds = command.bounds.intersection(around)
    let area = command.destination
    guard !bounds.isEmpty, command.alpha > 0, area.minX < area.maxX, area.minY < area.maxY else { return }
    let fit = command.fit.value
    let part = fit.source
    let rect = (Float(part.minX), Float(part.minY), Float(part.maxX), Float(part.maxY))
    let source = sprites.source(command.image, rect, isNearest: command.filter == .nearest)
    let tint = scaled(command.tint, UInt32(command.alpha))
    if command.isWholeRectangle, command.filter != .trilinear, let sprite = Sprite(area, command.transform, tint: tint)
    {
      commands.append(PreparedCommand(work: .sprite(sprite, source), bounds: bounds))
      return
    }
    guard let inverse = command.transform.inverse?.scaledToUnit(area) else { return }
    let shape = ShapeCoverage(fit.clip ?? area, command.transform, outline: &outline, edges: &edges)
    if case .nothing = shape { return }
    let detail = MappedImage.detail(
      inverse, atX: Double(bounds.minX + bounds.maxX) / 2, y: Double(bounds.minY + bounds.maxY) / 2,
      width: Double(command.image.width) * part.width * (fit.slices?.horizontal.density ?? 1),
      height: Double(command.image.height) * part.height * (fit.slices?.vertical.density ?? 1))
    let image = MappedImage(
      source: source, coverage: shape, inverse: inverse,
      affineOrigin: command.transform.isAffine && fit.slices == nil
        ? ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2) : nil,
      detail: command.filter == .trilinear ? detail + fit.detailBias : detail,
      isTrilinear: command.filter == .trilinear,
      tint: tint, slices: fit.slices)
    commands.append(PreparedCommand(work: .image(images.count), bounds: bounds))
    images.append(image)
  }

  // MARK: Tiles

  /// A counting sort: commands keep their order within a tile.
  private func sortIntoTiles() {
    let starts = starts.reserve(grid.count + 1, filledWith: 0)
    forEachTile { tile, _ in starts[tile + 1] += 1 }
    for tile in 0..<grid.count { starts[tile + 1] += starts[tile] }
    let items = items.reserve(starts[grid.count])
    forEachTile { tile, command in
      items[starts[tile]] = Int32(command)
      starts[tile] += 1
    }
    // Every start has moved to its end, which is the next tile's start.
    for tile in stride(from: grid.count, to: 0, by: -1) { starts[tile] = starts[tile - 1] }
    starts[0] = 0
  }

  private func forEachTile(_ body: (_ tile: Int, _ command: Int) -> Void) {
    for (index, command) in commands.enumerated() {
      let tiles = grid.tiles(command.bounds)
      for row in tiles.minY..<tiles.maxY {
        for column in tiles.minX..<tiles.maxX { body(row * grid.columns + column, index) }
      }
    }
  }
}

extension Sprite {
  /// The sprite that shows an image over a rectangle; nil under perspective and beyond a sprite's limits.
  fileprivate init?(_ area: RoundedRect, _ t: PlaneTransform, tint: UInt32) {
    guard t.isAffine else { return nil }
    let (x, y) = ((area.minX + area.maxX) / 2, (area.minY + area.maxY) / 2)
    let (width, height) = (area.maxX - area.minX, area.maxY - area.minY)
    let longest = max(hypot(t.m11, t.m12) * width, hypot(t.m21, t.m22) * height)
    guard longest <= RotatedMap.longest else { return nil }
    self.init(
      x: Float(t.m11 * x + t.m21 * y + t.m31), y: Float(t.m12 * x + t.m22 * y + t.m32),
      widthX: Float(t.m11 * width), widthY: Float(t.m12 * width), heightX: Float(t.m21 * height),
      heightY: Float(t.m22 * height), tint: tint, source: 0)
  }
}

extension ImageCommand {
  /// An even stretch over a rectangle, of nothing beyond the image.
  fileprivate var isWholeRectangle: Bool {
    guard destination.cornerRadius <= 0, destination.smoothEdges == .all else { return false }
    if fit.isUnset { return true }
    let source = fit.source
    return fit.clip == nil && fit.slices == nil && source.minX >= 0 && source.minY >= 0
      && source.maxX <= 1 && source.maxY <= 1 && source.width > 0 && source.height > 0
  }
}

extension PlaneTransform {
  /// Followed by the map of a rectangle onto 0...1 by 0...1.
  func scaledToUnit(_ area: RoundedRect) -> PlaneTransform {
    let (scaleX, scaleY) = (1 / (area.maxX - area.minX), 1 / (area.maxY - area.minY))
    var result = self
    result.m11 = (m11 - m13 * area.minX) * scaleX
    result.m21 = (m21 - m23 * area.minX) * scaleX
    result.m31 = (m31 - m33 * area.minX) * scaleX
    result.m12 = (m12 - m13 * area.minY) * scaleY
    result.m22 = (m22 - m23 * area.minY) * scaleY
    result.m32 = (m32 - m33 * area.minY) * scaleY
    return result
  }
}
