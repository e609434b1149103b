public import Foundation

extension CGPath.Geometry {
  /// One subpath as straight lines.
  public struct Polyline: Hashable, Sendable {
    /// At least one. A closed line does not repeat its first point.
    public var points: [CGPoint]
    public var isClosed: Bool
  }

  /// More chords than this are not spent on one curve, however large it is.
  private static let chordLimit = 1024

  /// The subpaths as polylines, after `transform`, every curve within `tolerance` of its chords.
  ///
  /// - Parameters:
  ///   - transform: To the device's pixels, so that the tolerance is one in pixels. Where it makes a coordinate
  ///     overflow, that segment is left out.
  ///   - tolerance: In units after the transform, above 0; anything else counts as the default, 0.1.
  public func flattened(transform: CGAffineTransform = .identity, tolerance: CGFloat = 0.1) -> [Polyline] {
    let tolerance = tolerance > 0 ? tolerance : 0.1
    var result: [Polyline] = []
    var line = Polyline(points: [], isClosed: false)
    // Where segments start that follow a close without a move.
    var closedStart = CGPoint.zero
    func finish() {
      if !line.points.isEmpty { result.append(line) }
      line = Polyline(points: [], isClosed: false)
    }
    for element in applying(transform).elements {
      switch element {
      case .move(let point):
        finish()
        line.points = [point]
      case .close:
        closedStart = line.points.first ?? closedStart
        line.close()
        finish()
      case .line, .quadCurve, .curve:
        if line.points.isEmpty { line.points = [closedStart] }
        line.append(element, tolerance, limit: Self.chordLimit)
      }
    }
    finish()
    return result
  }
}

extension CGPath.Geometry.Polyline {
  fileprivate mutating func append(_ element: CGPath.Geometry.Element, _ tolerance: CGFloat, limit: Int) {
    let start = points.last ?? .zero
    switch element {
    case .move, .close: break
    case .line(let end): points.append(end)
    case .quadCurve(let end, let control):
      append(CubicCurve(quadraticFrom: start, control, end), tolerance, limit: limit)
    case .curve(let end, let control1, let control2):
      append(CubicCurve(start, control1, control2, end), tolerance, limit: limit)
    }
  }

  private mutating func append(_ curve: CubicCurve, _ tolerance: CGFloat, limit: Int) {
    let count = curve.chordCount(tolerance: tolerance, limit: limit)
    for index in 1..<max(count, 1) {
      let point = curve.point(at: CGFloat(index) / CGFloat(count))
      if point.isFinite { points.append(point) }
    }
    points.append(curve.end)
  }

  fileprivate mutating func close() {
    isClosed = true
    if points.count > 1, points.last == points.first { points.removeLast() }
  }
}
