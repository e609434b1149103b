import Foundation
import StarmineGraphics
import StarmineTestSupport
import Testing

/// Truth: geometry, worked out by hand.
@Suite struct StrokeTests {
  private func path(_ points: [(Double, Double)], closed: Bool = false) -> CGMutablePath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if closed { path.closeSubpath() }
    return path
  }

  private func stroke(
    _ path: CGPath, _ width: CGFloat = 10, _ cap: CGLineCap = .butt, _ join: CGLineJoin = .miter, limit: CGFloat = 10
  ) -> CGPath {
    path.copy(strokingWithWidth: width, lineCap: cap, lineJoin: join, miterLimit: limit)
  }

  @Test(arguments: [(CGLineCap.butt, 0.0), (.round, 5), (.square, 5)])
  func capsReachBeyondTheEnds(cap: CGLineCap, reach: Double) {
    let box = stroke(path([(0, 0), (100, 0)]), 10, cap).boundingBox
    #expect(abs(box.minX + reach) < 0.01 && abs(box.maxX - 100 - reach) < 0.01)
    #expect(abs(box.minY + 5) < 0.01 && abs(box.maxY - 5) < 0.01)
    let corner = stroke(path([(0, 0), (100, 0)]), 10, cap).contains(CGPoint(x: 104.5, y: 4.5))
    #expect(corner == (cap == .square))
  }

  @Test func joinsFillTheOuterSideOfATurn() {
    let corner = path([(0, 0), (100, 0), (100, 100)])
    let tip = CGPoint(x: 104.5, y: -4.5)
    #expect(stroke(corner).contains(tip))
    #expect(!stroke(corner, 10, .butt, .round).contains(tip))
    #expect(!stroke(corner, 10, .butt, .bevel).contains(tip))
    // On the diagonal, the bevel ends 5 / sqrt 2 from the corner and the round join 5.
    let between = CGPoint(x: 100 + 4.3 / 2.0.squareRoot(), y: -4.3 / 2.0.squareRoot())
    #expect(stroke(corner, 10, .butt, .round).contains(between))
    #expect(!stroke(corner, 10, .butt, .bevel).contains(between))
  }

  @Test func miterLimitCutsPointedCorners() {
    // A right angle has a miter of sqrt 2 line widths.
    let corner = path([(0, 0), (100, 0), (100, 100)])
    let tip = CGPoint(x: 104.5, y: -4.5)
    #expect(stroke(corner, limit: 1.42).contains(tip))
    #expect(!stroke(corner, limit: 1.41).contains(tip))
  }

  @Test func closedRectangleIsAFrame() {
    let frame = stroke(CGPath(rect: CGRect(x: 0, y: 0, width: 50, height: 40), transform: nil), 4)
    #expect(frame.boundingBox == CGRect(x: -2, y: -2, width: 54, height: 44))
    #expect(!frame.contains(CGPoint(x: 25, y: 20)))
    for point in [(-1.9, -1.9), (51.9, 41.9), (51.9, -1.9), (25, 1.9), (1.9, 20)] {
      #expect(frame.contains(CGPoint(x: point.0, y: point.1)))
    }
  }

  @Test func circleIsARing() {
    let ring = stroke(CGPath(ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100), transform: nil), 20)
    for step in 0..<90 {
      let angle = Double(step) * .pi / 45 + 0.01
      for (radius, isInside) in [(39.8, false), (40.2, true), (50, true), (59.8, true), (60.2, false)] {
        #expect(ring.contains(CGPoint(x: radius * cos(angle), y: radius * sin(angle))) == isInside)
      }
    }
  }

  @Test func wideStrokesOfTightCurvesHaveRoundBacks() {
    // A cusp: the curve goes right and comes back. Its pen turns round there, whatever the line join.
    let cusp = CGMutablePath()
    cusp.move(to: .zero)
    cusp.addCurve(to: CGPoint(x: 0, y: 1), control1: CGPoint(x: 100, y: 0), control2: CGPoint(x: 100, y: 1))
    let outline = stroke(cusp, 40, .butt, .bevel)
    #expect(outline.contains(CGPoint(x: 94, y: 0.5)))
    #expect(!outline.contains(CGPoint(x: 96, y: 0.5)))
    #expect(outline.contains(CGPoint(x: 75 + 13, y: 0.5 + 13)))
  }

  @Test(arguments: [false, true]) func buttEndsOfArcsStandUprightOnThem(isTrimmed: Bool) {
    let arc = CGMutablePath()
    arc.addArc(center: .zero, radius: 5, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    var style = StrokeStyle(width: 8)
    if isTrimmed { style.end = 0.5 }
    let box = arc.geometry.stroked(style, tolerance: 0.1).boundingBox
    #expect(box.minY > -1e-9 && (isTrimmed || box.minX > -1e-9), "chords lean by several degrees")
  }

  @Test func dashesHaveTheirLengths() {
    let dashed = path([(0, 0), (20, 0), (20, 20)]).copy(dashingWithPhase: 3, lengths: [8, 4])
    let lines = dashed.geometry.flattened().map(\.points)
    let expected: [[(Double, Double)]] = [
      [(0, 0), (5, 0)], [(9, 0), (17, 0)], [(20, 1), (20, 9)], [(20, 13), (20, 20)],
    ]
    #expect(lines.count == 4)
    for (line, points) in zip(lines, expected) {
      #expect(zip(line, points).allSatisfy { abs($0.x - $1.0) < 1e-9 && abs($0.y - $1.1) < 1e-9 })
      #expect(line.count == points.count)
    }
  }

  @Test func dashesGoRoundCornersAndTheStartOfClosedPaths() {
    let square = path([(0, 0), (10, 0), (10, 10), (0, 10)], closed: true)
    let lines = square.copy(dashingWithPhase: 1, lengths: [4, 1]).geometry.flattened().map(\.points)
    // Eight dashes; the last one ends where the first one starts, at the corner, and they are one.
    #expect(lines.count == 8)
    #expect(lines.first?.map(\.x) == [0, 0, 3] && lines.first?.map(\.y) == [1, 0, 0])
    let odd = path([(0, 0), (12, 0)]).copy(dashingWithPhase: 0, lengths: [3]).geometry.flattened()
    #expect(odd.map { $0.points.map(\.x) } == [[0, 3], [6, 9]])
  }

  @Test(arguments: [[], [0, 0], [-1, 5], [CGFloat.nan, 2], [CGFloat.infinity, 2], [1e-12, 1e-12]])
  func uselessPatternsAreSolid(lengths: [CGFloat]) {
    let dashed = path([(0, 0), (20, 0)]).copy(dashingWithPhase: 3, lengths: lengths)
    #expect(dashed.boundingBox == CGRect(x: 0, y: 0, width: 20, height: 0))
    #expect(dashed.geometry.elements.count == 2)
  }

  @Test func zeroDashesAreDots() {
    var style = StrokeStyle(width: 4, cap: .round)
    style.dashLengths = [0, 10]
    let dots = path([(0, 0), (35, 0)]).geometry.stroked(style, tolerance: 0.01)
    #expect(dots.ranges.count == 4)
    #expect(abs(dots.boundingBox.maxX - 32) < 0.01)
  }

  @Test func trimsByTheLengthOfAllSubpaths() {
    let both = path([(0, 0), (30, 0)])
    both.addLines(between: [CGPoint(x: 0, y: 50), CGPoint(x: 70, y: 50)])
    var style = StrokeStyle(width: 2)
    (style.start, style.end) = (0.1, 0.65)
    let strokes = both.geometry.stroked(style)
    let boxes = strokes.ranges.map { range in
      let xs = strokes.points[range].map(\.x)
      return [xs.min() ?? .nan, xs.max() ?? .nan, strokes.points[range.lowerBound].y]
    }
    #expect(boxes == [[10, 30, 1], [0, 35, 51]])
    for (start, end) in [(0.5, 0.5), (0.7, 0.2), (1.5, 2), (-2, -1)] {
      (style.start, style.end) = (start, end)
      #expect(both.geometry.stroked(style).isEmpty)
    }
    for (start, end) in [(-1, 7.0), (.nan, .nan)] {
      (style.start, style.end) = (start, end)
      #expect(both.geometry.stroked(style) == both.geometry.stroked(StrokeStyle(width: 2)))
    }
  }
}
