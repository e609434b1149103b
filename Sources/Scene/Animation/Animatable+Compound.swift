/// No value, so there is nothing to interpolate.
extension Optional: Animatable where Wrapped: Animatable {
  package func mixed(_ end: Self, _ progress: Double) -> Self? { combine(end) { $0.mixed($1, progress) } }
  package func plus(_ over: Self) -> Self? { combine(over) { $0.plus($1) } }
  package func minus(_ under: Self) -> Self? { combine(under) { $0.minus($1) } }
  package func repeated(_ count: Double) -> Self? { flatMap { $0.repeated(count) }.map(Self.some) }
  package var neutral: Self? { flatMap(\.neutral).map(Self.some) }
  package var components: [Double]? { flatMap(\.components) }
  package func replacing(components: [Double]) -> Self { map { $0.replacing(components: components) } }
  package static var canBePaced: Bool { Wrapped.canBePaced }
  package static func writer(_ curve: AnimationCurve<Self>) -> ValueWriter { Wrapped.optionalWriter(curve) }

  private func combine(_ other: Self, _ body: (Wrapped, Wrapped) -> Wrapped?) -> Self? {
    guard let self, let other, let result = body(self, other) else { return nil }
    return .some(.some(result))
  }
}

/// Element by element. Lists of different lengths cannot be mixed.
extension Array: Animatable where Element: Animatable {
  package func mixed(_ end: Self, _ progress: Double) -> Self? { combine(end) { $0.mixed($1, progress) } }
  package func plus(_ over: Self) -> Self? { combine(over) { $0.plus($1) } }
  package func minus(_ under: Self) -> Self? { combine(under) { $0.minus($1) } }
  package func repeated(_ count: Double) -> Self? { combine(self) { element, _ in element.repeated(count) } }
  package var neutral: Self? { combine(self) { element, _ in element.neutral } }
  package var components: [Double]? {
    let parts = compactMap(\.components)
    return parts.count == count ? parts.flatMap { $0 } : nil
  }
  package func replacing(components: [Double]) -> Self {
    guard !isEmpty, components.count.isMultiple(of: count) else { return self }
    let size = components.count / count
    return indices.map { self[$0].replacing(components: [Double](components[$0 * size..<($0 + 1) * size])) }
  }
  package static var canBePaced: Bool { Element.canBePaced }

  private func combine(_ other: Self, _ body: (Element, Element) -> Element?) -> Self? {
    guard count == other.count else { return nil }
    let result = zip(self, other).compactMap(body)
    return result.count == count ? result : nil
  }
}

/// Transforms are mixed by their components. Addition is concatenation (behavior.md 2.4 and 2.9).
extension CATransform3D: Animatable {
  package func mixed(_ end: CATransform3D, _ progress: Double) -> CATransform3D? {
    guard let from = TransformComponents(self), let to = TransformComponents(end) else { return nil }
    return from.interpolated(to: to, progress: progress).matrix
  }
  package func plus(_ over: CATransform3D) -> CATransform3D? { CATransform3DConcat(over, self) }
  package func minus(_ under: CATransform3D) -> CATransform3D? {
    guard let parts = TransformComponents(under), !parts.isSingular else { return nil }
    return CATransform3DConcat(self, CATransform3DInvert(under))
  }
  /// By squaring, so that the cost does not depend on the number.
  package func repeated(_ count: Double) -> CATransform3D? {
    var (result, square) = (CATransform3DIdentity, self)
    var rest = Int(exactly: min(max(count, 0), 1e9).rounded(.down)) ?? 0
    while rest > 0 {
      if rest & 1 == 1 { result = CATransform3DConcat(result, square) }
      square = CATransform3DConcat(square, square)
      rest >>= 1
    }
    return result
  }
  package var neutral: CATransform3D? { CATransform3DIdentity }

  package var components: [Double]? {
    guard let parts = TransformComponents(self) else { return nil }
    let (t, s, k, q, p) = (parts.translation, parts.scale, parts.skew, parts.rotation, parts.perspective)
    // Of the two equivalent quaternions, the one with a positive w, so that neighbours are near each other.
    let sign = q.w < 0 ? -1.0 : 1.0
    return [
      t.x, t.y, t.z, s.x, s.y, s.z, k.x, k.y, k.z, p.x, p.y, p.z, p.w, q.x * sign, q.y * sign, q.z * sign, q.w * sign,
    ]
  }
  package func replacing(components c: [Double]) -> CATransform3D {
    guard c.count == 17 else { return self }
    var parts = TransformComponents()
    (parts.translation, parts.scale) = (SIMD3(c[0], c[1], c[2]), SIMD3(c[3], c[4], c[5]))
    (parts.skew, parts.perspective) = (SIMD3(c[6], c[7], c[8]), SIMD4(c[9], c[10], c[11], c[12]))
    let length = (c[13] * c[13] + c[14] * c[14] + c[15] * c[15] + c[16] * c[16]).squareRoot()
    if length > 0 {
      parts.rotation = Quaternion(x: c[13] / length, y: c[14] / length, z: c[15] / length, w: c[16] / length)
    }
    return parts.matrix
  }
}

/// Paths with matching elements are mixed point by point. For others one of the two is shown, never the path under the
/// animation (measured; which one is assumed).
extension CGPath.Geometry: Animatable {
  package func mixed(_ end: CGPath.Geometry, _ progress: Double) -> CGPath.Geometry? {
    interpolated(to: end, progress: CGFloat(progress)) ?? (progress < 0.5 ? self : end)
  }
  package func plus(_ over: CGPath.Geometry) -> CGPath.Geometry? { combined(with: over) { $0 + $1 } ?? over }
  package func minus(_ under: CGPath.Geometry) -> CGPath.Geometry? { combined(with: under) { $0 - $1 } }
  package func repeated(_ count: Double) -> CGPath.Geometry? {
    mapped { CGPoint(x: $0.x * CGFloat(count), y: $0.y * CGFloat(count)) }
  }
  package var neutral: CGPath.Geometry? { mapped { _ in CGPoint.zero } }
  package var components: [Double]? { elements.flatMap(\.points).flatMap { [Double($0.x), Double($0.y)] } }
  package func replacing(components: [Double]) -> CGPath.Geometry {
    var index = 0
    return mapped { _ in
      defer { index += 2 }
      return CGPoint(x: components[index], y: components[index + 1])
    }
  }

  /// The elements with other points, requested in the order of `points`.
  private func mapped(_ body: (CGPoint) -> CGPoint) -> CGPath.Geometry {
    var result = CGPath.Geometry()
    for element in elements {
      let points = element.points.map(body)
      switch element {
      case .move: result.move(to: points[0])
      case .line: result.addLine(to: points[0])
      case .quadCurve: result.addQuadCurve(to: points[1], control: points[0])
      case .curve: result.addCurve(to: points[2], control1: points[0], control2: points[1])
      case .close: result.closeSubpath()
      }
    }
    return result
  }
}
