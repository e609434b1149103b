import CStarminePixelKernels
import Foundation
import StarmineScene

// A hard edge covers a pixel fully or not at all, depending on the pixel's centre (behavior.md 4.11).

extension BoxCoverage {
  /// The first pixel whose centre is not before a position.
  static func hard(_ place: Double) -> Double { (place - 0.5).rounded(.up) }
}

/// A rectangle with hard edges under any plane transform, cut into pixel rows. Each piece is the rectangle's smooth
/// outline, clipped to the whole pixels at which the hard edges cross the row.
struct HardOutline {
  /// Corner points in device space, in either direction.
  let points: [SIMD2<Double>]
  /// Coefficients of each hard edge. Inside, `a x + b y + c` is not negative.
  private let hardEdges: [SIMD3<Double>]

  /// Returns nil if a corner is behind the camera.
  init?(_ shape: RoundedRect, _ transform: PlaneTransform) {
    let corners = [
      (shape.minX, shape.minY), (shape.maxX, shape.minY), (shape.maxX, shape.maxY), (shape.minX, shape.maxY),
    ]
    var points: [SIMD2<Double>] = []
    for corner in corners {
      let point = transform.apply(corner.0, corner.1)
      guard point.w > 1e-6, abs(point.x) < 0x1p20, abs(point.y) < 0x1p20 else { return nil }
      points.append(SIMD2(point.x, point.y))
    }
    let middle = (points[0] + points[1] + points[2] + points[3]) / 4
    // Edges in the order of their start corners.
    let edges: [CAEdgeAntialiasingMask] = [.layerBottomEdge, .layerRightEdge, .layerTopEdge, .layerLeftEdge]
    var lines: [SIMD3<Double>] = []
    var smooth: [SIMD3<Double>] = []
    for (index, edge) in edges.enumerated() {
      let (start, end) = (points[index], points[(index + 1) % 4])
      var line = SIMD3(start.y - end.y, end.x - start.x, start.x * end.y - end.x * start.y)
      if (line * SIMD3(middle, 1)).sum() < 0 { line = -line }
      if shape.smoothEdges.contains(edge) { smooth.append(line) } else { lines.append(line) }
    }
    hardEdges = lines
    self.points = Self.area(smooth, around: points)
  }

  /// The area inside all smooth edges, limited to a box that is larger than the rectangle.
  private static func area(_ smooth: [SIMD3<Double>], around points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var (low, high) = (points[0], points[0])
    for point in points {
      low = SIMD2(min(low.x, point.x), min(low.y, point.y))
      high = SIMD2(max(high.x, point.x), max(high.y, point.y))
    }
    (low, high) = (low - 2, high + 2)
    let box = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
    return smooth.reduce(box) { clip($0, to: $1) }
  }

  func append(rows: ClosedRange<Double>, columns: ClosedRange<Double>, to edges: inout [Edge]) {
    guard points.count > 2 else { return }
    let ys = points.map(\.y)
    let first = max(rows.lowerBound, (ys.min() ?? 0).rounded(.down))
    let last = min(rows.upperBound, (ys.max() ?? 0).rounded(.up))
    guard first < last else { return }
    for y in Int(first)..<Int(last) {
      guard let span = span(y, columns), span.lowerBound < span.upperBound else { continue }
      var row = Self.clip(points, to: SIMD3(0, 1, -Double(y)))
      row = Self.clip(row, to: SIMD3(0, -1, Double(y + 1)))
      row = Self.clip(row, to: SIMD3(1, 0, -span.lowerBound))
      row = Self.clip(row, to: SIMD3(-1, 0, span.upperBound))
      guard var previous = row.last.map(Self.fixed) else { continue }
      for point in row.map(Self.fixed) {
        if point.y != previous.y { edges.append(Edge(x0: previous.x, y0: previous.y, x1: point.x, y1: point.y)) }
        previous = point
      }
    }
  }

  /// The pixels of a row whose centres are inside all hard edges.
  private func span(_ y: Int, _ columns: ClosedRange<Double>) -> ClosedRange<Double>? {
    var (low, high) = (columns.lowerBound, columns.upperBound)
    for edge in hardEdges {
      let rest = edge.y * (Double(y) + 0.5) + edge.z
      if abs(edge.x) < 1e-12 {
        if rest < 0 { return nil }
      } else if edge.x > 0 {
        low = max(low, BoxCoverage.hard(-rest / edge.x))
      } else {
        high = min(high, BoxCoverage.hard(-rest / edge.x))
      }
    }
    return low <= high ? low...high : nil
  }

  private static func fixed(_ point: SIMD2<Double>) -> (x: Int32, y: Int32) {
    (Int32((point.x * 256).rounded()), Int32((point.y * 256).rounded()))
  }

  /// Clips a convex polygon to one side of a line.
  private static func clip(_ polygon: [SIMD2<Double>], to line: SIMD3<Double>) -> [SIMD2<Double>] {
    guard var previous = polygon.last else { return [] }
    let side = { (point: SIMD2<Double>) in line.x * point.x + line.y * point.y + line.z }
    var (result, before) = ([SIMD2<Double>](), side(previous))
    for point in polygon {
      let after = side(point)
      if (before >= 0) != (after >= 0) { result.append(previous + (point - previous) * (before / (before - after))) }
      if after >= 0 { result.append(point) }
      (previous, before) = (point, after)
    }
    return result
  }
}
