extension CALayer {
  /// The bounding box of the layer's rectangle in its superlayer, without the superlayer's `sublayerTransform`.
  ///
  /// Setting it keeps transform and anchor point: the new bounds are what the inverse of the transform's linear part
  /// makes of the size (undefined for rotations other than quarter turns, as on Apple's system), and the position puts
  /// their box in the middle of the given rectangle. A transform without inverse keeps the bounds.
  public final var frame: CGRect {
    get { state.frame }
    set {
      guard newValue != frame else { return }
      let rect = newValue.standardized
      var moved = state
      if transform == CATransform3DIdentity {
        moved.bounds.size = rect.size
        position = CGPoint(x: rect.minX + anchorPoint.x * rect.width, y: rect.minY + anchorPoint.y * rect.height)
      } else {
        moved.bounds.size = boundsSize(forFrame: rect.size)
        let box = moved.frame
        position = CGPoint(x: position.x + rect.midX - box.midX, y: position.y + rect.midY - box.midY)
      }
      bounds = moved.bounds
    }
  }

  /// The size whose box under the linear part of the transform is `size`, as far as there is one.
  private func boundsSize(forFrame size: CGSize) -> CGSize {
    let t = transform
    let determinant = t.m11 * t.m22 - t.m12 * t.m21
    guard determinant.isFinite, determinant != 0 else { return bounds.size }
    return CGSize(
      width: (abs(t.m22) * size.width + abs(t.m21) * size.height) / abs(determinant),
      height: (abs(t.m12) * size.width + abs(t.m11) * size.height) / abs(determinant))
  }

  /// `transform` as a map in the plane; the identity where it is not one, as `CATransform3DIsAffine` says (measured).
  public final func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Sets `transform` to a map in the plane.
  public final func setAffineTransform(_ transform: CGAffineTransform) {
    self.transform = CATransform3DMakeAffineTransform(transform)
  }
}

extension LayerState {
  fileprivate var frame: CGRect {
    let (bounds, position, anchorPoint) = (plain.bounds, plain.position, plain.anchorPoint)
    guard transform == CATransform3DIdentity else { return bounds.box(PlaneTransform(toSuperlayer).apply) }
    // Without a detour over the corners, whose difference is not quite the size.
    return CGRect(
      x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
      width: bounds.width, height: bounds.height)
  }
}

extension PlaneTransform {
  func apply(_ point: CGPoint) -> CGPoint {
    let mapped = apply(point.x, point.y)
    return CGPoint(x: mapped.x, y: mapped.y)
  }
}

extension CGRect {
  /// The box around the four corners as `map` places them.
  func box(_ map: (CGPoint) -> CGPoint) -> CGRect {
    let corners = [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
    ].map(map)
    let (x, y) = (corners.map(\.x), corners.map(\.y))
    let (left, right, top, bottom) = (x.min() ?? 0, x.max() ?? 0, y.min() ?? 0, y.max() ?? 0)
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
