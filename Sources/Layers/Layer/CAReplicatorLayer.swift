/// A layer that draws copies of its sublayers. Each copy is transformed, tinted and delayed relative to the previous
/// one.
///
///     let ring = CAReplicatorLayer()
///     ring.instanceCount = 12
///     ring.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
///     ring.addSublayer(dot)
///
/// Names, types and defaults are those of Core Animation (behavior.md 1.8). Replicators can be nested.
open class CAReplicatorLayer: CALayer {
  package override class var properties: [Property<LayerState>] { super.properties + Property.replicatorLayer }

  /// Number of copies including the original. Below 1, nothing is drawn. Default 1.
  open var instanceCount: Int {
    get { state.replicator.instanceCount }
    set { set(\.replicator.instanceCount, newValue) }
  }
  /// Whether copies keep their depth, as in a `CATransformLayer`. Default false.
  open var preservesDepth: Bool {
    get { state.replicator.preservesDepth }
    set { set(\.replicator.preservesDepth, newValue) }
  }
  /// Delay between copies in seconds. Default 0.
  open var instanceDelay: CFTimeInterval {
    get { state.replicator.instanceDelay }
    set { set(\.replicator.instanceDelay, newValue) }
  }
  /// Transform from one copy to the next, about the centre of the bounds. Default identity.
  open var instanceTransform: CATransform3D {
    get { state.replicator.instanceTransform }
    set { set(\.replicator.instanceTransform, newValue) }
  }
  /// Colour that multiplies the sublayers. Default opaque white.
  open var instanceColor: CGColor? {
    get { state.replicator.instanceColor }
    set { set(\.replicator.instanceColor, newValue) }
  }
  /// Red added per copy. Default 0.
  open var instanceRedOffset: Float {
    get { state.replicator.instanceRedOffset }
    set { set(\.replicator.instanceRedOffset, newValue) }
  }
  /// Green added per copy. Default 0.
  open var instanceGreenOffset: Float {
    get { state.replicator.instanceGreenOffset }
    set { set(\.replicator.instanceGreenOffset, newValue) }
  }
  /// Blue added per copy. Default 0.
  open var instanceBlueOffset: Float {
    get { state.replicator.instanceBlueOffset }
    set { set(\.replicator.instanceBlueOffset, newValue) }
  }
  /// Alpha added per copy. Default 0.
  open var instanceAlphaOffset: Float {
    get { state.replicator.instanceAlphaOffset }
    set { set(\.replicator.instanceAlphaOffset, newValue) }
  }
}

extension CALayer {
  /// Whether the result depends on the time of a commit. Histories of particles count commits, and delayed copies of a
  /// replicator still show an animation that is over.
  var dependsOnCommits: Bool {
    sequence(first: self) { $0.superlayer }.contains { $0 is CAEmitterLayer || $0 is CAReplicatorLayer }
  }
}
