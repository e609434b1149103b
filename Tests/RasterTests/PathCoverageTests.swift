import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import StarmineReference
import Testing

@Suite struct PathCoverageTests {
  static let side = 64

  /// Alpha of an opaque path over nothing.
  private func coverage(_ path: PathShape, _ transform: PlaneTransform = .identity) -> [Int] {
    render(Self.list(path, transform)).map { Int($0 >> 24) }
  }

  static func list(_ path: PathShape, _ transform: PlaneTransform = .identity) -> DisplayList {
    let bounds = DeviceRect(minX: 0, minY: 0, maxX: side, maxY: side)
    let fill = FillCommand(bounds: bounds, shape: .path(path), transform: transform, paint: .solid(.max))
    return DisplayList(width: side, height: side, commands: [.fill(fill)])
  }

  static func polygon(_ count: Int, seed: UInt64) -> CGPath.Geometry {
    var random = SplitMix64(seed: seed)
    var path = CGPath.Geometry()
    path.addLines(
      between: (0..<count).map { _ in
        CGPoint(x: .random(in: 4...60, using: &random), y: .random(in: 4...60, using: &random))
      })
    path.closeSubpath()
    return path
  }

  static var star: CGPath.Geometry {
    var path = CGPath.Geometry()
    path.addLines(
      between: (0..<5).map { index in
        let angle = Double(index) * 4 * .pi / 5 - .pi / 2
        return CGPoint(x: 32 + 28 * cos(angle), y: 33 + 28 * sin(angle))
      })
    path.closeSubpath()
    return path
  }

  /// Compares rows in the middle with 16 x 16 samples a pixel. Truth: the definition of the fill rules.
  private func check(_ path: CGPath.Geometry, _ rule: CGPathFillRule, worst: Int, mean: Double) {
    let actual = coverage(PathShape(path, rule: rule))
    var differences: [Int] = []
    for y in 20..<38 {
      for x in 0..<Self.side {
        var inside = 0
        for sample in 0..<256 {
          let point = CGPoint(
            x: Double(x) + (Double(sample % 16) + 0.5) / 16, y: Double(y) + (Double(sample / 16) + 0.5) / 16)
          if path.contains(point, using: rule) { inside += 1 }
        }
        differences.append(abs(actual[y * Self.side + x] - (inside * 255 + 128) / 256))
      }
    }
    #expect((differences.max() ?? 0) <= worst)
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) <= mean)
  }

  @Test("a star by both rules", arguments: [CGPathFillRule.winding, .evenOdd])
  func starFills(rule: CGPathFillRule) {
    check(Self.star, rule, worst: 12, mean: 0.5)
    let middle = coverage(PathShape(Self.star, rule: rule))[33 * Self.side + 32]
    #expect(middle == (rule == .winding ? 255 : 0))
  }

  @Test("polygons that cross themselves", arguments: 1...3, [CGPathFillRule.winding, .evenOdd])
  func randomPolygons(seed: UInt64, rule: CGPathFillRule) {
    check(Self.polygon(5 + Int(seed) * 2, seed: seed), rule, worst: 16, mean: 1)
  }

  /// Polygons whose corners lie on few places, so that edges lie upon each other and many cross at one point.
  private static func crowd(seed: UInt64) -> CGPath.Geometry {
    var random = SplitMix64(seed: seed)
    var path = CGPath.Geometry()
    for _ in 0..<3 {
      path.addLines(
        between: (0..<Int.random(in: 3...7, using: &random)).map { _ in
          CGPoint(
            x: 4 + 8 * Double(Int.random(in: 0...7, using: &random)),
            y: 4 + 6 * Double(.random(in: 0...8, using: &random)))
        })
      path.closeSubpath()
    }
    return path
  }

  @Test("edges upon each other", arguments: 1...10, [CGPathFillRule.winding, .evenOdd])
  func crowds(seed: UInt64, rule: CGPathFillRule) {
    check(Self.crowd(seed: seed), rule, worst: 16, mean: 1)
  }

  /// Slivers that all change places, too far to be sorted by insertion, with more edges than the finest grid has: the
  /// area is the same in any order of them.
  @Test("slivers across each other", arguments: [CGPathFillRule.winding, .evenOdd])
  func slivers(rule: CGPathFillRule) {
    let count = 3000
    func area(_ order: [Int]) -> CGPath.Geometry {
      var path = CGPath.Geometry()
      for index in order {
        let (top, bottom) = (
          4 + 56 * Double(index) / Double(count), 4 + 56 * Double(index * 1009 % count) / Double(count)
        )
        path.addLines(between: [CGPoint(x: top, y: 4), CGPoint(x: top + 0.01, y: 4), CGPoint(x: bottom, y: 18)])
        path.closeSubpath()
      }
      return path
    }
    var random = SplitMix64(seed: 5)
    let covered = coverage(PathShape(area(Array(0..<count)), rule: rule))
    #expect(covered == coverage(PathShape(area((0..<count).shuffled(using: &random)), rule: rule)))
    // 53 slivers of a hundredth of a pixel each cross a pixel of the top row; some hide others.
    #expect(covered[4 * Self.side + 32] > 40 && covered[4 * Self.side + 62] == 0)
  }

  @Test("overlapping and abutting polygons are one area")
  func unions() {
    // Two halves of a square, drawn twice, and a third square inside.
    var path = CGPath.Geometry()
    for rect in [(8.25, 8.5, 11.5, 40), (19.75, 8.5, 12.5, 40), (8.25, 8.5, 11.5, 40), (15, 20, 6.3, 7.7)] {
      path.addRect(CGRect(x: rect.0, y: rect.1, width: rect.2, height: rect.3))
    }
    var whole = CGPath.Geometry()
    whole.addRect(CGRect(x: 8.25, y: 8.5, width: 24, height: 40))
    #expect(coverage(PathShape(path)) == coverage(PathShape(whole)))
    let box = RoundedRect(minX: 8.25, minY: 8.5, maxX: 32.25, maxY: 48.5)
    var list = Self.list(PathShape(whole))
    list.commands = [
      .fill(
        FillCommand(
          bounds: DeviceRect(minX: 0, minY: 0, maxX: 64, maxY: 64), shape: box, transform: .identity, color: .max))
    ]
    #expect(coverage(PathShape(whole)) == render(list).map { Int($0 >> 24) })
  }

  @Test("the area of a stroked circle")
  func ring() {
    let circle = CGPath(ellipseIn: CGRect(x: 12, y: 12, width: 40, height: 40), transform: nil)
    let values = coverage(PathShape(stroking: circle.geometry, StrokeStyle(width: 6)))
    let area = Double(values.reduce(0, +)) / 255
    #expect(abs(area - .pi * 40 * 6) < 3)
  }

  private func difference(_ some: [Int], _ others: [Int]) -> Int {
    zip(some, others).map { abs($0 - $1) }.max() ?? .max
  }

  private static func line(_ points: [(Double, Double)], isClosed: Bool = false) -> CGPath.Geometry {
    var path = CGPath.Geometry()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if isClosed { path.closeSubpath() }
    return path
  }

  @Test("a line that goes straight back covers what it covers on its way there", arguments: [1, 2.5, 9])
  func straightBack(width: CGFloat) {
    let (round, bevel) = (StrokeStyle(width: width, cap: .round, join: .round), StrokeStyle(width: width, join: .bevel))
    let (a, b, middle) = ((10.3, 12.7), (50.3, 32.7), (30.3, 22.7))
    for style in [round, bevel] {
      let once = coverage(PathShape(stroking: Self.line([a, b]), style))
      #expect(once.contains { $0 > 200 } && once.contains { $0 > 0 && $0 < 200 })
      // A cap that the line goes over later is drawn, as it comes first.
      let later = style.cap == .butt ? [[middle, b, a]] : []
      for points in [[a, b, a], [a, b, middle], [a, middle, b, middle, a]] + later {
        let worst = difference(coverage(PathShape(stroking: Self.line(points), style)), once)
        #expect(worst <= 2, "\(points) \(style.cap) \(worst)")
      }
      let closed = difference(coverage(PathShape(stroking: Self.line([a, b], isClosed: true), style)), once)
      #expect(closed <= 2, "closed \(style.cap) \(closed)")
    }
  }

  @Test("a closed line's corners are alike, wherever it starts")
  func closedCorners() {
    let square = [(10.0, 10.0), (40.0, 10.0), (40.0, 40.0), (10.0, 40.0)]
    for join in [CGLineJoin.miter, .round, .bevel] {
      let pen = StrokeStyle(width: 1.2, join: join)
      let first = coverage(PathShape(stroking: Self.line(square, isClosed: true), pen))
      #expect(first.contains { $0 > 0 && $0 < 255 })
      for start in 1...3 {
        let turned = Self.line(Array(square[start...] + square[..<start]), isClosed: true)
        #expect(coverage(PathShape(stroking: turned, pen)) == first)
      }
    }
  }

  @Test("paths behind the eye are clipped")
  func perspective() {
    var t = PlaneTransform()
    (t.m13, t.m31, t.m32) = (0.02, 32, 32)
    var path = CGPath.Geometry()
    path.addEllipse(in: CGRect(x: -200, y: -10, width: 230, height: 20))
    #expect(coverage(PathShape(path, for: t), t).contains(255))
    var behind = CGPath.Geometry()
    behind.addEllipse(in: CGRect(x: -200, y: -10, width: 140, height: 20))
    #expect(coverage(PathShape(behind, for: t), t).allSatisfy { $0 == 0 })
  }

  @Test("same bytes however it is drawn", arguments: 1...4)
  func variantsAgree(seed: UInt64) {
    for path in [
      PathShape(Self.polygon(60, seed: seed), rule: .evenOdd),
      PathShape(stroking: Self.polygon(30, seed: seed), StrokeStyle(width: 3, join: .round)),
    ] {
      let list = Self.list(path)
      let expected = render(list, tileSize: 1000)
      for variant in DeterminismTests.variants {
        let actual = render(list, tileSize: variant.tileSize, workers: variant.workers, kernels: variant.kernels)
        #expect(actual == expected, "\(variant)")
      }
    }
  }

  @Test("ten thousand points, numbers beyond all bounds and nothing at all are drawn")
  func extremes() {
    let scribble = Self.polygon(10_000, seed: 3)
    #expect(coverage(PathShape(scribble)).max() == 255)
    #expect(coverage(PathShape(stroking: scribble, StrokeStyle(width: 2, join: .bevel)))[32 * 64 + 32] == 255)
    #expect(coverage(PathShape(CGPath.Geometry())).allSatisfy { $0 == 0 })
    var huge = CGPath.Geometry()
    huge.addRect(CGRect(x: -1e200, y: -1e200, width: 2e200, height: 2e200))
    huge.addEllipse(in: CGRect(x: -1e300, y: 3, width: 1e308, height: 1e308))
    _ = coverage(PathShape(huge))
    var large = CGPath.Geometry()
    large.addRect(CGRect(x: -1e8, y: -1e8, width: 2e8, height: 2e8))
    #expect(coverage(PathShape(large)).allSatisfy { $0 == 255 })
  }
}
