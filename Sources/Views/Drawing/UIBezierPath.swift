/// Corners of a rectangle, to be rounded.
public struct UIRectCorner: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// A set by its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Smallest x, smallest y.
  public static let topLeft = Self(rawValue: 1)
  /// Largest x, smallest y.
  public static let topRight = Self(rawValue: 2)
  /// Smallest x, largest y.
  public static let bottomLeft = Self(rawValue: 4)
  /// Largest x, largest y.
  public static let bottomRight = Self(rawValue: 8)
  /// All four.
  public static let allCorners = Self(rawValue: .max)
}

/// A path with a pen: UIKit's names over `CGPath`. Drawing goes to `UIGraphicsGetCurrentContext()`.
///
/// Rounded rectangles have circular corners (UIKit's are a little smoother).
open class UIBezierPath {
  private var path = CGMutablePath()

  /// Width of strokes, points. Default 1.
  open var lineWidth: CGFloat = 1
  /// How open ends and dashes are drawn. Default butt.
  open var lineCapStyle = CGLineCap.butt
  /// How lines are drawn where they turn. Default miter.
  open var lineJoinStyle = CGLineJoin.miter
  /// Longest miter, in line widths. Default 10.
  open var miterLimit: CGFloat = 10
  /// Whether fills and clips count crossings instead of windings. Default false.
  open var usesEvenOddFillRule = false
  private var dash: (phase: CGFloat, lengths: [CGFloat]) = (0, [])

  /// An empty path.
  public init() {}

  /// A path with the elements of another.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// A closed rectangle.
  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }

  /// A closed ellipse that touches the sides of a rectangle.
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }

  /// A closed rectangle with equal corners, radius in points.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init()
    path.addRoundedRect(in: rect, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
  }

  /// Corners that are not named stay square. Radii are cut to half of the rectangle's sides.
  public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
    self.init()
    path.addRoundedRect(rect.standardized, corners, cornerRadii)
  }

  /// An arc of a circle, angles in radians; `clockwise` is as seen where y points down: the angle grows.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  // MARK: Building

  /// A copy of the path; setting it takes a copy.
  open var cgPath: CGPath {
    get { CGPath(path.geometry) }
    set {
      path = CGMutablePath()
      path.addPath(newValue)
    }
  }

  /// Begins a subpath.
  open func move(to point: CGPoint) { path.move(to: point) }
  /// Adds a straight line.
  open func addLine(to point: CGPoint) { path.addLine(to: point) }
  /// Adds a cubic Bezier curve.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }
  /// Adds a quadratic Bezier curve.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }
  /// Adds an arc of a circle, angles in radians from the x axis towards the y axis (`clockwise` as it is seen, y
  /// downwards).
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }
  /// Adds a line to the start of the subpath.
  open func close() { path.closeSubpath() }
  /// Makes the path empty.
  open func removeAllPoints() { path = CGMutablePath() }
  /// Adds the elements of another path.
  open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.cgPath) }
  /// Maps all elements.
  open func apply(_ transform: CGAffineTransform) { cgPath = CGPath(path.geometry.applying(transform)) }

  /// The same area, drawn the other way round; the pen is the same.
  open func reversing() -> UIBezierPath {
    let result = UIBezierPath(cgPath: CGPath(path.geometry.reversed))
    (result.lineWidth, result.lineCapStyle, result.lineJoinStyle) = (lineWidth, lineCapStyle, lineJoinStyle)
    (result.miterLimit, result.usesEvenOddFillRule, result.dash) = (miterLimit, usesEvenOddFillRule, dash)
    return result
  }

  /// Drawn and skipped lengths in turn; nil or none for a solid line.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dash = unsafe (phase, pattern.map { unsafe Array(UnsafeBufferPointer(start: $0, count: max(0, count))) } ?? [])
  }

  // MARK: Asking

  /// Whether the path has no elements.
  open var isEmpty: Bool { path.isEmpty }
  /// Around the drawn path; null if it is empty.
  open var bounds: CGRect { path.boundingBoxOfPath }
  /// Where the next segment starts; zero for an empty path.
  open var currentPoint: CGPoint { path.currentPoint }
  /// Whether a point is inside, by the path's fill rule.
  open func contains(_ point: CGPoint) -> Bool {
    path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  // MARK: Drawing

  /// With the current context's fill colour.
  open func fill() { draw { $0.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding) } }

  /// With the current context's stroke colour and the pen of this path.
  open func stroke() {
    draw { context in
      context.setLineWidth(lineWidth)
      context.setLineCap(lineCapStyle)
      context.setLineJoin(lineJoinStyle)
      context.setMiterLimit(miterLimit)
      context.setLineDash(phase: dash.phase, lengths: dash.lengths)
      context.strokePath()
    }
  }

  /// Fills in the current context with a mode and an opacity of its own.
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) { blend(blendMode, alpha, fill) }
  /// Strokes in the current context with a mode and an opacity of its own.
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) { blend(blendMode, alpha, stroke) }

  /// Limits the current context to the path until its state is restored.
  open func addClip() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addPath(cgPath)
    context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  private func draw(_ body: (CGContext) -> Void) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.beginPath()
    context.addPath(cgPath)
    body(context)
    context.restoreGState()
  }

  private func blend(_ mode: CGBlendMode, _ alpha: CGFloat, _ body: () -> Void) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setBlendMode(mode)
    context.setAlpha(alpha)
    body()
    context.restoreGState()
  }
}

extension CGMutablePath {
  /// From the left end of the top side on to the right, y down.
  fileprivate func addRoundedRect(_ rect: CGRect, _ corners: UIRectCorner, _ radii: CGSize) {
    let (width, height) = (max(0, min(radii.width, rect.width / 2)), max(0, min(radii.height, rect.height / 2)))
    func size(_ corner: UIRectCorner) -> (x: CGFloat, y: CGFloat) {
      corners.contains(corner) && width > 0 && height > 0 ? (width, height) : (0, 0)
    }
    let (topLeft, topRight) = (size(.topLeft), size(.topRight))
    let (bottomRight, bottomLeft) = (size(.bottomRight), size(.bottomLeft))
    func turn(_ center: CGPoint, _ size: (x: CGFloat, y: CGFloat), from angle: CGFloat) {
      guard size.x > 0 else { return addLine(to: center) }
      addArc(
        center: .zero, radius: 1, startAngle: angle, endAngle: angle + .pi / 2, clockwise: false,
        transform: CGAffineTransform(a: size.x, b: 0, c: 0, d: size.y, tx: center.x, ty: center.y))
    }
    move(to: CGPoint(x: rect.minX + topLeft.x, y: rect.minY))
    turn(CGPoint(x: rect.maxX - topRight.x, y: rect.minY + topRight.y), topRight, from: -.pi / 2)
    turn(CGPoint(x: rect.maxX - bottomRight.x, y: rect.maxY - bottomRight.y), bottomRight, from: 0)
    turn(CGPoint(x: rect.minX + bottomLeft.x, y: rect.maxY - bottomLeft.y), bottomLeft, from: .pi / 2)
    turn(CGPoint(x: rect.minX + topLeft.x, y: rect.minY + topLeft.y), topLeft, from: .pi)
    closeSubpath()
  }
}
