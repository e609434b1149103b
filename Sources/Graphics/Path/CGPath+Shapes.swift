package import Foundation

/// Distance of the control points of a quarter circle of radius 1 from its ends. The cubic meets the circle at its ends
/// and middle, and is at most 0.00027 outside.
private let quarterArcHandle: CGFloat = 4.0 / 3 * (2.0.squareRoot() - 1)

extension CGPath.Geometry {
  /// Adds a closed subpath from (minX, minY) to (maxX, minY) and further around. Does nothing for a null rectangle.
  package mutating func addRect(_ rect: CGRect) {
    guard let box = Box(rect) else { return }
    move(to: CGPoint(x: box.minX, y: box.minY))
    addLine(to: CGPoint(x: box.maxX, y: box.minY))
    addLine(to: CGPoint(x: box.maxX, y: box.maxY))
    addLine(to: CGPoint(x: box.minX, y: box.maxY))
    closeSubpath()
  }

  /// Adds a closed subpath of four curves from (maxX, midY) toward (midX, maxY).
  package mutating func addEllipse(in rect: CGRect) {
    guard let box = Box(rect) else { return }
    move(to: CGPoint(x: box.maxX, y: box.midY))
    addCorners(of: box, width: box.width / 2, height: box.height / 2)
  }

  /// Adds a closed subpath with elliptical corners from (maxX, midY) toward (maxX, maxY).
  ///
  /// Corner sizes are limited to 0 and half of the rectangle (ours; Core Graphics asserts).
  package mutating func addRoundedRect(in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) {
    guard let box = Box(rect) else { return }
    // A corner of NaN counts as 0.
    let width = cornerWidth > 0 ? min(cornerWidth, box.width / 2) : 0
    let height = cornerHeight > 0 ? min(cornerHeight, box.height / 2) : 0
    guard width > 0, height > 0 else { return addRect(rect) }
    move(to: CGPoint(x: box.maxX, y: box.midY))
    addCorners(of: box, width: width, height: height)
  }

  /// Adds four corners with lines between them, from the middle of the right side, and closes.
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

  private struct Box {
    var minX: CGFloat, minY: CGFloat, maxX: CGFloat, maxY: CGFloat
    var width: CGFloat { maxX - minX }
    var height: CGFloat { maxY - minY }
    var midY: CGFloat { minY + height / 2 }

    init?(_ rect: CGRect) {
      (minX, minY, maxX, maxY) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
      guard minX.isFinite, minY.isFinite, width.isFinite, height.isFinite else { return nil }
    }
  }
}
