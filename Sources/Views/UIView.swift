/// A rectangle of an interface: a layer with its delegate, which draws, lays out, takes touches and animates in blocks.
///
/// Names, types and defaults are UIKit's (behavior.md 8). A view belongs to one thread, as its layer does. Geometry
/// and looks are the layer's; as the layer's delegate the view answers `NSNull` outside animation blocks, so that
/// nothing animates by itself (documented).
open class UIView: UIResponder, CALayerDelegate {
  /// The view is its delegate.
  public let layer: CALayer
  /// In drawing order, lowest first.
  public internal(set) var subviews: [UIView] = []
  /// The view that has this one among its subviews.
  public internal(set) weak var superview: UIView?
  /// Block animations that keep touches away.
  var touchBlockers = 0
  /// Touches on their way that began here.
  var activeTouches = 0
  /// Recognizers that watch the touches.
  var recognizers: [UIGestureRecognizer] = []
  private var ownTintColor: UIColor?
  private var maskView: UIView?

  /// A view with a frame in its superview's coordinates, points.
  public init(frame: CGRect) {
    layer = Self.makeLayer()
    super.init()
    prepare(frame)
  }

  /// With an empty frame.
  public override convenience init() { self.init(frame: .zero) }

  /// Exists so that subclasses written for iOS compile; nothing is decoded.
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
  }

  /// For what comes out of files of interfaces; nothing here calls it.
  open func awakeFromNib() {}
  /// For designers of interfaces; nothing here calls it.
  open func prepareForInterfaceBuilder() {}

  // MARK: Layer

  /// The class of the layer. Default `CALayer`.
  ///
  /// The layer is made with `init(coder:)`, because without Objective-C `init()` of a class that is known at run time
  /// only cannot be called; layer classes with an `init()` of their own need `makeLayer()`.
  open class var layerClass: AnyClass { CALayer.self }

  /// Makes the layer of a new view: one of `layerClass` (ours).
  open class func makeLayer() -> CALayer {
    guard let layerClass = layerClass as? CALayer.Type, let layer = layerClass.init(coder: EmptyCoder()) else {
      misuse("\(Self.self).layerClass is \(self.layerClass), which is not a class of layers")
    }
    return layer
  }

  /// The action of a change of the layer: that of the running block, outside of blocks `NSNull` (documented).
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    ViewThread.current.contexts.last?.action(for: self, forKey: event) ?? NSNull()
  }

  /// Provides the layer's contents: what `draw(_:)` draws.
  open func display(_ layer: CALayer) { layer.displayByDrawing() }

  /// Makes the context the current one and calls `draw(_:)`.
  open func draw(_ layer: CALayer, in ctx: CGContext) {
    UIGraphicsPushContext(ctx)
    draw(bounds)
    UIGraphicsPopContext()
  }

  /// Called before the layer draws. Does nothing.
  open func layerWillDraw(_ layer: CALayer) {}

  /// Lays out as the layer asks: calls `layoutSubviews()`.
  open func layoutSublayers(of layer: CALayer) { layoutSubviews() }

  // MARK: Geometry

  /// Bounding box in the superview; setting it moves and resizes the view (means nothing while the view is turned).
  open var frame: CGRect {
    get { layer.frame }
    set { resizingSubviews { layer.frame = newValue } }
  }
  /// The view's own coordinates; its origin scrolls the subviews.
  open var bounds: CGRect {
    get { layer.bounds }
    set { resizingSubviews { layer.bounds = newValue } }
  }
  /// Where the layer's anchor point sits in the superview.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }
  /// Applied about the anchor point; the affine part of the layer's transform. Default identity.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }
  /// Applied about the anchor point, in space. Default identity.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }
  /// Pixels per point of drawn images. Default 1; drawings are sharp at any scale here.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  // MARK: Looks

  /// Opacity of the view with its subviews, 0...1. Default 1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }
  /// Default false.
  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }
  /// Default nil.
  open var backgroundColor: UIColor? {
    get { layer.backgroundColor.map(UIColor.init(cgColor:)) }
    set { layer.backgroundColor = newValue?.cgColor }
  }
  /// Subviews are clipped to the bounds. Default false.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  /// Where the contents lie when the bounds change. Default `scaleToFill`.
  open var contentMode = ContentMode.scaleToFill {
    didSet {
      layer.contentsGravity = contentMode.gravity
      layer.needsDisplayOnBoundsChange = contentMode == .redraw
    }
  }
  /// A view whose alpha multiplies this one's; it belongs to no other view. Default nil.
  open var mask: UIView? {
    get { maskView }
    set {
      newValue?.removeFromSuperview()
      maskView = newValue
      layer.mask = newValue?.layer
    }
  }
  /// A colour for parts that can be tapped: the superview's unless set; at the top a blue.
  open var tintColor: UIColor! {
    get { ownTintColor ?? superview?.tintColor ?? .systemBlue }
    set {
      ownTintColor = newValue
      tellTintColor()
    }
  }
  /// Called when `tintColor` may have changed. The default does nothing.
  open func tintColorDidChange() {}

  /// Tells this view and those that take their colour from it.
  func tellTintColor() {
    tintColorDidChange()
    for subview in subviews where subview.ownTintColor == nil { subview.tellTintColor() }
  }

  /// A number to find the view by. Default 0.
  open var tag = 0

  // MARK: Drawing

  /// Draws the contents into `UIGraphicsGetCurrentContext()`, in the view's coordinates. The default draws nothing.
  ///
  /// - Parameter rect: the bounds: drawings are made whole here.
  open func draw(_ rect: CGRect) {}

  /// Asks for a new drawing at the next commit.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }
  /// Asks for a part to be drawn anew, in the view's coordinates.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

  // MARK: Layout

  /// Places the subviews. The default does nothing.
  open func layoutSubviews() {}
  /// Asks for a layout at the next commit or `layoutIfNeeded()`.
  open func setNeedsLayout() { layer.setNeedsLayout() }
  /// Lays out now what has asked for it.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// The size that fits best. The default is the present one (documented).
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
  /// Takes the size that fits best; the frame's origin stays.
  open func sizeToFit() {
    let origin = frame.origin
    bounds.size = sizeThatFits(bounds.size)
    frame.origin = origin
  }
  /// The size of the contents; `noIntrinsicMetric` where there is none (the default).
  open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric) }
  /// Stands for a length that the contents do not determine.
  public static let noIntrinsicMetric: CGFloat = -1

  /// How the frame follows a new size of the superview. Default empty: not at all.
  open var autoresizingMask: AutoresizingMask = []
  /// Whether the subviews' autoresizing masks count. Default true.
  open var autoresizesSubviews = true

  // MARK: Touches

  /// Whether touches come to the view and its subviews. Default true.
  open var isUserInteractionEnabled = true
  /// Whether more than one touch at a time comes to the view. Default false.
  open var isMultipleTouchEnabled = false

  /// The superview.
  open override var next: UIResponder? { superview }

  /// Whether the bounds hold a point of the view's own coordinates; their far edges do not belong to them.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { layer.contains(point) }

  /// The topmost view at a point of this view's coordinates, by model values: to hit what is seen, ask the layer's
  /// presentation.
  ///
  /// Nil outside, for views that are hidden, transparent (alpha at most 0.01) or take no touches, and for those that a
  /// block without `allowUserInteraction` animates. Clipping plays no part (documented).
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, isUserInteractionEnabled, alpha > 0.01, touchBlockers == 0, self.point(inside: point, with: event)
    else { return nil }
    for subview in subviews.reversed() {
      if let hit = subview.hitTest(subview.convert(point, from: self), with: event) { return hit }
    }
    return self
  }

  // MARK: Changes of the hierarchy

  /// Puts a view above the other subviews, taking it out of its present superview.
  ///
  /// - Precondition: `view` is neither this view nor one around it.
  open func addSubview(_ view: UIView) { place(view) { nil } }
  /// Puts a view at an index among the subviews; an index past the end means the end.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }
  /// Puts a view directly below a subview; above all if that is none.
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view, beside: siblingSubview, isAbove: false)
  }
  /// Puts a view directly above a subview; above all if that is none.
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view, beside: siblingSubview, isAbove: true)
  }
  /// Does nothing for a view that is not a subview.
  open func bringSubviewToFront(_ view: UIView) { if view.superview === self { addSubview(view) } }
  /// Does nothing for a view that is not a subview.
  open func sendSubviewToBack(_ view: UIView) { if view.superview === self { insertSubview(view, at: 0) } }
  /// Takes the view out of its superview; nothing without one.
  open func removeFromSuperview() { leaveSuperview() }

  /// A subview has been added. For subclasses; does nothing.
  open func didAddSubview(_ subview: UIView) {}
  /// A subview is about to leave. For subclasses; does nothing.
  open func willRemoveSubview(_ subview: UIView) {}
  /// The superview is about to change; nil for none. For subclasses; does nothing.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// The superview has changed. For subclasses; does nothing.
  open func didMoveToSuperview() {}
  /// The window is about to change; nil for none. For subclasses; does nothing.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// The window has changed. For subclasses; does nothing.
  open func didMoveToWindow() {}
}

/// Holds nothing: layers that are made with it have their default values.
private final class EmptyCoder: NSCoder {}
