import Foundation
import StarmineTestSupport
import Testing

/// The server for agents, over its standard input and output.
@Suite struct MCPTests {
  private typealias JSON = [String: Any]

  /// The answers to messages, in order.
  private func answers(to messages: [String], _ starmine: Starmine) throws -> [JSON] {
    try starmine.write(messages.map { $0 + "\n" }.joined(), to: ".messages")
    let line = "exec '\(Starmine.executable.path)' mcp --threads 1 < .messages"
    let outcome = try starmine.finish(starmine.start(["-c", line], program: URL(filePath: "/bin/sh")))
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? JSON)
    }
  }

  private func call(_ tool: String, _ arguments: String, id: Int = 1) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  /// The texts and pictures of one call's answer.
  private func result(
    _ tool: String, _ arguments: String, _ starmine: Starmine, fails: Bool = false
  ) throws -> (text: String, pictures: [Data]) {
    let answer = try #require(answers(to: [call(tool, arguments)], starmine).first)
    let result = try #require(answer["result"] as? JSON, "\(answer)")
    #expect(result["isError"] as? Bool == fails, "\(tool) \(arguments): \(result)")
    let content = try #require(result["content"] as? [JSON])
    let pictures = content.compactMap { ($0["data"] as? String).flatMap { Data(base64Encoded: $0) } }
    return (content.compactMap { $0["text"] as? String }.joined(separator: "\n"), pictures)
  }

  private func run(_ body: (Starmine) throws -> Void) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    try body(starmine)
  }

  /// Width and height in a PNG's header.
  private func size(_ png: Data) -> [Int] {
    [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func bothRevisionsOfTheProtocol() throws {
    try run { starmine in
      let answers = try answers(
        to: [
          #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
          #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "",
          #"{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{"_meta":{}}}"#,
          #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":4,"method":"tools/list"}"#,
        ], starmine)
      #expect(answers.count == 4)
      #expect(answers[0]["id"] as? String == "a")
      #expect((answers[0]["result"] as? JSON)?["protocolVersion"] as? String == "2025-06-18")
      #expect((answers[1]["result"] as? JSON)?["supportedVersions"] as? [String] == ["2026-07-28"])
      #expect((answers[2]["result"] as? JSON)?.isEmpty == true)
      let tools = try #require((answers[3]["result"] as? JSON)?["tools"] as? [JSON])
      #expect(tools.count == 10)
      // About four bytes are a token; the list is in every conversation.
      #expect(try JSONSerialization.data(withJSONObject: tools).count < 4000)
    }
  }

  @Test func wrongMessages() throws {
    try run { starmine in
      let deep = String(repeating: "[", count: 5000)
      let answers = try answers(
        to: [
          "nonsense", deep, #"{"id":1}"#, #"{"id":2,"method":"resources/list"}"#,
          #"{"id":3,"method":"tools/call","params":{"name":"nothing"}}"#, #"{"id":4,"method":"tools/call"}"#,
          #"{"id":5,"result":{}}"#,
        ], starmine)
      let codes = answers.compactMap { ($0["error"] as? JSON)?["code"] as? Int }
      #expect(codes == [-32700, -32700, -32600, -32601, -32602, -32602])
    }
  }

  /// It is dropped while it comes; what follows is answered.
  @Test func longMessages() throws {
    try run { starmine in
      let long = #"{"id":1,"method":""# + String(repeating: "a", count: 33 << 20) + #""}"#
      let answers = try answers(to: [long, #"{"id":2,"method":"ping"}"#], starmine)
      #expect(answers.compactMap { ($0["error"] as? JSON)?["code"] as? Int } == [-32700])
      #expect(answers.last?["id"] as? Int == 2)
    }
  }

  // MARK: While a call runs

  /// A server whose messages are written one after the other.
  private func converse(
    _ starmine: Starmine, _ options: [String] = [], _ body: (FileHandle, () throws -> JSON) throws -> Void
  ) throws {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = Starmine.executable
    process.arguments = ["mcp", "--threads", "1"] + options
    process.currentDirectoryURL = starmine.folder
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var bytes = Data()
    try body(input.fileHandleForWriting) {
      while true {
        if let end = bytes.firstIndex(of: 10) {
          defer { bytes.removeSubrange(...end) }
          return try #require(try JSONSerialization.jsonObject(with: Data(bytes[..<end])) as? JSON)
        }
        let more = output.fileHandleForReading.availableData
        try #require(!more.isEmpty, "the server stopped")
        bytes += more
      }
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  private func send(_ messages: String..., to input: FileHandle) throws {
    try input.write(contentsOf: Data(messages.map { $0 + "\n" }.joined().utf8))
  }

  /// A call that takes minutes.
  private let long = #"{"scene":"galaxy","path":"long.mp4","size":"1920x1080"}"#

  private func files(in starmine: Starmine) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: starmine.folder.path).sorted()
  }

  @Test func callsAreCancelledAndPingsAnswered() throws {
    try run { starmine in
      try converse(starmine) { input, next in
        let waiting = call("presets", "{}", id: 3)
        try send(call("render", long, id: 2), waiting, #"{"id":4,"method":"ping"}"#, to: input)
        #expect(try next()["id"] as? Int == 4)
        let cancelled = [2, 3].map { #"{"method":"notifications/cancelled","params":{"requestId":\#($0)}}"# }
        try send(cancelled[1], cancelled[0], call("params", #"{"scene":"snow"}"#, id: 5), to: input)
        #expect(try next()["id"] as? Int == 5)
      }
      #expect(try files(in: starmine) == ["tiny.json"])
    }
  }

  @Test func callsReportProgressAndHaveALimit() throws {
    try run { starmine in
      try converse(starmine, ["--time-limit", "2.5"]) { input, next in
        try send(
          #"{"id":"a","method":"tools/call","params":{"_meta":{"progressToken":9007199254740993},"#
            + #""name":"render","arguments":\#(long)}}"#, to: input)
        for seconds in 1...2 {
          let told = try next()
          #expect(told["method"] as? String == "notifications/progress")
          #expect((told["params"] as? JSON)?["progress"] as? Int == seconds)
          #expect((told["params"] as? JSON)?["progressToken"] as? Int == 9_007_199_254_740_993)
        }
        let result = try #require(next()["result"] as? JSON)
        #expect(result["isError"] as? Bool == true && "\(result)".contains("--time-limit"))
      }
      #expect(try files(in: starmine) == ["tiny.json"])
    }
  }

  @Test func theEndOfTheInputEndsTheServer() throws {
    try run { starmine in
      let start = Date()
      try converse(starmine) { input, _ in try send(call("render", long), to: input) }
      #expect(Date().timeIntervalSince(start) < 60)
      #expect(try files(in: starmine) == ["tiny.json"])
    }
  }

  @Test func largeIdsKeepTheirDigits() throws {
    try run { starmine in
      let ids = ["9007199254740993", "123456789012345678901234567890", "-1", "1.50", #""a\u0022b""#]
      let messages = ids.map { #"{"id":\#($0),"method":"ping"}"# } + [#"{"id":9007199254740995}"#]
      try starmine.write((messages + [call("presets", "{}")]).map { $0 + "\n" }.joined(), to: ".messages")
      let line = "exec '\(Starmine.executable.path)' mcp --threads 1 < .messages"
      let output = try starmine.finish(starmine.start(["-c", line], program: URL(filePath: "/bin/sh"))).output
      for id in ids.dropLast() + [#""a\"b""#, "9007199254740995"] { #expect(output.contains("\"id\": \(id),")) }
    }
  }

  @Test func textsAboutScenes() throws {
    try run { starmine in
      #expect(try result("presets", "{}", starmine).text.contains("\nsnow: "))
      let cells = try result("params", #"{"scene":"tiny.json","filter":"velocity"}"#, starmine).text
      #expect(cells.contains("sky.emitterCells.snow.velocity = 20"))
      #expect(try result("params", #"{"scene":"CAEmitterCell"}"#, starmine).text.contains("birthRate = "))
      #expect(try result("validate", #"{"scene":"tiny.json"}"#, starmine).text.hasPrefix("valid"))
      let wrong = try result(
        "validate", #"{"scene":"{layer: {\n opacty: 1}}"}"#, starmine, fails: true)
      #expect(wrong.text.contains("document:2:") && wrong.text.contains("did you mean \"opacity\"?"))
      let saved = try result("save", #"{"scene":"tiny.json","set":["snow.velocity=77"]}"#, starmine).text
      #expect(saved.contains("velocity: 77"))
      #expect(try result("bench", #"{"scene":"tiny.json"}"#, starmine).text.contains("evaluation"))
    }
  }

  @Test func picturesHaveTheRequestedSize() throws {
    try run { starmine in
      let still = try result("still", #"{"scene":"tiny.json","at":0.5,"size":"128x64","set":null}"#, starmine)
      #expect(try size(#require(still.pictures.first)) == [128, 64])
      #expect(still.text.contains("particles alive"))
      // A document in the call itself, as a text and as an object.
      let document = #"{"movie":{"size":[8,4]},"layer":{"backgroundColor":"red"}}"#
      #expect(try size(#require(result("still", #"{"scene":\#(document)}"#, starmine).pictures.first)) == [640, 320])
      let sheet = try result("sheet", #"{"scene":"tiny.json","times":[0.1,0.5,0.9,1],"size":"64x32"}"#, starmine)
      #expect(try size(#require(sheet.pictures.first))[0] > 3 * 64)
      #expect(sheet.text.split(separator: "\n").count >= 4)
      let changed = tinyDocument.replacing("velocity: 20", with: "velocity: 60")
      try starmine.write(changed, to: "other.json")
      let difference = try result("diff", #"{"scene":"tiny.json","other":"other.json"}"#, starmine)
      #expect(difference.pictures.count == 1 && difference.text.contains("velocity"))
    }
  }

  @Test func whyListsVisibleLayers() throws {
    try run { starmine in
      let seen = try result("why", #"{"scene":"tiny.json","at":0.9}"#, starmine).text
      #expect(seen.contains(#/sky\.emitterCells\.snow: \d+ pixels in /#))
      let hidden = try result("why", #"{"scene":"tiny.json","at":0.9,"set":["snow.birthRate=0"]}"#, starmine).text
      #expect(hidden.contains("nothing is visible") && hidden.contains("snow: adds nothing: birthRate 0"))
    }
  }

  @Test func whyGivesTheReason() throws {
    try run { starmine in
      let layer = "bounds: [0, 0, 20, 20], position: [50, 50], backgroundColor: 'red'"
      let cell = "name: 'c', birthRate: 20, contents: {sprite: 'glow'}"
      try starmine.write(
        """
        {movie: {size: [200, 100], duration: 2}, layer: {sublayers: [
          {name: 'out', bounds: [0, 0, 20, 20], position: [400, 50], backgroundColor: 'red'},
          {name: 'clear', \(layer), opacity: 0, sublayers: [{name: 'inner', \(layer)}]},
          {name: 'fading', \(layer), animations: {
            o: {class: 'CABasicAnimation', keyPath: 'opacity', fromValue: 0, toValue: 0, duration: 9}}},
          {name: 'away', \(layer), hidden: true},
          {name: 'empty', bounds: [0, 0, 20, 20]},
          {name: 'small', \(layer), transform: 'scale(0)'},
          {name: 'under', \(layer)}, {name: 'top', \(layer), shadowOpacity: 0, cornerRadius: 0, borderWidth: 3},
          {name: 'e1', class: 'CAEmitterLayer', emitterPosition: [900, 50], emitterCells: [{\(cell), lifetime: 1}]},
          {name: 'e2', class: 'CAEmitterLayer', opacity: 0, emitterCells: [{\(cell), lifetime: 1}]},
          {name: 'e3', class: 'CAEmitterLayer', emitterCells: [{\(cell), lifetime: 0}]}
        ]}}
        """, to: "why.json")
      let text = try result("why", #"{"scene":"why.json","at":1}"#, starmine).text
      for (name, reason) in [
        ("out", "outside the frame: 390,40 to 410,60"), ("clear", "opacity 0"),
        ("inner", "in clear, which has opacity 0"), ("fading", "opacity 0"), ("away", "hidden true"),
        ("empty", "nothing to draw"), ("e1", "none of its particles"),
        ("small", "a transform without area"), ("under", "covered"), ("e2", "opacity 0"),
        ("e1.emitterCells.c", "20 particles alive, outside the frame"),
        ("e2.emitterCells.c", "its layer has opacity 0"), ("e3.emitterCells.c", "lifetime 0"),
      ] {
        #expect(text.contains("\n\(name): adds nothing: \(reason)"), "\(name)")
      }
      #expect(text.contains(#/\ntop: \d+ pixels/#))
    }
  }

  @Test func filesStayBelowTheFolder() throws {
    try run { starmine in
      let film = try result("render", #"{"scene":"tiny.json","path":"a.gif","frames":"0-2"}"#, starmine)
      #expect(film.text.contains("3 frames"))
      #expect(FileManager.default.fileExists(atPath: starmine.file("a.gif").path))
      _ = try result("save", #"{"scene":"snow","path":"mine.json"}"#, starmine)
      #expect(try starmine.text("mine.json").contains("layer"))
      for path in ["/tmp/starmine-elsewhere.gif", "../elsewhere.gif", "out/../../elsewhere.gif", ""] {
        let refused = try result("render", #"{"scene":"tiny.json","path":"\#(path)"}"#, starmine, fails: true)
        #expect(refused.text.contains("outside"), "\(path)")
      }
      try FileManager.default.createSymbolicLink(
        at: starmine.file("link"), withDestinationURL: starmine.folder.deletingLastPathComponent())
      _ = try result("save", #"{"scene":"snow","path":"link/mine.json"}"#, starmine, fails: true)
      _ = try result("still", #"{"scene":"/etc/passwd"}"#, starmine, fails: true)
      // What would never end to be read.
      #expect(mkfifo(starmine.file("pipe").path, 0o600) == 0)
      #expect(try result("still", #"{"scene":"pipe"}"#, starmine, fails: true).text.contains("regular"))
      #expect(mkfifo(starmine.file("pipe.gif").path, 0o600) == 0)
      #expect(mkfifo(starmine.file("00001.png").path, 0o600) == 0)
      try starmine.write("secret", to: "secret.txt")
      for link in ["link.gif", "link.json", "frame00002.png"] {
        try FileManager.default.createSymbolicLink(
          at: starmine.file(link), withDestinationURL: starmine.file("secret.txt"))
      }
      for path in ["pipe.gif", "%05d.png", "link.gif", "frame%05d.png", "a%d/frame.png", "link.json"] {
        let tool = path.hasSuffix("json") ? "save" : "render"
        let refused = try result(tool, #"{"scene":"tiny.json","path":"\#(path)"}"#, starmine, fails: true)
        #expect(refused.text.contains("path: "), "\(path)")
      }
      #expect(try starmine.text("secret.txt") == "secret")
      _ = try result("still", #"{"scene":"{layer: {contents: '/etc/passwd'}}"}"#, starmine, fails: true)
    }
  }

  @Test func saveReplacesDocumentsOnly() throws {
    try run { starmine in
      for (name, text) in [("package.json", #"{"name":"site"}"#), ("notes.json", "not JSON"), ("list.json", "[1]")] {
        try starmine.write(text, to: name)
        let refused = try result("save", #"{"scene":"tiny.json","path":"\#(name)"}"#, starmine, fails: true)
        #expect(refused.text.contains("not a Starmine document"), "\(name)")
        #expect(try starmine.text(name) == text, "\(name)")
      }
      _ = try result("save", #"{"scene":"snow","path":"tiny.json"}"#, starmine)
      #expect(try starmine.text("tiny.json").contains("snow"))
    }
  }

  /// Relative paths lead to the same files from wherever a document is saved.
  @Test func savedDocumentsFindTheirFiles() throws {
    try run { starmine in
      try FileManager.default.createDirectory(at: starmine.file("sub"), withIntermediateDirectories: false)
      let picture = try #require(result("still", #"{"scene":"tiny.json","size":"8x4"}"#, starmine).pictures.first)
      try picture.write(to: starmine.file("sub/dot.png"))
      try starmine.write("{movie: {size: [8, 4]}, layer: {contents: 'dot.png'}}", to: "sub/a.json")
      _ = try result("save", #"{"scene":"sub/a.json","path":"b.json"}"#, starmine)
      #expect(try starmine.text("b.json").contains("sub/dot.png"))
      #expect(try result("validate", #"{"scene":"b.json"}"#, starmine).text.hasPrefix("valid"))
      #expect(try result("save", #"{"scene":"sub/a.json"}"#, starmine).text.contains("sub/dot.png"))
    }
  }

  @Test func wrongArguments() throws {
    try run { starmine in
      for (tool, arguments) in [
        ("still", "{}"), ("still", #"{"scene":7}"#), ("still", #"{"scene":"no-such-preset"}"#),
        ("still", #"{"scene":"snow","size":"9999x9999"}"#), ("still", #"{"scene":"snow","at":"soon"}"#),
        ("still", #"{"scene":"snow","at":1e300}"#), ("still", #"{"scene":"snow","set":["snow.nonsense=1"]}"#),
        ("sheet", #"{"scene":"snow","times":[]}"#), ("params", #"{"scene":"snow","colour":1}"#),
        ("render", #"{"scene":"snow","path":"a.gif","frames":"9-3"}"#), ("save", #"{"scene":"snow","path":"a.txt"}"#),
        ("still", "[]"), ("sheet", #"{"scene":"snow","times":[1e300]}"#),
        ("diff", #"{"scene":"snow","other":"snow","at":1e300}"#), ("save", #"{"scene":null}"#),
      ] {
        let said = try result(tool, arguments, starmine, fails: true).text
        #expect(!said.isEmpty, "\(tool) \(arguments)")
      }
    }
  }

  /// What agents read of the documents' keys is what the tables say: each key once, with the first class that has it.
  @Test func paramsListsKeysForAgents() throws {
    try run { starmine in
      var (text, listed) = ("", Set<String>())
      for name in ["movie", "CALayer", "CAEmitterLayer", "CAEmitterCell", "CAShapeLayer", "CATextLayer"] {
        text += "\n## \(name)\n\n"
        let rows = try JSONSerialization.jsonObject(with: Data(starmine.run("params", name, "--json").output.utf8))
        let isLayer = name != "movie" && name != "CAEmitterCell"
        for case let row as JSON in try #require(rows as? [Any]) {
          let key = try #require(row["key"] as? String)
          guard !isLayer || listed.insert(key).inserted else { continue }
          let words = ["kind", "unit"].compactMap { row[$0] as? String }.filter { !$0.isEmpty }
          text += "- `\(key)` (\(words.joined(separator: ", "))): \(row["summary"] ?? "")\n"
        }
      }
      #expect(listed.count > 60)
      #expect(try GeneratedPart("keys", of: "llms.txt").matches(text + "\n"))
    }
  }
}
