import Foundation
import StarmineMedia
import StarmineTestSupport
import Testing

/// Pages that are made from the program's tables, and pictures that are drawn by it.
@Suite struct DocumentationTests {
  private struct PropertyClass: Decodable {
    var name: String
    var keys: [String]
  }

  @Test func documentationMatchesTheTables() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let formats = try starmine.run("formats", "--markdown").output
    #expect(try GeneratedPart("formats", of: "Documentation/video-formats.md").matches(formats))
    let classes = try JSONDecoder().decode(
      [PropertyClass].self, from: Data(starmine.run("params", "--json").output.utf8))
    let rows = try classes.map { entry in
      let animatable = try starmine.run("params", entry.name, "--animatable", "--json").output
      let count = try JSONSerialization.jsonObject(with: Data(animatable.utf8)) as? [Any]
      return "| `\(entry.name)` | \(entry.keys.count) | \(count?.count ?? 0) |\n"
    }
    let table = "| class or type | properties | animatable |\n|---|--:|--:|\n" + rows.joined()
    #expect(try GeneratedPart("classes", of: "Documentation/compatibility.md").matches(table))
  }

  /// The documents that are printed in README and documentation are valid.
  @Test(arguments: ["README.md", "Documentation/documents.md"])
  func documentsAreValid(page: String) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let blocks = try Checkout.text(of: page).matches(of: /(?s)```json5\n(.*?)```/).map { String($0.output.1) }
    #expect(!blocks.isEmpty)
    for (index, block) in blocks.enumerated() {
      try starmine.write(block, to: "\(index).json")
      let checked = try starmine.run("validate", "--strict", "\(index).json")
      #expect(checked.code == 0, "\(page), document \(index + 1): \(checked.output)\(checked.errors)")
      #expect(!checked.output.contains("note"), "\(page), document \(index + 1): \(checked.output)")
    }
  }

  // MARK: Pictures

  struct Picture: Decodable, CustomTestStringConvertible {
    var file: String
    var scene: String
    var draw: [String]
    var testDescription: String { file }
  }

  static let pictures: [Picture] = {
    let data = (try? Checkout.text(of: "Documentation/pictures/list.json")).map { Data($0.utf8) } ?? Data()
    return (try? JSONDecoder().decode([Picture].self, from: data)) ?? []
  }()

  /// A still is as its scene is drawn today; `Documentation/pictures/make` draws it again. Movies and the gallery of
  /// all presets take most of a minute: `.ci/run` checks them with `Documentation/pictures/make --check`.
  @Test(arguments: pictures.filter { $0.draw.first == "still" }) func stillsAreAsTheirScenes(picture: Picture) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let name = "scene.png"
    let drawn = try starmine.finish(starmine.start(picture.draw + [name]))
    #expect(drawn.code == 0, "\(drawn.errors)")
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in try Data(contentsOf: starmine.file(name)) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let text = String(hash, radix: 16)
    #expect(picture.scene == String(repeating: "0", count: 16 - text.count) + text, "\(picture.file) is older")
    #expect(FileManager.default.fileExists(atPath: Checkout.root.appending(path: picture.file).path))
  }

  /// Every picture of a page is in the list, but for those that scripts of their own draw.
  @Test func picturesAreListed() throws {
    let others: Set = ["Documentation/pictures/league.svg", "Documentation/pictures/additive-alpha.png"]
    let listed = Set(Self.pictures.map(\.file)).union(others)
    let pages = ["README.md"] + Checkout.files(under: "Documentation", extensions: ["md"])
    for page in pages {
      let folder = Checkout.root.appending(path: page).deletingLastPathComponent()
      for match in try Checkout.text(of: page).matches(of: /!\[[^\]]*\]\(([^)]+)\)/) {
        let picture = folder.appending(path: String(match.output.1)).standardizedFileURL.path
        let path = picture.dropFirst(Checkout.root.standardizedFileURL.path.count).drop { $0 == "/" }
        #expect(listed.contains(String(path)), "\(page): \(path)")
      }
    }
    #expect(Self.pictures.count > 10)
  }
}
