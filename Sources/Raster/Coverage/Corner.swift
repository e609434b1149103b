import Foundation
import StarmineGraphics
import StarmineScene

extension RoundedRect {
  /// Points of the outline, clockwise from the top left (y down).
  /// - Parameter steps: Chords per corner.
  func outlinePoints(radius: Double, steps: Int) -> [SIMD2<Double>] {
    let room = min(maxX - minX, maxY - minY) / 2
    let corner = Corner.points(curve: curve, radius: radius, room: room, steps: steps)
    // Each corner with the directions back along the incoming edge and on along the outgoing edge.
    let places: [(CACornerMask, SIMD2<Double>, back: SIMD2<Double>, on: SIMD2<Double>)] = [
      (.layerMinXMinYCorner, SIMD2(minX, minY), SIMD2(0, 1), SIMD2(1, 0)),
      (.layerMaxXMinYCorner, SIMD2(maxX, minY), SIMD2(-1, 0), SIMD2(0, 1)),
      (.layerMaxXMaxYCorner, SIMD2(maxX, maxY), SIMD2(0, -1), SIMD2(-1, 0)),
      (.layerMinXMaxYCorner, SIMD2(minX, maxY), SIMD2(1, 0), SIMD2(0, -1)),
    ]
    return places.flatMap { mask, point, back, on in
      corners.contains(mask) ? corner.map { point + back * $0.x + on * $0.y } : [point]
    }
  }
}

/// One corner in local coordinates: x is the distance from the corner along the incoming edge, y along the outgoing
/// edge.
private enum Corner {
  static func points(curve: CornerCurve, radius: Double, room: Double, steps: Int) -> [SIMD2<Double>] {
    // 0: a quarter circle, because there is no space for more; 1: the full curve.
    let share = curve == .circular ? 0 : max(0, min(1, (room / radius - 1) / (CornerCurve.continuous.expansion - 1)))
    let controls = zip(quarterCircle, continuous).map { $0 + ($1 - $0) * share }
    let chords = max(1, (steps + 2) / 3)
    var points = [controls[0] * radius]
    for first in [0, 3, 6] {
      for step in 1...chords { points.append(bezier(controls[first...], Double(step) / Double(chords)) * radius) }
    }
    return points
  }

  /// Control points of three cubic curves in radii (behavior.md 4.7).
  private static let continuous: [SIMD2<Double>] = {
    let half: [SIMD2<Double>] = [
      SIMD2(1.528665, 0), SIMD2(1.08849296, 0), SIMD2(0.86840694, 0), SIMD2(0.63149379, 0.07491139),
      SIMD2(0.37282383, 0.16905956),
    ]
    return half + half.reversed().map { SIMD2($0.y, $0.x) }
  }()

  /// The same number of control points for arcs of 30 degrees each.
  private static let quarterCircle: [SIMD2<Double>] = {
    let handle = 4.0 / 3 * Double.tan(.pi / 24)
    let (sine, cosine) = (0.5, 0.75.squareRoot())
    let joint = SIMD2(1 - sine, 1 - cosine)
    let tangent = SIMD2(-cosine, sine) * handle
    let half = [SIMD2(1, 0), SIMD2(1 - handle, 0), joint - tangent, joint, joint + tangent]
    return half + half.reversed().map { SIMD2($0.y, $0.x) }
  }()

  private static func bezier(_ points: ArraySlice<SIMD2<Double>>, _ t: Double) -> SIMD2<Double> {
    let (p, s, first) = (points, 1 - t, points.startIndex)
    let outer = p[first] * (s * s * s) + p[first + 3] * (t * t * t)
    return outer + p[first + 1] * (3 * s * s * t) + p[first + 2] * (3 * s * t * t)
  }
}
