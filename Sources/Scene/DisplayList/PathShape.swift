import Foundation
package import StarmineGraphics

/// The area of a path or of its stroke, flattened: cheap to copy and to share.
package struct PathShape: Hashable, Sendable {
  package var area: PathArea
  package var rule: CGPathFillRule

  package var polygons: CGPath.Geometry.Polygons { area.polygons }

  package init(_ area: PathArea, rule: CGPathFillRule) {
    (self.area, self.rule) = (area, rule)
  }

  package init(polygons: CGPath.Geometry.Polygons, rule: CGPathFillRule) {
    self.init(PathArea(polygons), rule: rule)
  }

  /// The area inside a path; curves are within a tenth of a pixel after `transform`.
  package init(_ path: CGPath.Geometry, rule: CGPathFillRule = .winding, for transform: PlaneTransform = .identity) {
    self.init(path.area(tolerance: transform.tolerance(over: path)), rule: rule)
  }

  /// The area that a pen covers; edges are within a tenth of a pixel after `transform`.
  package init(stroking path: CGPath.Geometry, _ style: StrokeStyle, for transform: PlaneTransform = .identity) {
    self.init(path.area(stroking: style, tolerance: transform.tolerance(over: path)), rule: .winding)
  }
}

extension RoundedRect {
  init(_ rect: CGRect) {
    self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
  }
}

extension Shape {
  /// Pixels that the shape can touch, within `frame`.
  package func deviceBounds(_ transform: PlaneTransform, within frame: DeviceRect) -> DeviceRect {
    switch self {
    case .roundedRect(let rect): rect.deviceBounds(transform, within: frame)
    case .border(let outer, _), .ring(let outer, _): outer.deviceBounds(transform, within: frame)
    case .path(let path):
      path.area.isEmpty ? .empty : RoundedRect(path.area.boundingBox).deviceBounds(transform, within: frame)
    }
  }
}

extension PlaneTransform {
  /// A tenth of a pixel in the units of the plane, where the path is seen largest.
  ///
  /// Scales count as the next power of two, so that what is found for one serves those near it: copies of a layer, and
  /// one that grows slowly. A little more than a power of two is rounding.
  func tolerance(over path: CGPath.Geometry) -> CGFloat {
    var scale = max(hypot(m11, m12), hypot(m21, m22))
    if !isAffine {
      let area = path.boundingBox
      scale = max(
        max(self.scale(atX: area.minX, y: area.minY), self.scale(atX: area.maxX, y: area.minY)),
        max(self.scale(atX: area.minX, y: area.maxY), self.scale(atX: area.maxX, y: area.maxY)))
    }
    guard scale > 0, scale.isFinite else { return 0.1 }
    let power = Double(sign: .plus, exponent: scale.exponent, significand: 1)
    return 0.1 / (scale > power * (1 + 1e-6) ? 2 * power : power)
  }

  /// Pixels per unit at a point of the plane, the larger direction.
  private func scale(atX x: Double, y: Double) -> Double {
    let (u, v, w) = apply(x, y)
    // Nearer to the eye than this curves may show corners: they are seen for a moment, if at all.
    guard w > 0.1 else { return 10 * max(hypot(m11, m12), hypot(m21, m22)) }
    return max(hypot(m11 - u * m13, m12 - v * m13), hypot(m21 - u * m23, m22 - v * m23)) / w
  }
}
