extension CALayer {
  /// Returns whether the contents are flipped, counting all geometry flips up to the root (documented).
  public final func contentsAreFlipped() -> Bool {
    lineage.count { $0.isGeometryFlipped } % 2 == 1
  }

  /// The deepest topmost layer at a point, sublayers before their superlayer; see `hitTest(_:)`.
  ///
  /// A mask counts with its bounds, of a replicator's copies the first is hit, and a transform layer has no plane to
  /// hit (measured; behavior.md 1.1.2, 1.8 and 1.12).
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

  /// The point of the layer's plane that is seen at a point of the superlayer; nil where the plane is edge on or behind
  /// the eye.
  private func seenPoint(at pointInSuperlayer: CGPoint) -> CGPoint? {
    let point = fromSuperlayer(pointInSuperlayer)
    guard point.x.isFinite, point.y.isFinite, planeToSuperlayer.apply(point.x, point.y).w > 0 else { return nil }
    return point
  }

  // MARK: Scrolling

  /// The part of the layer that its enclosing scroll layers show, in its coordinates (documented).
  public final var visibleRect: CGRect {
    lineage.dropFirst().filter { $0 is CAScrollLayer }.reduce(bounds) { visible, scroller in
      visible.common(with: convert(scroller.bounds, from: scroller))
    }
  }

  /// Scrolls this or the nearest enclosing scroll layer so that the point moves to the origin (measured). Does nothing
  /// without one.
  public final func scroll(_ point: CGPoint) {
    guard let scroller = lineage.lazy.compactMap({ $0 as? CAScrollLayer }).first else { return }
    scroller.scroll(to: convert(point, to: scroller))
  }

  /// Scrolls the nearest enclosing scroll layer the least distance that shows the rectangle.
  public final func scrollRectToVisible(_ rect: CGRect) {
    guard let scroller = scroller else { return }
    scroller.scroll(to: convert(rect, to: scroller))
  }

  private var scroller: CAScrollLayer? {
    lineage.dropFirst().lazy.compactMap { $0 as? CAScrollLayer }.first
  }
}
