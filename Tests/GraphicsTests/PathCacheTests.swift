import Foundation
import StarmineGraphics
import Testing

/// Results kept with a path are those that would be found anew.
@Suite struct PathCacheTests {
  static func curves(_ count: Int = 6) -> CGPath.Geometry {
    var path = CGPath.Geometry()
    path.move(to: CGPoint(x: 5, y: 5))
    for index in 0..<count {
      let x = CGFloat(index)
      path.addCurve(
        to: CGPoint(x: 20 + x * 7, y: 90 - x * 3), control1: CGPoint(x: 90 - x, y: x * 9),
        control2: CGPoint(x: x * 13, y: 50))
    }
    path.closeSubpath()
    path.addLine(to: CGPoint(x: 60, y: 3))
    path.addQuadCurve(to: CGPoint(x: 3, y: 60), control: CGPoint(x: 90, y: 90))
    return path
  }

  static let styles: [StrokeStyle] = {
    var round = StrokeStyle(width: 5, cap: .round, join: .round)
    var dashed = StrokeStyle(width: 3, cap: .square, join: .bevel)
    (dashed.dashLengths, dashed.dashPhase) = ([9, 4, 2], 5)
    var part = dashed
    (part.start, part.end, round.end) = (0.2, 0.7, 0.8)
    return [StrokeStyle(width: 4), round, dashed, part]
  }()

  @Test("an area is one object for as long as the path stays as it is")
  func sameObject() {
    let path = Self.curves()
    var copy = path
    let style = Self.styles[1]
    let (fill, stroke) = (path.area(tolerance: 0.1), path.area(stroking: style, tolerance: 0.1))
    #expect(copy.area(tolerance: 0.1) === fill && copy.area(stroking: style, tolerance: 0.1) === stroke)
    #expect(fill.isKept && path.isSame(as: copy))
    #expect(path.area(tolerance: 0.05) !== fill)
    #expect(fill.polygons == path.polygons(tolerance: 0.1) && fill.boundingBox == fill.polygons.boundingBox)
    #expect(stroke.polygons == path.stroked(style, tolerance: 0.1))
    copy.addLine(to: CGPoint(x: 500, y: 3))
    #expect(!path.isSame(as: copy) && copy.keptAreas == 0 && path.keptAreas > 1)
    #expect(copy.area(tolerance: 0.1) !== fill && path.area(tolerance: 0.1) === fill)
    #expect(path.boundingBox.maxX < 100 && copy.boundingBox.maxX == 500)
  }

  @Test("whatever it is asked for, a path keeps so much")
  func bounded() {
    let path = Self.curves()
    for index in 1...500 { _ = path.area(stroking: StrokeStyle(width: CGFloat(index)), tolerance: 0.1) }
    #expect(path.keptAreas >= 500, "all pens")
    for index in 1...500 { _ = path.area(tolerance: 1 / CGFloat(index)) }
    for index in 1...5_000 { _ = path.area(stroking: StrokeStyle(width: 2 + CGFloat(index) / 1024), tolerance: 0.1) }
    #expect(path.keptAreas > 0 && path.keptAreas <= 4_096 + 48)
    var long = CGPath.Geometry()
    long.addLines(between: (0..<600_000).map { CGPoint(x: $0, y: $0 % 7) })
    #expect(long.area(tolerance: 0.1) !== long.area(tolerance: 0.1), "too much to keep")
  }

  @Test("strokes in memory that was used before are those in fresh memory", arguments: [false, true])
  func memoryOfStrokes(keepsLines: Bool) {
    var memory = StrokeScratch()
    for count in [9, 2, 5] {
      let path = Self.curves(count)
      for style in Self.styles + Self.styles.reversed() {
        var area = PathArea()
        PathArea.refill(&area) {
          memory.stroke(path, style, tolerance: 0.1, keepsLines: keepsLines, into: &$0)
        }
        #expect(area.polygons == path.stroked(style, tolerance: 0.1))
        #expect(!area.isEmpty && !area.isKept && area.boundingBox == area.polygons.boundingBox)
      }
      #expect(path.keptAreas == (keepsLines ? 1 : 0))
    }
  }

  @Test("a circle is crossed twice, a scribble often")
  func edgesCrossed() {
    let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 50, height: 20), transform: nil).geometry
    #expect(abs(circle.area(tolerance: 0.1).edgesCrossed - 2) < 0.01)
    var scribble = CGPath.Geometry()
    scribble.addLines(between: (0..<100).map { CGPoint(x: $0, y: $0 % 2 * 80) })
    #expect(abs(scribble.area(tolerance: 0.1).edgesCrossed - 100) < 1)
  }
}
