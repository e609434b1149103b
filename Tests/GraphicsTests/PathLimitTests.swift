import Foundation
import StarmineGraphics
import StarmineTestSupport
import Testing

/// Limits of one path, however it is written: bounds that are asked before the work.
struct PathLimitTests {
  private func style(_ change: (inout StrokeStyle) -> Void) -> StrokeStyle {
    var style = StrokeStyle(width: 1)
    change(&style)
    return style
  }

  private func lines(_ count: Int, to end: CGPoint) -> CGPath.Geometry {
    var path = CGPath.Geometry()
    for _ in 0..<count {
      path.move(to: .zero)
      path.addLine(to: end)
    }
    return path
  }

  /// Dashes far below a pixel are drawn solid, of one line or of many together.
  @Test func dashesAreCountedOverAllLines() {
    let path = lines(2000, to: CGPoint(x: 64, y: 36))
    let fine = style { $0.dashLengths = [0.0015, 0.0015] }
    #expect(path.stroked(fine).points.count == 2000 * 4)
    let coarse = style { $0.dashLengths = [1, 1] }
    #expect(path.stroked(coarse).points.count > 2000 * 30 * 4)
    #expect(lines(1, to: CGPoint(x: 64, y: 36)).stroked(fine).points.count > 20_000 * 4)
  }

  @Test func curvesShareTheirChords() {
    var path = CGPath.Geometry()
    path.move(to: .zero)
    for _ in 0..<50_000 {
      path.addCurve(
        to: CGPoint(x: 1e7, y: 0), control1: CGPoint(x: -1e7, y: 1e7), control2: CGPoint(x: 1e7, y: -1e7))
    }
    #expect(path.polygons(tolerance: 0.01).points.count < 1 << 22)
    // A single one has as many as before.
    var single = CGPath.Geometry()
    single.append(CGPath.Geometry.Element.move(to: .zero))
    single.append(path.elements[1])
    #expect(single.polygons(tolerance: 0.01).points.count > 1000)
  }

  @Test func roundCornersShareTheirPoints() {
    var path = CGPath.Geometry()
    path.move(to: .zero)
    for index in 1...200_000 { path.addLine(to: CGPoint(x: CGFloat(index % 7), y: CGFloat(index % 11))) }
    let round = style {
      $0.width = 1e6
      ($0.join, $0.cap) = (.round, .round)
    }
    let points = path.stroked(round, tolerance: 1e-6).points.count
    #expect(points < 12_000_000)
  }

  @Test func awkwardPensAndTolerances() {
    let path = lines(3, to: CGPoint(x: 10, y: 5))
    for number in awkward {
      let pen = style {
        ($0.width, $0.miterLimit, $0.dashPhase) = (number, number, number)
        ($0.join, $0.cap, $0.dashLengths) = (.round, .round, [number, 1])
      }
      #expect(path.stroked(pen, tolerance: number).points.count < 100_000_000)
    }
  }
}
