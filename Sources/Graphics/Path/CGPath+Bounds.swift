package import Foundation

/// Rule that decides which points are inside a path.
public enum CGPathFillRule: Int, Hashable, Sendable {
  /// Points with a non-zero winding number are inside.
  case winding
  /// Points with an odd number of crossings are inside.
  case evenOdd
}

extension CGPath.Geometry {
  /// The bounding box of all end and control points; null for an empty path.
  package var boundingBox: CGRect { storage.boundingBox }

  /// The bounding box of the drawn path, without control points.
  package var boundingBoxOfPath: CGRect {
    var points: [CGPoint] = []
    var current = CGPoint.zero
    for element in elements {
      switch element {
      case .move(let end), .line(let end): points.append(end)
      case .quadCurve(let end, let control):
        points.append(end)
        points += CubicCurve(quadraticFrom: current, control, end).extremes
      case .curve(let end, let control1, let control2):
        points.append(end)
        points += CubicCurve(current, control1, control2, end).extremes
      case .close: break
      }
      if let end = element.points.last { current = end }
    }
    return CGRect(around: points)
  }

  /// Whether `point`, after `transform`, is inside. Open subpaths count as closed. A point on an edge shared by two
  /// shapes is inside only one. Curves are accurate to 0.01.
  package func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    let point = point.applying(transform)
    guard point.isFinite else { return false }
    var winding = 0
    for line in flattened(tolerance: 0.01) {
      guard var previous = line.points.last else { continue }
      for next in line.points {
        winding += crossing(from: previous, to: next, rightOf: point)
        previous = next
      }
    }
    return rule == .winding ? winding != 0 : winding % 2 != 0
  }

  /// 1 or -1 if the edge crosses the ray from `point` toward positive x, upward or downward.
  private func crossing(from a: CGPoint, to b: CGPoint, rightOf point: CGPoint) -> Int {
    let isBelow = a.y <= point.y
    guard isBelow != (b.y <= point.y) else { return 0 }
    let t = (point.y - a.y) / (b.y - a.y)
    guard a.x + t * (b.x - a.x) > point.x else { return 0 }
    return isBelow ? 1 : -1
  }
}
