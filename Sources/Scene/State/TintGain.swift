/// Factor of 8-bit tints for colours outside 0...1: a straight colour is that of the 8-bit pixel times this.
package struct TintGain: Hashable, Sendable {
  package let factors: SIMD3<Float>

  package static let none = TintGain(factors: SIMD3(1, 1, 1))

  package init(factors: SIMD3<Float>) { self.factors = factors }

  /// The gain with which straight components are in 0...1.
  init(_ components: SIMD4<Float>) {
    let color = SIMD3(components.x, components.y, components.z)
    factors = pointwiseMax(color, .one).replacing(with: color, where: color .< 0)
  }

  /// The gain with which the components of a colour are in 0...1.
  package init(_ color: CGColor) { self.init([color]) }

  /// The gain with which components of all colours are in 0...1, for values of one sign. Values of the other sign are
  /// clipped at 0.
  /// - Parameter areFixed: whether no other colours are computed from them. Only then negative components are kept.
  init(_ colors: some Sequence<CGColor>, areFixed: Bool = true) {
    var (high, low) = (SIMD3<Float>(1, 1, 1), SIMD3<Float>())
    for color in colors where color.isWide {
      let light = color.deepComponents
      let components = SIMD3(light.x, light.y, light.z)
      high = pointwiseMax(high, components)
      low = pointwiseMin(low, components)
    }
    // A component that is negative in any colour keeps only negative values, unless there is HDR too.
    factors = areFixed ? high.replacing(with: low, where: (low .< 0) .& (high .<= 1)) : high
  }

  /// The gain with which the sum of lights is below 1, if one of them is above 1.
  init(sumOf lights: [CGColor]) {
    guard lights.contains(where: { $0.isWide }) else {
      self = .none
      return
    }
    factors = lights.reduce(into: SIMD3<Float>()) { sum, light in
      let color = light.deepComponents
      sum += pointwiseMax(SIMD3(color.x, color.y, color.z), .zero)
    }.clamped(lowerBound: .one, upperBound: SIMD3(repeating: Self.most))
  }

  /// Limit of sums and products, so that nested tints stay in the range of floats.
  static let most: Float = 4096

  /// The 8-bit colour with the alpha of the original.
  package func tint(of color: CGColor) -> CGColor {
    guard self != .none else { return color }
    let light = color.deepComponents
    return CGColor(
      red: CGFloat(light.x / factors.x), green: CGFloat(light.y / factors.y), blue: CGFloat(light.z / factors.z),
      alpha: color.alpha)
  }

  static func * (left: TintGain, right: TintGain) -> TintGain {
    if left == .none || right == .none { return left == .none ? right : left }
    let product = left.factors * right.factors
    return TintGain(factors: product.clamped(lowerBound: SIMD3(repeating: -most), upperBound: SIMD3(repeating: most)))
  }
}
