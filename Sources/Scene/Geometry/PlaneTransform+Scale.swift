// The scale of a transform, computed from its derivative.

extension PlaneTransform {
  /// Derivatives of the device point with respect to x and y.
  @usableFromInline
  package struct Derivative: Sendable {
    @usableFromInline package var alongX: SIMD2<Double>
    @usableFromInline package var alongY: SIMD2<Double>

    @inlinable
    init(alongX: SIMD2<Double>, alongY: SIMD2<Double>) { (self.alongX, self.alongY) = (alongX, alongY) }
  }

  /// The derivative where `place` is the result of `apply`: d(x') / dx = (m11 - x' m13) / w, and so on.
  @inlinable
  package func derivative(at place: (x: Double, y: Double, w: Double)) -> Derivative {
    Derivative(
      alongX: SIMD2((m11 - place.x * m13) / place.w, (m12 - place.y * m13) / place.w),
      alongY: SIMD2((m21 - place.x * m23) / place.w, (m22 - place.y * m23) / place.w))
  }

  func scale(x: Double, y: Double) -> (x: Double, y: Double) {
    let d = derivative(at: apply(x, y))
    return ((d.alongX * d.alongX).sum().squareRoot(), (d.alongY * d.alongY).sum().squareRoot())
  }

  /// The standard deviations along device x and y of a round spot of standard deviation `radius` around a point. Exact
  /// for rotations and scales, otherwise approximate.
  func spread(_ radius: Double, x: Double, y: Double) -> (x: Double, y: Double) {
    let d = derivative(at: apply(x, y))
    let sum = d.alongX * d.alongX + d.alongY * d.alongY
    return (radius * sum.x.squareRoot(), radius * sum.y.squareRoot())
  }

  /// Pixels per point for drawing near a point with this transform; nil if it is not visible.
  ///
  /// Upright planes use their exact scale, so that pixels match pixels. Others use the larger of their two scales in
  /// steps of 1/16, so that a slow rotation does not need a new image in every frame.
  func pixelsPerPoint(aroundX x: Double, y: Double) -> Double? {
    let place = apply(x, y)
    guard place.w > 0 else { return nil }
    if isAxisAligned && abs(m11) == abs(m22) { return abs(m11) }
    let scale = (largestScale(at: place) * 16).rounded(.up) / 16
    return scale.isFinite ? scale : nil
  }

  /// A tenth of a pixel in units of the plane, where the path has its largest scale.
  ///
  /// Scales are rounded up to a power of two, so that similar scales share results, for example copies of a layer or
  /// one that grows slowly. Slightly above a power of two is a rounding error.
  func tolerance(over path: CGPath.Geometry) -> CGFloat {
    // Squares that neither overflow nor underflow give the accuracy of `hypot` without a call.
    let squares = (x: m11 * m11 + m12 * m12, y: m21 * m21 + m22 * m22)
    var scale = max(squares.x, squares.y).squareRoot()
    if !(min(squares.x, squares.y) > 0x1p-900 && scale < 0x1p500) {
      scale = max(Double.hypot(m11, m12), Double.hypot(m21, m22))
    }
    if !isAffine {
      let area = path.boundingBox
      scale = max(
        max(largestScale(x: area.minX, y: area.minY), largestScale(x: area.maxX, y: area.minY)),
        max(largestScale(x: area.minX, y: area.maxY), largestScale(x: area.maxX, y: area.maxY)))
    }
    guard scale > 0, scale.isFinite else { return 0.1 }
    let power = Double(sign: .plus, exponent: scale.exponent, significand: 1)
    return 0.1 / (scale > power * (1 + 1e-6) ? 2 * power : power)
  }

  /// The larger number of pixels per unit at a point of the plane.
  private func largestScale(x: Double, y: Double) -> Double {
    let place = apply(x, y)
    // Nearer to the eye, curves may show corners, at most for a moment.
    guard place.w > 0.1 else { return 10 * max(Double.hypot(m11, m12), Double.hypot(m21, m22)) }
    return largestScale(at: place)
  }

  private func largestScale(at place: (x: Double, y: Double, w: Double)) -> Double {
    let d = derivative(at: place)
    return max(Double.hypot(d.alongX.x, d.alongX.y), Double.hypot(d.alongY.x, d.alongY.y))
  }
}
