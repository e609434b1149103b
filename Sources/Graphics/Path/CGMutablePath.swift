public import Foundation

/// A mutable path. Each method transforms its coordinates by `transform` first.
public final class CGMutablePath: CGPath, @unchecked Sendable {  // No state but CGPath's, behind its lock.

  /// Starts a subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    edit { $0.move(to: point.applying(transform)) }
  }

  /// Adds a line from the current point. Does nothing without one.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    edit { $0.addLine(to: point.applying(transform)) }
  }

  /// Adds a quadratic Bezier curve from the current point. Does nothing without one.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    edit { $0.addQuadCurve(to: end.applying(transform), control: control.applying(transform)) }
  }

  /// Adds a cubic Bezier curve from the current point. Does nothing without one.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.addCurve(
        to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
    }
  }

  /// Adds a line to the start of the subpath. Further segments begin there.
  public func closeSubpath() {
    edit { $0.closeSubpath() }
  }

  /// Starts a subpath at the first point and adds lines to the others.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    edit { $0.addLines(between: points.map { $0.applying(transform) }) }
  }

  /// Adds a closed rectangle. Does nothing for a null rectangle.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    edit { $0.add(transform) { $0.addRect(rect) } }
  }

  /// Adds closed rectangles in order.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Adds a closed ellipse inside a rectangle.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    edit { $0.add(transform) { $0.addEllipse(in: rect) } }
  }

  /// Adds a closed rectangle with round corners. Corner sizes are limited to half of the rectangle.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    edit { $0.add(transform) { $0.addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight) } }
  }

  /// Adds an arc. See `CGPath.Geometry.addArc(center:radius:startAngle:endAngle:clockwise:transform:)` for directions.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.addArc(
        center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
        transform: transform)
    }
  }

  /// Adds an arc with the signed angle `delta` in radians.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
    }
  }

  /// Adds an arc that rounds the corner at `tangent1End` toward `tangent2End`.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    edit { $0.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: transform) }
  }

  /// Adds the elements of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    let added = path.geometry
    edit { $0.append(added, transform: transform) }
  }
}
