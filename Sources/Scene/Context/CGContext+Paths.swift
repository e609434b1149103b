/// How `CGContext.drawPath(using:)` draws the current path.
public enum CGPathDrawingMode: Int32, Sendable {
  /// Fill rule (`eo` is even-odd), stroke, or both with the stroke on top.
  case fill, eoFill, stroke, fillStroke, eoFillStroke
}

extension CGContext {
  /// Curves are smooth up to this magnification.
  private static let sharpness: CGFloat = 8

  // MARK: The current path

  /// Discards the current path.
  public func beginPath() { takePath() }
  /// Starts a subpath of the current path.
  public func move(to point: CGPoint) { currentPath.move(to: point, transform: ctm) }
  /// Adds a straight line to the current path.
  public func addLine(to point: CGPoint) { currentPath.addLine(to: point, transform: ctm) }
  /// Starts a subpath at the first point and adds lines to the others.
  public func addLines(between points: [CGPoint]) { currentPath.addLines(between: points, transform: ctm) }
  /// Adds a cubic Bezier curve to the current path.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    currentPath.addCurve(to: end, control1: control1, control2: control2, transform: ctm)
  }
  /// Adds a quadratic Bezier curve to the current path.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    currentPath.addQuadCurve(to: end, control: control, transform: ctm)
  }
  /// Adds a closed rectangle to the current path.
  public func addRect(_ rect: CGRect) { currentPath.addRect(rect, transform: ctm) }
  /// Adds closed rectangles to the current path.
  public func addRects(_ rects: [CGRect]) { currentPath.addRects(rects, transform: ctm) }
  /// Adds a closed ellipse to the current path.
  public func addEllipse(in rect: CGRect) { currentPath.addEllipse(in: rect, transform: ctm) }
  /// Adds another path to the current one.
  public func addPath(_ other: CGPath) { currentPath.addPath(other, transform: ctm) }
  /// Adds a line to the start of the subpath.
  public func closePath() { currentPath.closeSubpath() }
  /// Adds an arc. See `CGPath.Geometry.addArc(center:radius:startAngle:endAngle:clockwise:transform:)` for directions.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    currentPath.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise, transform: ctm)
  }
  /// Adds an arc that rounds the corner at `tangent1End` toward `tangent2End`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    currentPath.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: ctm)
  }

  /// Whether the current path has no elements.
  public var isPathEmpty: Bool { currentPath.isEmpty }
  /// A copy of the current path in user coordinates, or nil if it is empty.
  public var path: CGPath? {
    isPathEmpty ? nil : CGPath(currentPath.geometry.applying(ctm.inverted()))
  }
  /// End of the last segment. Zero without a path (documented).
  public var currentPointOfPath: CGPoint { path?.currentPoint ?? .zero }
  /// Bounding box of all points, including control points. Null without a path (documented).
  public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

  /// Returns whether a point in user coordinates is inside the area that a mode would paint.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    guard let path else { return false }
    let isFilled =
      switch mode {
      case .fill, .fillStroke: path.contains(point)
      case .eoFill, .eoFillStroke: path.contains(point, using: .evenOdd)
      case .stroke: false
      }
    return isFilled || mode.strokes && CGPath(CGPath.Geometry(strokeShape(of: path).polygons)).contains(point)
  }

  /// Removes and returns the current path.
  @discardableResult func takePath() -> CGPath.Geometry {
    let geometry = currentPath.geometry
    currentPath = CGMutablePath()
    return geometry
  }

  // MARK: Painting

  /// Fills the current path with the fill colour and ends it.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    let geometry = takePath()
    guard !geometry.isEmpty, isFinite(geometry.boundingBox) else { return }
    fill(.path(area(inside: geometry, rule)), .identity, state.fillColor)
  }

  /// Strokes the current path with a pen in current coordinates and ends it. No effect if the transform is singular.
  public func strokePath() {
    guard let shape = takeStroke() else { return }
    fill(.path(shape), PlaneTransform(ctm), state.strokeColor)
  }

  /// Fills, strokes or does both with the current path, and ends it.
  public func drawPath(using mode: CGPathDrawingMode) {
    let path = currentPath
    if mode != .stroke { fillPath(using: mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .winding) }
    if mode.strokes {
      currentPath = path
      strokePath()
    }
  }

  /// Replaces the current path by the outline of its stroke. Fill it with the winding rule.
  public func replacePathWithStrokedPath() {
    guard let shape = takeStroke() else { return }
    currentPath.addPath(CGPath(CGPath.Geometry(shape.polygons)), transform: ctm)
  }

  /// The area of the current path's stroke in user coordinates, in which the pen is round. Ends the path.
  private func takeStroke() -> PathShape? {
    let geometry = takePath()
    let determinant = ctm.a * ctm.d - ctm.b * ctm.c
    guard !geometry.isEmpty, isFinite(geometry.boundingBox), determinant != 0, determinant.isFinite else { return nil }
    let path = CGPath(geometry.applying(ctm.inverted()))
    return isFinite(path.boundingBox) ? strokeShape(of: path) : nil
  }

  private func strokeShape(of path: CGPath) -> PathShape {
    let tolerance = sharpened(ctm).tolerance(over: path.geometry)
    return shape(TilePathCache.Recipe(path: path.geometry, pen: state.stroke, tolerance: tolerance))
  }

  /// The area inside a path in base coordinates.
  func area(inside path: CGPath.Geometry, _ rule: CGPathFillRule) -> PathShape {
    let tolerance = sharpened(.identity).tolerance(over: path)
    return shape(TilePathCache.Recipe(path: path, rule: rule, tolerance: tolerance))
  }

  /// Allows for magnified curves.
  private func sharpened(_ transform: CGAffineTransform) -> PlaneTransform {
    PlaneTransform(transform.concatenating(CGAffineTransform(scaleX: Self.sharpness, y: Self.sharpness)))
  }

  // MARK: The pen

  /// Sets the line width in user units at the time of stroking. Default 1.
  public func setLineWidth(_ width: CGFloat) { state.stroke.width = width }
  /// Sets the shape of line ends. Default butt.
  public func setLineCap(_ cap: CGLineCap) { state.stroke.cap = cap }
  /// Sets the shape of corners. Default miter.
  public func setLineJoin(_ join: CGLineJoin) { state.stroke.join = join }
  /// Sets the maximum miter length in line widths. Default 10.
  public func setMiterLimit(_ limit: CGFloat) { state.stroke.miterLimit = limit }
  /// Sets alternating lengths of dashes and gaps. Empty: a solid line. Default empty.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    (state.stroke.dashPhase, state.stroke.dashLengths) = (phase, lengths)
  }
}

extension CGPathDrawingMode {
  fileprivate var strokes: Bool { self == .stroke || self == .fillStroke || self == .eoFillStroke }
}
