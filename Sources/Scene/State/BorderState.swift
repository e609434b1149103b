/// Border, corners and edges of a layer.
package struct BorderState: RareGroup {
  /// Points.
  package var borderWidth: CGFloat = 0
  package var borderColor: CGColor? = .black
  package var maskedCorners = CACornerMask.all
  package var cornerCurve = CornerCurve.circular
  package var edgeAntialiasingMask = CAEdgeAntialiasingMask.all
  package var allowsEdgeAntialiasing = true

  package static let defaults = BorderState()
}

extension LayerState {
  var hasBorder: Bool {
    guard let border = rare.box?.value.border.box else { return false }
    return border.read { $0.pointee.borderWidth > 0 && ($0.pointee.borderColor?.alpha ?? 0) > 0 }
  }

  /// Number of drawings of the layer itself: background, contents, border, shadow.
  var pieces: Int {
    (plain.backgroundColor == nil ? 0 : 1) + (contents == nil ? 0 : 1) + (hasBorder ? 1 : 0) + (hasShadow ? 2 : 0)
  }

  /// A drawing has no opacity, so it needs a group.
  var fadesAsOne: Bool { plain.allowsGroupOpacity || drawing != nil }
}
