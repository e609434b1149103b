/// The flattened area of a path or its stroke. Cheap to copy and share.
package struct PathShape: Hashable, Sendable {
  package var area: PathArea
  package var rule: CGPathFillRule

  package var polygons: CGPath.Geometry.Polygons { area.polygons }

  package init(_ area: PathArea, rule: CGPathFillRule) { (self.area, self.rule) = (area, rule) }

  package init(polygons: CGPath.Geometry.Polygons, rule: CGPathFillRule) { self.init(PathArea(polygons), rule: rule) }

  /// The area inside a path. Curves are accurate to a tenth of a pixel after `transform`.
  package init(_ path: CGPath.Geometry, rule: CGPathFillRule = .winding, for transform: PlaneTransform = .identity) {
    self.init(path.area(tolerance: transform.tolerance(over: path)), rule: rule)
  }

  /// The area of a stroke. Edges are accurate to a tenth of a pixel after `transform`.
  package init(stroking path: CGPath.Geometry, _ style: StrokeStyle, for transform: PlaneTransform = .identity) {
    self.init(path.area(stroking: style, tolerance: transform.tolerance(over: path)), rule: .winding)
  }
}
