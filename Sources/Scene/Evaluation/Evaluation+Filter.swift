import Foundation
import StarmineGraphics

// A layer with filters, and one that is rasterized, is drawn apart (`PictureCommand`), with its clip, its mask and its
// shadow; opacity and blending act on the result (behavior.md 4.5 and 4.8).

extension Evaluation {
  /// Draws what a layer's effects ask for; false if the layer itself is still to be drawn as any other.
  ///
  /// - Parameters:
  ///   - space: from the layer's coordinates to device pixels.
  ///   - opacity: the layer's with that of the layers around it.
  mutating func drawEffects(
    _ node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, opacity: Float
  ) -> Bool {
    let plane = PlaneTransform(space.flattened)
    drawBackdrop(node, showing: state, at: time, in: space.flattened, opacity: opacity)
    let bitmap = state.effects.shouldRasterize ? Bitmap(state, seen: plane, within: frame) : nil
    let filters = state.pixelFilters(.filters, bitmap.map { PlaneTransform($0.space) } ?? plane)
    guard bitmap != nil || !filters.isEmpty else { return false }
    let index = list.commands.count
    var group = GroupCommand(bounds: frame, alpha: UInt8(opacity * 255 + 0.5))
    group.filter = state.compositingFilter ?? .sourceOver
    let isGroup = group.alpha < 255 || (group.filter != .sourceOver && group.filter != .normalBlendMode)
    if isGroup { list.commands.append(.pushGroup(group)) }
    let outer = (frame, limit)
    if let bitmap { (frame, limit) = (bitmap.frame, bitmap.frame) }
    frame = frame.grown(by: filters.reach).intersection(limit)
    let (first, outerStart) = (list.commands.count, bitmapStart)
    bitmapStart = first
    var inner = state
    (inner.effects, inner.compositingFilter, inner.opacity) = (Rare(), nil, 1)
    let inSpace = bitmap?.space ?? space
    drawPlane(node, showing: inner, at: time, in: inSpace, matrix: inSpace.flattened, opacity: 1)
    let picture = takePicture(from: first, filters, bitmap)
    (frame, limit, bitmapStart) = (outer.0, outer.1, outerStart)
    if let picture { append(picture) }
    if isGroup { close(group, from: index) }
    return true
  }

  /// Takes the commands from an index on out of the list.
  private mutating func takePicture(from index: Int, _ filters: [PixelFilter], _ bitmap: Bitmap?) -> PictureCommand? {
    var source = list.unionOfBounds(from: index).intersection(frame)
    if filters.contains(where: \.fillsEmptyPixels) { source = frame }
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

  private mutating func append(_ picture: PictureCommand) {
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
    _ node: RenderNode, showing state: LayerState, at time: Double, in matrix: CATransform3D, opacity: Float
  ) {
    let plane = PlaneTransform(matrix)
    let filters = state.pixelFilters(.backgroundFilters, plane)
    let bounds = state.shape.deviceBounds(plane, within: frame)
    guard !filters.isEmpty, !bounds.isEmpty else { return }
    // All that lies below is drawn once more.
    finishEmissions()
    let cost = EffectBudget.cost(
      of: bounds.grown(by: filters.reach), through: filters, drawing: list.commands[bitmapStart...])
    guard takeEffect(cost) else { return }
    let alpha = UInt8(opacity * 255 + 0.5)
    var command = BackdropCommand(bounds: bounds, filters: filters, shape: state.shape, transform: plane, alpha: alpha)
    guard let mask = node.mask else { return list.commands.append(.backdrop(command)) }
    (command.alpha, command.isBelowGroup) = (255, true)
    let index = list.commands.count
    let group = GroupCommand(bounds: frame, alpha: alpha)
    list.commands += [.pushGroup(group), .backdrop(command)]
    close(group, from: index, mask: drawMask(mask, of: state, at: time, in: matrix))
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

extension RoundedRect {
  init(_ rect: DeviceRect) {
    self.init(minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
  }
}
