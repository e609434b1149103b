import Foundation
import StarmineTestSupport
import Testing

/// Parts that come, go, move and get names: every kind of change, asked for as the page does.
struct BuildTests {
  static let text = """
    // Kept: in front.
    {
      vars: { title: { type: "text", default: "Hi" }, n: { type: "number", default: 2 } },
      movie: { size: [320, 180], fps: 10, duration: 4 },
      cues: [{ name: "drop", at: 1 }, { at: 2 }],
      layer: {
        sublayers: [
          // The back.
          { name: "back", bounds: [0, 0, 320, 180], position: [160, 90], backgroundColor: "#102030" },
          {
            class: "CATextLayer", name: "word", string: "{title}!", bounds: [0, 0, 100, 40], position: [160, 90],
            animations: { fade: { keyPath: "opacity", fromValue: 0, toValue: 1, duration: 1 } },
          }, // The word.
          { class: "CAEmitterLayer", name: "sky", emitterPosition: [160, 0],
            animations: { more: { keyPath: "emitterCells.snow.birthRate", fromValue: 0, toValue: 9, duration: 2 } },
            emitterCells: [
              { name: "snow", birthRate: 9, lifetime: 2, velocity: 40, color: "#ff8040", alphaSpeed: -0.25,
                emitterCells: [{ name: "dust", birthRate: 2, lifetime: 1 }],
                emitterBehaviors: [{ type: "drag", drag: 1 }, { type: "wave", name: "wind", force: [9, 0, 0] }] },
            ] },
        ],
      },
      timeline: [{ at: 3, set: { "word.opacity": 0.5, "sky.emitterCells.snow.birthRate": 0 } },
        { at: "drop", remove: "back" }],
    }
    """

  /// A document in the studio, and what becomes of its text.
  struct Table {
    let studio: StudioProcess
    var text: String
    var revision: String
    var selection: [String] = []
    var selected: String? { selection.last }

    init(_ text: String = BuildTests.text) throws {
      studio = try StudioProcess("build.json", files: ["build.json": text])
      let reply = try studio.ask("GET", "document").json
      self.text = try #require(reply["text"] as? String)
      revision = try #require(reply["revision"] as? String)
    }

    mutating func build(_ change: [String: Any]) throws {
      let reply = try ask(change)
      #expect(reply.status == 200, "\(change): \(reply.text)")
      text = reply.json["text"] as? String ?? ""
      revision = reply.json["revision"] as? String ?? ""
      selection = reply.json["selected"] as? [String] ?? []
      #expect(text.hasPrefix("// Kept: in front."))
    }

    func ask(_ change: [String: Any]) throws -> Answer {
      let body = try JSONSerialization.data(withJSONObject: ["revision": revision, "change": change])
      return try studio.ask("POST", "build", body: String(decoding: body, as: UTF8.self))
    }

    /// Whether texts stand in the document in this order.
    func has(_ parts: String...) -> Bool {
      var rest = text[...]
      for part in parts {
        guard let found = rest.range(of: part) else { return false }
        rest = rest[found.upperBound...]
      }
      return true
    }
  }

  /// Every kind of part that the page offers is added where it fits, loads and draws.
  @Test func everyKindIsAdded() throws {
    var table = try Table()
    let properties = try table.studio.ask("GET", "properties").json
    let parts = try #require(properties["parts"] as? [[String: Any]])
    #expect(parts.count > 30)
    for part in parts {
      let kind = try #require(part["kind"] as? String)
      let isText = part["group"] as? String == "animator"
      let node =
        isText ? "layer/1" : ["life", "cell", "sub-cell"].contains(kind) ? "layer/2/emitterCells[0]" : "layer/2"
      try table.build(["action": "add", "kind": kind, "node": node, "time": 1.5, "key": part["key"] ?? "scale"])
      let selected = try #require(table.selected, "\(kind)")
      #expect(selected != "layer" && selected != node, "\(kind)")
    }
    #expect(table.has("The back.", "name: \"rectangle\"", "timeline"))
    #expect(table.text.contains("{ name: \"beat\", at: 1.5 }"))
    #expect(table.has("keyPath: \"transform.rotation.z\"", "values: [0, \"360deg\"]"))
    let frame = try table.studio.ask("GET", "frame?revision=\(table.revision)&t=1&size=64x36")
    #expect(frame.status == 200)
  }

  @Test func firstPartsAreAddedToAnEmptyDocument() throws {
    var table = try Table("// Kept: in front.\n{ movie: { size: [100, 100], duration: 1 }, layer: {} }")
    for kind in ["rectangle", "number", "cue", "emitter", "fade"] {
      try table.build(["action": "add", "kind": kind, "node": table.selected ?? "movie", "time": 0.2])
    }
    #expect(table.has("cues: [{", "layer: {", "sublayers: [", "rectangle", "emitter", "animations: {", "opacity:"))
    #expect(table.has("vars: { number: {"))
    try table.build(["action": "remove", "node": "vars.number"])
    #expect(!table.text.contains("vars"))
  }

  /// Copies have names of their own, and their animations follow.
  @Test func partsAreDuplicated() throws {
    var table = try Table()
    try table.build(["action": "duplicate", "node": "layer/2"])
    #expect(table.selected == "layer/3")
    #expect(table.has("name: \"sky\"", "name: \"sky2\"", "emitterCells.snow2.birthRate", "\"snow2\"", "\"dust2\""))
    try table.build(["action": "duplicate", "node": "layer/2/emitterCells[0]/emitterBehaviors[1]"])
    #expect(table.has("name: \"wind\"", "name: \"wind2\""))
    try table.build(["action": "duplicate", "node": "layer/1/animations.fade"])
    #expect(table.has("fade: {", "fade2: { keyPath: \"opacity\""))
    try table.build(["action": "duplicate", "node": "vars.title"])
    #expect(table.selected == "vars.title2" && table.has("title2: { type: \"text\", default: \"Hi\" }"))
    try table.build(["action": "duplicate", "node": "cues[0]"])
    #expect(table.has("{ name: \"drop\", at: 1 }, { name: \"drop\", at: 1 }"))
  }

  /// What goes takes its comments with it, and leaves everything else as it was.
  @Test func partsAreDeleted() throws {
    var table = try Table()
    try table.build(["action": "remove", "node": "layer/2/emitterCells[0]/emitterBehaviors[0]"])
    #expect(table.selected == "layer/2/emitterCells[0]/emitterBehaviors[0]")
    #expect(table.has("emitterBehaviors: [{ type: \"wave\""))
    try table.build(["action": "remove", "node": "layer/2/emitterCells[0]/emitterCells[0]"])
    #expect(table.selected == "layer/2/emitterCells[0]" && !table.text.contains("dust"))
    try table.build(["action": "remove", "node": "layer/1/animations.fade"])
    #expect(!table.text.contains("fade") && table.text.contains("}, // The word."))
    try table.build(["action": "remove", "node": "cues[1]"])
    #expect(table.has("cues: [{ name: \"drop\", at: 1 }],"))
    try table.build(["action": "remove", "node": "vars.n"])
    #expect(table.has("vars: { title: { type: \"text\", default: \"Hi\" } },"))
    // What something refers to stays, and the answer says where.
    for (node, words) in [("layer/1", "word"), ("layer/0", "back"), ("vars.title", "title"), ("layer", "needs it")] {
      let refused = try table.ask(["action": "remove", "node": node])
      #expect(refused.status == 422 && refused.text.contains(words), "\(node): \(refused.text)")
    }
  }

  @Test func partsMove() throws {
    var table = try Table()
    try table.build(["action": "move", "node": "layer/1", "by": -1])
    #expect(table.selected == "layer/0" && table.has("// The word.", "name: \"word\"", "// The back.", "\"back\""))
    try table.build(["action": "move", "node": "layer/2/emitterCells[0]/emitterBehaviors[1]", "by": -1])
    #expect(table.has("emitterBehaviors: [{ type: \"wave\"", "{ type: \"drag\""))
    try table.build(["action": "move", "node": "vars.n", "by": -1])
    #expect(table.has("vars: { n: {", "title: {"))
    // Into the layer above, and out again behind it.
    try table.build(["action": "move", "node": "layer/0", "into": "layer/1"])
    #expect(table.selected == "layer/0/0" && table.has("name: \"back\"", "sublayers: [", "name: \"word\"", "\"sky\""))
    try table.build(["action": "move", "node": "layer/0/0", "into": "layer", "index": 1])
    #expect(table.selected == "layer/1")
    // A cell of a cell becomes one of the emitter.
    let cell = "layer/2/emitterCells[0]"
    try table.build(["action": "move", "node": "\(cell)/emitterCells[0]", "into": "layer/2", "index": 0])
    #expect(table.selected == "layer/2/emitterCells[0]" && table.has("emitterCells: [", "\"dust\"", "\"snow\""))
    for change in [["node": "layer/0", "by": -1], ["node": "layer/2", "by": 9], ["node": "cues[0]", "by": 1]] {
      #expect(try table.ask(change.merging(["action": "move"]) { one, _ in one }).status == 422)
    }
    for (node, into) in [("layer/2", "layer/2"), ("layer/1", cell), (cell, "layer/0")] {
      #expect(try table.ask(["action": "move", "node": node, "into": into]).status == 422)
    }
  }

  /// What refers to a name follows it.
  @Test func partsAreRenamed() throws {
    var table = try Table()
    try table.build(["action": "rename", "node": "layer/2/emitterCells[0]", "name": "flake"])
    #expect(table.has("\"emitterCells.flake.birthRate\"", "name: \"flake\"", "\"sky.emitterCells.flake.birthRate\""))
    try table.build(["action": "rename", "node": "layer/1", "name": "big word"])
    #expect(table.has("name: \"big word\"", "\"big word.opacity\": 0.5"))
    try table.build(["action": "rename", "node": "layer/0", "name": "far"])
    #expect(table.has("remove: \"far\""))
    try table.build(["action": "rename", "node": "vars.title", "name": "heading"])
    #expect(table.selected == "vars.heading" && table.has("heading: { type", "string: \"{heading}!\""))
    try table.build(["action": "rename", "node": "layer/1/animations.fade", "name": "come"])
    #expect(table.selected == "layer/1/animations.come" && table.has("animations: { come: {"))
    try table.build(["action": "rename", "node": "cues[0]", "name": "hit"])
    #expect(table.has("name: \"hit\"", "at: \"hit\""))
    try table.build(["action": "rename", "node": "layer", "name": "root"])
    #expect(table.has("layer: {", "name: \"root\"", "sublayers"))
    for (node, name) in [
      ("vars.heading", "n"), ("vars.heading", "1a"), ("vars.heading", ""), ("cues[0]", "every"), ("layer/0", "a.b"),
      ("layer/0", String(repeating: "x", count: 101)), ("layer/1/animations.come", ""), ("movie", "x"),
    ] {
      let refused = try table.ask(["action": "rename", "node": node, "name": name])
      #expect(refused.status == 422, "\(node) \(name)")
    }
  }

  @Test func cuesAndEventsMoveInTime() throws {
    var table = try Table()
    try table.build(["action": "put", "node": "cues[0]", "key": "at", "value": "0.5"])
    #expect(table.selected == "cues[0]" && table.has("{ name: \"drop\", at: 0.5 }"))
    try table.build(["action": "put", "node": "timeline[0]", "key": "at", "value": "2.5"])
    #expect(table.has("timeline: [{ at: 2.5, set"))
    for (node, key, value) in [
      ("cues[0]", "at", "-1"), ("cues[0]", "at", "nan"), ("cues[9]", "at", "1"), ("timeline[0]", "remove", "sky"),
      ("timeline[99999999]", "at", "1"), ("layer", "at", "1"), ("cues[0]", "name", "a b"),
    ] {
      #expect(try table.ask(["action": "put", "node": node, "key": key, "value": value]).status == 422, "\(node)")
    }
  }

  /// The bars of the page's timeline: seconds of what is written, whatever clocks the layers have.
  @Test func animationsHaveBars() throws {
    let studio = try StudioProcess(
      "bars.json",
      files: [
        "bars.json": """
        { movie: { size: [64, 64], duration: 4, speed: 2 }, cues: [{ at: 1 }],
          layer: { sublayers: [{ name: "a", speed: 0.5, animations: {
            late: { keyPath: "opacity", toValue: 0, duration: 1, delay: 2, autoreverses: true, repeatCount: 2 },
            ever: { keyPath: "position.x", toValue: 5, duration: 1, repeatCount: "infinity" },
            both: { class: "CAAnimationGroup", duration: 4, speed: 2, autoreverses: true, animations: [
              { keyPath: "position.y", toValue: 5, delay: 1 }] } } }] },
          timeline: [{ at: 3, set: { "a.opacity": 0 } }] }
        """
      ])
    let scene = try #require(try studio.ask("GET", "document").json["scene"] as? [String: Any])
    let nodes = try #require(scene["nodes"] as? [[String: Any]])
    let bars = nodes.compactMap { $0["bar"] as? [String: Double] }
    #expect(bars.contains(["start": 1, "end": 5, "period": 2, "pace": 2]), "\(bars)")
    #expect(bars.contains(["start": 0, "period": 1, "pace": 2]), "\(bars)")
    // A group that runs twice as fast, and what is in it, without a duration of its own.
    #expect(bars.contains(["start": 0, "end": 4, "period": 4, "pace": 2]), "\(bars)")
    #expect(bars.contains(["start": 0.5, "end": 2.5, "period": 2, "pace": 2]), "\(bars)")
    let moments = try ["cues", "events"].map { try #require((scene[$0] as? [[String: Any]])?.first) }
    #expect(moments.map { $0["time"] as? Double } == [0.5, 1.5])
    #expect(moments.map { $0["id"] as? String } == ["cues[0]", "timeline[0]"])
  }

  /// Untrusted bodies are answered, and the document never grows without an end.
  @Test func changesHaveLimits() throws {
    var table = try Table()
    for change: [String: Any] in [
      ["action": "add", "kind": "none", "node": "layer"], ["action": "add", "node": "layer"],
      ["action": "add", "kind": "wave", "node": "layer/0"], ["action": "add", "kind": "life", "node": "layer/0"],
      ["action": "add", "kind": "animation", "key": "no.such", "node": "layer/0"],
      ["action": "add", "kind": "cue", "node": "layer", "time": 1e308],
      ["action": "remove", "node": "../x"], ["action": "remove", "node": ""], ["action": "duplicate", "node": "movie"],
      ["action": "move", "node": "layer/1", "by": Int.max], ["action": "move", "node": "layer/1", "by": Int.min],
      ["action": "move", "node": "layer/1", "into": "none", "index": -5],
      ["action": "put", "node": "cues[0]", "key": "at", "value": String(repeating: "1", count: 300)],
    ] {
      #expect(try table.ask(change).status == 422, "\(change)")
    }
    #expect(try table.ask(["action": "burn", "node": "layer"]).status == 400)
    let filler = String(repeating: "x", count: 3 << 20)
    table = try Table("// Kept: in front.\n{ layer: { sublayers: [{ name: \"a\", /* \(filler) */ }] } }")
    try table.build(["action": "duplicate", "node": "layer/0"])
    let refused = try table.ask(["action": "duplicate", "node": "layer/1"])
    #expect(refused.status == 422 && refused.text.contains("larger than 8 MB"))
  }
}
