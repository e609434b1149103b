/// The values that `CAReplicatorLayer` adds (behavior.md 1.8).
package struct ReplicatorState: RareGroup {
  /// Number of copies including the first. Below 1, nothing is drawn.
  package var instanceCount = 1
  /// Whether the copies keep their depth, as in a `CATransformLayer`.
  package var preservesDepth = false
  /// Seconds by which each copy is delayed after the previous one.
  package var instanceDelay = 0.0
  /// Transform from one copy to the next, about the centre of the bounds.
  package var instanceTransform = CATransform3DIdentity
  /// Colour of the first copy; nil means white (assumed).
  package var instanceColor: CGColor? = .white
  package var instanceRedOffset: Float = 0
  package var instanceGreenOffset: Float = 0
  package var instanceBlueOffset: Float = 0
  package var instanceAlphaOffset: Float = 0

  package init() {}
  package static let defaults = ReplicatorState()

  package var count: Int { max(0, instanceCount) }

  package func delay(ofInstance index: Int) -> Double { Double(index) * instanceDelay }

  /// Straight red, green, blue and alpha that multiply a copy's colours, limited to 0...1, or to the range of the
  /// colour if it is larger.
  package func color(ofInstance index: Int) -> SIMD4<Float> {
    let base = (instanceColor ?? .white).deepComponents
    let step = SIMD4(instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset)
    let (sum, least) = (base + step * Float(index), pointwiseMin(base, .zero))
    let most = pointwiseMax(base, .one)
    return SIMD4((0..<4).map { sum[$0].isNaN ? 0 : max(least[$0], min(most[$0], sum[$0])) })
  }
}
