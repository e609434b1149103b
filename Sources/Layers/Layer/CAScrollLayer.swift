/// A layer that shows a part of its contents and clips to its bounds by default (behavior.md 1.10).
open class CAScrollLayer: CALayer {
  override class func addTraits(to state: inout LayerState) {
    super.addTraits(to: &state)
    state.masksToBounds = true
  }

  package override class var properties: [Property<LayerState>] { super.properties + Property.scrollLayer }

  /// Axes of scrolling. Default both.
  open var scrollMode: CAScrollLayerScrollMode {
    get { state.viewing.scrollMode }
    set { set(\.viewing.scrollMode, newValue) }
  }

  /// Scrolls a point to the origin of the bounds, along the axes of `scrollMode`. Can scroll past the end of the
  /// contents (measured).
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollMode.isHorizontal { origin.x = p.x }
    if scrollMode.isVertical { origin.y = p.y }
    bounds.origin = origin
  }

  /// Scrolls the least distance that shows a rectangle (measured). For a rectangle larger than the bounds, shows the
  /// nearest edge (assumed).
  open func scroll(to r: CGRect) {
    scroll(
      to: CGPoint(
        x: Self.origin(bounds.minX, bounds.width, showing: r.minX, r.maxX),
        y: Self.origin(bounds.minY, bounds.height, showing: r.minY, r.maxY)))
  }

  private static func origin(_ origin: CGFloat, _ length: CGFloat, showing low: CGFloat, _ high: CGFloat) -> CGFloat {
    if low < origin || high - low > length { return low }
    return max(origin, high - length)
  }
}

extension CALayer {
  /// The visible part of the layer in its enclosing scroll layers, in its own coordinates (documented).
  public final var visibleRect: CGRect {
    lineage.dropFirst().filter { $0 is CAScrollLayer }.reduce(bounds) { visible, scroller in
      visible.common(with: convert(scroller.bounds, from: scroller))
    }
  }

  /// Scrolls this or the nearest enclosing scroll layer so that the point moves to the origin (measured). Does nothing
  /// if there is no scroll layer.
  public final func scroll(_ point: CGPoint) {
    guard let scroller = lineage.lazy.compactMap({ $0 as? CAScrollLayer }).first else { return }
    scroller.scroll(to: convert(point, to: scroller))
  }

  /// Scrolls the nearest enclosing scroll layer by the least distance that shows the rectangle.
  public final func scrollRectToVisible(_ rect: CGRect) {
    guard let scroller = lineage.dropFirst().lazy.compactMap({ $0 as? CAScrollLayer }).first else { return }
    scroller.scroll(to: convert(rect, to: scroller))
  }
}
