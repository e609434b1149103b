package import Foundation

extension CGPath.Geometry {
  /// Interpolates between this path (`progress` 0) and another (1). `progress` may be outside 0...1. Nil if the paths
  /// do not match.
  package func interpolated(to other: CGPath.Geometry, progress: CGFloat) -> CGPath.Geometry? {
    combined(with: other) { $0 + ($1 - $0) * progress }
  }

  /// Combines the coordinates of two paths one by one; nil if the paths do not match.
  ///
  /// Elements must have the same types in the same order. A line or quadratic curve can match a cubic one and is
  /// converted to it: a line has its control points at its ends (measured for lines, behavior.md 2.10).
  package func combined(
    with other: CGPath.Geometry, _ body: (CGFloat, CGFloat) -> CGFloat
  ) -> CGPath.Geometry? {
    guard elements.count == other.elements.count else { return nil }
    var result = CGPath.Geometry()
    var (first, second) = (Pen(), Pen())
    func mix(_ a: CGPoint, _ b: CGPoint) -> CGPoint { CGPoint(x: body(a.x, b.x), y: body(a.y, b.y)) }
    for pair in zip(elements, other.elements) {
      switch pair {
      case (.move(let a), .move(let b)): result.move(to: mix(a, b))
      case (.line(let a), .line(let b)): result.addLine(to: mix(a, b))
      case (.quadCurve(let a, let c), .quadCurve(let b, let d)): result.addQuadCurve(to: mix(a, b), control: mix(c, d))
      case (.close, .close): result.closeSubpath()
      default:
        guard let a = first.curve(pair.0), let b = second.curve(pair.1) else { return nil }
        result.addCurve(
          to: mix(a.end, b.end), control1: mix(a.control1, b.control1), control2: mix(a.control2, b.control2))
      }
      first.follow(pair.0)
      second.follow(pair.1)
    }
    return result
  }

  /// The current point of a path.
  private struct Pen {
    private var start = CGPoint.zero
    private var place = CGPoint.zero

    /// An element as a cubic curve; nil for moves and closes.
    func curve(_ element: Element) -> CubicCurve? {
      switch element {
      case .line(let end): CubicCurve(place, place, end, end)
      case .quadCurve(let end, let control): CubicCurve(quadraticFrom: place, control, end)
      case .curve(let end, let control1, let control2): CubicCurve(place, control1, control2, end)
      case .move, .close: nil
      }
    }

    mutating func follow(_ element: Element) {
      switch element {
      case .move(let point): (start, place) = (point, point)
      case .line(let end), .quadCurve(let end, _), .curve(let end, _, _): place = end
      case .close: place = start
      }
    }
  }
}
