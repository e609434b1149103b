extension DrawCommand {
  /// The command followed by another transform; nil for commands without a vector form.
  func moved(by transform: PlaneTransform) -> DrawCommand? {
    switch self {
    case .fill(var fill):
      fill.transform = fill.transform.concatenated(with: transform)
      return .fill(fill)
    case .rects(let batch):
      return .rects(batch.changed { $0.transform = $0.transform.concatenated(with: transform) })
    case .image(var image):
      image.transform = image.transform.concatenated(with: transform)
      return .image(image)
    case .pushGroup(var group):
      if let clip = group.clip { group.clip = (clip.shape, clip.transform.concatenated(with: transform)) }
      return .pushGroup(group)
    case .popGroup:
      return .popGroup
    case .shadow(var shadow):
      shadow.silhouette = shadow.silhouette.compactMap { $0.moved(by: transform) }
      let (x, y) = (transform.linear(1, 0), transform.linear(0, 1))
      let (sigmaX, sigmaY) = (shadow.sigmaX, shadow.sigmaY)
      shadow.sigmaX = Double.hypot(x.x * sigmaX, y.x * sigmaY)
      shadow.sigmaY = Double.hypot(x.y * sigmaX, y.y * sigmaY)
      (shadow.offsetX, shadow.offsetY) = transform.linear(shadow.offsetX, shadow.offsetY)
      return .shadow(shadow)
    // Cuts come from intersecting planes in space. Drawings have neither depth nor filters.
    case .particles, .cut, .offscreen, .backdrop:
      return nil
    }
  }

  /// The command under a transform; nil if it is not visible in `frame`.
  ///
  /// An empty group is kept, because its end follows. Its bounds are those of its clip.
  func placed(by transform: PlaneTransform, within frame: DeviceRect) -> DrawCommand? {
    if case .shadow(let shadow) = self { return shadow.placed(by: transform, within: frame).map { .shadow($0) } }
    switch moved(by: transform) {
    case .fill(var fill):
      guard fill.transform.isFinite else { return nil }
      fill.bounds = fill.shape.deviceBounds(fill.transform, within: frame)
      return fill.bounds.isEmpty ? nil : .fill(fill)
    case .rects(let batch):
      let seen = batch.changed {
        $0.bounds = $0.transform.isFinite ? $0.shape.deviceBounds($0.transform, within: frame) : .empty
      }
      return seen.fills.isEmpty ? nil : .rects(seen)
    case .image(var image):
      guard image.transform.isFinite else { return nil }
      image.bounds = image.destination.deviceBounds(image.transform, within: frame)
      return image.bounds.isEmpty ? nil : .image(image)
    case .pushGroup(var group):
      group.bounds = frame
      if let clip = group.clip {
        let isFinite = clip.transform.isFinite
        group.bounds = isFinite ? clip.shape.deviceBounds(clip.transform, within: frame) : .empty
        if !isFinite { group.clip = nil }
      }
      return .pushGroup(group)
    case let other:
      return other
    }
  }
}

extension [DrawCommand] {
  /// The commands of a drawing under a transform, as far as they are in `frame`. Groups get the bounds of their
  /// contents, and empty groups are removed.
  func placed(by transform: PlaneTransform, within frame: DeviceRect) -> [DrawCommand] {
    var result: [DrawCommand] = []
    var groups: [(start: Int, group: GroupCommand)] = []
    for command in self {
      let around = groups.last?.group.bounds ?? frame
      guard let placed = command.placed(by: transform, within: around) else { continue }
      switch placed {
      case .pushGroup(let group):
        groups.append((result.count, group))
        result.append(placed)
      case .popGroup:
        guard let (start, open) = groups.popLast() else { continue }
        var group = open
        if !group.filter.reachesBeyondSource { group.bounds = result[(start + 1)...].bounds.intersection(group.bounds) }
        if group.bounds.isEmpty {
          result.removeSubrange(start...)
        } else {
          result[start] = .pushGroup(group)
          result.append(placed)
        }
      default: result.append(placed)
      }
    }
    return result
  }
}

extension ShadowCommand {
  /// The shadow under a transform. Nil if it is not visible in `frame`, or beyond the limits of shadows.
  func placed(by transform: PlaneTransform, within frame: DeviceRect) -> ShadowCommand? {
    // A shadow has one blur and one offset: those at its middle.
    let box = silhouette.placed(by: .identity, within: Self.everywhere).bounds
    let (x, y) = (Double(box.minX + box.maxX) / 2, Double(box.minY + box.maxY) / 2)
    let (start, end) = (transform.apply(x, y), transform.apply(x + offsetX, y + offsetY))
    let sigma = transform.spread(sigmaX, x: x, y: y)
    let shift = (x: end.x - start.x, y: end.y - start.y)
    guard start.w > 0, end.w > 0, sigma.x.isFinite, sigma.y.isFinite, abs(shift.x) <= Self.farthestOffset,
      abs(shift.y) <= Self.farthestOffset
    else { return nil }
    var result = self
    (result.sigmaX, result.sigmaY) = (min(sigma.x, Self.largestSigma), min(sigma.y, Self.largestSigma))
    (result.offsetX, result.offsetY) = shift
    let reach = (x: BlurBox.reach(result.sigmaX), y: BlurBox.reach(result.sigmaY))
    let source = frame.moved(-shift.x, -shift.y, by: reach)
    result.silhouette = silhouette.placed(by: transform, within: source)
    result.silhouetteBounds = result.silhouette.bounds.intersection(source)
    guard !result.silhouetteBounds.isEmpty else { return nil }
    result.bounds = result.silhouetteBounds.moved(shift.x, shift.y, by: reach).intersection(frame)
    return result.bounds.isEmpty ? nil : result
  }

  /// Largest extent of a drawing in its own coordinates.
  private static let everywhere = DeviceRect(minX: -1 << 20, minY: -1 << 20, maxX: 1 << 20, maxY: 1 << 20)
}
