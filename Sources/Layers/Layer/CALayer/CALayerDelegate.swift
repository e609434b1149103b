struct LayerRequests {
  var layoutManager: (any CALayoutManager)?
  var constraints: [CAConstraint]?
  var needsLayout = false
  /// Area to redraw, or nil.
  var invalidRect: CGRect?
  /// Properties whose value comes from the style, with that value.
  var styled: [String: Any] = [:]
}

/// Objects of classes that a layer cannot draw. They are stored and returned, as on Apple's system.
struct UnseenObjects {
  var contents: Any?
  var compositingFilter: Any?
  var filters: [Any]?
  var backgroundFilters: [Any]?
}

/// Methods for the layout and drawing of a layer without a subclass (documented, behavior.md 1.16).
///
/// Each method has a default implementation with the behavior of a layer without a delegate.
public protocol CALayerDelegate: AnyObject {
  /// Provides the contents. The default calls `layerWillDraw(_:)`, then `draw(_:in:)`.
  func display(_ layer: CALayer)
  /// Draws in the coordinates of the layer. The default draws nothing.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Called before every drawing. The default does nothing.
  func layerWillDraw(_ layer: CALayer)
  /// Lays out the sublayers. The default uses the layer's `layoutManager`.
  func layoutSublayers(of layer: CALayer)
  /// Returns the action for a property or an event. Nil continues the search, and `NSNull` ends it without an action.
  /// Default nil.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Draws the layer: calls `layerWillDraw(_:)`, then `draw(_:in:)`.
  public func display(_ layer: CALayer) { layer.displayByDrawing() }
  /// Draws nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}
  /// Lays out the sublayers with the layer's `layoutManager`.
  public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }
  /// Returns nil, so that the search for an action continues.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

extension CALayer {
  /// Delegate for layout and drawing. Weak. Default nil.
  public final var delegate: (any CALayerDelegate)? {
    get { heldDelegate }
    set {
      heldDelegate = newValue
      mayBeHeard = true
    }
  }
}
