/// The values of a `CAReplicatorLayer` besides those of every layer (behavior.md 1.8).
package struct ReplicatorState: RareGroup {
  /// Copies of the sublayers, the first among them; below 1 none are drawn.
  package var instanceCount = 1
  /// The copies keep their depth instead of lying in the layer's plane, as in a `CATransformLayer`.
  package var preservesDepth = false
  /// Seconds by which each copy lags behind the one before.
  package var instanceDelay = 0.0
  /// From one copy to the next, about the centre of the bounds.
  package var instanceTransform = CATransform3DIdentity
  /// Multiplies the colours of the first copy; nil means white (assumed).
  package var instanceColor: CGColor? = .white
  /// Added to the colour from one copy to the next.
  package var instanceRedOffset: Float = 0
  package var instanceGreenOffset: Float = 0
  package var instanceBlueOffset: Float = 0
  package var instanceAlphaOffset: Float = 0

  package init() {}
  package static let defaults = ReplicatorState()

  /// How many copies are drawn.
  package var count: Int { max(0, instanceCount) }

  /// Seconds by which a copy lags behind the first.
  package func delay(ofInstance index: Int) -> Double { Double(index) * instanceDelay }

  /// Straight red, green, blue, alpha that multiply a copy's colours, limited to 0...1, or to what the colour has
  /// beyond that.
  package func color(ofInstance index: Int) -> SIMD4<Float> {
    let base = (instanceColor ?? .white).deepComponents
    let step = SIMD4(instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset)
    let (sum, least) = (base + step * Float(index), pointwiseMin(base, .zero))
    let most = pointwiseMax(base, .one)
    return SIMD4((0..<4).map { sum[$0].isNaN ? 0 : max(least[$0], min(most[$0], sum[$0])) })
  }
}
