/// A drawing command. Lists contain tens of thousands, so rare values are stored separately.
package enum DrawCommand: Sendable {
  case fill(FillCommand)
  case rects(RectBatch)
  case image(ImageCommand)
  case particles(ParticleBatch)
  case shadow(ShadowCommand)
  case offscreen(OffscreenCommand)
  case backdrop(BackdropCommand)
  /// Starts a group: commands up to the matching `popGroup` are drawn into a transparent bitmap of these bounds.
  case pushGroup(GroupCommand)
  /// Clears a part of the innermost group.
  case cut(CutCommand)
  /// Blends the group's bitmap with what is below.
  case popGroup
}

extension DrawCommand {
  /// Pixels that the command can change; empty for `popGroup`.
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

  /// The command with smaller bounds.
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

  /// Estimated work in a bitmap, in pixels. Every command has a minimum cost.
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

  /// The path that is filled or clipped, if any.
  package var path: PathShape? {
    switch self {
    case .fill(let fill): if case .path(let path) = fill.shape { path } else { nil }
    default: if case .path(let path) = clip?.shape { path } else { nil }
    }
  }

  var clip: PlacedShape? { if case .pushGroup(let group) = self { group.clip } else { nil } }

  fileprivate var needsBackdrop: Bool {
    if case .pushGroup(let group) = self { group.filter.needsBackdrop } else { false }
  }
}

extension [DrawCommand] {
  /// Whether some commands are drawn before the frame. By index, because a loop copies elements.
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
  /// Pixels that the commands can change. Groups count as a whole.
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
