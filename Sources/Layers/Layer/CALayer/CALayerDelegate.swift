/// Requests for a layer's layout and drawing, besides the values that are committed.
struct LayerRequests {
  var layoutManager: (any CALayoutManager)?
  var constraints: [CAConstraint]?
  var needsLayout = false
  /// Area to draw anew, nil for none.
  var invalidRect: CGRect?
  /// Properties whose value comes from the style, with that value.
  var styled: [String: Any] = [:]
}

/// Objects of other classes than a layer can draw: kept and read, as on Apple's system.
struct UnseenObjects {
  var contents: Any?
  var compositingFilter: Any?
  /// Lists as they were given.
  var filters: [Any]?
  var backgroundFilters: [Any]?
}

/// Layout and drawing for a layer without a subclass (documented, behavior.md 1.16).
///
/// Every method has a default that does the same as the layer without a delegate.
public protocol CALayerDelegate: AnyObject {
  /// Provides the contents. The default draws them: `layerWillDraw(_:)`, then `draw(_:in:)`.
  func display(_ layer: CALayer)
  /// Draws in the layer's own coordinates. The default draws nothing.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Called before every drawing. The default does nothing.
  func layerWillDraw(_ layer: CALayer)
  /// Places the sublayers. The default asks the layer's `layoutManager`.
  func layoutSublayers(of layer: CALayer)
  /// The action for a property or an event: nil, the default, to go on with the search, `NSNull` to end it with none.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Draws: `layerWillDraw(_:)`, then `draw(_:in:)`.
  public func display(_ layer: CALayer) { layer.displayByDrawing() }
  /// Draws nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}
  /// Asks the layer's `layoutManager`.
  public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }
  /// Nil: the search for an action goes on.
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
