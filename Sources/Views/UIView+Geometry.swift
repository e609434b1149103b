extension UIView {
  // MARK: Points and rectangles

  /// Converts a point to the coordinates of another view. Nil means the window, or the root view without a window.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: (view ?? base).layer)
  }
  /// Converts a point from the coordinates of another view. Nil as in `convert(_:to:)`.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: (view ?? base).layer)
  }
  /// Converts a rectangle to the coordinates of another view. Returns the bounding box of its corners.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: (view ?? base).layer) }
  /// Converts a rectangle from the coordinates of another view. Returns the bounding box of its corners.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    layer.convert(rect, from: (view ?? base).layer)
  }

  private var base: UIView { superview?.base ?? self }

  // MARK: Autoresizing

  /// Changes the geometry and resizes subviews by their autoresizing masks.
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

  /// Distributes the change of size over the flexible margins and length, in proportion to their values (documented),
  /// or equally if they are 0.
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

  /// How the frame changes when the superview resizes.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Creates a set from its raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The left margin is flexible.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width is flexible.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The right margin is flexible.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The top margin is flexible.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height is flexible.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The bottom margin is flexible.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }

  /// Placement of contents in bounds of another size.
  public enum ContentMode: Int, Sendable {
    /// Stretched, fitted, filling, or at the original size at an edge or corner.
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight
    /// The remaining corners.
    case bottomLeft, bottomRight

    /// In Core Animation, the edge with the smallest y is the bottom; in a view, it is the top.
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
