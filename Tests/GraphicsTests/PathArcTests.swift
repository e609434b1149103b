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

  @Test func fullTurns() {
    for end in [2 * CGFloat.pi, 7 * CGFloat.pi, 1e6] {
      let circle = arc(0, end, clockwise: false)
      #expect(circle.elements.count == 5)
      #expect(areClose(circle.boundingBoxOfPath, CGRect(x: -1, y: -1, width: 2, height: 2), 1e-9))
    }
    #expect(arc(1, 1, clockwise: false).elements.count == 1)
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
        #expect(lines.reduce(0) { $0 + $1.points.count } < 100_000)
        _ = path.contains(CGPoint(x: a, y: b), using: .evenOdd, transform: t)
        _ = (path.boundingBox, path.boundingBoxOfPath)
      }
    }
  }
}
