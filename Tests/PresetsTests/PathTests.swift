import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

@Suite struct PathTests {
  @Test func lettersAndTheirNumbers() throws {
    let path = try PathText.parse("M10-5L20 5 30,5h-5v2Zm1 1 l2,0")
    #expect(
      path.elements == [
        .move(to: CGPoint(x: 10, y: -5)), .line(to: CGPoint(x: 20, y: 5)), .line(to: CGPoint(x: 30, y: 5)),
        .line(to: CGPoint(x: 25, y: 5)), .line(to: CGPoint(x: 25, y: 7)), .close, .move(to: CGPoint(x: 11, y: -4)),
        .line(to: CGPoint(x: 13, y: -4)),
      ])
  }

  @Test func smoothCurvesMirrorTheirControlPoint() throws {
    let path = try PathText.parse("M0 0 c 1 2 3 4 5 5 S 9 9 10 5 T 20 5 q 5 5 10 0 t 10 0")
    #expect(
      path.elements == [
        .move(to: .zero),
        .curve(to: CGPoint(x: 5, y: 5), control1: CGPoint(x: 1, y: 2), control2: CGPoint(x: 3, y: 4)),
        .curve(to: CGPoint(x: 10, y: 5), control1: CGPoint(x: 7, y: 6), control2: CGPoint(x: 9, y: 9)),
        .quadCurve(to: CGPoint(x: 20, y: 5), control: CGPoint(x: 10, y: 5)),
        .quadCurve(to: CGPoint(x: 30, y: 5), control: CGPoint(x: 25, y: 10)),
        .quadCurve(to: CGPoint(x: 40, y: 5), control: CGPoint(x: 35, y: 0)),
      ])
  }

  @Test(arguments: [
    "L 1 2", "M 1", "M 1 2 L x", "M 0 0 Z 4", "M 0 0 A 1 1 0 2 0 2 2", "M 0 0 A 1 1 0 0 2", "M 0 0 B 1 1", "M 1e99 0",
    "5 5",
  ])
  func mistakes(text: String) {
    #expect(throws: ValueMismatchError.self) { try PathText.parse(text) }
  }

  /// Half and quarter circles, whose places follow from the figure.
  @Test func arcs() throws {
    let half = CGPath(try PathText.parse("M 0 0 A 5 5 0 0 1 10 0"))
    #expect(half.currentPoint == CGPoint(x: 10, y: 0))
    let box = half.boundingBoxOfPath
    #expect(abs(box.minY + 5) < 1e-2 && abs(box.maxY) < 1e-9, "a sweep of growing angle goes over y below 0")
    #expect(abs(CGPath(try PathText.parse("M0 0a5 5 0 01 10 0")).boundingBoxOfPath.minY + 5) < 1e-2)
    #expect(abs(CGPath(try PathText.parse("M 0 0 A 5 5 0 0 0 10 0")).boundingBoxOfPath.maxY - 5) < 1e-2)
    // The long way round a circle of radius 5 through (0, 0) and (5, 5), about (5, 0) or (0, 5).
    let long = CGPath(try PathText.parse("M 0 0 A 5 5 0 1 1 5 5")).boundingBoxOfPath
    #expect(abs(long.maxX - 10) < 1e-2 && abs(long.minY + 5) < 1e-2)
    let small = CGPath(try PathText.parse("M 0 0 A 1 1 0 0 1 10 0")).boundingBoxOfPath
    #expect(abs(small.minY + 5) < 1e-2, "radii that do not reach grow")
    let turned = CGPath(try PathText.parse("M 0 0 A 4 2 90 0 1 4 0")).boundingBoxOfPath
    #expect(abs(turned.minY + 4) < 1e-2, "the ellipse's x axis is turned by 90 degrees")
    #expect(try PathText.parse("M 0 0 A 0 5 0 0 1 4 4").elements.last == .line(to: CGPoint(x: 4, y: 4)))
    #expect(try PathText.parse("M 1 1 A 5 5 0 0 1 1 1").elements.count == 1)
  }

  @Test func documentsHaveShapeLayers() throws {
    let layer = try shapeLayer(
      #""path": {"rect": [0, 0, 40, 30], "radius": 5}, "lineDashPattern": [4, 2], "lineCap": "round""#)
    #expect(layer.path?.boundingBox == CGRect(x: 0, y: 0, width: 40, height: 30))
    #expect(layer.path?.contains(CGPoint(x: 0.5, y: 0.5)) == false)
    #expect(layer.lineDashPattern == [4, 2] && layer.lineCap == .round && layer.fillColor == .black)
    let ellipse = try shapeLayer(#""path": {"ellipse": [0, 0, 40, 30]}, "fillColor": null, "fillRule": "even-odd""#)
    #expect(ellipse.path?.contains(CGPoint(x: 3, y: 3)) == false && ellipse.fillColor == nil)
    #expect(try shapeLayer(#""path": "M 0 0 L 10 10""#).path?.currentPoint == CGPoint(x: 10, y: 10))
    for bad in [#""path": {"circle": 4}"#, #""path": 5"#, #""path": "M""#, #""lineDashPattern": ["x"]"#] {
      #expect(throws: (any Error).self) { try shapeLayer(bad) }
    }
  }

  @Test("layers of one path text share what is found out about it")
  func sharedPaths() throws {
    let text = #""class": "CAShapeLayer", "path": "M 0 0 L 10 10 0 20 Z""#
    let scene = try load(
      """
      { "name": "t", "summary": "paths", "movie": { "size": [200, 100], "duration": 1 },
        "layer": { "sublayers": [ { \(text) }, { \(text), "mask": { \(text) } },
          { "class": "CAShapeLayer", "path": "M 0 0 L 10 10 0 21 Z" } ] } }
      """)
    let layers = try #require(scene.rootLayer.sublayers as? [CAShapeLayer])
    let paths = try (layers + [#require(layers[1].mask as? CAShapeLayer)]).map { try #require($0.path).geometry }
    #expect(paths[0].isSame(as: paths[1]) && paths[0].isSame(as: paths[3]) && !paths[0].isSame(as: paths[2]))
  }

  private func shapeLayer(_ properties: String) throws -> CAShapeLayer {
    let scene = try load(
      """
      { "name": "t", "summary": "a path", "movie": { "size": [200, 100], "duration": 1 },
        "layer": { "sublayers": [ { "class": "CAShapeLayer", \(properties) } ] } }
      """)
    return try #require(scene.rootLayer.sublayers?.first as? CAShapeLayer)
  }
}
