public import Foundation
public import Graphics

extension CGContext {
  /// Curves are smooth up to this magnification of the drawing.
  private static let sharpness: CGFloat = 8

  // MARK: The current path

  public func beginPath() { takePath() }
  public func move(to point: CGPoint) { path.move(to: point, transform: ctm) }
  public func addLine(to point: CGPoint) { path.addLine(to: point, transform: ctm) }
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    path.addCurve(to: end, control1: control1, control2: control2, transform: ctm)
  }
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    path.addQuadCurve(to: end, control: control, transform: ctm)
  }
  public func addRect(_ rect: CGRect) { path.addRect(rect, transform: ctm) }
  public func addEllipse(in rect: CGRect) { path.addEllipse(in: rect, transform: ctm) }
  public func addPath(_ other: CGPath) { path.addPath(other, transform: ctm) }
  public func closePath() { path.closeSubpath() }

  @discardableResult private func takePath() -> CGPath.Geometry {
    let geometry = path.geometry
    path = CGMutablePath()
    return geometry
  }

  // MARK: Painting

  /// Fills the current path with the fill colour and ends it.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    let geometry = takePath()
    guard !geometry.isEmpty, isFinite(geometry.boundingBox) else { return }
    fill(.path(PathShape(geometry, rule: rule, for: sharpened(.identity))), .identity, state.fillColor)
  }

  /// Strokes the current path with a pen of the present coordinates and ends it. A transform without inverse strokes
  /// nothing.
  public func strokePath() {
    let geometry = takePath()
    let box = geometry.boundingBox
    let determinant = ctm.a * ctm.d - ctm.b * ctm.c
    guard !geometry.isEmpty, isFinite(box), determinant != 0, determinant.isFinite else { return }
    // Back into the coordinates in which the pen is round.
    let back = CGMutablePath()
    back.addPath(CGPath(geometry), transform: ctm.inverted())
    guard isFinite(back.geometry.boundingBox) else { return }
    let shape = PathShape(stroking: back.geometry, state.stroke, for: sharpened(ctm))
    fill(.path(shape), PlaneTransform(ctm), state.strokeColor)
  }

  private func sharpened(_ transform: CGAffineTransform) -> PlaneTransform {
    PlaneTransform(transform.concatenating(CGAffineTransform(scaleX: Self.sharpness, y: Self.sharpness)))
  }

  // MARK: The pen

  /// Default butt.
  public func setLineCap(_ cap: CGLineCap) { state.stroke.cap = cap }
  /// Default miter.
  public func setLineJoin(_ join: CGLineJoin) { state.stroke.join = join }
  /// In line widths. Default 10.
  public func setMiterLimit(_ limit: CGFloat) { state.stroke.miterLimit = limit }
  /// Drawn and skipped lengths in turn, none for a solid line. Default none.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    (state.stroke.dashPhase, state.stroke.dashLengths) = (phase, lengths)
  }
}
