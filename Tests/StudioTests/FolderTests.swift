import Foundation
import StarmineTestSupport
import Testing

/// Texts of pages name files of the document's folder, regular ones, and nothing else.
struct FolderTests {
  private func problems(_ studio: StudioProcess, _ text: String) throws -> String {
    let body = try JSONSerialization.data(withJSONObject: ["text": text])
    let reply = try studio.ask("POST", "draft", body: String(decoding: body, as: UTF8.self))
    let problems = reply.json["problems"] as? [[String: Any]] ?? []
    return problems.compactMap { $0["message"] as? String }.joined(separator: "\n")
  }

  @Test(arguments: [
    "layer: { contents: '%' }", "layer: { contents: { video: '%' } }", "audio: [{ file: '%' }], layer: {}",
    "layer: { opacity: { audio: 'bass', file: '%', to: 1 } }",
    "layer: { class: 'CATextLayer', string: 'a', font: '%' }",
    "layer: { class: 'CATextLayer', string: [{ text: 'a', font: '%' }] }",
    "layer: { class: 'CATextLayer', string: 'a' }, states: { a: { font: '%' } }",
  ])
  func filesOutsideTheFolderAreNotNamed(text: String) throws {
    let studio = try StudioProcess()
    let link = studio.folder.appending(path: "link").path
    #expect(symlink("/etc/hostname", link) == 0)
    // A font without a slash is a name and not a file.
    let paths = ["/etc/hostname", "../a.png", "link", "link/../../a", link]
    for path in paths where path.contains("/") || !text.contains("font") {
      let found = try problems(studio, "{ \(text.replacing("%", with: path)) }")
      #expect(found.contains("outside of the document's folder"), "\(path): \(found)")
    }
  }

  /// A pipe that no one writes into is told, and the next text is answered.
  @Test func pipesAreReported() throws {
    let studio = try StudioProcess()
    for name in ["pipe", "pipe.json"] { #expect(mkfifo(studio.folder.appending(path: name).path, 0o600) == 0) }
    for text in [
      "layer: { contents: 'pipe' }", "layer: { contents: { video: 'pipe' } }",
      "layer: { opacity: { audio: 'bass', file: 'pipe', to: 1 } }",
    ] { #expect(try problems(studio, "{ \(text) }").contains("regular file")) }
    let font = try problems(studio, "{ layer: { class: 'CATextLayer', string: 'a', font: './pipe' } }")
    #expect(font.contains("not a supported font"))
    #expect(try studio.ask("GET", "document?file=pipe.json").status >= 400)
    #expect(try problems(studio, "{ layer: {} }") == "")
  }

  @Test func changesOfPresetsNameNothingOutsideEither() throws {
    let studio = try StudioProcess()
    let outside = studio.folder.path + "/../a.png"
    let answer = try studio.ask("GET", "frame?preset=snow&size=64x36&set=sky.contents=\(outside)")
    #expect(answer.status == 422 && answer.text.contains("outside of the document's folder"), "\(answer.text)")
  }

  /// A link to where nothing is yet would be the way to make a file there.
  @Test func savesDoNotFollowLinksOut() throws {
    let studio = try StudioProcess()
    let outside = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    for (name, target) in [("away.json", outside.path), ("inside.json", "new.json")] {
      #expect(symlink(target, studio.folder.appending(path: name).path) == 0)
    }
    func save(_ name: String) throws -> Int {
      try studio.ask("PUT", "document", body: #"{"text": "{ layer: {} }", "name": "\#(name)", "force": true}"#).status
    }
    #expect(try save("away.json") == 403)
    #expect(try save("inside.json") == 200 && studio.text("new.json") == "{ layer: {} }")
    #expect(!FileManager.default.fileExists(atPath: outside.path))
    // Movies obey the same rule.
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    try FileManager.default.createDirectory(at: studio.folder.appending(path: "out"), withIntermediateDirectories: true)
    #expect(symlink(outside.path, studio.folder.appending(path: "out/away.mp4").path) == 0)
    let body = #"{"revision": "\#(revision)", "name": "away.mp4"}"#
    #expect(try studio.ask("POST", "render", body: body).status == 403)
  }

  /// Documents and pictures that lie in the folder itself, regular ones.
  @Test func filesOfTheFolderAreListed() throws {
    let studio = try StudioProcess(files: ["late.json5": "{}", "notes.txt": "", ".hidden.json": "{}"])
    let folder = studio.folder
    try FileManager.default.createDirectory(at: folder.appending(path: "sub.json"), withIntermediateDirectories: true)
    #expect(mkfifo(folder.appending(path: "pipe.json").path, 0o600) == 0)
    #expect(symlink("/etc/hostname", folder.appending(path: "away.json").path) == 0)
    #expect(symlink("tiny.json", folder.appending(path: "near.json").path) == 0)
    #expect(try studio.run("still", "tiny.json", "-o", "a.png") == 0)
    let reply = try studio.ask("GET", "files").json
    let documents = reply["documents"] as? [[String: Any]] ?? []
    let names = documents.compactMap { $0["name"] as? String }
    #expect(Set(names) == ["tiny.json", "moving.json", "late.json5", "near.json"])
    #expect(documents.allSatisfy { ($0["bytes"] as? Int ?? 0) > 0 && ($0["time"] as? Double ?? 0) > 0 })
    #expect(reply["pictures"] as? [String] == ["a.png"])
    #expect(reply["folder"] as? String == folder.lastPathComponent)
  }

  /// A picture from elsewhere becomes a file of the folder; no other file is touched.
  @Test func picturesArePutIntoTheFolder() throws {
    let studio = try StudioProcess()
    func put(_ name: String, _ bytes: [UInt8], _ studio: StudioProcess) throws -> (Int, String?) {
      let answer = try RawHTTP.ask(studio.port, "PUT", studio.root + "picture?name=\(name)", body: bytes)
      return (answer.status, answer.json["name"] as? String)
    }
    let (first, second) = try (
      studio.ask("GET", "frame?size=8x8&t=0.5").body, studio.ask("GET", "frame?size=9x9&t=0.5").body
    )
    #expect(try put("a.png", first, studio) == (200, "a.png") && studio.bytes("a.png") == first)
    #expect(try put("a.png", first, studio) == (200, "a.png"))
    #expect(try put("a.png", second, studio) == (200, "a-2.png") && studio.bytes("a.png") == first)
    #expect(try problems(studio, "{ layer: { contents: 'a-2.png' } }") == "")
    for name in ["..%2Fb.png", ".b.png", "tiny.json", "b", ""] { #expect(try put(name, first, studio).0 == 400) }
    #expect(try put("b.png", Array("not a picture".utf8), studio).0 == 422)
    #expect(try put("b.png", [], studio).0 == 422)
    let outside = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
    #expect(symlink(outside.path, studio.folder.appending(path: "link.png").path) == 0)
    #expect(try put("link.png", first, studio) == (200, "link-2.png"))
    #expect(!FileManager.default.fileExists(atPath: outside.path))
    let readOnly = try StudioProcess("tiny.json", "--read-only")
    #expect(try put("a.png", first, readOnly).0 == 403)
  }

  /// The document's own files may be anywhere.
  @Test func theOpenedDocumentKeepsItsFiles() throws {
    let studio = try StudioProcess()
    let folder = studio.folder.appending(path: "sub")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(try studio.run("still", "tiny.json", "-o", "a.png") == 0)
    let text = "{ layer: { contents: '../a.png' } }"
    try Data(text.utf8).write(to: folder.appending(path: "own.json"))
    let other = try StudioProcess(folder.appending(path: "own.json").path)
    #expect(try problems(other, text) == "")
    #expect(try problems(other, "{ layer: { contents: '../tiny.json' } }").contains("outside"))
  }
}
