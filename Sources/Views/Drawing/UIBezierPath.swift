/// Corners of a rectangle.
public struct UIRectCorner: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt
  /// Creates a set from its raw bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The corner at the smallest x and smallest y.
  public static let topLeft = Self(rawValue: 1)
  /// The corner at the largest x and smallest y.
  public static let topRight = Self(rawValue: 2)
  /// The corner at the smallest x and largest y.
  public static let bottomLeft = Self(rawValue: 4)
  /// The corner at the largest x and largest y.
  public static let bottomRight = Self(rawValue: 8)
  /// All four corners.
  public static let allCorners = Self(rawValue: .max)
}

/// A path with stroke settings. It wraps `CGPath` and draws to `UIGraphicsGetCurrentContext()`.
///
/// Rounded rectangles have circular corners. Those of UIKit are slightly smoother.
open class UIBezierPath {
  private var path = CGMutablePath()

  /// Stroke width in points. Default 1.
  open var lineWidth: CGFloat = 1
  /// Shape of open ends and dashes. Default butt.
  open var lineCapStyle = CGLineCap.butt
  /// Shape of corners. Default miter.
  open var lineJoinStyle = CGLineJoin.miter
  /// Maximum miter length in line widths. Default 10.
  open var miterLimit: CGFloat = 10
  /// Whether fills and clips use the even-odd rule instead of the non-zero rule. Default false.
  open var usesEvenOddFillRule = false
  private var dash: (phase: CGFloat, lengths: [CGFloat]) = (0, [])

  /// Creates an empty path.
  public init() {}

  /// Creates a path from a copy of a `CGPath`.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// Creates a closed rectangle.
  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }

  /// Creates a closed ellipse inside a rectangle.
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }

  /// Creates a closed rectangle with round corners. The radius is in points.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init()
    path.addRoundedRect(in: rect, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
  }

  /// Creates a closed rectangle with some round corners. Radii are limited to half of the sides.
  public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
    self.init()
    path.addRoundedRect(rect.standardized, corners, cornerRadii)
  }

  /// Creates an arc of a circle. Angles are in radians. `clockwise` means increasing angles, with y down.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  // MARK: Building

  /// The path as a `CGPath`. Reading and setting it copies.
  open var cgPath: CGPath {
    get { CGPath(path.geometry) }
    set {
      path = CGMutablePath()
      path.addPath(newValue)
    }
  }

  /// Starts a subpath.
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
  /// Adds an arc of a circle. Angles are in radians from the x axis toward the y axis. `clockwise` means increasing
  /// angles, with y down.
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }
  /// Adds a line to the start of the subpath.
  open func close() { path.closeSubpath() }
  /// Removes all elements.
  open func removeAllPoints() { path = CGMutablePath() }
  /// Adds the elements of another path.
  open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.cgPath) }
  /// Transforms all elements.
  open func apply(_ transform: CGAffineTransform) { cgPath = CGPath(path.geometry.applying(transform)) }

  /// Returns the path with the reverse direction and the same stroke settings.
  open func reversing() -> UIBezierPath {
    let result = UIBezierPath(cgPath: CGPath(path.geometry.reversed))
    (result.lineWidth, result.lineCapStyle, result.lineJoinStyle) = (lineWidth, lineCapStyle, lineJoinStyle)
    (result.miterLimit, result.usesEvenOddFillRule, result.dash) = (miterLimit, usesEvenOddFillRule, dash)
    return result
  }

  /// Sets alternating lengths of dashes and gaps. Nil or an empty pattern means a solid line.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dash = unsafe (phase, pattern.map { unsafe Array(UnsafeBufferPointer(start: $0, count: max(0, count))) } ?? [])
  }

  // MARK: Queries

  /// Whether the path has no elements.
  open var isEmpty: Bool { path.isEmpty }
  /// The bounding box of the path. Null if it is empty.
  open var bounds: CGRect { path.boundingBoxOfPath }
  /// The end of the last segment. Zero for an empty path.
  open var currentPoint: CGPoint { path.currentPoint }
  /// Returns whether a point is inside, by the fill rule of the path.
  open func contains(_ point: CGPoint) -> Bool {
    path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  // MARK: Drawing

  /// Fills the path with the fill colour of the current context.
  open func fill() { draw { $0.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding) } }

  /// Strokes the path with the stroke colour of the current context.
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

  /// Fills the path in the current context with a blend mode and an opacity.
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) { blend(blendMode, alpha, fill) }
  /// Strokes the path in the current context with a blend mode and an opacity.
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) { blend(blendMode, alpha, stroke) }

  /// Clips the current context to the path until its state is restored.
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
  /// Starts at the left end of the top side, then goes right, with y down.
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
