/// A linear map of straight colours with an offset. Results are limited to 0...1.
package struct ColorMatrix: Hashable, Sendable {
  /// Factors of red, green, blue and alpha (0...1) for the components of the result.
  package var red = SIMD4<Float>(1, 0, 0, 0)
  package var green = SIMD4<Float>(0, 1, 0, 0)
  package var blue = SIMD4<Float>(0, 0, 1, 0)
  package var alpha = SIMD4<Float>(0, 0, 0, 1)
  package var bias = SIMD4<Float>()

  package static let identity = ColorMatrix()

  package init() {}

  /// Four rows of five numbers: factors of red, green, blue and alpha, and an offset, for a component of the result.
  /// Nil for another count. Numbers that are not finite count as 0, and large ones are limited.
  package init?(rows: [Double]) {
    guard rows.count == 20 else { return nil }
    let column = { (index: Int) in
      SIMD4<Float>(
        Self.limited(rows[index]), Self.limited(rows[5 + index]), Self.limited(rows[10 + index]),
        Self.limited(rows[15 + index]))
    }
    (red, green, blue, alpha, bias) = (column(0), column(1), column(2), column(3), column(4))
  }

  private static func limited(_ number: Double) -> Float { number.isFinite ? Float(max(-1e6, min(1e6, number))) : 0 }

  package func apply(_ color: SIMD4<Float>) -> SIMD4<Float> {
    color.x * red + color.y * green + (color.z * blue + color.w * alpha) + bias
  }

  /// This map followed by the other, without limits between them.
  func followed(by next: ColorMatrix) -> ColorMatrix {
    let linear = { (column: SIMD4<Float>) in next.apply(column) - next.bias }
    var result = ColorMatrix()
    (result.red, result.green, result.blue) = (linear(red), linear(green), linear(blue))
    (result.alpha, result.bias) = (linear(alpha), next.apply(bias))
    return result
  }
}

// MARK: Named maps

extension ColorMatrix {
  private init(_ r: SIMD3<Double>, _ g: SIMD3<Double>, _ b: SIMD3<Double>, offset: SIMD3<Double> = SIMD3()) {
    let rows = [
      r.x, r.y, r.z, 0, offset.x, g.x, g.y, g.z, 0, offset.y, b.x, b.y, b.z, 0, offset.z, 0, 0, 0, 1, 0,
    ]
    self = ColorMatrix(rows: rows) ?? .identity
  }

  /// Luminance weights of W3C Filter Effects. Apple's weights are not published (assumed).
  private static let luminance = SIMD3(0.213, 0.715, 0.072)

  /// 0 is grey, 1 is unchanged.
  static func saturation(_ amount: Double) -> ColorMatrix {
    let grey = luminance * (1 - amount)
    return ColorMatrix(grey + SIMD3(amount, 0, 0), grey + SIMD3(0, amount, 0), grey + SIMD3(0, 0, amount))
  }

  static func brightness(_ amount: Double) -> ColorMatrix { scale(1, offset: amount) }

  /// Keeps middle grey.
  static func contrast(_ amount: Double) -> ColorMatrix { scale(amount, offset: 0.5 - 0.5 * amount) }

  static let inverted = scale(-1, offset: 1)

  private static func scale(_ factor: Double, offset: Double) -> ColorMatrix {
    ColorMatrix(SIMD3(factor, 0, 0), SIMD3(0, factor, 0), SIMD3(0, 0, factor), offset: SIMD3(repeating: offset))
  }

  /// A rotation about the grey axis that keeps luminance, in radians (W3C Filter Effects, `hueRotate`).
  static func hueRotation(_ angle: Double) -> ColorMatrix {
    let (c, s, l) = (Double.cos(angle), Double.sin(angle), luminance)
    func row(_ axis: SIMD3<Double>, _ sine: SIMD3<Double>) -> SIMD3<Double> { l + (axis - l) * c + sine * s }
    return ColorMatrix(
      row(SIMD3(1, 0, 0), SIMD3(-l.x, -l.y, 1 - l.z)), row(SIMD3(0, 1, 0), SIMD3(0.143, 0.14, -0.283)),
      row(SIMD3(0, 0, 1), SIMD3(l.x - 1, l.y, l.z)))
  }

  /// Shades of a colour by luminance.
  static func monochrome(_ color: SIMD3<Double>, amount: Double) -> ColorMatrix {
    ColorMatrix(luminance * color.x, luminance * color.y, luminance * color.z).mixed(amount)
  }

  /// Sepia (W3C Filter Effects, `sepia`).
  static func sepia(_ amount: Double) -> ColorMatrix {
    ColorMatrix(SIMD3(0.393, 0.769, 0.189), SIMD3(0.349, 0.686, 0.168), SIMD3(0.272, 0.534, 0.131)).mixed(amount)
  }

  /// Multiplies all components, including alpha, by a straight colour.
  static func product(_ color: SIMD4<Double>) -> ColorMatrix {
    var rows = [Double](repeating: 0, count: 20)
    for index in 0..<4 { rows[index * 6] = color[index] }
    return ColorMatrix(rows: rows) ?? .identity
  }

  /// Interpolates between no change (0) and this map (1).
  private func mixed(_ amount: Double) -> ColorMatrix {
    let (share, none) = (Self.limited(amount), ColorMatrix.identity)
    var result = self
    result.red = none.red + (red - none.red) * share
    result.green = none.green + (green - none.green) * share
    result.blue = none.blue + (blue - none.blue) * share
    return result
  }
}
