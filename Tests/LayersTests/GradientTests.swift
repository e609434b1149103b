import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import Testing

@Suite struct GradientTests {
  private func gradient(_ item: ConformanceCases.Case, _ kind: GradientKind) throws -> (Gradient, [Double]) {
    let (start, end) = (try #require(item.inputs["start"].numbers), try #require(item.inputs["end"].numbers))
    let gradient = Gradient(
      kind: kind, stops: [.init(location: 0, color: .zero)], rect: CGRect(x: 0, y: 0, width: 1, height: 1),
      start: CGPoint(x: start[0], y: start[1]), end: CGPoint(x: end[0], y: end[1]))
    return (gradient, try #require(item.inputs["point"].numbers))
  }

  @Test(arguments: GradientKind.allCases) func parameters(kind: GradientKind) throws {
    let cases = try ConformanceCases("core-animation")
    let summary = cases.check("gradient.\(kind.rawValue)") { item in
      let (gradient, point) = try gradient(item, kind)
      return .compare(
        [gradient.parameter(point[0], point[1])], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
    #expect(summary.failures == [] && summary.skipped == 0)
  }

  @Test func evenLocations() throws {
    let summary = try ConformanceCases("core-animation").check("gradient.uniformLocations") { item in
      .compare(
        Gradient.evenLocations(Int(item.inputs["colors"].number ?? 0)), item.expected.numbers ?? [], tolerance: 0)
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  @Test func onlyGradientLayersPaintOneAndBadValuesPaintNothing() {
    let layer = CAGradientLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    let count = {
      evaluate(layer.committedTree(), at: 0, in: Viewport(width: 20, height: 20)).commands.count
    }
    #expect(count() == 0)
    layer.colors = [CGColor.white, "red", CGColor.black]
    #expect(layer.colors?.count == 2 && count() == 1)
    layer.startPoint.x = .nan
    #expect(count() == 0)
    layer.startPoint = CGPoint(x: 0.5, y: 0.5)
    layer.endPoint = CGPoint(x: 0.5, y: 1)
    layer.type = .radial
    #expect(count() == 0, "without a radius")
    layer.type = CAGradientLayerType(rawValue: "spiral")
    #expect(layer.type.rawValue == "spiral" && count() == 1)
    layer.locations = [0]
    #expect(count() == 0, "fewer locations than colours")
    (layer.locations, layer.colors) = (nil, [CGColor.white])
    #expect(count() == 0, "one colour")
  }

  /// From the focus the first colour, on the ellipse the last one, straight between them.
  @Test func focusMovesTheFirstColour() throws {
    let layer = CAGradientLayer()
    (layer.bounds, layer.position) = (CGRect(x: 0, y: 0, width: 100, height: 50), CGPoint(x: 50, y: 25))
    (layer.type, layer.colors) = (.radial, [CGColor.white, CGColor.black])
    (layer.startPoint, layer.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1))
    func share(_ x: Double, _ y: Double) throws -> Double {
      let list = evaluate(layer.committedTree(), at: 0, in: Viewport(width: 100, height: 50))
      for case .fill(let fill) in list.commands {
        guard case .gradient(let gradient) = fill.paint else { continue }
        let rect = gradient.rect
        return gradient.parameter((x - rect.minX) / rect.width, (y - rect.minY) / rect.height)
      }
      throw CancellationError()
    }
    #expect(try share(75, 25) == 0.5)
    layer.focus = CGPoint(x: 0.5, y: 0)
    for (x, y, expected) in [(75.0, 25.0, 0.0), (50, 25, 1.0 / 3), (100, 25, 1), (0, 25, 1), (50, 0, 1), (150, 25, 3)] {
      #expect(try abs(share(x, y) - expected) < 1e-9, "\(x), \(y)")
    }
    layer.endPoint = .zero
    #expect(try abs(share(75, 25)) < 1e-9, "radii have no direction")
    layer.focus = CGPoint(x: 0, y: -40)
    #expect(try abs(share(50, 0.25)) < 1e-9 && share(50, 50).isFinite, "just inside")
    layer.focus = CGPoint(x: Double.nan, y: 0)
    #expect(try share(75, 25) == 0.5)
  }

  @Test func listsOfColoursAndNumbersAreKeyValues() throws {
    let layer = CAGradientLayer()
    layer.setValue([CGColor.white, CGColor.black], forKey: "colors")
    layer.setValue([0, 0.5] as [Any], forKeyPath: "locations")
    #expect(layer.value(forKey: "colors") as? [CGColor] == [.white, .black])
    #expect(layer.locations == [0, 0.5])
    #expect(throws: PropertyError.self) { try layer.set([0, "x"] as [Any], atKeyPath: "locations") }
    try layer.set(nil, atKeyPath: "locations")
    #expect(layer.locations == nil)
    for (key, value) in [("startPoint", CGPoint(x: 0.5, y: 0)), ("endPoint", CGPoint(x: 0.5, y: 1))] {
      #expect(CAGradientLayer.defaultValue(forKey: key) as? CGPoint == value)
    }
    #expect(CAGradientLayer.defaultValue(forKey: "type") as? String == "axial")
  }
}
