import Foundation
import StarmineGraphics

// A layer with filters, and one that is rasterized, is drawn apart (`PictureCommand`), with its clip, its mask and its
// shadow; opacity and blending act on the result (behavior.md 4.5 and 4.8).

extension Evaluation {
  /// Draws what a layer's effects ask for; false if the layer itself is still to be drawn as any other.
  ///
  /// - Parameters:
  ///   - space: from the layer's coordinates to device pixels.
  ///   - context: with the layer's own opacity.
  @inline(never)
  mutating func drawEffects(
    _ node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, _ context: DrawContext
  ) -> Bool {
    let plane = PlaneTransform(space)
    drawBackdrop(node, showing: state, at: time, in: space, context)
    let bitmap = state.effects.shouldRasterize ? Bitmap(state, seen: plane, within: context.frame) : nil
    let filters = state.pixelFilters(.filters, bitmap.map { PlaneTransform($0.space) } ?? plane)
    guard bitmap != nil || !filters.isEmpty else { return false }
    let index = list.commands.count
    let group = GroupCommand(
      bounds: context.frame, alpha: context.alpha, filter: state.compositingFilter ?? .sourceOver)
    let isGroup = group.alpha < 255 || (group.filter != .sourceOver && group.filter != .normalBlendMode)
    if isGroup { list.commands.append(.pushGroup(group)) }
    var inner = context
    if let bitmap { (inner.frame, inner.limit) = (bitmap.frame, bitmap.frame) }
    inner.frame = inner.frame.grown(by: filters.reach).intersection(inner.limit)
    (inner.bitmapStart, inner.opacity) = (list.commands.count, 1)
    var plain = state
    (plain.effects, plain.compositingFilter, plain.opacity) = (Rare(), nil, 1)
    drawPlane(node, showing: plain, at: time, in: bitmap?.space ?? space, inner)
    if let picture = takePicture(filters, bitmap, inner) { append(picture, within: context.frame) }
    if isGroup { close(group, from: index, within: context.frame) }
    return true
  }

  /// Takes the commands of the innermost bitmap out of the list.
  private mutating func takePicture(
    _ filters: [PixelFilter], _ bitmap: Bitmap?, _ context: DrawContext
  ) -> PictureCommand? {
    let index = context.bitmapStart
    var source = list.unionOfBounds(from: index).intersection(context.frame)
    if filters.contains(where: \.fillsEmptyPixels) { source = context.frame }
    let commands = Array(list.commands[index...])
    list.commands.removeSubrange(index...)
    guard !source.isEmpty else { return nil }
    // An image ends at its last pixel's middle; one more lets its edges fade as those of the layer would.
    if bitmap != nil { source = source.grown(by: (1, 1)) }
    let cost = EffectBudget.cost(of: source.grown(by: filters.reach), through: filters, drawing: commands)
    guard takeEffect(cost) else { return nil }
    return PictureCommand(
      bounds: .empty, commands: commands, source: source, filters: filters, placement: bitmap?.placement)
  }

  private mutating func append(_ picture: PictureCommand, within frame: DeviceRect) {
    var picture = picture
    let drawn = picture.source.grown(by: picture.reach)
    picture.bounds = drawn.intersection(frame)
    if let placement = picture.placement {
      picture.bounds = RoundedRect(drawn).deviceBounds(placement.transform, within: frame)
    }
    if !picture.bounds.isEmpty { list.commands.append(.picture(picture)) }
  }

  /// Filters what lies below a layer's rounded bounds.
  private mutating func drawBackdrop(
    _ node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, _ context: DrawContext
  ) {
    let plane = PlaneTransform(space)
    let filters = state.pixelFilters(.backgroundFilters, plane)
    let bounds = state.shape.deviceBounds(plane, within: context.frame)
    guard !filters.isEmpty, !bounds.isEmpty else { return }
    // All that lies below is drawn once more.
    finishEmissions()
    let cost = EffectBudget.cost(
      of: bounds.grown(by: filters.reach), through: filters, drawing: list.commands[context.bitmapStart...])
    guard takeEffect(cost) else { return }
    var command = BackdropCommand(
      bounds: bounds, filters: filters, shape: state.shape, transform: plane, alpha: context.alpha)
    guard let mask = node.mask else { return list.commands.append(.backdrop(command)) }
    (command.alpha, command.isBelowGroup) = (255, true)
    let index = list.commands.count
    let group = GroupCommand(bounds: context.frame, alpha: context.alpha)
    list.commands += [.pushGroup(group), .backdrop(command)]
    let drawn = drawMask(mask, of: state, at: time, in: space.flattened, context)
    close(group, from: index, mask: drawn, within: context.frame)
  }
}

/// The bitmap of a rasterized layer.
private struct Bitmap {
  /// From the layer's coordinates to the bitmap's pixels; the least corner of the bounds is at 0, 0.
  let space: CATransform3D
  let placement: PicturePlacement
  /// Pixels of the bitmap that can be seen.
  let frame: DeviceRect

  /// More pixels are not made; the bitmap is coarser instead.
  private static let largestArea = 0x1p24
  /// Pixels along a side.
  private static let largestSide = 16384.0

  /// Nil where nothing can be seen.
  init?(_ state: LayerState, seen plane: PlaneTransform, within frame: DeviceRect) {
    guard state.effects.rasterizationScale.isFinite, state.bounds.isFinite else { return nil }
    var scale = max(1.0 / 64, min(Double(state.effects.rasterizationScale), 16))
    func inverse(_ scale: Double) -> PlaneTransform {
      var result = PlaneTransform.identity
      (result.m11, result.m22) = (1 / scale, 1 / scale)
      (result.m31, result.m32) = (state.bounds.minX, state.bounds.minY)
      return result.concatenated(with: plane)
    }
    guard var region = Self.region(inverse(scale), frame) else { return nil }
    let area = Double(region.width) * Double(region.height)
    if area > Self.largestArea {
      scale *= (Self.largestArea / area).squareRoot()
      guard let smaller = Self.region(inverse(scale), frame) else { return nil }
      region = smaller
    }
    let transform = inverse(scale)
    let seen = transform.scale(
      x: state.bounds.width * scale / 2, y: state.bounds.height * scale / 2)
    let isReduced = max(seen.x, seen.y) < 1
    let placed = state.placement.value
    placement = PicturePlacement(
      transform: transform, filter: isReduced ? placed.minificationFilter : placed.magnificationFilter)
    let origin = CATransform3DMakeTranslation(-state.bounds.minX, -state.bounds.minY, 0)
    space = CATransform3DConcat(origin, CATransform3DMakeScale(scale, scale, scale))
    self.frame = region
  }

  /// The box around the bitmap's pixels that can be seen in `frame`.
  private static func region(_ transform: PlaneTransform, _ frame: DeviceRect) -> DeviceRect? {
    guard let inverse = transform.inverse else { return nil }
    var (low, high) = (SIMD2(repeating: largestSide), SIMD2(repeating: -largestSide))
    for (x, y) in [
      (frame.minX, frame.minY), (frame.maxX, frame.minY), (frame.minX, frame.maxY), (frame.maxX, frame.maxY),
    ] {
      let point = inverse.apply(Double(x), Double(y))
      // Beyond the horizon: anything may be seen.
      guard point.w > 0, point.x.isFinite, point.y.isFinite else {
        (low, high) = (SIMD2(repeating: -largestSide), SIMD2(repeating: largestSide))
        break
      }
      low = SIMD2(min(low.x, point.x), min(low.y, point.y))
      high = SIMD2(max(high.x, point.x), max(high.y, point.y))
    }
    let whole = { (value: Double) in Int(max(-largestSide, min(largestSide, value))) }
    let region = DeviceRect(
      minX: whole(low.x.rounded(.down)) - 2, minY: whole(low.y.rounded(.down)) - 2,
      maxX: whole(high.x.rounded(.up)) + 2, maxY: whole(high.y.rounded(.up)) + 2)
    return region.isEmpty ? nil : region
  }
}
