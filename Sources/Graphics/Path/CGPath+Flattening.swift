package import Foundation

extension CGPath.Geometry {
  package struct Polyline: Hashable, Sendable {
    /// At least one. A closed line does not repeat its first point.
    package var points: [CGPoint]
    package var isClosed: Bool
  }

  /// The subpaths as polylines, after `transform`. Every curve is within `tolerance` of its chords.
  /// - Parameter transform: To device pixels, so that the tolerance is in pixels. A segment is left out if a coordinate
  ///   overflows.
  /// - Parameter tolerance: In units after the transform, above 0. Other values count as the default, 0.1.
  package func flattened(transform: CGAffineTransform = .identity, tolerance: CGFloat = 0.1) -> [Polyline] {
    var result = PolylineCollector()
    applying(transform).flatten(tolerance: tolerance, into: &result)
    return result.lines
  }

  /// Passes the subpaths to a sink as polylines, with curves accurate to `tolerance`.
  func flatten(tolerance: CGFloat, into sink: inout some PolylineSink) {
    let tolerance = tolerance > 0 ? tolerance : 0.1
    let limit = PathLimits.chordsPerCurve(elements: elements.count)
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    var isOpen = false
    for element in elements {
      switch element {
      case .move(let point):
        if isOpen { sink.endLine(isClosed: false) }
        (start, current, isOpen) = (point, point, true)
        sink.add(point)
      case .close:
        if isOpen { sink.endLine(isClosed: true) }
        (current, isOpen) = (start, false)
      case .line, .quadCurve, .curve:
        // Segments after a close without a move start at the start of the closed subpath.
        if !isOpen { sink.add(start) }
        isOpen = true
        sink.add(element, from: current, tolerance, limit: limit)
        current = element.end ?? current
      }
    }
    if isOpen { sink.endLine(isClosed: false) }
  }
}

protocol PolylineSink {
  mutating func add(_ point: CGPoint)
  /// Ends a line of at least one point. A closed one may end at its first point.
  mutating func endLine(isClosed: Bool)
}

extension PolylineSink {
  fileprivate mutating func add(
    _ element: CGPath.Geometry.Element, from start: CGPoint, _ tolerance: CGFloat, limit: Int
  ) {
    switch element {
    case .move, .close: break
    case .line(let end): add(end)
    case .quadCurve(let end, let control):
      add(CubicCurve(quadraticFrom: start, control, end), tolerance, limit: limit)
    case .curve(let end, let control1, let control2):
      add(CubicCurve(start, control1, control2, end), tolerance, limit: limit)
    }
  }

  private mutating func add(_ curve: CubicCurve, _ tolerance: CGFloat, limit: Int) {
    let count = curve.chordCount(tolerance: tolerance, limit: limit)
    for index in 1..<max(count, 1) {
      let point = curve.point(at: CGFloat(index) / CGFloat(count))
      if point.isFinite { add(point) }
    }
    add(curve.end)
  }
}

private struct PolylineCollector: PolylineSink {
  var lines: [CGPath.Geometry.Polyline] = []
  private var points: [CGPoint] = []

  mutating func add(_ point: CGPoint) { points.append(point) }

  mutating func endLine(isClosed: Bool) {
    if isClosed, points.count > 1, points.last == points.first { points.removeLast() }
    lines.append(CGPath.Geometry.Polyline(points: points, isClosed: isClosed))
    points = []
  }
}
