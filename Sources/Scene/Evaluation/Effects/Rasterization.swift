/// The bitmap of a rasterized layer.
struct Rasterization {
  /// From the layer's coordinates to the pixels of the bitmap. The minimum corner of the bounds is at 0, 0.
  let space: CATransform3D
  let placement: OffscreenPlacement
  let frame: DeviceRect

  /// Maximum number of pixels. Above it, the bitmap has a lower resolution.
  private static let largestArea = 0x1p24
  /// Pixels.
  private static let largestSide = 16384.0

  /// Nil if nothing is visible.
  init?(_ state: LayerState, seen plane: PlaneTransform, within frame: DeviceRect) {
    guard state.effects.rasterizationScale.isFinite, state.bounds.isFinite else { return nil }
    var scale = max(1.0 / 64, min(Double(state.effects.rasterizationScale), 16))
    if !state.emitter.isUnset {
      // A small bitmap needs only as many particles as its pixels can show.
      let seen = plane.scale(x: state.bounds.midX, y: state.bounds.midY)
      if max(seen.x, seen.y) < scale { scale = max(1.0 / 64, seen.x, seen.y) }
    }
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
    let seen = transform.scale(x: state.bounds.width * scale / 2, y: state.bounds.height * scale / 2)
    let isReduced = max(seen.x, seen.y) < 1
    let placed = state.placement.value
    placement = OffscreenPlacement(
      transform: transform, filter: isReduced ? placed.minificationFilter : placed.magnificationFilter)
    let origin = CATransform3DMakeTranslation(-state.bounds.minX, -state.bounds.minY, 0)
    space = CATransform3DConcat(origin, CATransform3DMakeScale(scale, scale, scale))
    self.frame = region
  }

  /// The box of the bitmap's pixels that are visible in `frame`.
  private static func region(_ transform: PlaneTransform, _ frame: DeviceRect) -> DeviceRect? {
    guard let inverse = transform.inverse else { return nil }
    var (low, high) = (SIMD2(repeating: largestSide), SIMD2(repeating: -largestSide))
    for (x, y) in [
      (frame.minX, frame.minY), (frame.maxX, frame.minY), (frame.minX, frame.maxY), (frame.maxX, frame.maxY),
    ] {
      let point = inverse.apply(Double(x), Double(y))
      // Beyond the horizon, any part may be visible.
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
