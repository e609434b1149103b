import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

/// CSS's spellings of transforms, colours, angles and easings.
@Suite struct CSSValueTests {
  @Test(arguments: [
    ("translate(20px, 10px)", [1, 0, 0, 1, 20, 10]), ("translateX(3px) translateY(4pt)", [1, 0, 0, 1, 3, 4]),
    ("matrix(1, 0.2, 0, 1, 5, 6)", [1, 0.2, 0, 1, 5, 6]), ("matrix(1 0.2 0 1 5 6)", [1, 0.2, 0, 1, 5, 6]),
    ("skewX(50grad)", [1, 0, 1, 1, 0, 0]),
    ("skewY(45deg)", [1, 1, 0, 1, 0, 0]), ("skew(45deg)", [1, 0, 1, 1, 0, 0]), ("scale(50%)", [0.5, 0, 0, 0.5, 0, 0]),
    ("rotate(100grad)", [0, 1, -1, 0, 0, 0]), ("rotate3d(0, 0, 1, 0.25turn)", [0, 1, -1, 0, 0, 0]),
    ("none", [1, 0, 0, 1, 0, 0]), ("scaleY(2)", [1, 0, 0, 2, 0, 0]),
  ])
  func transformsAreRead(text: String, expected: [Double]) throws {
    let t = try TransformText.parse(text)
    let found = [t.m11, t.m12, t.m21, t.m22, t.m41, t.m42]
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
  }

  @Test func sharesOfTheOwnSizeAreRefused() {
    let error = #expect(throws: ValueMismatchError.self) { try TransformText.parse("translate(50%, 0)") }
    #expect(error?.message.contains("translate takes points") == true)
  }

  @Test(arguments: [
    ("hwb(120 0% 0%)", [0, 1, 0]), ("hwb(0.5turn 20% 20%)", [0.2, 0.8, 0.8]), ("hwb(0 80% 80%)", [0.5, 0.5, 0.5]),
    ("oklch(62.8% 0.2577 29.23)", [1, 0, 0]), ("oklab(0.86644 -0.2339 0.1795)", [0, 1, 0]),
    ("oklch(1 0 0)", [1, 1, 1]),
    ("hsl(200grad 100% 50%)", [0, 1, 1]),
  ])
  func coloursAreRead(text: String, expected: [Double]) throws {
    let color = try ColorText.parse(text)
    let found = [color.red, color.green, color.blue]
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 3e-3 }, "\(found)")
  }

  @Test(arguments: [
    ("ease-in-out", CAMediaTimingFunction(name: .easeInEaseOut)), ("ease", CAMediaTimingFunction(name: .default)),
    ("cubic-bezier(0.2, 0, 0.4, 1.2)", CAMediaTimingFunction(controlPoints: 0.2, 0, 0.4, 1.2)),
  ])
  func easingsAreRead(text: String, expected: CAMediaTimingFunction) throws {
    let animations = "{ a: { keyPath: \"opacity\", toValue: 0, timingFunction: \"\(text)\" } }"
    let scene = try load("{ layer: { animations: \(animations) } }")
    #expect(scene.rootLayer.animation(forKey: "a")?.timingFunction == expected)
  }

  @Test(arguments: [
    ("steps(3)", "discrete"), ("cubic-bezier(2, 0, 0, 1)", "expected"), ("cubic-bezier(1)", "expected"),
  ])
  func otherEasingsNameTheWay(text: String, part: String) {
    let animations = "{ a: { keyPath: \"opacity\", toValue: 0, timingFunction: \"\(text)\" } }"
    let error = #expect(throws: PresetError.self) { try load("{ layer: { animations: \(animations) } }") }
    #expect(error?.description.contains(part) == true)
  }

  @Test(arguments: ["[255, 204, 0]", "[0, 128, 0, 1]", "[64, 0, 0]"])
  func bytesAreNoComponents(color: String) {
    let error = #expect(throws: PresetError.self) { try load("{ layer: { backgroundColor: \(color) } }") }
    #expect(error?.description.contains("for 8-bit values") == true)
  }

  @Test(arguments: ["[1, 2, 0.5]", "[20, 20, 20]", "\"rgb(255, 204, 0)\"", "[100.5, 0, 0]"])
  func lightAboveWhiteIsAColour(color: String) throws {
    #expect(try load("{ layer: { backgroundColor: \(color) } }").rootLayer.backgroundColor != nil)
  }

  @Test(arguments: [
    ("\"transform.rotation.z\": 90", "did you mean \"90deg\"?"), ("opacity: 50", "did you mean \"50%\"?"),
    ("shadowOpacity: 50", "did you mean \"50%\"?"),
    ("animations: { a: { keyPath: \"transform.rotation.z\", toValue: 360 } }", "did you mean \"360deg\"?"),
    (
      "animations: { a: { class: \"CAKeyframeAnimation\", keyPath: \"transform.rotation\", values: [0, 90, 180] } }",
      "did you mean \"90deg\"?"
    ),
    ("animations: { a: { keyPath: \"opacity\", fromValue: 100, toValue: 0 } }", "did you mean \"100%\"?"),
    ("animations: { a: { keyPath: \"opacity\", toValue: 0, duration: 500 } }", "did you mean \"500ms\"?"),
    ("opacity: 1", nil), ("animations: { a: { keyPath: \"transform.rotation.z\", toValue: 62.83 } }", nil),
    ("animations: { a: { keyPath: \"position.x\", toValue: 360 } }", nil),
  ])
  func numbersWithoutAUnitAreNamed(keys: String, part: String?) throws {
    let found = try load("{ movie: { duration: 2 }, layer: { \(keys) } }").remarks.map(\.description)
    #expect(part.map { part in found.count == 1 && found[0].contains(part) } ?? found.isEmpty, "\(found)")
  }
}
