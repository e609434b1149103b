import Foundation
import StarmineGraphics
import Testing

struct PathTests {
  let square = CGRect(x: 10, y: 20, width: 40, height: 30)

  @Test func buildsElements() {
    let path = CGMutablePath()
    #expect(path.isEmpty && path.currentPoint == .zero && path.boundingBox.isNull && path.boundingBoxOfPath.isNull)
    path.addLine(to: CGPoint(x: 1, y: 1))
    path.closeSubpath()
    #expect(path.isEmpty)
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
    path.addCurve(to: CGPoint(x: 9, y: 10), control1: .zero, control2: CGPoint(x: 11, y: 12))
    #expect(path.currentPoint == CGPoint(x: 9, y: 10))
    path.closeSubpath()
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
    #expect(
      path.geometry.elements == [
        .move(to: CGPoint(x: 1, y: 2)), .line(to: CGPoint(x: 3, y: 4)),
        .quadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8)),
        .curve(to: CGPoint(x: 9, y: 10), control1: .zero, control2: CGPoint(x: 11, y: 12)), .close,
      ])
  }

  @Test func applyShowsTypesAndPoints() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addCurve(to: CGPoint(x: 9, y: 10), control1: .zero, control2: CGPoint(x: 11, y: 12))
    path.closeSubpath()
    var types: [CGPathElementType] = []
    var ends: [CGPoint] = []
    path.applyWithBlock { element in
      types.append(element.pointee.type)
      if element.pointee.type == .addCurveToPoint { ends.append(element.pointee.points[2]) }
    }
    #expect(types == [.moveToPoint, .addCurveToPoint, .closeSubpath])
    #expect(ends == [CGPoint(x: 9, y: 10)])
  }

  @Test func copiesAreIndependentAndEqual() throws {
    let path = CGMutablePath()
    path.addRect(square)
    let copy = try #require(path.copy())
    #expect(copy == path && copy.hashValue == path.hashValue)
    let kept: CGPath = path
    path.addRect(square)
    #expect(copy != path && kept == path)
    var shift = CGAffineTransform(translationX: 1, y: 2)
    let moved = try #require(copy.copy(using: &shift))
    #expect(moved == CGPath(rect: square.offsetBy(dx: 1, dy: 2), transform: nil))
    #expect(moved == CGPath(rect: square, transform: &shift))
    let both = CGMutablePath()
    both.addPath(copy)
    both.addPath(copy, transform: shift)
    #expect(both.geometry.elements == copy.geometry.elements + moved.geometry.elements)
  }

  @Test func boxesOfShapes() {
    let shapes = [
      CGPath(rect: square, transform: nil), CGPath(ellipseIn: square, transform: nil),
      CGPath(roundedRect: square, cornerWidth: 5, cornerHeight: 8, transform: nil),
      CGPath(roundedRect: square, cornerWidth: 500, cornerHeight: 800, transform: nil),
    ]
    for shape in shapes {
      #expect(areClose(shape.boundingBox, square) && areClose(shape.boundingBoxOfPath, square))
    }
  }

  @Test func tightBoxFollowsTheCurve() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addQuadCurve(to: CGPoint(x: 2, y: 0), control: CGPoint(x: 1, y: 2))
    #expect(areClose(path.boundingBoxOfPath, CGRect(x: 0, y: 0, width: 2, height: 1)))
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 2, height: 2))
    path.addCurve(to: CGPoint(x: 4, y: 0), control1: CGPoint(x: 2, y: -4), control2: CGPoint(x: 4, y: -4))
    #expect(areClose(path.boundingBoxOfPath, CGRect(x: 0, y: -3, width: 4, height: 4)))
  }

  @Test func ellipseIsRound() {
    let circle = CGPath(ellipseIn: CGRect(x: -100, y: -100, width: 200, height: 200), transform: nil)
    for line in circle.geometry.flattened(tolerance: 0.001) {
      #expect(line.isClosed)
      for point in line.points { #expect(abs(distance(point, .zero) - 100) < 0.03) }
    }
  }

  @Test func flatteningKeepsTheTolerance() {
    for tolerance in [1.0, 0.25, 0.01] {
      let quarter = CGMutablePath()
      quarter.addArc(center: .zero, radius: 100, startAngle: 0, endAngle: .pi / 2, clockwise: false)
      let line = quarter.geometry.flattened(transform: CGAffineTransform(scaleX: 10, y: 10), tolerance: tolerance)[0]
      #expect(!line.isClosed)
      for (a, b) in zip(line.points, line.points.dropFirst()) {
        let middle = CGPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        #expect(abs(distance(middle, .zero) - 1000) < tolerance + 0.3)
      }
      #expect(line.points.count < 200)
    }
  }

  @Test func flatteningSplitsSubpaths() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    path.addLine(to: CGPoint(x: 5, y: 5))
    path.move(to: CGPoint(x: 7, y: 7))
    path.addLine(to: CGPoint(x: 8, y: 7))
    path.addLine(to: CGPoint(x: 7, y: 7))
    path.closeSubpath()
    let lines = path.geometry.flattened()
    #expect(lines.map(\.isClosed) == [true, false, true])
    #expect(lines.map(\.points.count) == [4, 2, 2])
    #expect(lines[1].points == [.zero, CGPoint(x: 5, y: 5)])
    #expect(path.flattened(threshold: 0.1).geometry.flattened() == lines)
  }

  @Test func containsByBothRules() {
    let rings = CGMutablePath()
    rings.addEllipse(in: CGRect(x: 0, y: 0, width: 100, height: 100))
    rings.addEllipse(in: CGRect(x: 25, y: 25, width: 50, height: 50))
    let (middle, ring, corner) = (CGPoint(x: 50, y: 50), CGPoint(x: 10, y: 50), CGPoint(x: 5, y: 5))
    #expect(rings.contains(middle) && !rings.contains(middle, using: .evenOdd))
    #expect(rings.contains(ring) && rings.contains(ring, using: .evenOdd))
    #expect(!rings.contains(corner) && !rings.contains(corner, using: .evenOdd))
    #expect(rings.contains(corner, transform: CGAffineTransform(scaleX: 10, y: 10)))
    #expect(!rings.contains(CGPoint(x: CGFloat.nan, y: 1)))
  }

  @Test func openSubpathsCountAsClosed() {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 10, y: 0), CGPoint(x: 0, y: 10)])
    #expect(path.contains(CGPoint(x: 2, y: 2)) && !path.contains(CGPoint(x: 8, y: 8)))
  }
}
