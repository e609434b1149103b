/// One step that a bitmap goes through.
package enum PixelFilter: Hashable, Sendable {
  /// Standard deviations of a blur, pixels; on premultiplied values, so that transparent pixels have no colour to mix
  /// in.
  case blur(sigmaX: Double, sigmaY: Double)
  /// On straight values, as Core Image does: an offset or a mix of components would otherwise depend on the alpha.
  case color(ColorMatrix)
  /// Adds what a blur makes of the bitmap, times an intensity; light beyond white counts.
  case bloom(sigmaX: Double, sigmaY: Double, intensity: Double)

  /// Pixels by which the step carries colour along x and y.
  package var reach: (x: Int, y: Int) {
    switch self {
    case .blur(let x, let y): (BlurBox.reach(x), BlurBox.reach(y))
    case .bloom(let x, let y, _): (BlurBox.reach(x), BlurBox.reach(y))
    case .color: (0, 0)
    }
  }

  /// Whether transparent pixels become visible.
  var fillsEmptyPixels: Bool {
    switch self {
    case .color(let matrix): matrix.bias.w > 0
    case .blur, .bloom: false
    }
  }
}

extension [PixelFilter] {
  /// Whether sums of light count beyond white, so that what goes through is drawn in floats.
  package var needLight: Bool { contains { if case .bloom = $0 { true } else { false } } }

  var reach: (x: Int, y: Int) {
    reduce((0, 0)) { ($0.0 + $1.reach.x, $0.1 + $1.reach.y) }
  }
}

/// Three boxes in a row come near a Gaussian; their variances add up to its own. Box widths need not be whole: the
/// pixels at both ends weigh `share`.
package struct BlurBox: Sendable, Equatable {
  /// Pixels of full weight on either side of the middle.
  package let radius: Int
  /// Weight of the next pixel on either side, 0..<1.
  package let share: Double

  /// - Parameter sigma: standard deviation of three such boxes.
  package init(sigma: Double) {
    let variance = sigma * sigma / 3
    radius = Int(((1 + 12 * variance).squareRoot() - 1) / 2)
    let r = Double(radius)
    let missing = 3 * variance - r * (r + 1)
    share = max(0, (2 * r + 1) * missing / (6 * ((r + 1) * (r + 1) - variance)))
  }

  /// Pixels by which three boxes spread a standard deviation.
  static func reach(_ sigma: Double) -> Int { 3 * (BlurBox(sigma: sigma).radius + 1) }
}
