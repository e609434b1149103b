import Foundation

/// One step that a bitmap goes through.
package enum PixelFilter: Hashable, Sendable {
  /// Standard deviations of a blur, pixels; on premultiplied values, so that transparent pixels have no colour to mix
  /// in.
  case blur(sigmaX: Double, sigmaY: Double)
  /// On straight values, as Core Image does: an offset or a mix of components would otherwise depend on the alpha.
  case color(ColorMatrix)

  /// Pixels by which the step carries colour along x and y.
  var reach: (x: Int, y: Int) {
    switch self {
    case .blur(let x, let y): (BlurBox.reach(x), BlurBox.reach(y))
    case .color: (0, 0)
    }
  }

  /// Whether transparent pixels become visible.
  var fillsEmptyPixels: Bool {
    if case .color(let matrix) = self { matrix.bias.w > 0 } else { false }
  }
}

extension [PixelFilter] {
  var reach: (x: Int, y: Int) {
    reduce((0, 0)) { ($0.0 + $1.reach.x, $0.1 + $1.reach.y) }
  }
}
