import Foundation
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineTestSupport
import Testing
import StarmineEditing

/// The server, asked as a program would.
struct ServerTests {
  @Test func pageIsServedAsItLies() throws {
    let studio = try StudioProcess()
    let files = Checkout.files(under: "Sources/Studio/Page", extensions: ["html", "css", "js"])
    #expect(files.count > 10)
    var total = 0
    for path in files {
      let name = String(path.split(separator: "/").last ?? "")
      let answer = try studio.ask("GET", name == "index.html" ? "" : name)
      #expect(answer.status == 200)
      #expect(answer.text == (try Checkout.text(of: path)), "\(name) is not in index.inc, or not built in")
      total += answer.body.count
    }
    // Bytes: a page without a framework loads at once, and can be read as a whole.
    #expect(total < 205_000)
  }

  /// A picture by its address is the file that `still` writes.
  @Test(arguments: [[], ["snow.velocity=90", "sky.emitterPosition=40,20"]])
  func frameIsAStill(changes: [String]) throws {
    let studio = try StudioProcess()
    let query = changes.map { "&set=\($0)" }.joined()
    let answer = try studio.ask("GET", "frame?t=0.7&size=160x90\(query)")
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "image/png")
    var arguments = ["still", "tiny.json", "--at", "0.7", "--size", "160x90", "-o", "x.png"]
    for change in changes { arguments += ["--set", change] }
    let process = Process()
    process.executableURL = StudioProcess.executable
    (process.arguments, process.currentDirectoryURL) = (arguments, studio.folder)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(answer.body == (try studio.bytes("x.png")))
  }

  /// Requests say which layers are drawn, in the words of the options.
  @Test func framesHaveTheirParts() throws {
    let studio = try StudioProcess()
    let whole = try ImageReader.image(from: try studio.ask("GET", "frame?t=0.5&size=64x36").body)
    #expect(whole[1, 1] >> 24 == 255)
    for query in ["only=particles", "without=scenery", "background=none"] {
      let image = try ImageReader.image(from: try studio.ask("GET", "frame?t=0.5&size=64x36&\(query)").body)
      #expect(image[1, 1] >> 24 == 0, "\(query)")
    }
    #expect(try studio.ask("GET", "frame?t=0.5&size=64x36&with=scenery").status == 200)
    #expect(try studio.ask("GET", "frame?only=snow").status == 422)
    #expect(try studio.ask("GET", "frame?only=particles&without=scenery").status == 422)
  }

  @Test func sameFrameIsNotSentAgain() throws {
    let studio = try StudioProcess()
    let first = try studio.ask("GET", "frame?t=0.5&size=64x36")
    let tag = try #require(first.headers["etag"])
    let second = try studio.ask("GET", "frame?t=0.5&size=64x36", headers: ["If-None-Match": tag])
    #expect(second.status == 304 && second.body.isEmpty)
    let other = try studio.ask("GET", "frame?t=0.6&size=64x36", headers: ["If-None-Match": tag])
    #expect(other.status == 200)
  }

  @Test(arguments: ["jpeg", "webp"])
  func pictureHasItsType(type: String) throws {
    let answer = try StudioProcess().ask("GET", "frame?t=1&size=64x36&type=\(type)")
    #expect(answer.headers["content-type"] == "image/\(type)")
    let image = try ImageReader.image(from: answer.body)
    #expect(image.width == 64 && image.height == 36)
  }

  @Test func editsKeepCommentsAndLayout() throws {
    let studio = try StudioProcess()
    let document = try studio.ask("GET", "document").json
    #expect(document["text"] as? String == StudioProcess.document)
    let revision = try #require(document["revision"] as? String)
    let edit = try studio.ask(
      "POST", "edit", body: #"{"revision": "\#(revision)", "set": ["snow.velocity=55", "snow.birthRate*=2"]}"#)
    let text = try #require(edit.json["text"] as? String)
    let expected = StudioProcess.document.replacing("velocity: 40", with: "velocity: 55")
      .replacing("birthRate: 40", with: "birthRate: 80")
    #expect(text == expected)
    let nodes = try #require((edit.json["scene"] as? [String: Any])?["nodes"] as? [[String: Any]])
    let cell = try #require(nodes.first { $0["name"] as? String == "snow" })
    #expect((cell["values"] as? [String: Any])?["velocity"] as? Double == 55)
    #expect(cell["prefix"] as? String == "snow.")
  }

  @Test func wrongValuesChangeNothing() throws {
    let studio = try StudioProcess()
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    let edit = try studio.ask("POST", "edit", body: #"{"revision": "\#(revision)", "set": ["snow.velocty=55"]}"#)
    #expect(edit.status == 422)
    #expect((edit.json["error"] as? String)?.contains("velocity") == true)
    let unknown = try studio.ask("POST", "edit", body: #"{"revision": "none", "set": []}"#)
    #expect(unknown.status == 410)
  }

  @Test func problemsHaveTheirPlace() throws {
    let studio = try StudioProcess()
    let reply = try studio.ask("POST", "draft", body: #"{"text": "{ layer: {\n  opacity: \"no\" } }"}"#)
    let problem = try #require((reply.json["problems"] as? [[String: Any]])?.first)
    #expect(problem["line"] as? Int == 2 && problem["severity"] as? String == "error")
    #expect(reply.json["scene"] == nil)
  }

  @Test func variationsAreThoseOfTune() throws {
    let studio = try StudioProcess()
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    let body = #"{"revision": "\#(revision)", "count": 4, "seed": 5, "locks": ["snow.velocity"]}"#
    let reply = try studio.ask("POST", "mutate", body: body)
    let variations = try #require(reply.json["variations"] as? [[String: Any]])
    #expect(variations.count == 5)
    let sets = variations.dropFirst().compactMap { $0["set"] as? [String] }
    #expect(sets.allSatisfy { !$0.isEmpty && !$0.contains { $0.contains("velocity") } })
  }

  @Test func exportsAreThoseOfRender() throws {
    let studio = try StudioProcess()
    let document = try studio.ask("GET", "document").json
    let exports = (document["facts"] as? [String: Any])?["exports"] as? [[String: Any]] ?? []
    let keys = Set(exports.compactMap { $0["key"] as? String })
    #expect(keys.isSuperset(of: ["for:web", "for:overlay", "format:h264", "format:gif"]))
    let revision = try #require(document["revision"] as? String)
    func render(_ export: String, _ name: String) throws -> Int {
      let body = #"{"revision": "\#(revision)", "name": "\#(name)", "export": "\#(export)"}"#
      return try studio.ask("POST", "render", body: body).status
    }
    #expect(try render("for:nowhere", "x.mp4") == 400)
    // The name's ending and the format are at odds.
    #expect(try render("format:h264", "x.gif") == 400)
    #expect(try render("format:gif", "x.gif") == 202)
  }

  /// Every kind of value in the property table has a control in the page.
  @Test func everyRowHasAControl() throws {
    let page = try Checkout.text(of: "Sources/Studio/Page/controls.js")
    let table = try #require(page.firstMatch(of: /export const kinds = \{([^}]*)\}/)).output.1
    let known = Set(table.matches(of: /(\w+):/).map { String($0.output.1) })
    let rows = PropertyRecord.classes.flatMap { name, rows in rows.map { (name, $0) } }
    #expect(rows.count > 300)
    for (name, row) in rows { #expect(known.contains(row.kind), "\(name).\(row.key) is a \(row.kind)") }
    let groups = Set(PropertyGroup.titles)
    #expect(rows.allSatisfy { groups.contains($0.1.group) })
  }

  // MARK: Refusals

  @Test func strangersAreRefused() throws {
    let studio = try StudioProcess()
    let port = studio.port
    #expect(try RawHTTP.ask(port, "GET", "/").status == 403)
    #expect(try RawHTTP.ask(port, "GET", "/frame?t=1").status == 403)
    #expect(try RawHTTP.ask(port, "GET", "/0000/document").status == 403)
    #expect(try studio.ask("GET", "document", headers: ["Host": "evil.example:\(port)"]).status == 403)
    #expect(try studio.ask("GET", "document", headers: ["Origin": "http://evil.example"]).status == 403)
    #expect(try studio.ask("GET", "live", headers: ["Origin": "http://127.0.0.1:1"]).status == 403)
    #expect(try studio.ask("GET", "document", headers: ["Origin": "http://127.0.0.1:\(port)"]).status == 200)
  }

  @Test(arguments: ["../secret.json", "/etc/passwd", "..\\\\x.json", ".hidden.json", "x.txt", ""])
  func pathsStayInTheFolder(name: String) throws {
    let studio = try StudioProcess()
    let save = try studio.ask("PUT", "document", body: #"{"text": "{ layer: {} }", "name": "\#(name)", "force": true}"#)
    #expect(save.status == 400)
    let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    #expect(try studio.ask("GET", "document?file=\(encoded)").status == 400)
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    let render = try studio.ask("POST", "render", body: #"{"revision": "\#(revision)", "name": "\#(name)"}"#)
    #expect(render.status == 400)
  }

  /// Links that lead out of the folder, and those that lead to what is not there.
  @Test(arguments: ["", "secret.json"]) func linksStayInTheFolder(present: String) throws {
    let studio = try StudioProcess()
    let outside = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outside) }
    if !present.isEmpty { try Data("{}".utf8).write(to: outside.appending(path: present)) }
    let links = ["secret.json", "out/x.gif"].map { studio.folder.appending(path: $0) }
    try FileManager.default.createDirectory(
      at: studio.folder.appending(path: "out"), withIntermediateDirectories: true)
    for link in links {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside.appending(path: "secret.json"))
    }
    let save = try studio.ask(
      "PUT", "document", body: #"{"text": "{ layer: {} }", "name": "secret.json", "force": true}"#)
    #expect(save.status == 403)
    #expect(try studio.ask("GET", "document?file=secret.json").status == 403)
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    let render = try studio.ask("POST", "render", body: #"{"revision": "\#(revision)", "name": "x.gif"}"#)
    #expect(render.status == 403)
    let names = try FileManager.default.contentsOfDirectory(atPath: outside.path(percentEncoded: false))
    #expect(names == (present.isEmpty ? [] : [present]))
  }

  @Test func pagesAndPicturesLeadNowhereElse() throws {
    let studio = try StudioProcess()
    #expect(try studio.ask("GET", "../../etc/passwd").status >= 400)
    #expect(try studio.ask("GET", "%2e%2e/%2e%2e/etc/passwd").status >= 400)
    #expect(try studio.ask("GET", "document?preset=tiny.json").status == 404)
    // A picture outside of the document's folder is not read.
    let outside = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
    #expect(try studio.run("still", "tiny.json", "-o", outside.path) == 0)
    defer { try? FileManager.default.removeItem(at: outside) }
    let reply = try studio.ask("POST", "draft", body: #"{"text": "{ layer: { contents: '\#(outside.path)' } }"}"#)
    let problem = (reply.json["problems"] as? [[String: Any]])?.first?["message"] as? String
    #expect(problem?.contains("document's folder") == true)
  }

  @Test func largeBodiesAreRefused() throws {
    let studio = try StudioProcess()
    let declared = try studio.ask("POST", "draft", headers: ["Content-Length": "99999999"])
    #expect(declared.status == 413)
    #expect(try studio.ask("POST", "draft", headers: ["Transfer-Encoding": "chunked"]).status == 411)
    #expect(try studio.ask("POST", "draft", body: "[1,").status == 400)
    #expect(try studio.ask("GET", "frame?size=99999x99999").status == 400)
    #expect(try studio.ask("GET", "frame?t=nan").status == 400)
    #expect(try studio.ask("GET", "frame?type=exe").status == 400)
    #expect(try studio.ask("GET", "document").status == 200)
  }

  @Test func readOnlyWritesNothing() throws {
    let studio = try StudioProcess("tiny.json", "--read-only")
    let body = #"{"text": "{ layer: {} }", "name": "tiny.json", "force": true}"#
    #expect(try studio.ask("PUT", "document", body: body).status == 403)
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    let render = try studio.ask("POST", "render", body: #"{"revision": "\#(revision)", "name": "x.mp4"}"#)
    #expect(render.status == 403)
    #expect(try studio.text("tiny.json") == StudioProcess.document)
  }

  @Test func savingAsksWhereTheFileIsAnother() throws {
    let studio = try StudioProcess()
    let base = try #require(try studio.ask("GET", "document").json["base"] as? String)
    try Data("{ layer: {} }".utf8).write(to: studio.folder.appending(path: "tiny.json"))
    func save(_ force: Bool) throws -> Int {
      let text = #""text": "{ layer: { opacity: 0.5 } }""#
      let body = #"{\#(text), "name": "tiny.json", "base": "\#(base)", "force": \#(force)}"#
      return try studio.ask("PUT", "document", body: body).status
    }
    #expect(try save(false) == 409)
    #expect(try studio.text("tiny.json") == "{ layer: {} }")
    #expect(try save(true) == 200)
    #expect(try studio.text("tiny.json") == "{ layer: { opacity: 0.5 } }")
  }
}
