public import Foundation

/// Type of a path element. Raw values are those of Core Graphics.
public enum CGPathElementType: Int32, Hashable, Sendable {
  /// The start of a subpath; 1 point.
  case moveToPoint
  /// A line; 1 point.
  case addLineToPoint
  /// A quadratic curve; 2 points, control point first.
  case addQuadCurveToPoint
  /// A cubic curve; 3 points, control points first.
  case addCurveToPoint
  /// A line to the start of the subpath; no points.
  case closeSubpath
}

/// A path element for `applyWithBlock`. The points are valid only during the call.
public struct CGPathElement {
  /// Type of the element.
  public var type: CGPathElementType
  /// Control points in order, end point last: 1, 1, 2, 3 or 0 points by type.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Creates an element. The caller keeps the points alive.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

extension CGPath {
  /// Calls `block` for each element in order.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 3) { buffer in
      guard let points = buffer.baseAddress else { return }
      points.initialize(repeating: .zero, count: 3)
      for element in geometry.elements {
        for (index, point) in element.points.enumerated() { points[index] = point }
        withUnsafePointer(to: CGPathElement(type: element.type, points: points), block)
      }
    }
  }
}

extension CGPath.Geometry.Element {
  fileprivate var type: CGPathElementType {
    switch self {
    case .move: .moveToPoint
    case .line: .addLineToPoint
    case .quadCurve: .addQuadCurveToPoint
    case .curve: .addCurveToPoint
    case .close: .closeSubpath
    }
  }
}
