/// A rectangle of a user interface. It is the delegate of a layer: it draws and lays out the layer, handles touches,
/// and animates changes in blocks.
///
/// Names, types and defaults are those of UIKit (behavior.md 8). Use a view on one thread. Geometry and appearance are
/// stored in the layer. Outside animation blocks, the view returns `NSNull` as the action of the layer, so there are no
/// implicit animations (documented).
open class UIView: UIResponder, CALayerDelegate {
  /// The layer of the view. The view is its delegate.
  public let layer: CALayer
  /// The subviews in drawing order, lowest first.
  public internal(set) var subviews: [UIView] = []
  /// The view that contains this view, or nil.
  public internal(set) weak var superview: UIView?
  /// Number of block animations that disable touches.
  var touchBlockers = 0
  /// Number of active touches that began in this view.
  var activeTouches = 0
  var recognizers: [UIGestureRecognizer] = []
  private var ownTintColor: UIColor?
  private var maskView: UIView?
  /// Stored only: a movie has no accessibility features. Defaults false and nil.
  open var isAccessibilityElement = false, accessibilityLabel: String?, accessibilityIdentifier: String?

  /// Creates a view with a frame in the coordinates of the superview, in points.
  public init(frame: CGRect) {
    layer = Self.makeLayer()
    super.init()
    prepare(frame)
  }

  /// Creates a view with an empty frame.
  public override convenience init() { self.init(frame: .zero) }

  /// For source compatibility with subclasses written for iOS. Does not decode anything.
  public required init?(coder: NSCoder) {
    layer = Self.makeLayer()
    super.init()
    prepare(.zero)
  }

  private func prepare(_ frame: CGRect) {
    layer.frame = frame
    layer.delegate = self
    // Subclasses may draw.
    if type(of: self) != UIView.self { layer.setNeedsDisplay() }
    layer.setNeedsLayout()
    setUp()
  }

  /// Sets up a new view of a class of this module.
  func setUp() {}

  /// For source compatibility with interface files. Never called.
  open func awakeFromNib() {}
  /// For source compatibility with interface files. Never called.
  open func prepareForInterfaceBuilder() {}

  // MARK: Layer

  /// The class of the layer. Default `CALayer`.
  ///
  /// The layer is created with `init(coder:)`: without Objective-C, a class that is known only at run time cannot call
  /// its `init()`. For layer classes with their own `init()`, override `makeLayer()`.
  open class var layerClass: AnyClass { CALayer.self }

  /// Creates the layer of a new view from `layerClass` (ours).
  open class func makeLayer() -> CALayer {
    guard let layerClass = layerClass as? CALayer.Type, let layer = layerClass.init(coder: EmptyCoder()) else {
      misuse("\(Self.self).layerClass is \(self.layerClass), which is not a class of layers")
    }
    return layer
  }

  /// Returns the action for a change of the layer: that of the running block, or `NSNull` outside blocks (documented).
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    ViewThread.current.contexts.last?.action(for: self, forKey: event) ?? NSNull()
  }

  /// Provides the contents of the layer by `draw(_:)`.
  open func display(_ layer: CALayer) { layer.displayByDrawing() }

  /// Makes the context current and calls `draw(_:)`.
  open func draw(_ layer: CALayer, in ctx: CGContext) {
    UIGraphicsPushContext(ctx)
    draw(bounds)
    UIGraphicsPopContext()
  }

  /// Called before the layer draws. The default does nothing.
  open func layerWillDraw(_ layer: CALayer) {}

  /// Called when the layer lays out its sublayers. The default calls `layoutSubviews()`.
  open func layoutSublayers(of layer: CALayer) { layoutSubviews() }

  // MARK: Geometry

  /// Bounding box in the superview. Setting it moves and resizes the view. Undefined while the view is rotated.
  open var frame: CGRect {
    get { layer.frame }
    set { resizingSubviews { layer.frame = newValue } }
  }
  /// Rectangle of the view in its own coordinates. The origin scrolls the subviews.
  open var bounds: CGRect {
    get { layer.bounds }
    set { resizingSubviews { layer.bounds = newValue } }
  }
  /// Position of the layer's anchor point in the superview.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }
  /// Affine transform about the anchor point: the affine part of the layer's transform. Default identity.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }
  /// 3D transform about the anchor point. Default identity.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }
  /// Pixels per point of drawn images. Drawings are sharp at any scale. Default 1.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  // MARK: Appearance

  /// Opacity of the view with its subviews, 0...1. Default 1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }
  /// Whether the view is hidden. Default false.
  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }
  /// Background colour. Default nil.
  open var backgroundColor: UIColor? {
    get { layer.backgroundColor.map(UIColor.init(cgColor:)) }
    set { layer.backgroundColor = newValue?.cgColor }
  }
  /// Whether subviews are clipped to the bounds. Default false.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  /// Placement of the contents when the bounds change. Default `scaleToFill`.
  open var contentMode = ContentMode.scaleToFill {
    didSet {
      layer.contentsGravity = contentMode.gravity
      layer.needsDisplayOnBoundsChange = contentMode == .redraw
    }
  }
  /// A view whose alpha masks this view. It cannot be in another view. Default nil.
  open var mask: UIView? {
    get { maskView }
    set {
      newValue?.removeFromSuperview()
      maskView = newValue
      layer.mask = newValue?.layer
    }
  }
  /// Colour of interactive elements. Unless set, that of the superview; for the root view, a blue.
  open var tintColor: UIColor! {
    get { ownTintColor ?? superview?.tintColor ?? .systemBlue }
    set {
      ownTintColor = newValue
      tellTintColor()
    }
  }
  /// Called when `tintColor` has possibly changed. The default does nothing.
  open func tintColorDidChange() {}

  /// Calls `tintColorDidChange()` of this view and of descendants that inherit the colour.
  func tellTintColor() {
    tintColorDidChange()
    for subview in subviews where subview.ownTintColor == nil { subview.tellTintColor() }
  }

  /// A number that identifies the view. Default 0.
  open var tag = 0

  // MARK: Drawing

  /// Draws the contents into `UIGraphicsGetCurrentContext()`, in the coordinates of the view. The default draws
  /// nothing.
  ///
  /// - Parameter rect: always the bounds, because the whole contents are redrawn.
  open func draw(_ rect: CGRect) {}

  /// Requests a redraw at the next commit.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }
  /// Requests a redraw of a rectangle in the coordinates of the view.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

  // MARK: Layout

  /// Lays out the subviews. The default does nothing.
  open func layoutSubviews() {}
  /// Requests a layout at the next commit or `layoutIfNeeded()`.
  open func setNeedsLayout() { layer.setNeedsLayout() }
  /// Performs requested layouts now.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Returns the preferred size. The default is the present size (documented).
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
  /// Resizes the view to its preferred size. The origin of the frame does not change.
  open func sizeToFit() {
    let origin = frame.origin
    bounds.size = sizeThatFits(bounds.size)
    frame.origin = origin
  }
  /// The size of the contents, or `noIntrinsicMetric`. Default `noIntrinsicMetric` in both directions.
  open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric) }
  /// The value for a length that the contents do not determine.
  public static let noIntrinsicMetric: CGFloat = -1

  /// How the frame changes when the superview resizes. Empty: not at all. Default empty.
  open var autoresizingMask: AutoresizingMask = []
  /// Whether subviews resize by their autoresizing masks. Default true.
  open var autoresizesSubviews = true

  // MARK: Touches

  /// Whether the view and its subviews receive touches. Default true.
  open var isUserInteractionEnabled = true
  /// Whether the view receives several touches at a time. Default false.
  open var isMultipleTouchEnabled = false

  /// The superview.
  open override var next: UIResponder? { superview }

  /// Returns whether a point in the coordinates of the view is inside the bounds. The far edges are outside.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { layer.contains(point) }

  /// Returns the topmost view at a point of this view's coordinates, by model values. For visible values, use the
  /// presentation of the layer.
  ///
  /// Returns nil outside, for views that are hidden, transparent (alpha at most 0.01) or without user interaction, and
  /// for views that a block without `allowUserInteraction` animates. Clipping is ignored (documented).
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, isUserInteractionEnabled, alpha > 0.01, touchBlockers == 0, self.point(inside: point, with: event)
    else { return nil }
    for subview in subviews.reversed() {
      if let hit = subview.hitTest(subview.convert(point, from: self), with: event) { return hit }
    }
    return self
  }

  // MARK: Hierarchy

  /// Adds a view above the other subviews and removes it from its former superview.
  ///
  /// - Precondition: `view` is not this view or one of its ancestors.
  open func addSubview(_ view: UIView) { place(view) { nil } }
  /// Inserts a view at an index among the subviews. An index past the end means the end.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }
  /// Inserts a view below another subview, or in front if `siblingSubview` is not a subview.
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view, beside: siblingSubview, isAbove: false)
  }
  /// Inserts a view above another subview, or in front if `siblingSubview` is not a subview.
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view, beside: siblingSubview, isAbove: true)
  }
  /// Moves a subview to the front. Does nothing for a view that is not a subview.
  open func bringSubviewToFront(_ view: UIView) { if view.superview === self { addSubview(view) } }
  /// Moves a subview to the back. Does nothing for a view that is not a subview.
  open func sendSubviewToBack(_ view: UIView) { if view.superview === self { insertSubview(view, at: 0) } }
  /// Removes the view from its superview, if it has one.
  open func removeFromSuperview() { leaveSuperview() }

  /// Called when a subview has been added. The default does nothing.
  open func didAddSubview(_ subview: UIView) {}
  /// Called before a subview leaves. The default does nothing.
  open func willRemoveSubview(_ subview: UIView) {}
  /// Called before the superview changes; nil for none. The default does nothing.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// Called when the superview has changed. The default does nothing.
  open func didMoveToSuperview() {}
  /// Called before the window changes; nil for none. The default does nothing.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// Called when the window has changed. The default does nothing.
  open func didMoveToWindow() {}
}

/// A coder without content: layers created with it have default values.
private final class EmptyCoder: NSCoder {}
