import Foundation

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
