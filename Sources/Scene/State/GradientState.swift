/// How colours spread over a rectangle (`CAGradientLayerType`).
package enum GradientKind: String, Sendable, CaseIterable {
  case axial
  /// From the start outward. The end is a corner of the bounding box of the ellipse.
  case radial
  /// Around the start, from the direction of the end, toward larger y.
  case conic
}

/// The values that `CAGradientLayer` adds (behavior.md 1.7).
package struct GradientState: RareGroup {
  package var colors: [CGColor]?
  /// 0...1, ascending, one per colour. Nil: evenly spaced.
  package var locations: [Double]?
  /// In unit coordinates of the bounds.
  package var startPoint = CGPoint(x: 0.5, y: 0)
  package var endPoint = CGPoint(x: 0.5, y: 1)
  /// Offset of the first colour of a radial gradient from its start, in radii.
  package var focus = CGPoint.zero
  package var type = Spelling(GradientKind.axial)

  package init() {}
  package static let defaults = GradientState()
}
