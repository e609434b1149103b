import Foundation
import StarmineGraphics
import Testing

struct PathArcTests {
  private func arc(_ start: CGFloat, _ end: CGFloat, clockwise: Bool) -> CGPath.Geometry {
    var path = CGPath.Geometry()
    path.addArc(center: .zero, radius: 1, startAngle: start, endAngle: end, clockwise: clockwise)
    return path
  }

  @Test func directionFollowsClockwise() throws {
    let short = arc(0, .pi / 2, clockwise: false)
    #expect(short.elements.count == 2)
    #expect(areClose(short.boundingBoxOfPath, CGRect(x: 0, y: 0, width: 1, height: 1)))
    let long = arc(0, .pi / 2, clockwise: true)
    #expect(long.elements.count == 4)
    #expect(areClose(long.boundingBoxOfPath, CGRect(x: -1, y: -1, width: 2, height: 2), 1e-3))
    for path in [short, long] { #expect(areClose(try #require(path.currentPoint), CGPoint(x: 0, y: 1))) }
  }

  /// The rules of behavior.md 1.19: start and end in half turns, and how far the arc goes, in half turns towards
  /// positive angles.
  @Test(
    arguments: [
      // In the direction of the arc: all the way, turns included.
      (0, 2, false, 2), (2, 0, true, -2), (-0.5, 1.5, false, 2), (0, 3, false, 3), (0, 7, false, 7), (1, -4, true, -5),
      (-3, -2.5, false, 0.5),
      // Against it: on to the end, all around from 0 to a turn, nowhere from -1/4 to 3/4 of a turn (both measured).
      (0, 2, true, -2), (2, 0, false, 2), (0, 4, true, -2), (-0.5, 1.5, true, 0), (1.5, -0.5, false, 0),
      (0, 1, true, -1),
      (0, 3, true, -1), (0.5, 0, false, 1.5), (1.25, 0, true, -1.25), (0, -0.5, false, 1.5),
      // Equal ends: nothing, whatever the direction.
      (0, 0, true, 0), (1, 1, false, 0), (-0.5, -0.5, true, 0),
    ] as [(CGFloat, CGFloat, Bool, CGFloat)])
  func anglesOfArcs(start: CGFloat, end: CGFloat, clockwise: Bool, expected: CGFloat) throws {
    let path = arc(start * .pi, end * .pi, clockwise: clockwise)
    #expect(path.elements.count == 1 + Int((abs(expected) * 2).rounded(.up)))
    #expect(abs(sweptAngle(of: path) - expected * .pi) < 1e-6)
    // The end of the arc is the current point (documented).
    let last = try #require(path.currentPoint)
    #expect(areClose(last, CGPoint(x: cos(end * .pi), y: sin(end * .pi)), 1e-6))
  }

  /// The sum of the angles between points along the path.
  private func sweptAngle(of path: CGPath.Geometry) -> CGFloat {
    let points = path.flattened(tolerance: 1e-3).flatMap { $0.isClosed ? $0.points + [$0.points[0]] : $0.points }
    return zip(points, points.dropFirst()).reduce(0) { sum, pair in
      sum + atan2(pair.0.x * pair.1.y - pair.0.y * pair.1.x, pair.0.x * pair.1.x + pair.0.y * pair.1.y)
    }
  }

  /// A turn that is off by rounding is a turn.
  @Test func nearlyWholeTurnsAreStable() {
    for offset in [-4e-16, 0, 4e-16, 1e-12] as [CGFloat] {
      #expect(abs(sweptAngle(of: arc(0, 2 * .pi + offset, clockwise: true)) + 2 * .pi) < 1e-6)
      #expect(abs(sweptAngle(of: arc(-.pi / 2, 1.5 * .pi + offset, clockwise: true))) < 1e-6)
    }
  }

  @Test func manyTurnsAreBounded() throws {
    let path = arc(0, 1e9, clockwise: false)
    #expect(path.elements.count < 4100)
    #expect(areClose(try #require(path.currentPoint), CGPoint(x: cos(1e9), y: sin(1e9)), 1e-3))
    var relative = CGPath.Geometry()
    relative.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: -3 * .pi)
    #expect(relative.elements.count == 7 && abs(sweptAngle(of: relative) + 3 * .pi) < 1e-6)
  }

  /// Curves and their points as a port of Core Graphics expects them, which compares with the system.
  @Test func curvesAreQuarterTurnsFromTheStart() {
    var path = CGPath.Geometry()
    path.addArc(
      center: CGPoint(x: 25, y: 100), radius: 20, startAngle: 1.25 * .pi, endAngle: 0, clockwise: true)
    let expected: [CGPoint] = [
      CGPoint(x: 10.857863, y: 85.857865), CGPoint(x: 3.047378, y: 93.668352), CGPoint(x: 3.047379, y: 106.331651),
      CGPoint(x: 10.857865, y: 114.142137), CGPoint(x: 18.668352, y: 121.952622), CGPoint(x: 31.331651, y: 121.952621),
      CGPoint(x: 39.142137, y: 114.142135), CGPoint(x: 42.892864, y: 110.391407), CGPoint(x: 45, y: 105.304329),
      CGPoint(x: 45, y: 100),
    ]
    let points = path.elements.flatMap(\.points)
    #expect(points.count == expected.count && zip(points, expected).allSatisfy { areClose($0, $1, 1e-6) })
    var tangents = CGPath.Geometry()
    tangents.move(to: CGPoint(x: 400, y: 400))
    tangents.addArc(tangent1End: CGPoint(x: 140, y: 250), tangent2End: CGPoint(x: 110, y: 180), radius: 50)
    let curve: [CGPoint] = [
      CGPoint(x: 400, y: 400), CGPoint(x: 154.415379, y: 258.316565), CGPoint(x: 145.057503, y: 252.917790),
      CGPoint(x: 137.699975, y: 244.633276), CGPoint(x: 133.444250, y: 234.703250),
    ]
    #expect(zip(tangents.elements.flatMap(\.points), curve).allSatisfy { areClose($0, $1, 1e-6) })
  }

  @Test func directionIsThatBeforeTheTransform() {
    let mirror = CGAffineTransform(scaleX: 1, y: -1)
    var path = CGPath.Geometry()
    path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .pi / 2, clockwise: false, transform: mirror)
    #expect(abs(sweptAngle(of: path) + .pi / 2) < 1e-6)
  }

  @Test func joinsTheCurrentPoint() {
    var path = CGPath.Geometry()
    path.move(to: CGPoint(x: -5, y: 0))
    path.addRelativeArc(center: .zero, radius: 2, startAngle: 0, delta: -.pi / 4)
    #expect(path.elements[1] == .line(to: CGPoint(x: 2, y: 0)))
    #expect(areClose(path.currentPoint ?? .zero, CGPoint(x: 2.0.squareRoot(), y: -(2.0.squareRoot()))))
  }

  @Test(arguments: [CGPoint(x: 10, y: 10), CGPoint(x: 10, y: -10), CGPoint(x: 0, y: 10), CGPoint(x: 3, y: -2)])
  func tangentArcTouchesBothLines(end: CGPoint) throws {
    var path = CGPath.Geometry()
    path.move(to: CGPoint(x: 0, y: 0))
    let corner = CGPoint(x: 10, y: 0)
    path.addArc(tangent1End: corner, tangent2End: end, radius: 1)
    guard case .line(let first) = path.elements[1] else {
      Issue.record("no line to the arc")
      return
    }
    let last = try #require(path.currentPoint)
    #expect(abs(first.y) < 1e-9 && areClose([distance(first, corner)], [distance(last, corner)]))
    // The last point lies on the second line, towards its end.
    let toEnd = CGPoint(x: end.x - corner.x, y: end.y - corner.y)
    let toLast = CGPoint(x: last.x - corner.x, y: last.y - corner.y)
    #expect(abs(toEnd.x * toLast.y - toEnd.y * toLast.x) < 1e-9)
    #expect(toEnd.x * toLast.x + toEnd.y * toLast.y > 0)
    // And the arc stays between the lines: it turns by less than half a circle.
    #expect(path.elements.count <= 4)
  }

  @Test func tangentArcOnAStraightLine() {
    var path = CGPath.Geometry()
    path.move(to: .zero)
    path.addArc(tangent1End: CGPoint(x: 5, y: 0), tangent2End: CGPoint(x: 9, y: 0), radius: 3)
    #expect(path.elements.last == .line(to: CGPoint(x: 5, y: 0)))
  }

  @Test func transformActsOnTheArc() {
    let path = CGMutablePath()
    path.addArc(
      center: .zero, radius: 1, startAngle: 0, endAngle: 2 * .pi, clockwise: false,
      transform: CGAffineTransform(translationX: 10, y: 0).scaledBy(x: 3, y: 2))
    #expect(areClose(path.boundingBoxOfPath, CGRect(x: 7, y: -2, width: 6, height: 4)))
  }

  @Test func awkwardNumbersLeaveFinitePaths() {
    for a in awkward {
      for b in awkward {
        let path = CGMutablePath()
        let t = CGAffineTransform(a: a, b: 0, c: 0, d: b, tx: b, ty: a)
        path.addRect(CGRect(x: a, y: b, width: b, height: a))
        path.addEllipse(in: CGRect(x: a, y: 0, width: b, height: 1), transform: t)
        path.addRoundedRect(in: CGRect(x: 0, y: 0, width: a, height: b), cornerWidth: b, cornerHeight: a)
        path.addArc(center: CGPoint(x: a, y: 0), radius: b, startAngle: a, endAngle: b, clockwise: true, transform: t)
        path.addRelativeArc(center: .zero, radius: 1, startAngle: a, delta: b)
        path.addArc(tangent1End: CGPoint(x: a, y: b), tangent2End: CGPoint(x: b, y: a), radius: a)
        path.addQuadCurve(to: CGPoint(x: 1, y: 1), control: CGPoint(x: a, y: b))
        path.addCurve(to: CGPoint(x: b, y: a), control1: CGPoint(x: a, y: b), control2: .zero)
        let points = path.geometry.elements.flatMap(\.points)
        #expect(points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        let lines = path.geometry.flattened(transform: t, tolerance: a)
        #expect(lines.allSatisfy { $0.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } })
        #expect(lines.reduce(0) { $0 + $1.points.count } < 1 << 22)
        _ = path.contains(CGPoint(x: a, y: b), using: .evenOdd, transform: t)
        _ = (path.boundingBox, path.boundingBoxOfPath)
      }
    }
  }
}
