package import Foundation

extension CGPath.Geometry {
  /// Adds a circular arc to `endAngle`, connected by a line from the current point if there is one.
  ///
  /// Angles are in radians from the x axis toward the y axis. With `clockwise` false, the angle increases:
  /// anticlockwise with y up, clockwise on a screen (documented). `ArcAngles` decides about full turns.
  package mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    guard let delta = ArcAngles.delta(from: startAngle, to: endAngle, clockwise: clockwise) else { return }
    addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
  }

  /// Adds a circular arc with the signed angle `delta` in radians, which may be more than a turn (documented). Above
  /// 1,000 turns, whole turns are omitted (ours).
  ///
  /// The curves are quarter turns from the start, and a shorter last one (peer-tested).
  package mutating func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard center.isFinite, radius.isFinite, radius >= 0, startAngle.isFinite, delta.isFinite else { return }
    let span = ArcAngles.bounded(delta)
    let quarter = CGFloat.pi / 2
    // The tolerance avoids an extra piece for a rounded quarter.
    let count = max((abs(span) / quarter - 1e-9).rounded(.up), 1)
    // The point of the arc at an angle, moved along its tangent.
    func point(_ angle: CGFloat, along: CGFloat = 0) -> CGPoint {
      let (s, c) = (Double.sin(angle), Double.cos(angle))
      return CGPoint(x: center.x + radius * (c - along * s), y: center.y + radius * (s + along * c)).applying(transform)
    }
    let start = point(startAngle)
    if currentPoint == nil { move(to: start) } else { addLine(to: start) }
    guard span != 0 else { return }
    for index in 0..<Int(count) {
      let from = startAngle + (span < 0 ? -quarter : quarter) * CGFloat(index)
      let to = index + 1 == Int(count) ? startAngle + span : from + (span < 0 ? -quarter : quarter)
      let handle = 4 / 3 * Double.tan((to - from) / 4)
      addCurve(to: point(to), control1: point(from, along: handle), control2: point(to, along: -handle))
    }
  }

  /// Adds an arc that touches the lines from the current point to `tangent1End` and from there to `tangent2End`,
  /// connected by a line. Parallel lines give a line to `tangent1End`.
  package mutating func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    // The arc is round before the transform.
    guard let start = currentPoint?.applying(transform.inverted()) else { return }
    let corner = tangent1End
    let (ax, ay) = unit(start.x - corner.x, start.y - corner.y)
    let (bx, by) = unit(tangent2End.x - corner.x, tangent2End.y - corner.y)
    let (cross, dot) = (ax * by - ay * bx, ax * bx + ay * by)
    guard radius.isFinite, radius > 0, abs(cross) > 1e-9 else { return addLine(to: corner.applying(transform)) }
    // Half of the angle between the lines has the tangent sin / (1 + cos).
    let distance = radius * (1 + dot) / abs(cross)
    let side: CGFloat = cross > 0 ? 1 : -1
    let center = CGPoint(
      x: corner.x + ax * distance - ay * radius * side, y: corner.y + ay * distance + ax * radius * side)
    let from = Double.atan2(-ax * side, ay * side)
    let to = Double.atan2(bx * side, -by * side)
    addArc(center: center, radius: radius, startAngle: from, endAngle: to, clockwise: cross > 0, transform: transform)
  }

  private func unit(_ x: CGFloat, _ y: CGFloat) -> (CGFloat, CGFloat) {
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? (x / length, y / length) : (0, 0)
  }
}

/// The rules for angles of an arc (behavior.md 1.19).
private enum ArcAngles {
  private static let turn = 2 * CGFloat.pi
  /// Tolerance for ends that differ by whole turns.
  private static let tolerance: CGFloat = 1e-9
  private static let mostTurns: CGFloat = 1000

  /// The signed angle between two ends; nil for values that are not finite.
  ///
  /// If the end is in the direction of the arc, the arc includes all turns up to it (assumed), and is empty for equal
  /// ends. Otherwise both angles are reduced by whole turns, and the arc continues in its direction to the end: a full
  /// circle from 0 to 2 pi (measured), empty from -pi/2 to 3 pi/2 (measured).
  static func delta(from start: CGFloat, to end: CGFloat, clockwise: Bool) -> CGFloat? {
    let way = clockwise ? start - end : end - start
    guard way.isFinite else { return nil }
    if way >= 0 { return clockwise ? -way : way }
    let (first, last) = (withoutTurns(start), withoutTurns(end))
    var rest = clockwise ? first - last : last - first
    if abs(rest) < tolerance {
      rest = turn
    } else if rest < 0 {
      rest += turn
    }
    if rest < tolerance { rest = 0 }
    return clockwise ? -rest : rest
  }

  /// The remainder of an angle with its sign; 0 for whole turns within the tolerance.
  private static func withoutTurns(_ angle: CGFloat) -> CGFloat {
    let rest = angle.truncatingRemainder(dividingBy: turn)
    return turn - abs(rest) < tolerance ? 0 : rest
  }

  static func bounded(_ delta: CGFloat) -> CGFloat {
    guard abs(delta) > mostTurns * turn else { return delta }
    let rest = delta.truncatingRemainder(dividingBy: turn)
    return rest + (delta < 0 ? -mostTurns : mostTurns) * turn
  }
}
