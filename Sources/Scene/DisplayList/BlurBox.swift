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
