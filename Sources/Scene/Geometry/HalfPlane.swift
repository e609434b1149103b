@usableFromInline
package struct HalfPlane: Hashable, Sendable {
  /// Coefficients of `a x + b y + c` in device pixels.
  @usableFromInline package var a: Double
  @usableFromInline package var b: Double
  @usableFromInline package var c: Double
  /// Whether this is the side where the sum is negative. The other side includes the line.
  @usableFromInline package var isNegative: Bool

  package init(a: Double, b: Double, c: Double, isNegative: Bool) {
    (self.a, self.b, self.c, self.isNegative) = (a, b, c, isNegative)
  }

  @inlinable
  package func contains(_ x: Int, _ y: Int) -> Bool {
    (a * (Double(x) + 0.5) + (b * (Double(y) + 0.5) + c) >= 0) != isNegative
  }
}
