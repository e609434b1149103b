import Foundation
import StarmineDocument
import StarmineGraphics
import StarmineImport
import StarmineLayers
import Testing

/// What SMIL and style sheets make of attributes, and what becomes of it in layers.
@Suite struct SVGMotionTests {
  /// A value of the element `r` at times, as text.
  private static func values(_ key: String, at times: [Double], _ body: String) throws -> [String] {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'>\(body)</svg>"
    return try SVGInspection.moments(in: Array(text.utf8), at: times, named: "test.svg").map {
      String(decoding: try JSONEncoder().encode($0.elements["r"]?[key]), as: UTF8.self)
    }
  }

  private static func rect(_ animations: String, _ attributes: String = "x='10'") -> String {
    "<rect id='r' width='20' height='20' \(attributes)>\(animations)</rect>"
  }

  @Test(arguments: [
    ("begin='1s' dur='2s' from='0' to='40'", [0.5, 2, 3], ["10", "20", "10"]),
    ("dur='2s' by='10' repeatCount='2' accumulate='sum' fill='freeze'", [1, 3, 9], ["15", "25", "30"]),
    ("dur='4s' values='0;10;100' keyTimes='0;.5;1' calcMode='discrete' fill='freeze'", [1, 3, 4], ["0", "10", "100"]),
    ("dur='4s' values='0;10;40' calcMode='paced'", [1, 2], ["10", "20"]),
    ("dur='4s' max='1s' from='0' to='80' fill='freeze'", [0.5, 3], ["10", "20"]),
    ("begin='0s; 1s; 3s' dur='2s' from='20' to='60' restart='never'", [1.5, 3.5], ["50", "10"]),
    ("begin='click; 2s' dur='2s' from='20' to='60'", [1, 3], ["10", "40"]),
    ("dur='2s' from='0' to='50%'", [1], ["50"]),
    ("dur='2s' values='0;1;2' keyTimes='0;1'", [1], ["10"]),
  ]) func timesAndValuesFollowSMIL(_ attributes: String, _ times: [Double], _ expected: [String]) throws {
    let body = Self.rect("<animate attributeName='x' \(attributes)/>")
    #expect(try Self.values("x", at: times, body) == expected)
  }

  @Test func animationsBeginWithTheEndOfOthers() throws {
    let chain =
      "<animate id='a' attributeName='y' begin='0s; b.end' dur='1s' values='0'/>"
      + "<animate id='b' attributeName='x' begin='a.end' dur='1s' from='0' to='8' fill='freeze'/>"
    #expect(try Self.values("x", at: [0.5, 1.5, 3.25], Self.rect(chain)) == ["10", "4", "2"])
  }

  @Test func motionIsOutsideOfTransforms() throws {
    let turn = "<animateTransform attributeName='transform' type='scale' from='1' to='3' dur='4s'/>"
    let way = "<animateMotion path='M 0 0 H 60 V 20' dur='4s'/>"
    #expect(try Self.values("transform", at: [2], Self.rect(turn + way, "")) == ["[2,0,0,2,40,0]"])
  }

  @Test func keyframesOfStyleSheetsAreAnimations() throws {
    let sheet =
      "<style>@keyframes move { from { x: 0px } 50% { x: 40px } } "
      + "#r { animation: move 4s linear 1s 2 alternate both }</style>"
    let found = try Self.values("x", at: [0, 2, 4, 6, 20], sheet + Self.rect(""))
    #expect(found == ["0", "20", "25", "25", "0"])
  }

  @Test func easingsCanOvershoot() throws {
    let sheet = "<style>@keyframes k { to { x: 110px } } #r { animation: k 2s cubic-bezier(0.6, -0.8, 0.4, 1) }</style>"
    let found = try Self.values("x", at: [0.2], sheet + Self.rect(""))
    #expect(try #require(Double(found[0])) < 9)
  }

  @Test func layersMoveByKeyframes() throws {
    let body = Self.rect("<animate attributeName='x' from='10' to='50' dur='4s'/>")
    let document = try SVGTests.translated(body)
    let text = String(decoding: document.bytes, as: UTF8.self)
    #expect(text.contains("\"duration\": 4") && document.notes.isEmpty)
    let shape = try #require(try SVGTests.shapes(body).first)
    let animation = try #require(shape.animation(forKey: "a0") as? CAKeyframeAnimation)
    #expect(animation.keyPath == "path" && animation.values?.count ?? 0 <= 4)
  }

  @Test func elementsThatDoNotMoveAreDrawnOnce() throws {
    let still = "<circle cx='5' cy='5' r='3'/>"
    let turn = "<animateTransform attributeName='transform' type='rotate' to='90' dur='2s'/>"
    let layers = try SVGTests.layers("<g>\(still + still + turn)</g>\(still)")
    #expect(layers.filter { $0.animationKeys()?.isEmpty == false }.count == 1)
    #expect(layers.compactMap { $0 as? CAShapeLayer }.count == 3)
  }

  @Test func hiddenElementsAppear() throws {
    let body = Self.rect("<set attributeName='display' to='inline' begin='1s'/>", "display='none'")
    let shape = try #require(try SVGTests.shapes(body + "<circle r='1'/>").first)
    let animation = try #require(shape.animation(forKey: "a0") as? CAKeyframeAnimation)
    let flags = animation.values?.compactMap { $0 as? Bool } ?? []
    #expect(animation.keyPath == "hidden" && flags.first == true && flags.last == false, "\(flags)")
  }

  @Test func eventsAndUnknownRulesAreNamed() throws {
    let body = Self.rect("<set attributeName='x' to='9' begin='click'/>", "style='animation: gone 1s'")
    let notes = try SVGTests.notes(body)
    #expect(
      notes == ["rect.animation: @keyframes gone does not exist", "set.begin: \"click\" never happens in a movie"])
  }

  @Test func hugeNumbersAreBounded() throws {
    let scale = "<animateTransform attributeName='transform' type='scale' additive='sum' values='1;1e9' dur='1s'/>"
    let layers = try SVGTests.layers(Self.rect(scale + scale + scale))
    #expect(layers.contains { $0.animationKeys()?.isEmpty == false })
  }

  @Test func movementsBelowRoundingAreNoAnimations() throws {
    let body = Self.rect("<animate attributeName='opacity' values='1;0.99999999' dur='1s'/>")
    #expect(try SVGTests.layers(body).allSatisfy { $0.animationKeys()?.isEmpty ?? true })
  }

  static let hostile = [
    String(repeating: "<animate attributeName='x' begin='a.end;b.begin' dur='1ms' id='a'/>", count: 2000),
    "<animate attributeName='x' values='0;1' dur='0.001ms' repeatCount='indefinite'/>",
    "<animate attributeName='x' values='\(String(repeating: "1;", count: 100_000))' dur='1s' repeatDur='1e9h'/>",
    "<animateMotion dur='1e9s' path='M 0 0 L 1e30 1e30' rotate='auto' keyPoints='0;1' keyTimes='0;1'/>",
    "<set id='a' attributeName='x' begin='0s;a.begin+1ms' dur='1ms' to='1'/>",
    "<animateTransform attributeName='transform' type='scale' values='0;1e30' dur='1s'/>",
    "<animate attributeName='d' values='M;L 1;M 0 0 A' dur='1s'/><animate attributeName='fill' to='inherit' dur='1s'/>",
  ]

  @Test(arguments: hostile) func hostileAnimationsEnd(_ animations: String) {
    let start = ContinuousClock.now
    _ = try? SVGTests.layers(Self.rect(animations))
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
