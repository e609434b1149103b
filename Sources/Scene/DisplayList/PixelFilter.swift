/// A filter step for a bitmap.
package enum PixelFilter: Hashable, Sendable {
  /// Standard deviations of a blur in pixels. Uses premultiplied values, because transparent pixels have no colour.
  case blur(sigmaX: Double, sigmaY: Double)
  /// Uses straight values, as in Core Image. Otherwise an offset or a mix of components would depend on alpha.
  case color(ColorMatrix)
  /// Adds the blurred bitmap multiplied by an intensity. HDR counts.
  case bloom(sigmaX: Double, sigmaY: Double, intensity: Double)

  /// Radius of the step along x and y in pixels.
  package var reach: (x: Int, y: Int) {
    switch self {
    case .blur(let x, let y): (BlurBox.reach(x), BlurBox.reach(y))
    case .bloom(let x, let y, _): (BlurBox.reach(x), BlurBox.reach(y))
    case .color: (0, 0)
    }
  }

  var fillsEmptyPixels: Bool {
    switch self {
    case .color(let matrix): matrix.bias.w > 0
    case .blur, .bloom: false
    }
  }
}

extension [PixelFilter] {
  /// Whether HDR counts, so that the bitmap is drawn in float.
  package var needLight: Bool { contains { if case .bloom = $0 { true } else { false } } }

  var reach: (x: Int, y: Int) { reduce((0, 0)) { ($0.0 + $1.reach.x, $0.1 + $1.reach.y) } }
}

/// Three box filters in sequence approximate a Gaussian: their variances add up to its variance. Box widths can be
/// fractional: the pixels at both ends have the weight `share`.
package struct BlurBox: Sendable, Equatable {
  /// Pixels of full weight on each side of the middle.
  package let radius: Int
  /// Weight of the next pixel on each side, 0..<1.
  package let share: Double

  /// - Parameter sigma: standard deviation of three such boxes.
  package init(sigma: Double) {
    let variance = sigma * sigma / 3
    radius = Int(((1 + 12 * variance).squareRoot() - 1) / 2)
    let r = Double(radius)
    let missing = 3 * variance - r * (r + 1)
    share = max(0, (2 * r + 1) * missing / (6 * ((r + 1) * (r + 1) - variance)))
  }

  /// Radius of three boxes for a standard deviation in pixels.
  static func reach(_ sigma: Double) -> Int { 3 * (BlurBox(sigma: sigma).radius + 1) }
}
