import StarmineScene

/// A layer whose sublayers keep their places in space instead of lying in its plane.
///
/// Only sublayers draw; background, contents and other looks of the layer itself are ignored, and its opacity goes to
/// each sublayer apart (behavior.md 1.12).
open class CATransformLayer: CALayer {
  override class func addTraits(to state: inout LayerState) {
    super.addTraits(to: &state)
    state.isTransformLayer = true
  }
}
