import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

/// Limits of one document, and how messages stay readable whatever it says. All limits are ours.
@Suite struct LimitTests {
  private func members(_ count: Int, _ member: (Int) -> String) -> String {
    (0..<count).map(member).joined(separator: ",")
  }

  // MARK: Messages

  @Test func numberOfReportedErrorsIsLimited() {
    let messages = problems(of: "{layer: {\(members(900) { "k\($0): 1" })}}")
    #expect(messages.count == 201)
    #expect(messages.last?.hasSuffix("more than 200 errors; further errors are not listed") == true)
    #expect(messages.last?.hasPrefix("test.json:1:") == true)
  }

  @Test func numberOfReportedNotesIsLimited() throws {
    let scene = try load("{layer: {sublayers: [\(members(900) { _ in "{cullRect: []}" })]}}")
    #expect(scene.unsupported.count == 201)
    #expect(scene.unsupported.last?.message == "more than 200 notes; further notes are not listed")
  }

  private static let long = String(repeating: "long", count: 50_000)

  @Test(arguments: [
    "{layer: {\(long): 1}}", "{layer: {opacity: '\(long)'}}", "{layer: {class: '\(long)'}}", "{\(long): 1, layer: {}}",
    "{layer: {backgroundColor: '\(long)'}}", "{layer: {transform: '\(long)(1)'}}", "{layer: {contents: '\(long)'}}",
    "{layer: {class: 'CAShapeLayer', lineCap: '\(long)'}}", "{layer: {class: 'CAShapeLayer', path: '\(long)'}}",
    "{layer: {class: 'CAShapeLayer', path: 'M 0 0 L \(long)'}}", "{layer: {contents: {sprite: '\(long)'}}}",
    "{layer: {contents: {\(long): 1}}}", "{layer: {animations: {'\(long)': {toValue: 1}}}}",
    "{layer: {animations: {opacity: {class: '\(long)'}}}}",
    "{layer: {animations: {opacity: {byValue: 1, \(long): 1}}}}",
    "{layer: {}, timeline: [{at: 0, set: {'\(long)': 1}}]}", "{layer: {}, timeline: [{at: 0, remove: '\(long)'}]}",
    "{layer: {name: '\(long)'}, timeline: [{at: 0, set: {'b.opacity': 1}}]}", "{\(long): 1, \(long): 1}", "{\(long) 1}",
    "{layer: {class: 'CATextLayer', string: [{\(long): 1, text: ''}]}}", "{layer: \(long)}", "{layer: 1\(long)}",
    "{layer: {opacity: [\(String(repeating: "[1],", count: 20_000))]}}",
  ])
  func messagesRepeatAPieceOnly(text: String) throws {
    let messages = problems(of: text)
    #expect(messages.count == 1)
    let length = try #require(messages.first).utf8.count
    #expect(length < 900, "\(length): \(messages[0].prefix(300))")
  }

  @Test func messagesHaveOneLine() {
    let messages = problems(of: #"{layer: {opacity: "a\n\u001b[31mb", "key\r\n": 1}}"#)
    #expect(messages.count == 2 && messages.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    #expect(messages.contains { $0.contains(#"a\n\u001b[31mb"#) })
  }

  @Test func longWaysAreCut() {
    let depth = 40
    let open = String(repeating: "{sublayers: [", count: depth)
    let messages = problems(of: "{layer: \(open){opacty: 1}\(String(repeating: "]}", count: depth))}")
    #expect(messages.count == 1 && messages[0].utf8.count < 400)
    #expect(messages[0].contains("layer.sublayers[0]") && messages[0].contains("...") && messages[0].contains("opacty"))
  }

  // MARK: Suggestions

  @Test(arguments: [
    ("trail", ["rain", "snow"], nil), ("filters", ["filters", "name"], nil), ("moive", ["movie"], "movie"),
    ("x", ["y"], nil), ("opacty", ["opacity", "position"], "opacity"), ("Filters", ["filters"], "filters"),
    ("fliters", ["filters"], "filters"), ("", ["a"], nil), ("cat", ["bat", "cab"], "bat"),
    (String(repeating: "a", count: 500), [String(repeating: "a", count: 499)], nil),
  ])
  func namesThatAreClose(word: String, names: [String], expected: String?) {
    #expect(word.nearest(in: names) == expected)
    #expect(word.nearest(in: names.reversed()) == expected, "the order does not matter")
  }

  // MARK: Work and memory

  @Test func spritesHaveABudgetTogether() {
    let sprites = members(9) { "{contents: {sprite: 'snowflake', size: 1024, softness: 0.\($0 + 1)}}" }
    let messages = problems(of: "{layer: {sublayers: [\(sprites)]}}")
    #expect(!messages.isEmpty && messages.allSatisfy { $0.contains("take too long to draw") })
    // Equal ones are made once.
    let equal = members(9) { _ in "{contents: {sprite: 'dot', size: 1024}}" }
    #expect(problems(of: "{layer: {sublayers: [\(equal)]}}") == [])
  }

  @Test func picturesHaveABudgetTogether() throws {
    let image = CGImage(width: 4096, height: 4096, pixels: [UInt32](repeating: 0, count: 1 << 24))
    let loader = PresetLoader { _ in image }
    let text = "{layer: {sublayers: [\(members(12) { "{contents: '\($0).png'}" })]}}"
    let error = #expect(throws: PresetError.self) {
      try loader.load(Array(text.utf8), file: "test.json", directory: URL(filePath: "/nowhere"))
    }
    #expect(error?.problems.count == 4)
    #expect(error?.problems.first?.message.contains("the limit is 134217728") == true)
    #expect(error?.problems.first?.location.column ?? 0 > 100)
  }

  @Test(arguments: [
    "{layer: {sublayers: [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]}}",
    "{layer: {class: 'CAEmitterLayer', emitterCells: [\(String(repeating: "{},", count: 99))]}}",
    "{layer: {animations: {\((0..<99).map { "a\($0): {keyPath: 'opacity', toValue: 1}" }.joined(separator: ", "))}}}",
    "{layer: {}, x: [\(String(repeating: "1,", count: 9000))]}",
  ])
  func memoryHasALimit(text: String) {
    var loader = PresetLoader { _ in throw CocoaError(.fileNoSuchFile) }
    loader.memory = 40_000
    let error = #expect(throws: PresetError.self) {
      try loader.load(Array(text.utf8), file: "test.json", directory: URL(filePath: "/nowhere"))
    }
    let message = error?.problems.map(\.message).joined() ?? ""
    #expect(message.contains("the document takes more than 0 MB of memory"), "\(message)")
  }

  /// A movie keeps the tree after each event: thousands of events among thousands of layers are told before they are
  /// played.
  @Test func treesOfATimelineCountToo() {
    let layers = members(200) { "{name: 'l\($0)'}" }
    let events = members(100) { "{at: \($0), set: {'l\($0).opacity': 0.5}}" }
    let text = Array("{layer: {sublayers: [\(layers)]}, timeline: [\(events)]}".utf8)
    var loader = PresetLoader { _ in throw CocoaError(.fileNoSuchFile) }
    let folder = URL(filePath: "/nowhere")
    #expect(throws: Never.self) { try loader.load(text, file: "test.json", directory: folder) }
    loader.memory = 201 * 4096 + 50 * 16 * 200
    let error = #expect(throws: PresetError.self) { try loader.load(text, file: "test.json", directory: folder) }
    #expect(error?.problems.count == 1)
    #expect(error?.problems.first?.path.hasPrefix("timeline[") == true)
  }

  @Test func additionsToALongListEnd() {
    let many = members(3000) { _ in "{}" }
    let events = { (count: Int) in members(count) { "{at: \($0), addSublayers: {a: {name: 'n\($0)'}}}" } }
    func errors(_ count: Int) -> [String] {
      problems(of: "{layer: {name: 'a', sublayers: [\(many)]}, timeline: [\(events(count))]}")
    }
    #expect(errors(900) == [])
    #expect(errors(1500).count == 1 && errors(1500)[0].contains("timeline[1"), "\(errors(1500))")
    // Of one event all together.
    let one = "{at: 0, addSublayers: {a: [\(many)]}}"
    #expect(problems(of: "{layer: {name: 'a'}, timeline: [\(one)]}") == [])
  }

  @Test func fontsAndAnimationsOfEmittersHaveALimit() {
    let texts = members(501) { "{class: 'CATextLayer', font: 'no font of number \($0)'}" }
    #expect(problems(of: "{layer: {sublayers: [\(texts)]}}").contains { $0.contains("more than 500 fonts") })
    let animations = members(4001) { "a\($0): {keyPath: 'birthRate', toValue: 1}" }
    let messages = problems(of: "{layer: {class: 'CAEmitterLayer', animations: {\(animations)}}}")
    #expect(messages.count == 1 && messages[0].contains("at most 4000 animations, found 4001"), "\(messages)")
  }

  @Test func aFileTellsItsSize() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    // A hole: it takes no room on the disk.
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: 5_000_000_000)
    try handle.close()
    let error = #expect(throws: PresetReference.LookupError.self) {
      try PresetReference(url.path).load(PresetLoader { _ in throw CocoaError(.fileNoSuchFile) })
    }
    #expect(error?.description.contains("5000000000 bytes") == true, "\(error?.description ?? "")")
  }
}
