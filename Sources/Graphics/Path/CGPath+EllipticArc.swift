package import Foundation

extension CGPath.Geometry {
  /// Adds an elliptical arc from the current point to `end`, as in SVG paths (implementation notes F.6.5 and F.6.6 of
  /// SVG 1.1). The signs of radii are ignored, and radii that are too small are enlarged. A radius of 0 gives a line.
  /// - Parameter rotation: rotation of the ellipse's x axis in radians.
  /// - Parameter isLarge: whether to use the arc that is longer than half an ellipse.
  /// - Parameter isSweeping: whether to use the arc with increasing angles.
  package mutating func addEllipticArc(
    to end: CGPoint, radiusX: CGFloat, radiusY: CGFloat, rotation: CGFloat, isLarge: Bool, isSweeping: Bool
  ) {
    guard let start = currentPoint, end != start else { return }
    var (rx, ry) = (abs(radiusX), abs(radiusY))
    guard rx > 0, ry > 0, (rx + ry + rotation + end.x + end.y).isFinite else { return addLine(to: end) }
    // Half of the chord, in the axes of the ellipse.
    let (c, s) = (Double.cos(rotation), Double.sin(rotation))
    let (hx, hy) = ((start.x - end.x) / 2, (start.y - end.y) / 2)
    let (x, y) = (c * hx + s * hy, c * hy - s * hx)
    let excess = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    if excess > 1 { (rx, ry) = (rx * excess.squareRoot(), ry * excess.squareRoot()) }
    // On the unit circle: from the middle of the chord to the centre.
    let (ux, uy) = (x / rx, y / ry)
    let square = ux * ux + uy * uy
    let distance = max(0, 1 / square - 1).squareRoot() * (isLarge == isSweeping ? -1 : 1)
    let (centerX, centerY) = (distance * uy, -distance * ux)
    let from = Double.atan2(uy - centerY, ux - centerX)
    let to = Double.atan2(-uy - centerY, -ux - centerX)
    let toEllipse = CGAffineTransform(a: rx, b: 0, c: 0, d: ry, tx: 0, ty: 0).concatenating(
      CGAffineTransform(a: c, b: s, c: -s, d: c, tx: (start.x + end.x) / 2, ty: (start.y + end.y) / 2))
    var arc = CGPath.Geometry()
    arc.addArc(
      center: CGPoint(x: centerX, y: centerY), radius: 1, startAngle: from, endAngle: to, clockwise: !isSweeping,
      transform: toEllipse)
    for (index, element) in arc.elements.enumerated().dropFirst() {
      guard case .curve(let point, let control1, let control2) = element else { continue }
      addCurve(to: index == arc.elements.count - 1 ? end : point, control1: control1, control2: control2)
    }
  }

  /// The path with each subpath reversed.
  package var reversed: CGPath.Geometry {
    var result = CGPath.Geometry()
    var subpath: [Element] = []
    var start = CGPoint.zero
    func finish(isClosed: Bool) {
      guard let last = subpath.last?.points.last else { return }
      result.move(to: last)
      for index in subpath.indices.reversed().dropLast() {
        guard let end = subpath[index - 1].points.last else { continue }
        switch subpath[index] {
        case .quadCurve(_, let control): result.addQuadCurve(to: end, control: control)
        case .curve(_, let control1, let control2): result.addCurve(to: end, control1: control2, control2: control1)
        default: result.addLine(to: end)
        }
      }
      if isClosed { result.closeSubpath() }
      subpath = []
    }
    for element in elements {
      switch element {
      case .move(let point):
        finish(isClosed: false)
        (start, subpath) = (point, [element])
      case .close:
        finish(isClosed: true)
      default:
        // A segment after a close starts at the start of the closed subpath.
        if subpath.isEmpty { subpath = [.move(to: start)] }
        subpath.append(element)
      }
    }
    finish(isClosed: false)
    return result
  }

  /// The upright rectangle that the path describes, or nil.
  package var rectangle: CGRect? {
    var corners = elements
    if corners.last == .close { corners.removeLast() }
    let points = corners.compactMap { element -> CGPoint? in
      switch element {
      case .move(let point), .line(let point): point
      default: nil
      }
    }
    guard points.count == corners.count, points.count == 4 || points.count == 5 && points[4] == points[0],
      case .move = elements.first, corners.dropFirst().allSatisfy({ if case .line = $0 { true } else { false } })
    else { return nil }
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    let isUpright =
      a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y || a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
    return isUpright ? CGRect(around: [a, c]) : nil
  }
}
