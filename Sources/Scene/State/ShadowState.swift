/// A layer's shadow (behavior.md 4.8).
package struct ShadowState: RareGroup {
  package var shadowColor: CGColor? = .black
  package var shadowOpacity: Float = 0
  /// Points, in the layer's own directions.
  package var shadowOffset = CGSize(width: 0, height: -3)
  /// Standard deviation of the blur, points.
  package var shadowRadius: CGFloat = 3
  /// In the layer's own coordinates; what throws the shadow instead of what the layer shows.
  package var shadowPath: CGPath.Geometry?

  package static let defaults = ShadowState()
}

extension LayerState {
  var hasShadow: Bool {
    // Without the group there is none: a copy of the defaults takes longer.
    guard let shadow = rare.box?.value.shadow.box else { return false }
    return shadow.read { $0.pointee.shadowOpacity > 0 && ($0.pointee.shadowColor?.alpha ?? 0) > 0 }
  }
}
