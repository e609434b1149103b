import Foundation
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

@Suite struct DocumentEditorTests {
  private func edited(_ text: String, _ change: (inout DocumentEditor) throws -> Void) throws -> String {
    var editor = try DocumentEditor(Array(text.utf8))
    try change(&editor)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private func value(_ text: String) throws -> DocumentValue { try JSON5Parser.parse(text) }

  /// The text with a value set, which must be possible.
  private func set(_ text: String, _ new: String, _ path: [DocumentStep]) throws -> String {
    var wasSet = false
    let changed = try edited(text) { editor in wasSet = try editor.set(value(new), at: path) }
    #expect(wasSet)
    return changed
  }

  @Test func replacesInPlaceAndKeepsComments() throws {
    let text = "// head\n{ a: 1, // one\n  b: [ { c: '2' /* two */ } ], }\n"
    let first = try set(text, "5", [.key("a")])
    #expect(first == "// head\n{ a: 5, // one\n  b: [ { c: '2' /* two */ } ], }\n")
    let second = try set(first, "'x\"y'", [.key("b"), .index(0), .key("c")])
    #expect(second == "// head\n{ a: 5, // one\n  b: [ { c: \"x\\\"y\" /* two */ } ], }\n")
    // What is equal stays as it is spelled.
    let same = try set("{ a: 0x10 }", "16", [.key("a")])
    #expect(same == "{ a: 0x10 }")
  }

  @Test(arguments: [
    ("{}", "{ k: 7 }"), ("{ a: 1 }", "{ a: 1, k: 7 }"), ("{ a: 1, }", "{ a: 1, k: 7, }"),
    ("{ \"a\": 1 }", "{ \"a\": 1, \"k\": 7 }"), ("{\n  a: 1 // x\n}", "{\n  a: 1, // x\n  k: 7\n}"),
    ("{\n  a: 1, // x\n}", "{\n  a: 1, // x\n  k: 7,\n}"),
    // Before what spans several lines.
    ("{\n  a: 1,\n  list: [\n    2,\n  ],\n}", "{\n  a: 1,\n  k: 7,\n  list: [\n    2,\n  ],\n}"),
    ("{\n  list: [\n    2\n  ]\n}", "{\n  list: [\n    2\n  ],\n  k: 7\n}"),
    ("{\n  a: 1, b: 2 }", "{\n  a: 1, b: 2, k: 7 }"), ("{\n  a: 1 }", "{\n  a: 1,\n  k: 7 }"),
  ])
  func addsWhereItLooksRight(text: String, expected: String) throws {
    let changed = try set(text, "7", [.key("k")])
    #expect(changed == expected)
    let member = try value(changed)["k"]
    #expect(member == DocumentValue(.number(7)))
  }

  @Test func addsMissingObjectsButNoElements() throws {
    let nested = try set("{ a: 1 }", "7", [.key("m"), .key("x.y")])
    #expect(nested == "{ a: 1, m: { \"x.y\": 7 } }")
    var editor = try DocumentEditor(Array("{ a: [] }".utf8))
    let intoElement = try editor.set(value("7"), at: [.key("a"), .index(0), .key("b")])
    let intoArray = try editor.set(value("7"), at: [.key("a"), .key("b")])
    #expect(!intoElement && !intoArray)
  }

  @Test(arguments: [
    ("{ k: 7 }", "{ }"), ("{ a: 1, k: 7 }", "{ a: 1 }"), ("{ k: 7, a: 1 }", "{ a: 1 }"),
    ("{\n  a: 1, // x\n  k: 7 // seven\n}", "{\n  a: 1 // x\n}"), ("{\n  k: 7, // seven\n  a: 1,\n}", "{\n  a: 1,\n}"),
    ("{\n  a: 1,\n  k: {\n    b: 2\n  },\n  c: 3\n}", "{\n  a: 1,\n  c: 3\n}"),
  ])
  func takesOut(text: String, expected: String) throws {
    let changed = try edited(text) { try $0.remove(at: [.key("k")]) }
    #expect(changed.filter { $0 != " " } == expected.filter { $0 != " " }, "\(changed)")
    #expect(try value(changed)["k"] == nil)
  }
}
