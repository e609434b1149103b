package import Foundation

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

/// How much of a path there is to draw, at most: found without drawing it.
struct PathExtent {
  /// Points after flattening.
  var points = 0
  /// Length of the lines and of the curves' control polygons.
  var length: CGFloat = 0

  init(_ elements: [CGPath.Geometry.Element], tolerance: CGFloat) {
    let limit = PathLimits.chordsPerCurve(elements: elements.count)
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    for element in elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let end): length += current.distance(to: end)
      case .quadCurve(let end, let control): add(CubicCurve(quadraticFrom: current, control, end), tolerance, limit)
      case .curve(let end, let control1, let control2):
        add(CubicCurve(current, control1, control2, end), tolerance, limit)
      case .close: length += current.distance(to: start)
      }
      current = element.end ?? start
      points += 1
    }
  }

  private mutating func add(_ curve: CubicCurve, _ tolerance: CGFloat, _ limit: Int) {
    points += curve.chordCount(tolerance: tolerance, limit: limit)
    length +=
      curve.start.distance(to: curve.control1) + curve.control1.distance(to: curve.control2)
      + curve.control2.distance(to: curve.end)
  }
}

extension CGPath.Geometry {
  /// Points that filling the path handles, at most; to be asked before `area(tolerance:)`.
  package func fillWork(tolerance: CGFloat) -> Int { extent(tolerance: tolerance).points }

  /// Points that stroking the path handles, at most; to be asked before `area(stroking:tolerance:)`.
  package func strokeWork(_ style: StrokeStyle, tolerance: CGFloat) -> Int {
    guard style.isDrawn else { return 0 }
    let extent = extent(tolerance: tolerance)
    let dashes = DashPattern(style.dashLengths, phase: style.dashPhase)?.dashCount(along: extent.length) ?? 0
    let ends = (dashes < PathLimits.dashes ? dashes : 0) + 1
    let step = style.roundStep(tolerance: tolerance, corners: CGFloat(extent.points) + 2 * ends)
    let round = (CGFloat.pi / step).rounded(.up)
    let corner = style.join == .round ? 4 + round : 8
    let end = 8 + (style.cap == .round ? 2 * round : 4)
    let work = CGFloat(extent.points) * corner + ends * end
    return work < 0x1p60 ? Int(work) : 1 << 60
  }

  private func extent(tolerance: CGFloat) -> PathExtent {
    storage.cache.extent(tolerance: tolerance) { PathExtent(elements, tolerance: tolerance > 0 ? tolerance : 0.1) }
  }
}

extension StrokeStyle {
  /// Whether a pen of this width covers anything.
  var isDrawn: Bool { width > 0 && width < 1e9 }

  /// The angle between the points of a round edge, radians.
  ///
  /// - Parameter corners: places of the path that may be round.
  func roundStep(tolerance: CGFloat, corners: CGFloat) -> CGFloat {
    // The sagitta of a chord over an angle is about r angle^2 / 8.
    let fine = min(max((8 * tolerance / (width / 2)).squareRoot(), .pi / 256), .pi / 3)
    return max(fine, PathLimits.roundStep(corners: corners))
  }
}
