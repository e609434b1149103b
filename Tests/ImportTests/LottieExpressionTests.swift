import Foundation
import StarmineImport
import StarmineLayers
import StarminePresets
import Testing

/// Expressions that are recognised by their text, and lines of texts.
@Suite struct LottieExpressionTests {
  /// A solid of 100 frames with a turn and an opacity, ten frames a second.
  private func made(_ ks: String, _ more: String = "") throws -> String {
    let text =
      "{'v': '5.7.0', 'fr': 10, 'ip': 0, 'op': 100, 'w': 100, 'h': 50, 'layers': [{'ty': 1, 'ip': 0, 'op': 100, "
      + "'sw': 9, 'sh': 9, 'sc': '#ff0000', 'ks': {\(ks)}\(more)}]}"
    let bytes = Array(text.replacing("'", with: "\"").replacing("`", with: "'").utf8)
    let found = try #require(try Importer.document(bytes, at: URL(filePath: "/nowhere/a.json"), named: "a.json"))
    return String(decoding: found.bytes, as: UTF8.self)
  }

  private func opacity(_ expression: String, _ keys: String? = nil) throws -> String {
    let value = keys ?? "{'t': 10, 's': [0]}, {'t': 20, 's': [50]}, {'t': 30, 's': [20]}"
    return try made("'o': {'a': 1, 'k': [\(value)], 'x': '\(expression)'}")
  }

  /// The values of the only animation.
  private func values(_ text: String) throws -> [Double] {
    let list = try #require(text.firstMatch(of: /"values": \[([^\]]*)\]/), "\(text.prefix(900))").1
    return list.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// Cycles jump from the last value to the first one; others go on from the last value.
  @Test(arguments: [
    ("var $bm_rt;\\n$bm_rt = loopOut(`cycle`, 0);", [0, 0.5, 0.2, 0, 0.5, 0.2]),
    ("loopOut(`Cycle`)", [0, 0.5, 0.2, 0, 0.5, 0.2]),
    ("var $bm_rt;\\n$bm_rt = loopOut();", [0, 0.5, 0.2, 0, 0.5, 0.2]),
    ("loopOut(`pingpong`)", [0, 0.5, 0.2, 0.5, 0, 0.5]), ("loopOut(`offset`)", [0, 0.5, 0.2, 0.7, 0.4, 0.9]),
    ("loopOut(`cycle`, 1)", [0, 0.5, 0.2, 0.5, 0.2, 0.5]),
  ])
  func keysRepeatBehindTheLast(expression: String, expected: [Double]) throws {
    let text = try opacity(expression)
    #expect(text.contains("0 not kept") && text.contains("\"beginTime\": 1001"))
    #expect(try Array(values(text).prefix(6)) == expected)
  }

  /// A slider of an effect, by name or number, also in another layer; a transform of another layer.
  @Test(arguments: [
    "effect(`Fade`)(`Slider`)", "var $bm_rt;\\n$bm_rt = thisComp.layer(`me`).effect(`Fade`)(1);",
    "thisComp.layer(1).transform.skew",
  ])
  func valuesOfOtherPropertiesAreTaken(expression: String) throws {
    let slider = "{'nm': 'Slider', 'v': {'a': 0, 'k': 25}}"
    let text = try made(
      "'o': {'a': 0, 'k': 90, 'x': '\(expression)'}, 'sk': {'a': 0, 'k': 25}",
      ", 'nm': 'me', 'ef': [{'nm': 'Fade', 'ty': 5, 'ef': [\(slider)]}]")
    #expect(text.contains("\"opacity\": 0.25") && !text.contains("expression"), "\(text)")
  }

  @Test func aNumberStandsForBothSides() throws {
    let expression = "var $bm_rt;\\nvar temp;\\ntemp = effect(`Size`)(`Slider`);\\n$bm_rt = [temp, temp];"
    let text = try made(
      "'s': {'a': 0, 'k': [100, 100], 'x': '\(expression)'}",
      ", 'ef': [{'nm': 'Size', 'ty': 5, 'ef': [{'nm': 'Slider', 'v': {'a': 0, 'k': 50}}]}]")
    #expect(text.contains("\"transform\": [0.5, 0, 0, 0, 0, 0.5"), "\(text)")
  }

  /// Texts that patterns could match in very many ways.
  @Test(arguments: ["a", " ", "a.", "var a; ", "()", "a(1)"])
  func longExpressionsEndSoon(part: String) throws {
    let text = String(String(repeating: part, count: 400).prefix(398)) + "!="
    #expect(try made("'o': {'a': 0, 'k': 90, 'x': '\(text)'}").contains("this expression is not supported"))
  }

  @Test(arguments: [
    "effect(`Other`)(`Slider`)", "thisComp.layer(`nobody`).transform.opacity", "effect(`Fade`)(`Slider`)*2",
    "comp(`there`).layer(`me`).transform.opacity",
  ])
  func referencesToNothingAreNamed(expression: String) throws {
    #expect(try made("'o': {'a': 0, 'k': 90, 'x': '\(expression)'}").contains("this expression is not supported"))
  }

  @Test func keysRepeatBeforeTheFirst() throws {
    let text = try opacity("loopIn(`cycle`)", "{'t': 60, 's': [0]}, {'t': 80, 's': [50]}")
    #expect(try values(text).suffix(4) == [0, 0.5, 0, 0.5])
  }

  @Test func valuesContinueWithTheirSpeed() throws {
    let text = try opacity("loopOut(`continue`)", "{'t': 0, 's': [0]}, {'t': 50, 's': [25]}")
    let last = try #require(try values(text).last)
    #expect(abs(last - 0.5) < 0.01, "\(last)")
  }

  @Test(arguments: ["time * 90", "var $bm_rt;\\n$bm_rt = $bm_mul(time, 90);", "90*time"])
  func timeTurns(expression: String) throws {
    let text = try made("'r': {'a': 0, 'k': 0, 'x': '\(expression)'}")
    #expect(text.contains("transform.rotation.z") && text.contains("0 not kept"))
    // A quarter of a turn each second.
    let turn = try values(text)
    #expect(turn.count == 2 && abs((turn[1] - turn[0]) / 10.1 - .pi / 2) < 0.01, "\(turn)")
  }

  @Test func noiseIsTheSameWheneverItIsRead() throws {
    let (first, again) = (try opacity("wiggle(2, 30)"), try opacity("wiggle(2, 30)"))
    #expect(first == again && first.contains("0 not kept"))
    #expect(try values(first).count >= 20)
  }

  @Test func otherExpressionsAreNamed() throws {
    let text = try opacity("loopOut(`cycle`) + Math.random()")
    #expect(text.contains("layers[0].ks.o.x: this expression is not supported"))
  }

  // MARK: Texts

  /// - Parameter animators: of the text.
  private func text(_ text: String, animators: String = "") throws -> String {
    let style = "{'t': '\(text)', 'f': 'F', 's': 10, 'lh': 12, 'fc': [1, 0, 0]}"
    let text =
      "{'v': '5.7.0', 'fr': 10, 'ip': 0, 'op': 20, 'w': 100, 'h': 50, 'layers': [{'ty': 5, 'ip': 0, 'op': 20, "
      + "'ks': {}, 't': {'d': {'k': [{'t': 0, 's': \(style)}]}, 'a': [\(animators)]}}], "
      + "'fonts': {'list': [{'fName': 'F', 'fFamily': 'DejaVu Sans', 'fStyle': ''}]}}"
    let bytes = Array(text.replacing("'", with: "\"").utf8)
    let found = try #require(try Importer.document(bytes, at: URL(filePath: "/nowhere/a.json"), named: "a.json"))
    return String(decoding: found.bytes, as: UTF8.self)
  }

  /// The outlines of the shapes from left to right.
  private func outlines(_ letters: String) throws -> [String] {
    let animator = "{'a': {'p': {'k': [0, 9]}}}"
    return try text(letters, animators: animator).matches(of: /"path": "([^"]+)"/).map { String($0.1) }
  }

  /// The last letter of a Hebrew word stands first.
  @Test func lettersRunFromRightToLeft() throws {
    let (word, last) = (try outlines("\u{5D0}\u{5DC}"), try outlines("\u{5DC}"))
    #expect(word.count == 2 && last.count == 1 && word.first == last.first)
  }

  /// Letters have the forms of their places in a word.
  @Test func lettersJoin() throws {
    let (word, alone) = (try outlines("\u{628}\u{628}"), try outlines("\u{628}"))
    #expect(word.count == 2 && !word.contains(alone.first ?? ""))
  }

  @Test func aLineIsOneShape() throws {
    #expect(try text("AV fi").matches(of: /"path": "M/).count == 1)
  }

  /// A shape for each line, whatever ends it.
  @Test(arguments: ["one\\rtwo\\rthree", "one\\ntwo\\nthree", "one\\r\\ntwo\\r\\nthree", "one\\u0003two\\u2028three"])
  func linesEndWithAnyBreak(text: String) throws {
    let made = try self.text(text)
    #expect(made.matches(of: /"path": "M/).count == 3)
    #expect(made.matches(of: /"position": \[[0-9.]+, (12|24)\]/).map { String($0.1) } == ["12", "24"])
  }
}
