import Foundation
import StarmineGraphics
import StarmineTestSupport
import Testing

@Suite struct DegenerateStrokeTests {
  static let styles: [StrokeStyle] = [CGLineCap.butt, .round, .square].flatMap { cap in
    [CGLineJoin.miter, .round, .bevel].map { StrokeStyle(width: 10, cap: cap, join: $0) }
  }

  @Test(arguments: styles) func subpathsWithoutLengthAreDots(style: StrokeStyle) {
    var move = CGPath.Geometry()
    move.move(to: CGPoint(x: 5, y: 5))
    #expect(move.stroked(style).isEmpty)
    var line = move
    line.addLine(to: CGPoint(x: 5, y: 5))
    line.addLine(to: CGPoint(x: 5, y: 5))
    var closed = move
    closed.closeSubpath()
    for dot in [line, closed] {
      let box = dot.stroked(style, tolerance: 0.01).boundingBox
      if style.cap == .butt {
        #expect(box.isNull)
      } else {
        #expect(abs(box.minX) < 0.02 && abs(box.minY) < 0.02 && abs(box.width - 10) < 0.04)
      }
    }
  }

  /// Control points that nearly are the ends of their curve give no arrow heads.
  @Test(arguments: styles, [0.0001, 0.01, 0.05]) func nearControlPointsTurnNoCaps(style: StrokeStyle, off: Double) {
    var line = CGPath.Geometry()
    line.move(to: CGPoint(x: 30, y: 150))
    line.addLine(to: CGPoint(x: 150, y: 30))
    for (x, y) in [(off, 0), (0, off), (-off, 0), (0, -off)] {
      var curve = CGPath.Geometry()
      curve.move(to: CGPoint(x: 30, y: 150))
      curve.addCurve(
        to: CGPoint(x: 150, y: 30), control1: CGPoint(x: 30 + x, y: 150 + y), control2: CGPoint(x: 150 + x, y: 30 + y))
      let (found, expected) = (curve.stroked(style).boundingBox, line.stroked(style).boundingBox)
      #expect(abs(found.minX - expected.minX) < 0.1 && abs(found.maxX - expected.maxX) < 0.1, "\(found)")
      #expect(abs(found.minY - expected.minY) < 0.1 && abs(found.maxY - expected.maxY) < 0.1, "\(found)")
    }
  }

  @Test(arguments: styles) func repeatedPointsChangeNothing(style: StrokeStyle) {
    var once = CGPath.Geometry()
    var often = CGPath.Geometry()
    for (index, point) in [(0, 0), (40, 0), (40, 30), (10, 5)].enumerated() {
      let point = CGPoint(x: point.0, y: point.1)
      if index == 0 { once.move(to: point) } else { once.addLine(to: point) }
      if index == 0 { often.move(to: point) } else { often.addLine(to: point) }
      often.addLine(to: point)
      often.addCurve(to: point, control1: point, control2: point)
    }
    #expect(once.stroked(style) == often.stroked(style))
  }

  @Test(arguments: [0, -1, CGFloat.nan, .infinity]) func widthsThatCannotBeDrawn(width: CGFloat) {
    var line = CGPath.Geometry()
    line.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(line.stroked(StrokeStyle(width: width)).isEmpty)
  }

  @Test(arguments: [0, 1e-300, 1e-9, 1e9, 1e150, 1e300]) func hugeAndTinyNumbers(size: CGFloat) {
    var path = CGPath.Geometry()
    path.move(to: CGPoint(x: -size, y: size))
    path.addCurve(
      to: CGPoint(x: size, y: -size), control1: CGPoint(x: size, y: size), control2: CGPoint(x: -size, y: -size))
    path.addLine(to: CGPoint(x: -size, y: size))
    path.closeSubpath()
    for var style in Self.styles {
      (style.start, style.end, style.dashLengths) = (0.1, 0.9, [3, 1])
      let outline = path.stroked(style)
      #expect(outline.points.count < 2_000_000)
      #expect(outline.points.allSatisfy { !$0.x.isNaN && !$0.y.isNaN })
    }
  }

  @Test func tenThousandPoints() {
    var random = SplitMix64(seed: 11)
    var path = CGPath.Geometry()
    path.move(to: .zero)
    for _ in 0..<10_000 {
      path.addLine(to: CGPoint(x: .random(in: 0...500, using: &random), y: .random(in: 0...500, using: &random)))
    }
    for style in Self.styles {
      let outline = path.stroked(style)
      #expect(outline.points.count >= 20_000)
      #expect(outline.points.count < 400_000)
    }
  }

  @Test func morph() throws {
    let cases = try ConformanceCases("core-animation")
    let summary = cases.check("shape.pathMorph") { item in
      let from = try #require(rect(item.inputs["from"].string))
      let to = try #require(rect(item.inputs["to"].string))
      let middle = try #require(from.interpolated(to: to, progress: item.inputs["progress"].number ?? .nan))
      let box = middle.boundingBoxOfPath
      return .compare(
        [box.minX, box.width, box.height],
        ["minX", "width", "height"].compactMap { item.expected[$0].number }, tolerance: item.tolerance)
    }
    #expect(summary.failures == [] && summary.passed == 1)
    var line = CGPath.Geometry()
    line.move(to: .zero)
    #expect(line.interpolated(to: CGPath.Geometry(), progress: 0.5) == nil)
  }

  private func rect(_ text: String?) -> CGPath.Geometry? {
    guard let match = text?.wholeMatch(of: /rect\(([\d,.]+)\)/) else { return nil }
    let n = match.1.split(separator: ",").compactMap { Double($0) }
    var path = CGPath.Geometry()
    path.addRect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
    return path
  }
}
