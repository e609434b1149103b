/// How colours spread over a rectangle (`CAGradientLayerType`).
package enum GradientKind: String, Sendable, CaseIterable {
  /// Along the line from start to end.
  case axial
  /// From the start outward; the end is a corner of the box around the ellipse.
  case radial
  /// Around the start, beginning on the ray towards the end and turning towards larger y.
  case conic
}

/// The values of a `CAGradientLayer` besides those of every layer (behavior.md 1.7).
package struct GradientState: RareGroup {
  package var colors: [CGColor]?
  /// 0...1, ascending, one per colour; nil spreads the colours evenly.
  package var locations: [Double]?
  /// In units of the bounds.
  package var startPoint = CGPoint(x: 0.5, y: 0)
  package var endPoint = CGPoint(x: 0.5, y: 1)
  /// Where the first colour of a radial one is, from its start, in radii.
  package var focus = CGPoint.zero
  package var type = Spelling(GradientKind.axial)

  package init() {}
  package static let defaults = GradientState()
}
