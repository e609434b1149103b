public import Foundation

/// How far the control points of a quarter circle of radius 1 lie from its ends: the cubic then meets the circle at
/// both ends and in the middle, and is nowhere more than 0.00027 outside.
private let quarterArcHandle: CGFloat = 4.0 / 3 * (2.0.squareRoot() - 1)

extension CGPath.Geometry {
  /// A closed subpath from (minX, minY) to (maxX, minY) and on round. A null rectangle adds nothing.
  public mutating func addRect(_ rect: CGRect) {
    guard let box = Box(rect) else { return }
    move(to: CGPoint(x: box.minX, y: box.minY))
    addLine(to: CGPoint(x: box.maxX, y: box.minY))
    addLine(to: CGPoint(x: box.maxX, y: box.maxY))
    addLine(to: CGPoint(x: box.minX, y: box.maxY))
    closeSubpath()
  }

  /// A closed subpath of four curves, starting at (maxX, midY) towards (midX, maxY).
  public mutating func addEllipse(in rect: CGRect) {
    guard let box = Box(rect) else { return }
    move(to: CGPoint(x: box.maxX, y: box.midY))
    addCorners(of: box, width: box.width / 2, height: box.height / 2)
  }

  /// A closed subpath with elliptic corners, starting at (maxX, midY) towards (maxX, maxY).
  ///
  /// Corner sizes are cut to 0 and half of the rectangle's (ours; Core Graphics asserts).
  public mutating func addRoundedRect(in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) {
    guard let box = Box(rect) else { return }
    // Written so that a corner that is not a number counts as 0.
    let width = cornerWidth > 0 ? min(cornerWidth, box.width / 2) : 0
    let height = cornerHeight > 0 ? min(cornerHeight, box.height / 2) : 0
    guard width > 0, height > 0 else { return addRect(rect) }
    move(to: CGPoint(x: box.maxX, y: box.midY))
    addCorners(of: box, width: width, height: height)
  }

  /// Four corners joined by lines where they do not meet, from the middle of the right side, and closes.
  private mutating func addCorners(of box: Box, width: CGFloat, height: CGFloat) {
    let corners: [(x: CGFloat, y: CGFloat, dx: CGFloat, dy: CGFloat, isVerticalFirst: Bool)] = [
      (box.maxX, box.maxY, -1, -1, true), (box.minX, box.maxY, 1, -1, false),
      (box.minX, box.minY, 1, 1, true), (box.maxX, box.minY, -1, 1, false),
    ]
    let inset = 1 - quarterArcHandle
    for corner in corners {
      let (dx, dy) = (corner.dx * width, corner.dy * height)
      let vertical = CGPoint(x: corner.x, y: corner.y + dy)
      let verticalHandle = CGPoint(x: corner.x, y: corner.y + dy * inset)
      let horizontal = CGPoint(x: corner.x + dx, y: corner.y)
      let horizontalHandle = CGPoint(x: corner.x + dx * inset, y: corner.y)
      if corner.isVerticalFirst {
        join(vertical)
        addCurve(to: horizontal, control1: verticalHandle, control2: horizontalHandle)
      } else {
        join(horizontal)
        addCurve(to: vertical, control1: horizontalHandle, control2: verticalHandle)
      }
    }
    closeSubpath()
  }

  private mutating func join(_ point: CGPoint) {
    if currentPoint != point { addLine(to: point) }
  }

  /// The four sides of a rectangle that can be drawn.
  private struct Box {
    var minX: CGFloat, minY: CGFloat, maxX: CGFloat, maxY: CGFloat
    var width: CGFloat { maxX - minX }
    var height: CGFloat { maxY - minY }
    var midX: CGFloat { minX + width / 2 }
    var midY: CGFloat { minY + height / 2 }

    init?(_ rect: CGRect) {
      (minX, minY, maxX, maxY) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
      guard minX.isFinite, minY.isFinite, width.isFinite, height.isFinite else { return nil }
    }
  }
}

extension CGPath.Geometry {
  /// A circular arc, joined by a line from the current point if there is one.
  ///
  /// Angles are in radians from the x axis towards the y axis. With `clockwise` false, the angle grows from start to
  /// end: anticlockwise where y points up, clockwise on a screen (documented). An end on the wrong side of the start is
  /// moved by whole turns; a span of a turn or more draws one full circle (assumed).
  public mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let turn = 2 * CGFloat.pi
    var delta = clockwise ? startAngle - endAngle : endAngle - startAngle
    guard delta.isFinite else { return }
    if delta < 0 {
      delta = delta.truncatingRemainder(dividingBy: turn)
      if delta < 0 { delta += turn }
    }
    delta = min(delta, turn)
    addRelativeArc(
      center: center, radius: radius, startAngle: startAngle, delta: clockwise ? -delta : delta, transform: transform)
  }

  /// A circular arc over the signed angle `delta` (radians, cut to one turn either way).
  public mutating func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard center.isFinite, radius.isFinite, radius >= 0, startAngle.isFinite, delta.isFinite else { return }
    let turn = 2 * CGFloat.pi
    let span = min(max(delta, -turn), turn)
    // At most a quarter turn each; the small allowance keeps a rounded-up quarter in one piece.
    let count = max((abs(span) / (CGFloat.pi / 2) - 1e-9).rounded(.up), 1)
    let step = span / count
    let handle = 4 / 3 * tan(step / 4)
    // Where the arc is at an angle, moved along its tangent.
    func point(_ angle: CGFloat, along: CGFloat = 0) -> CGPoint {
      let (s, c) = (sin(angle), cos(angle))
      return CGPoint(x: center.x + radius * (c - along * s), y: center.y + radius * (s + along * c)).applying(transform)
    }
    let start = point(startAngle)
    if currentPoint == nil { move(to: start) } else { addLine(to: start) }
    guard span != 0 else { return }
    for index in 0..<Int(count) {
      let from = startAngle + CGFloat(index) * step
      let to = startAngle + CGFloat(index + 1) * step
      addCurve(to: point(to), control1: point(from, along: handle), control2: point(to, along: -handle))
    }
  }

  /// An arc of a circle that touches the line from the current point to `tangent1End` and the one from there to
  /// `tangent2End`, joined by a line from the current point. Lines that do not turn give a line to `tangent1End`.
  public mutating func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    // The arc is round in the space before the transform.
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
    let from = atan2(-ax * side, ay * side)
    let to = atan2(bx * side, -by * side)
    addArc(
      center: center, radius: radius, startAngle: from, endAngle: to, clockwise: cross > 0, transform: transform)
  }

  private func unit(_ x: CGFloat, _ y: CGFloat) -> (CGFloat, CGFloat) {
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? (x / length, y / length) : (0, 0)
  }
}
