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
    for nodes in [["layer"], ["movie"], ["vars.n"], ["layer/0", "layer/2/emitterCells[0]"], ["none"], []] {
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
