import Foundation

/// Limits for a path, checked before processing it, so that a short string in a document cannot cause minutes of work
/// and gigabytes of memory. Normal paths are far below them.
enum PathLimits {
  /// Maximum chords of a curve.
  private static let chordsOfCurve = 1024
  /// Maximum chords of all curves of a path. With many curves, each has fewer.
  private static let chords = 1 << 21
  /// Strokes with more dashes are drawn solid: the dashes would be far below a pixel.
  static let dashes: CGFloat = 100_000
  /// Maximum points of all round corners and ends of a stroke. With many of them, each has fewer.
  private static let roundPoints: CGFloat = 0x1p22

  static func chordsPerCurve(elements: Int) -> Int { max(4, min(chordsOfCurve, chords / max(1, elements))) }

  /// The minimum angle between points of a round edge, radians.
  static func roundStep(corners: CGFloat) -> CGFloat { .pi * corners / roundPoints }
}

extension StrokeStyle {
  /// Whether a stroke of this width is visible.
  var isDrawn: Bool { width > 0 && width < 1e9 }

  /// The angle between points of a round edge, radians.
  /// - Parameter corners: number of possibly round corners and ends.
  func roundStep(tolerance: CGFloat, corners: CGFloat) -> CGFloat {
    // The sagitta of a chord over an angle is about r angle^2 / 8.
    let fine = min(max((8 * tolerance / (width / 2)).squareRoot(), .pi / 256), .pi / 3)
    return max(fine, PathLimits.roundStep(corners: corners))
  }
}
