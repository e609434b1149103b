/// One thing to draw. A list holds tens of thousands: what few of them have is stored apart.
package enum DrawCommand: Sendable {
  case fill(FillCommand)
  case rects(RectBatch)
  case image(ImageCommand)
  case particles(ParticleBatch)
  case shadow(ShadowCommand)
  case offscreen(OffscreenCommand)
  case backdrop(BackdropCommand)
  /// Begins a group: everything up to the matching `popGroup` is drawn into transparent scratch of these bounds.
  case pushGroup(GroupCommand)
  /// Erases part of the innermost group.
  case cut(CutCommand)
  /// Blends the scratch with what lies below.
  case popGroup
}

extension DrawCommand {
  /// Pixels that the command can touch; empty for `popGroup`.
  package var bounds: DeviceRect {
    switch self {
    case .fill(let fill): fill.bounds
    case .rects(let batch): batch.bounds
    case .image(let image): image.bounds
    case .particles(let batch): batch.bounds
    case .shadow(let shadow): shadow.bounds
    case .offscreen(let offscreen): offscreen.bounds
    case .backdrop(let backdrop): backdrop.bounds
    case .pushGroup(let group): group.bounds
    case .cut(let cut): cut.bounds
    case .popGroup: .empty
    }
  }

  /// The same command with smaller bounds.
  func clipped(to frame: DeviceRect) -> DrawCommand {
    let inside = bounds.intersection(frame)
    guard inside != bounds else { return self }
    switch self {
    case .fill(var fill):
      fill.bounds = inside
      return .fill(fill)
    case .rects(let batch):
      return .rects(batch.changed { $0.bounds = $0.bounds.intersection(inside) })
    case .image(var image):
      image.bounds = inside
      return .image(image)
    case .particles(var batch):
      (batch.bounds, batch.boundsAreWhole) = (inside, false)
      return .particles(batch)
    case .shadow(var shadow):
      shadow.bounds = inside
      return .shadow(shadow)
    case .offscreen(var offscreen):
      offscreen.bounds = inside
      return .offscreen(offscreen)
    case .backdrop(var backdrop):
      backdrop.bounds = inside
      return .backdrop(backdrop)
    case .pushGroup(var group):
      group.bounds = inside
      return .pushGroup(group)
    case .cut(var cut):
      cut.bounds = inside
      return .cut(cut)
    case .popGroup: return .popGroup
    }
  }

  /// Rough work in a bitmap, in pixels drawn once; each thing takes a moment even where it touches nothing.
  func cost(in bitmap: DeviceRect) -> Int {
    func cost(_ bounds: DeviceRect, _ perPixel: Int) -> Int { 16 + bounds.intersection(bitmap).area * perPixel }
    switch self {
    case .fill(let fill): return cost(fill.bounds, fill.paint.isSolid ? 1 : 4)
    case .rects(let batch): return batch.fills.reduce(0) { $0 + cost($1.bounds, 1) }
    case .image(let image): return cost(image.bounds, 8)
    case .particles(let batch): return cost(batch.bounds, max(1, min(batch.count, 64)))
    case .shadow, .backdrop, .pushGroup, .cut: return cost(bounds, 2)
    case .offscreen(let offscreen): return cost(offscreen.bounds, offscreen.placement == nil ? 1 : 8)
    case .popGroup: return cost(bounds, 0)
    }
  }

  /// The path that the command fills or is clipped to, if there is one.
  package var path: PathShape? {
    switch self {
    case .fill(let fill): if case .path(let path) = fill.shape { path } else { nil }
    default: if case .path(let path) = clip?.shape { path } else { nil }
    }
  }

  /// The shape that a group is clipped to.
  var clip: PlacedShape? {
    if case .pushGroup(let group) = self { group.clip } else { nil }
  }

  fileprivate var needsBackdrop: Bool {
    if case .pushGroup(let group) = self { group.filter.needsBackdrop } else { false }
  }
}

extension [DrawCommand] {
  /// Whether some are made apart before the frame is drawn. By index: what goes through a sequence is copied.
  package var haveEffects: Bool {
    for index in indices {
      switch self[index] {
      case .shadow, .offscreen, .backdrop: return true
      default: continue
      }
    }
    return false
  }
}

extension Collection<DrawCommand> {
  /// Pixels that the commands can colour; groups count as wholes.
  var bounds: DeviceRect {
    var union = DeviceRect.empty
    var depth = 0
    for command in self {
      if depth == 0, !command.needsBackdrop { union = union.union(command.bounds) }
      if case .pushGroup = command { depth += 1 }
      if case .popGroup = command { depth -= 1 }
    }
    return union
  }
}
