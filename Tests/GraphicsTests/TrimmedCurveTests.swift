import Foundation
import StarmineGraphics
import Testing

/// Truth: Bernstein polynomials; that Apple's system cuts at the parameter is measured (behavior.md 1.6).
@Suite struct TrimmedCurveTests {
  private let curve: CGMutablePath = {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 20, y: 100))
    path.addCurve(to: CGPoint(x: 300, y: 100), control1: CGPoint(x: 20, y: 100), control2: CGPoint(x: 20, y: 20))
    return path
  }()

  private func point(_ t: Double) -> CGPoint {
    let (a, b, c, d) = (pow(1 - t, 3), 3 * t * pow(1 - t, 2), 3 * t * t * (1 - t), t * t * t)
    return CGPoint(x: a * 20 + b * 20 + c * 20 + d * 300, y: a * 100 + b * 100 + c * 20 + d * 100)
  }

  private func stroked(_ path: CGPath, _ start: CGFloat, _ end: CGFloat) -> CGPath.Geometry.Polygons {
    var style = StrokeStyle(width: 2)
    (style.start, style.end) = (start, end)
    return path.geometry.stroked(style, tolerance: 0.01)
  }

  private func rightmost(_ polygons: CGPath.Geometry.Polygons) -> CGPoint {
    polygons.points.max { $0.x < $1.x } ?? .zero
  }

  @Test(arguments: [0.3, 0.5, 0.71, 0.9]) func insideOfACurveTheParameterCounts(t: Double) {
    let (end, place) = (rightmost(stroked(curve, 0, CGFloat(t))), point(t))
    #expect(hypot(end.x - place.x, end.y - place.y) < 1.2)
    let leftmost = stroked(curve, CGFloat(t), 1).points.min { $0.x < $1.x } ?? .zero
    #expect(hypot(leftmost.x - place.x, leftmost.y - place.y) < 1.2)
  }

  /// Between curves the length counts: half of two lines of different length.
  @Test func betweenCurvesTheLengthCounts() {
    let lines = CGMutablePath()
    lines.addLines(between: [CGPoint.zero, CGPoint(x: 100, y: 0), CGPoint(x: 400, y: 0)])
    #expect(abs(rightmost(stroked(lines, 0, 0.5)).x - 200) < 0.01)
  }

  @Test func linesThatFaceCurvesCountAsCurves() throws {
    let (line, bow) = (CGMutablePath(), CGMutablePath())
    for path in [line, bow] { path.move(to: .zero) }
    line.addLine(to: CGPoint(x: 90, y: 0))
    bow.addCurve(to: CGPoint(x: 90, y: 0), control1: CGPoint(x: 0, y: 60), control2: CGPoint(x: 90, y: 60))
    let half = try #require(line.geometry.interpolated(to: bow.geometry, progress: 0.5))
    let wanted = CGMutablePath()
    wanted.move(to: .zero)
    wanted.addCurve(to: CGPoint(x: 90, y: 0), control1: CGPoint(x: 0, y: 30), control2: CGPoint(x: 90, y: 30))
    #expect(half == wanted.geometry)
    let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 60), transform: nil)
    let oval = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 30, height: 60), transform: nil)
    #expect(rect.geometry.interpolated(to: oval.geometry, progress: 0.5) == nil)
  }
}
