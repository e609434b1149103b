import Foundation
import StarmineTestSupport
import Testing

/// Several parts at a time, and copies of parts within a document and between documents.
struct CopyTests {
  private typealias Table = BuildTests.Table

  private static let other = """
    // Kept: in front.
    { movie: { size: [100, 100], duration: 1 },
      layer: { sublayers: [
        { name: "one", bounds: [0, 0, 9, 9] }, { name: "two", bounds: [0, 0, 9, 9] },
        { name: "three", bounds: [0, 0, 9, 9], mask: { bounds: [0, 0, 5, 5] }, sublayers: [{ name: "four" }] },
      ] } }
    """

  private func copy(_ nodes: [String], of table: Table) throws -> Answer {
    let body = try JSONSerialization.data(withJSONObject: ["revision": table.revision, "nodes": nodes])
    return try table.studio.ask("POST", "copy", body: String(decoding: body, as: UTF8.self))
  }

  private func text(_ nodes: [String], of table: Table) throws -> String {
    try #require(try copy(nodes, of: table).json["text"] as? String)
  }

  // MARK: Several parts

  @Test func severalPartsAreDeleted() throws {
    var table = try Table(Self.other)
    // A part inside another one goes with it.
    try table.build(["action": "remove", "node": "layer/2/0", "others": ["layer/0", "layer/2"]])
    #expect(table.text.contains("\"two\""))
    for name in ["one", "three", "four"] { #expect(!table.text.contains("\"\(name)\""), "\(table.text)") }
  }

  @Test func severalPartsMove() throws {
    var table = try Table(Self.other)
    try table.build(["action": "move", "node": "layer/1", "others": ["layer/2"], "by": -1])
    #expect(table.selection == ["layer/0", "layer/1"] && table.has("\"two\"", "\"three\"", "\"one\""))
    try table.build(["action": "move", "node": "layer/0", "others": ["layer/1"], "by": 1])
    #expect(table.selection == ["layer/1", "layer/2"] && table.has("\"one\"", "\"two\"", "\"three\""))
    // Into a layer whose own place changes meanwhile.
    try table.build(["action": "move", "node": "layer/0", "others": ["layer/1"], "into": "layer/2", "index": 0])
    #expect(table.selection == ["layer/0/0", "layer/0/1"] && table.has("\"three\"", "\"one\"", "\"two\"", "\"four\""))
    for change: [String: Any] in [
      ["node": "layer/0", "others": ["layer/0/0", "none"], "by": 1],
      ["node": "layer/0/0", "others": ["layer/0/1"], "by": -1],
      ["node": "layer/0/0", "others": ["layer/0/mask"], "into": "layer"],
    ] {
      #expect(try table.ask(change.merging(["action": "move"]) { one, _ in one }).status == 422, "\(change)")
    }
  }

  // MARK: Copies

  /// The clipboard's text is a document that opens, with the comments of the parts.
  @Test func copiedPartsAreADocument() throws {
    let table = try Table()
    let text = try text(["layer/0", "layer/2"], of: table)
    #expect(text.contains("// The back.") && text.contains("\"sky\""))
    let body = try JSONSerialization.data(withJSONObject: ["text": text])
    let reply = try table.studio.ask("POST", "draft", body: String(decoding: body, as: UTF8.self)).json
    let nodes = try #require((reply["scene"] as? [String: Any])?["nodes"] as? [[String: Any]])
    #expect(nodes.compactMap { $0["name"] as? String }.contains("snow"))
    for nodes in [["layer"], ["movie"], ["vars"], ["layer/0", "layer/2/emitterCells[0]"], ["none"], []] {
      #expect(try copy(nodes, of: table).status == 422, "\(nodes)")
    }
  }

  @Test func pastedPartsHaveUnusedNames() throws {
    var table = try Table()
    let layers = try text(["layer/0", "layer/2"], of: table)
    try table.build(["action": "paste", "text": layers, "node": "layer/0"])
    #expect(table.selection == ["layer/1", "layer/2"])
    #expect(table.has("name: \"back\"", "name: \"back2\"", "name: \"sky2\"", "name: \"word\"", "name: \"sky\""))
    #expect(table.has("emitterCells.snow2.birthRate", "\"snow2\"", "\"dust2\""))
    // In a document without these names, the parts keep them.
    var other = try Table(Self.other)
    try other.build(["action": "paste", "text": layers, "node": "layer/2/0"])
    #expect(other.selection == ["layer/2/1", "layer/2/2"])
    #expect(other.has("\"four\"", "\"back\"", "\"sky\"", "emitterCells.snow.birthRate", "\"snow\""))
    let cell = try text(["layer/2/emitterCells[0]/emitterCells[0]"], of: try Table())
    #expect(try other.ask(["action": "paste", "text": cell, "node": "layer/0"]).status == 422)
    try other.build(["action": "paste", "text": cell, "node": "layer/2/2"])
    #expect(other.selection == ["layer/2/2/emitterCells[1]"])
  }

  /// Copies of animations and variables get unused keys. In a document without parts of their kind, all get a list.
  @Test(arguments: [
    ("layer/1/animations.fade", "layer/1/animations.fade2", "layer/0/animations.fade", "fade: { keyPath"),
    ("layer/0/filters[0]", "layer/0/filters[1]", "layer/0/filters[0]", "{ type: \"gaussianBlur\", inputRadius: 2 }"),
    ("vars.n", "vars.n2", "vars.n", "n: { type: \"number\""), ("cues[0]", "cues[1]", "cues[0]", "name: \"drop\""),
  ])
  func otherPartsAreCopied(part: String, beside: String, alone: String, text: String) throws {
    let filter = "filters: [{ type: \"gaussianBlur\", inputRadius: 2 }]"
    var table = try Table(BuildTests.text.replacing("name: \"back\",", with: "name: \"back\", \(filter),"))
    let copied = try self.text([part], of: table)
    #expect(copied.contains(text), "\(copied)")
    try table.build(["action": "paste", "text": copied, "node": part])
    #expect(table.selection == [beside])
    // Both parts have their own key in the copy.
    let both = try self.text([part, beside], of: table)
    var other = try Table(Self.other)
    try other.build(["action": "paste", "text": both, "node": "layer/0"])
    #expect(other.selection.first == alone && other.selection.count == 2, "\(other.text)")
    #expect(other.has(text) && !other.has(text, text, text))
  }

  /// Animations in groups have no keys. A copied animation keeps its comments and gets the indent of its place.
  @Test func animationsInGroupsAreNotCopied() throws {
    var table = try Table(
      """
      // Kept: in front.
      { movie: { size: [100, 100], duration: 1 },
        layer: { sublayers: [ { name: "one", animations: {
              // Both.
              both: {
                class: "CAAnimationGroup", duration: 1,
                animations: [{ class: "CABasicAnimation", keyPath: "opacity", fromValue: 0, toValue: 1 }],
              },
            } } ] } }
      """)
    let group = "layer/0/animations.both"
    #expect(try copy(["\(group)/0"], of: table).status == 422)
    try table.build(["action": "duplicate", "node": group])
    #expect(table.selection == ["\(group)2"])
    let (key, line) = (String(repeating: " ", count: 8), String(repeating: " ", count: 10))
    #expect(table.has("\(key)// Both.\n\(key)both2: {\n\(line)class"), "\(table.text)")
  }

  /// Text of the clipboard is checked as a document is.
  @Test func pastedTextIsChecked() throws {
    let table = try Table()
    let many = Array(repeating: "{}", count: 1_000_000).joined(separator: ",")
    for text in [
      "", "hello", "{", "[]", "{ layer: {} }", "{ layer: { sublayers: [] } }", "{ layer: { sublayers: {} } }",
      "{ layer: { sublayers: [5] } }", "{ layer: { sublayers: [{ class: \"CANothing\" }] } }",
      "{ layer: { sublayers: [{ class: \"CATextLayer\", string: \"{missing}\" }] } }",
      "{ layer: { sublayers: [{ contents: \"../../secret.png\" }] } }", "{ layer: { sublayers: [\(many)] } }",
      String(repeating: "[", count: 100_000),
    ] {
      let refused = try table.ask(["action": "paste", "text": text, "node": "layer"])
      #expect(refused.status == 422, "\(text.prefix(80)): \(refused.text.prefix(200))")
    }
  }
}
