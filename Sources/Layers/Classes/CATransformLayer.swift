package import StarmineScene

/// A layer whose sublayers keep their places in space instead of lying in its plane.
///
/// Only sublayers draw; background, contents and other looks of the layer itself are ignored, and its opacity goes to
/// each sublayer apart (behavior.md 1.12).
open class CATransformLayer: CALayer {
  package override class var defaultState: LayerState {
    var state = super.defaultState
    state.isTransformLayer = true
    return state
  }
}
