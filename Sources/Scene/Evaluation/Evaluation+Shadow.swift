import Foundation
import StarmineGraphics

/// A shadow whose layer is being drawn.
struct OpenShadow {
  /// Where the layer's commands start.
  let index: Int
  /// The pixels that count.
  let frame: DeviceRect
  /// With those beyond that throw shadows into them.
  var widened: DeviceRect
  let color: UInt32
  let sigma: (x: Double, y: Double)
  let offset: (x: Double, y: Double)
  /// From the layer's plane to device pixels.
  let transform: PlaneTransform
  /// The shadow path's area, if the layer has one.
  let path: FillCommand?
}

extension Evaluation {
  /// Largest blur and farthest shift that are drawn, pixels: what lies beyond the frame by no more than that is drawn
  /// as well, for its shadow.
  fileprivate static let largestSigma = 400.0
  fileprivate static let farthestOffset = 4000.0

  /// Nil if the layer throws no shadow.
  func openShadow(_ state: LayerState, _ transform: PlaneTransform, _ context: DrawContext) -> OpenShadow? {
    guard state.hasShadow, let color = state.shadow.shadowColor else { return nil }
    let (x, y) = (state.bounds.midX, state.bounds.midY)
    let (start, size) = (transform.apply(x, y), state.shadow.shadowOffset)
    let end = transform.apply(x + size.width, y + size.height)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard start.w > 0, end.w > 0, abs(dx) <= Self.farthestOffset, abs(dy) <= Self.farthestOffset else { return nil }
    let sigma = transform.spread(max(0, state.shadow.shadowRadius), x: x, y: y)
    guard sigma.x.isFinite, sigma.y.isFinite else { return nil }
    let limited = (x: min(sigma.x, Self.largestSigma), y: min(sigma.y, Self.largestSigma))
    let opacity = min(state.shadow.shadowOpacity, 1)
    var shadow = OpenShadow(
      index: list.commands.count, frame: context.frame, widened: context.frame,
      color: premultiplied(color, opacity: opacity), sigma: limited, offset: (dx, dy), transform: transform,
      path: state.shadow.shadowPath.map {
        FillCommand(
          bounds: .empty, shape: .path(PathShape($0, for: transform)), transform: transform, paint: .solid(.max))
      })
    if shadow.path == nil {
      shadow.widened = context.frame.union(shadow.source(of: context.frame)).intersection(context.limit)
    }
    return shadow
  }

  /// Puts the shadow of what was drawn since below it.
  ///
  /// - Parameter clip: limits the silhouette.
  mutating func close(_ shadow: OpenShadow, clip: (shape: Shape, transform: PlaneTransform)?) {
    var bounds = shadow.source(of: shadow.frame)
    var path = shadow.path
    if let seen = path?.shape.deviceBounds(shadow.transform, within: bounds) {
      path?.bounds = seen
      bounds = seen
    } else {
      bounds = list.unionOfBounds(from: shadow.index).intersection(bounds)
      if let clip { bounds = bounds.intersection(clip.shape.deviceBounds(clip.transform, within: shadow.widened)) }
    }
    let frame = shadow.frame
    let reached = shadow.target(of: bounds).intersection(frame)
    let isSeen = !bounds.isEmpty && !reached.isEmpty && shadow.color != 0
    let command = isSeen ? takeShadow(shadow, of: bounds, path, clip) : nil
    for index in list.commands.indices[shadow.index...] {
      let inside = list.commands[index].bounds.intersection(frame)
      if inside != list.commands[index].bounds { list.commands[index] = list.commands[index].clipped(to: frame) }
    }
    guard var command else { return }
    command.bounds = reached
    list.commands.insert(.shadow(command), at: shadow.index)
  }

  /// The shadow of what was drawn since, or of a path; nil where the frame has no room for it.
  private mutating func takeShadow(
    _ shadow: OpenShadow, of bounds: DeviceRect, _ path: FillCommand?,
    _ clip: (shape: Shape, transform: PlaneTransform)?
  ) -> ShadowCommand? {
    var command = reusable().shadow()
    (command.silhouetteBounds, command.color) = (bounds, shadow.color)
    (command.sigmaX, command.sigmaY) = shadow.sigma
    (command.offsetX, command.offsetY) = shadow.offset
    if let path {
      command.silhouette.append(.fill(path))
    } else {
      command.silhouette.append(contentsOf: list.commands[shadow.index...])
    }
    guard takeEffect(EffectBudget.cost(ofShadow: shadow.target(of: bounds), drawing: command.silhouette)) else {
      return nil
    }
    guard let clip, path == nil else { return command }
    var group = GroupCommand(bounds: bounds)
    group.clip = clip
    command.silhouette.insert(.pushGroup(group), at: 0)
    command.silhouette.append(.popGroup)
    return command
  }
}

extension OpenShadow {
  /// Pixels whose shadow can fall on `target`.
  func source(of target: DeviceRect) -> DeviceRect { target.moved(-offset.x, -offset.y, by: reach) }
  /// Pixels on which the shadow of `source` can fall.
  func target(of source: DeviceRect) -> DeviceRect {
    source.isEmpty ? .empty : source.moved(offset.x, offset.y, by: reach)
  }

  private var reach: (x: Int, y: Int) { (ShadowCommand.reach(sigma.x), ShadowCommand.reach(sigma.y)) }
}

extension ShadowCommand {
  /// The shadow as seen through a transform, of what is seen through it; nil where nothing of it can be seen in `frame`
  /// or it is beyond the limits of shadows.
  func placed(by transform: PlaneTransform, within frame: DeviceRect) -> ShadowCommand? {
    // A shadow has one blur and one shift: those in the middle of what throws it.
    let box = silhouette.placed(by: .identity, within: Self.everywhere).bounds
    let (x, y) = (Double(box.minX + box.maxX) / 2, Double(box.minY + box.maxY) / 2)
    let (start, end) = (transform.apply(x, y), transform.apply(x + offsetX, y + offsetY))
    let sigma = transform.spread(sigmaX, x: x, y: y)
    let shift = (x: end.x - start.x, y: end.y - start.y)
    guard start.w > 0, end.w > 0, sigma.x.isFinite, sigma.y.isFinite, abs(shift.x) <= Evaluation.farthestOffset,
      abs(shift.y) <= Evaluation.farthestOffset
    else { return nil }
    var result = self
    (result.sigmaX, result.sigmaY) = (min(sigma.x, Evaluation.largestSigma), min(sigma.y, Evaluation.largestSigma))
    (result.offsetX, result.offsetY) = shift
    let reach = (x: Self.reach(result.sigmaX), y: Self.reach(result.sigmaY))
    let source = frame.moved(-shift.x, -shift.y, by: reach)
    result.silhouette = silhouette.placed(by: transform, within: source)
    result.silhouetteBounds = result.silhouette.bounds.intersection(source)
    guard !result.silhouetteBounds.isEmpty else { return nil }
    result.bounds = result.silhouetteBounds.moved(shift.x, shift.y, by: reach).intersection(frame)
    return result.bounds.isEmpty ? nil : result
  }

  /// All that a drawing can reach, in its own coordinates.
  private static let everywhere = DeviceRect(minX: -1 << 20, minY: -1 << 20, maxX: 1 << 20, maxY: 1 << 20)
}

extension DeviceRect {
  fileprivate func moved(_ x: Double, _ y: Double, by reach: (x: Int, y: Int)) -> DeviceRect {
    DeviceRect(
      minX: minX + Int(x.rounded(.down)) - reach.x, minY: minY + Int(y.rounded(.down)) - reach.y,
      maxX: maxX + Int(x.rounded(.up)) + reach.x, maxY: maxY + Int(y.rounded(.up)) + reach.y)
  }
}

extension DisplayList {
  /// Pixels that commands from an index on can colour; groups count as wholes.
  func unionOfBounds(from index: Int) -> DeviceRect { commands[index...].bounds }
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

extension DrawCommand {
  fileprivate var needsBackdrop: Bool {
    if case .pushGroup(let group) = self { group.filter.needsBackdrop } else { false }
  }

  /// The same command with smaller bounds.
  fileprivate func clipped(to frame: DeviceRect) -> DrawCommand {
    let inside = bounds.intersection(frame)
    guard inside != bounds else { return self }
    switch self {
    case .fill(var fill):
      fill.bounds = inside
      return .fill(fill)
    case .image(var image):
      image.bounds = inside
      return .image(image)
    case .particles(var batch):
      batch.bounds = inside
      return .particles(batch)
    case .shadow(var shadow):
      shadow.bounds = inside
      return .shadow(shadow)
    case .picture(var picture):
      picture.bounds = inside
      return .picture(picture)
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
}

extension PlaneTransform {
  /// The standard deviations along device x and y of a round spot of standard deviation `radius` around a point; exact
  /// for turns and scales, near it for the rest.
  func spread(_ radius: Double, x: Double, y: Double) -> (x: Double, y: Double) {
    let place = apply(x, y)
    let (xx, xy) = ((m11 - place.x * m13) / place.w, (m12 - place.y * m13) / place.w)
    let (yx, yy) = ((m21 - place.x * m23) / place.w, (m22 - place.y * m23) / place.w)
    return (radius * (xx * xx + yx * yx).squareRoot(), radius * (xy * xy + yy * yy).squareRoot())
  }
}
