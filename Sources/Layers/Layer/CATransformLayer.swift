/// A layer whose sublayers keep their depth in 3D space. Only its sublayers are drawn. Its background, contents and
/// other effects are ignored, and its opacity applies to each sublayer (behavior.md 1.12).
open class CATransformLayer: CALayer {
  override class func addTraits(to state: inout LayerState) {
    super.addTraits(to: &state)
    state.isTransformLayer = true
  }
}
