import Foundation
public import Graphics

/// The area of a path or of its stroke, flattened: cheap to copy and to share.
public struct PathShape: Hashable, Sendable {
  public var polygons: CGPath.Geometry.Polygons
  public var rule: CGPathFillRule

  public init(polygons: CGPath.Geometry.Polygons, rule: CGPathFillRule) {
    (self.polygons, self.rule) = (polygons, rule)
  }

  /// The area inside a path; curves are within a tenth of a pixel after `transform`.
  public init(_ path: CGPath.Geometry, rule: CGPathFillRule = .winding, for transform: PlaneTransform = .identity) {
    let tolerance = transform.tolerance(over: RoundedRect(path.boundingBox))
    self.init(polygons: path.polygons(tolerance: tolerance), rule: rule)
  }

  /// The area that a pen covers; edges are within a tenth of a pixel after `transform`.
  public init(stroking path: CGPath.Geometry, _ style: StrokeStyle, for transform: PlaneTransform = .identity) {
    let tolerance = transform.tolerance(over: RoundedRect(path.boundingBox))
    self.init(polygons: path.stroked(style, tolerance: tolerance), rule: .winding)
  }
}

extension RoundedRect {
  init(_ rect: CGRect) {
    self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
  }
}

extension Shape {
  /// Pixels that the shape can touch, within `frame`.
  public func deviceBounds(_ transform: PlaneTransform, within frame: DeviceRect) -> DeviceRect {
    switch self {
    case .roundedRect(let rect): rect.deviceBounds(transform, within: frame)
    case .ring(let outer, _): outer.deviceBounds(transform, within: frame)
    case .path(let path):
      path.polygons.isEmpty
        ? .empty : RoundedRect(path.polygons.boundingBox).deviceBounds(transform, within: frame)
    }
  }
}

extension PlaneTransform {
  /// A tenth of a pixel in the units of the plane, where `area` is seen largest.
  func tolerance(over area: RoundedRect) -> Double {
    var scale = max(hypot(m11, m12), hypot(m21, m22))
    if !isAffine {
      let corners = [
        (area.minX, area.minY), (area.maxX, area.minY), (area.minX, area.maxY), (area.maxX, area.maxY),
      ]
      scale = corners.map { self.scale(atX: $0.0, y: $0.1) }.max() ?? scale
    }
    return scale > 0 && scale.isFinite ? 0.1 / scale : 0.1
  }

  /// Pixels per unit at a point of the plane, the larger direction.
  private func scale(atX x: Double, y: Double) -> Double {
    let (u, v, w) = apply(x, y)
    // Nearer to the eye than this curves may show corners: they are seen for a moment, if at all.
    guard w > 0.1 else { return 10 * max(hypot(m11, m12), hypot(m21, m22)) }
    return max(hypot(m11 - u * m13, m12 - v * m13), hypot(m21 - u * m23, m22 - v * m23)) / w
  }
}
