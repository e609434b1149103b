import Foundation
public import StarmineGraphics
package import StarmineScene

/// A layer that draws its sublayers several times, each copy moved, coloured and delayed against the one before.
///
/// Names, types and defaults are Core Animation's (behavior.md 1.8). Replicators may be nested.
open class CAReplicatorLayer: CALayer {
  package override class var properties: [Property<LayerState>] { super.properties + Property.replicatorLayer }

  /// Copies of the sublayers, the first among them; below 1 none are drawn. Default 1.
  open var instanceCount: Int {
    get { state.replicator.instanceCount }
    set { set(\.replicator.instanceCount, newValue) }
  }
  /// The copies keep their depth, as in a `CATransformLayer`. Default false.
  open var preservesDepth: Bool {
    get { state.replicator.preservesDepth }
    set { set(\.replicator.preservesDepth, newValue) }
  }
  /// Seconds by which each copy lags behind the one before. Default 0.
  open var instanceDelay: CFTimeInterval {
    get { state.replicator.instanceDelay }
    set { set(\.replicator.instanceDelay, newValue) }
  }
  /// From one copy to the next, about the centre of the bounds. Default identity.
  open var instanceTransform: CATransform3D {
    get { state.replicator.instanceTransform }
    set { set(\.replicator.instanceTransform, newValue) }
  }
  /// Multiplies the colours of the sublayers. Default opaque white.
  open var instanceColor: CGColor? {
    get { state.replicator.instanceColor }
    set { set(\.replicator.instanceColor, newValue) }
  }
  /// Added to the red component from one copy to the next. Default 0.
  open var instanceRedOffset: Float {
    get { state.replicator.instanceRedOffset }
    set { set(\.replicator.instanceRedOffset, newValue) }
  }
  /// Added to the green component from one copy to the next. Default 0.
  open var instanceGreenOffset: Float {
    get { state.replicator.instanceGreenOffset }
    set { set(\.replicator.instanceGreenOffset, newValue) }
  }
  /// Added to the blue component from one copy to the next. Default 0.
  open var instanceBlueOffset: Float {
    get { state.replicator.instanceBlueOffset }
    set { set(\.replicator.instanceBlueOffset, newValue) }
  }
  /// Added to the alpha component from one copy to the next. Default 0.
  open var instanceAlphaOffset: Float {
    get { state.replicator.instanceAlphaOffset }
    set { set(\.replicator.instanceAlphaOffset, newValue) }
  }
}
