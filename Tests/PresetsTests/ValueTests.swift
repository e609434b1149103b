import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

@Suite struct ValueTests {
  @Test(arguments: [
    ("90deg", PropertyUnit.radians, Double.pi / 2), ("0.5pi", .radians, .pi / 2), ("-.25turn", .radians, -.pi / 2),
    ("2 rad", .radians, 2), ("180deg/s", .radiansPerSecond, .pi), ("2s", .seconds, 2), ("250ms", .seconds, 0.25),
    ("50%", .none, 0.5), ("1e3", .points, 1000), ("12pt", .points, 12), ("30/s", .perSecond, 30), ("5", .seconds, 5),
  ])
  func readsUnits(text: String, unit: PropertyUnit, expected: Double) throws {
    #expect(abs(try NumberText.parse(text, unit: unit) - expected) < 1e-12)
  }

  @Test(arguments: [
    ("2s", PropertyUnit.points), ("90deg", .none), ("50%", .seconds), ("abc", .none), ("", .none), ("inf", .none),
    ("nan", .seconds), ("0x10", .none), ("1e999", .none), ("3 apples", .none),
  ])
  func refusesWhatDoesNotFit(text: String, unit: PropertyUnit) {
    let error = #expect(throws: ValueMismatchError.self) { try NumberText.parse(text, unit: unit) }
    #expect(error?.message.hasPrefix("expected a number") == true)
  }

  @Test func theFirstTransformFunctionIsTheOutermost() throws {
    let transform = try TransformText.parse("translate(10, 20) rotate(90deg) scale(2)")
    // (1, 0) is doubled, turned to (0, 2) and moved.
    let moved = CGPoint(x: transform.m11 + transform.m41, y: transform.m12 + transform.m42)
    #expect(abs(moved.x - 10) < 1e-9 && abs(moved.y - 22) < 1e-9)
    #expect(try TransformText.parse("perspective(500)").m34 == -1.0 / 500)
    #expect(try TransformText.parse("rotate(1pi, 0, 1, 0)") == CATransform3DMakeRotation(.pi, 0, 1, 0))
  }

  @Test(arguments: [
    "spin(2)", "rotate", "rotate(1,2,3,4,5)", "scale(a)", "translate)(", "scale()", "scale(1e300) scale(1e300)",
  ])
  func refusesOtherTransforms(text: String) {
    #expect(throws: ValueMismatchError.self) { try TransformText.parse(text) }
  }

  @Test func readsEveryKindOfValue() throws {
    let scene = try load(
      """
      { layer: { class: "CALayer", name: "root", position: [1, 2], bounds: [0, 0, 30, "40pt"], opacity: "50%",
        hidden: true, backgroundColor: "#ff000080", transform: "scale(2)", beginTime: "now + 500ms",
        contents: "there.png", sublayers: [
          { class: "CAEmitterLayer", emitterShape: "circle", emitterSize: [3, 4], seed: 0xFF, emitterCells: [
            { name: "a", color: [1, 2, 0.5], emissionRange: "2pi", contents: { sprite: "glow", size: 32 } } ] } ] } }
      """)
    let root = scene.rootLayer
    #expect(root.position == CGPoint(x: 1, y: 2))
    #expect(root.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
    #expect(root.opacity == 0.5 && root.isHidden)
    #expect(root.backgroundColor == CGColor(red: 1, green: 0, blue: 0, alpha: 128.0 / 255))
    #expect(root.transform == CATransform3DMakeScale(2, 2, 2))
    #expect(root.beginTime == 1000.5)
    #expect((root.contents as? CGImage)?.width == 1)
    let emitter = try #require(root.sublayers?.first as? CAEmitterLayer)
    #expect(emitter.emitterShape == .circle && emitter.emitterSize == CGSize(width: 3, height: 4))
    #expect(emitter.seed == 255)
    let cell = try #require(emitter.emitterCells?.first)
    #expect(cell.color == CGColor(red: 1, green: 2, blue: 0.5, alpha: 1))
    #expect(abs(cell.emissionRange - 2 * .pi) < 1e-6)
    #expect((cell.contents as? CGImage)?.width == 32)
  }
}
