import Foundation

/// Bounds of what one path becomes. They are asked before the work, so that a short text in a document does not turn
/// into minutes and gigabytes; paths that people draw are far below them.
enum PathLimits {
  /// Chords of one curve, however large it is seen.
  private static let chordsOfCurve = 1024
  /// Chords of all curves of a path: with many curves, each has fewer.
  private static let chords = 1 << 21
  /// A stroke that would fall into more dashes than this is drawn solid: they would be far below a pixel.
  static let dashes: CGFloat = 100_000
  /// Points of all round corners and ends of a stroke: with many of them, each has fewer.
  private static let roundPoints: CGFloat = 0x1p22

  static func chordsPerCurve(elements: Int) -> Int { max(4, min(chordsOfCurve, chords / max(1, elements))) }

  /// The least angle between the points of a round edge, radians.
  static func roundStep(corners: CGFloat) -> CGFloat { .pi * corners / roundPoints }
}

extension StrokeStyle {
  /// Whether a pen of this width covers anything.
  var isDrawn: Bool { width > 0 && width < 1e9 }

  /// The angle between the points of a round edge, radians.
  /// - Parameter corners: places of the path that may be round.
  func roundStep(tolerance: CGFloat, corners: CGFloat) -> CGFloat {
    // The sagitta of a chord over an angle is about r angle^2 / 8.
    let fine = min(max((8 * tolerance / (width / 2)).squareRoot(), .pi / 256), .pi / 3)
    return max(fine, PathLimits.roundStep(corners: corners))
  }
}
