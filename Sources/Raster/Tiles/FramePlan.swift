import StarmineScene

/// Everything that tiles read while a frame is drawn. Memory is reused between frames.
///
/// Each family of commands has its own plan. This one has the order, the groups, and the bitmaps that were drawn
/// before. No plan checks exclusive access: a check for each command takes as long as preparing a rectangle.
final class FramePlan {
  private(set) var grid = TileGrid(.empty, size: 1)
  @exclusivity(unchecked) private(set) var commands: [PreparedCommand] = []
  let shapes: ShapePlan
  private let rects = RectPlan()
  let images = ImagePlan()
  let particles = ParticlePlan()
  private(set) var shadows: [ShadowMask] = []
  private(set) var offscreens: [OffscreenImage] = []
  private(set) var cuts: [[HalfPlane]] = []
  let lists = TileLists()
  private let order = TileOrder()
  /// Open groups, with the pixels they can touch and the index of their first command.
  @exclusivity(unchecked) private var groups: [(command: GroupCommand, bounds: DeviceRect, start: Int)] = []
  /// Number of commands of a kind so far, while the list is read.
  private var counts = (shadows: 0, offscreens: 0)

  init(outlineCache: OutlineCache) { shapes = ShapePlan(outlineCache: outlineCache) }

  /// The commands that touch a tile, by index, in drawing order.
  func commands(inTile tile: Int) -> UnsafeBufferPointer<Int32> { lists[tile] }

  /// Tiles in the order in which several workers finish soonest.
  func tile(_ index: Int) -> Int { order.tile(index) }

  /// - Parameters:
  ///   - shadows: The masks of the list's shadows, in order.
  ///   - offscreens: The bitmaps of the list's offscreens and backdrops, in order.
  func prepare(
    _ list: DisplayList, shadows: [ShadowMask], offscreens: [OffscreenImage], grid: TileGrid, workers: Workers,
    kernels: KernelTable
  ) {
    self.grid = grid
    (self.shadows, self.offscreens, counts) = (shadows, offscreens, (0, 0))
    commands.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    shapes.begin(frame: grid.frame, form: kernels.form)
    images.begin()
    // By index: iterating copies each element, and a command of particles has ten references. Most commands are fills,
    // which are matched separately and copied once.
    for index in list.commands.indices {
      if case .fill(let fill) = list.commands[index] { append(fill) } else { append(list.commands[index], workers) }
    }
    while !groups.isEmpty { popGroup() }
    shapes.finish(workers: workers, kernels: kernels)
    particles.finish(grid, workers, kernels)
    lists.fill(commands, grid)
    removeBlankCommands(workers)
    order.update(self, workers: workers.count)
  }

  @inline(__always)
  private func append(_ fill: FillCommand) {
    shapes.append(fill, in: around, isInGroup: !groups.isEmpty, to: &commands)
  }

  /// Pixels that the enclosing groups can touch.
  private var around: DeviceRect { groups.isEmpty ? grid.frame : groups[groups.count - 1].bounds }

  private func append(_ command: DrawCommand, _ workers: Workers) {
    let around = around
    switch command {
    case .fill(let fill): append(fill)
    case .rects(let batch): rects.append(batch, in: around, isInGroup: !groups.isEmpty, shapes, workers, to: &commands)
    case .image(let image): append(images.prepare(image, in: around, shapes))
    case .particles(let batch): particles.append(batch, in: around, shapes.form, to: &commands, images)
    case .shadow(let shadow): append(prepare(shadow, in: around))
    case .offscreen(let offscreen): append(prepare(offscreen, in: around))
    case .backdrop(let backdrop): append(prepare(backdrop, in: around))
    case .pushGroup(let group): push(group, in: around)
    case .cut(let cut): append(prepare(cut))
    case .popGroup: popGroup()
    }
  }

  private func append(_ command: PreparedCommand?) { if let command { commands.append(command) } }

  private func prepare(_ shadow: ShadowCommand, in around: DeviceRect) -> PreparedCommand? {
    let index = counts.shadows
    counts.shadows += 1
    let bounds = shadows[index].bounds.intersection(around).intersection(shadow.bounds)
    guard shapes.form == .floats, case .gradient(let gradient)? = shadow.widePaint else {
      return PreparedCommand(work: .shadow(index, color: shadow.color), bounds: bounds)
    }
    return shapes.prepare(gradient, .identity, bounds).map {
      PreparedCommand(work: .paintedShadow(index, gradient: $0), bounds: bounds)
    }
  }

  private func prepare(_ command: OffscreenCommand, in around: DeviceRect) -> PreparedCommand? {
    let index = counts.offscreens
    counts.offscreens += 1
    let offscreen = offscreens[index]
    if let image = offscreen.imageCommand(command) { return images.prepare(image, in: around, shapes) }
    let bounds = offscreen.bounds.intersection(around).intersection(command.bounds)
    guard !bounds.isEmpty, command.placement == nil else { return nil }
    return PreparedCommand(work: .offscreen(index), bounds: bounds)
  }

  private func prepare(_ command: BackdropCommand, in around: DeviceRect) -> PreparedCommand? {
    let index = counts.offscreens
    counts.offscreens += 1
    let bounds = offscreens[index].bounds.intersection(around)
    guard !bounds.isEmpty else { return nil }
    let shape = shapes.coverage(of: command.shape, command.transform)
    return PreparedCommand(work: .backdrop(index, shape, alpha: UInt32(command.alpha)), bounds: bounds)
  }

  private func push(_ group: GroupCommand, in around: DeviceRect) {
    let bounds = group.bounds.intersection(around)
    groups.append((group, bounds, commands.count))
    commands.append(PreparedCommand(work: .pushGroup, bounds: bounds))
  }

  private func prepare(_ cut: CutCommand) -> PreparedCommand? {
    guard let bounds = groups.last?.bounds else { return nil }
    cuts.append(cut.halfPlanes)
    return PreparedCommand(work: .cut(cuts.count - 1), bounds: bounds)
  }

  private func popGroup() {
    guard let (group, bounds, start) = groups.popLast() else { return }
    if commands.count == start + 2, group.isSum, let sprite = commands[start + 1].added(group.alpha, shapes.form) {
      commands.removeLast(2)
      return commands.append(sprite)
    }
    if let limit = group.lightLimit.component, shapes.form == .floats {
      commands.append(PreparedCommand(work: .limitLight(limit), bounds: bounds))
    }
    let clip = group.clip.map { shapes.coverage(of: $0.shape, $0.transform) }
    commands.append(PreparedCommand(work: .popGroup(clip, alpha: UInt32(group.alpha), group.filter), bounds: bounds))
  }
}

extension GroupCommand {
  /// Whether it only adds the group to what is below.
  fileprivate var isSum: Bool {
    (filter == .plusL || filter == .linearDodgeBlendMode) && clip == nil && lightLimit == .none
  }
}
