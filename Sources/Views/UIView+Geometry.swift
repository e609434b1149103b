extension UIView {
  // MARK: Points and rectangles

  /// A point of this view in another view's coordinates; nil means the window's, without one those of the view at the
  /// root.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: (view ?? base).layer)
  }
  /// A point of another view in this view's coordinates; nil as in `convert(_:to:)`.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: (view ?? base).layer)
  }
  /// The box around a rectangle's converted corners.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: (view ?? base).layer) }
  /// The box around a rectangle's converted corners.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    layer.convert(rect, from: (view ?? base).layer)
  }

  private var base: UIView { superview?.base ?? self }

  // MARK: Autoresizing

  /// Changes the geometry; subviews follow a new size as their autoresizing masks say.
  func resizingSubviews(_ change: () -> Void) {
    let old = bounds.size
    change()
    guard autoresizesSubviews, bounds.size != old else { return }
    for subview in subviews where !subview.autoresizingMask.isEmpty { subview.followResize(from: old, to: bounds.size) }
  }

  private func followResize(from old: CGSize, to new: CGSize) {
    let (size, anchor) = (bounds.size, layer.anchorPoint)
    let origin = CGPoint(x: center.x - anchor.x * size.width, y: center.y - anchor.y * size.height)
    let bits = autoresizingMask.rawValue
    let x = shared(new.width - old.width, [origin.x, size.width, old.width - origin.x - size.width], bits)
    let y = shared(new.height - old.height, [origin.y, size.height, old.height - origin.y - size.height], bits >> 3)
    bounds.size = CGSize(width: max(0, x[1]), height: max(0, y[1]))
    center = CGPoint(x: x[0] + anchor.x * bounds.width, y: y[0] + anchor.y * bounds.height)
  }

  /// Margin, size and margin of an axis after the growth has been shared among the flexible ones, in proportion to what
  /// they have (documented); equally where they have nothing.
  private func shared(_ growth: CGFloat, _ parts: [CGFloat], _ bits: UInt) -> [CGFloat] {
    let flexible = parts.indices.filter { bits >> UInt($0) & 1 == 1 }
    let total = flexible.reduce(0) { $0 + max(0, parts[$1]) }
    var result = parts
    for index in flexible {
      let share = total > 0 ? max(0, parts[index]) / total : 1 / CGFloat(flexible.count)
      result[index] += growth * share
    }
    return result
  }

  /// How the frame follows a new size of the superview: the parts that may change.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set by its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The left margin gives and takes.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width gives and takes.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The right margin gives and takes.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The top margin gives and takes.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height gives and takes.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The bottom margin gives and takes.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }

  /// Where contents lie in bounds of another size.
  public enum ContentMode: Int, Sendable {
    /// UIKit's names: stretched, fitted, filling, or at its own size at a place.
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight
    /// The remaining corners.
    case bottomLeft, bottomRight

    /// Core Animation calls the edge of smallest y the bottom; a view's top is there.
    var gravity: CALayerContentsGravity {
      switch self {
      case .scaleToFill, .redraw: .resize
      case .scaleAspectFit: .resizeAspect
      case .scaleAspectFill: .resizeAspectFill
      case .center: .center
      case .top: .bottom
      case .bottom: .top
      case .left: .left
      case .right: .right
      case .topLeft: .bottomLeft
      case .topRight: .bottomRight
      case .bottomLeft: .topLeft
      case .bottomRight: .topRight
      }
    }
  }
}
