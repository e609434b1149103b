package import Foundation

extension CGPath.Geometry {
  /// The path between this one (`progress` 0) and another (1), point by point; progress may go beyond. Nil if their
  /// elements are not of the same kinds in the same order: Core Animation leaves open what happens then (documented).
  package func interpolated(to other: CGPath.Geometry, progress: CGFloat) -> CGPath.Geometry? {
    guard elements.count == other.elements.count else { return nil }
    var result = CGPath.Geometry()
    func mix(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * progress, y: a.y + (b.y - a.y) * progress)
    }
    for pair in zip(elements, other.elements) {
      switch pair {
      case (.move(let a), .move(let b)): result.move(to: mix(a, b))
      case (.line(let a), .line(let b)): result.addLine(to: mix(a, b))
      case (.quadCurve(let a, let c), .quadCurve(let b, let d)): result.addQuadCurve(to: mix(a, b), control: mix(c, d))
      case (.curve(let a, let c, let e), .curve(let b, let d, let f)):
        result.addCurve(to: mix(a, b), control1: mix(c, d), control2: mix(e, f))
      case (.close, .close): result.closeSubpath()
      default: return nil
      }
    }
    return result
  }
}
