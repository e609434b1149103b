public import Foundation
import Scene

extension CALayer {
  /// Whether the geometry of the layer's contents is flipped an odd number of times on the way to the root, its own
  /// flip included (documented).
  public final func contentsAreFlipped() -> Bool {
    lineage.count { $0.isGeometryFlipped } % 2 == 1
  }

  /// The deepest topmost layer at a point, sublayers before their superlayer; see `hitTest(_:)`.
  func hitLayer(at pointInSuperlayer: CGPoint) -> CALayer? {
    guard !isHidden, opacity > 0 else { return nil }
    let point = fromSuperlayer(pointInSuperlayer)
    guard point.x.isFinite, point.y.isFinite else { return nil }
    let isInside = contains(point)
    guard isInside || !masksToBounds else { return nil }
    for sublayer in (presentedChildren ?? children).inDrawingOrder.reversed() {
      if let hit = sublayer.hitTest(point) { return hit }
    }
    return isInside ? self : nil
  }

  // MARK: Scrolling

  /// The part of the layer that the scroll layers around it show, in its own coordinates (documented).
  public final var visibleRect: CGRect {
    lineage.dropFirst().filter { $0 is CAScrollLayer }.reduce(bounds) { visible, scroller in
      visible.common(with: convert(scroller.bounds, from: scroller))
    }
  }

  /// Scrolls the nearest scroll layer around this one, so that the point comes to its origin. Does nothing without one.
  public final func scroll(_ point: CGPoint) {
    guard let scroller = scroller else { return }
    scroller.scroll(to: convert(point, to: scroller))
  }

  /// Scrolls the nearest scroll layer around this one as little as needed to show the rectangle.
  public final func scrollRectToVisible(_ rect: CGRect) {
    guard let scroller = scroller else { return }
    scroller.scroll(to: convert(rect, to: scroller))
  }

  private var scroller: CAScrollLayer? {
    lineage.dropFirst().lazy.compactMap { $0 as? CAScrollLayer }.first
  }
}
