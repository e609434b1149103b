/// The shadow of a layer (behavior.md 4.8).
package struct ShadowState: RareGroup {
  package var shadowColor: CGColor? = .black
  package var shadowOpacity: Float = 0
  /// Offset in points, in the layer's coordinates.
  package var shadowOffset = CGSize(width: 0, height: -3)
  /// Standard deviation of the blur in points.
  package var shadowRadius: CGFloat = 3
  /// Outline used for the shadow instead of the layer's alpha, in the layer's coordinates.
  package var shadowPath: CGPath.Geometry?

  package static let defaults = ShadowState()
}

extension LayerState {
  var hasShadow: Bool {
    // Without the group there is no shadow. A copy of the defaults would be slow.
    guard let shadow = rare.box?.value.shadow.box else { return false }
    return shadow.read { $0.pointee.shadowOpacity > 0 && ($0.pointee.shadowColor?.alpha ?? 0) > 0 }
  }
}
