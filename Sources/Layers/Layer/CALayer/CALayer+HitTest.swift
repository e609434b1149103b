extension CALayer {
  /// Returns whether the contents are flipped, counting all geometry flips up to the root (documented).
  public final func contentsAreFlipped() -> Bool {
    lineage.count { $0.isGeometryFlipped } % 2 == 1
  }

  /// Returns the deepest topmost layer at a point, sublayers before their superlayer; see `hitTest(_:)`.
  ///
  /// A mask is tested by its bounds, a replicator by its first copy, and a transform layer has no plane to test
  /// (measured; behavior.md 1.1.2, 1.8 and 1.12).
  func hitLayer(at pointInSuperlayer: CGPoint) -> CALayer? {
    guard !isHidden, opacity > 0, !state.isTransformLayer, let point = seenPoint(at: pointInSuperlayer) else {
      return nil
    }
    let isInside = contains(point)
    guard isInside || !masksToBounds else { return nil }
    if let mask, mask.seenPoint(at: point).map(mask.contains) != true { return nil }
    let inside = state.replicator.isUnset || state.replicator.instanceCount > 0 ? presentedChildren ?? children : []
    for sublayer in inside.inDrawingOrder.reversed() {
      if let hit = sublayer.hitTest(point) { return hit }
    }
    return isInside ? self : nil
  }

  /// The point of the layer's plane that is visible at a point of the superlayer, or nil if the plane is edge-on or
  /// behind the eye.
  private func seenPoint(at pointInSuperlayer: CGPoint) -> CGPoint? {
    let point = fromSuperlayer(pointInSuperlayer)
    guard point.x.isFinite, point.y.isFinite, planeToSuperlayer.apply(point.x, point.y).w > 0 else { return nil }
    return point
  }
}
