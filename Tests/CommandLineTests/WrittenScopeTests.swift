import Foundation
import Testing

/// Files that the program names itself stay in the folder of the output that the user has named.
@Suite struct WrittenScopeTests {
  /// A command, and a file that it would write besides the one that the user names.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var arguments: String
    var testDescription: String { "\(name) of \(arguments)" }

    init(_ name: String, of arguments: String) { (self.name, self.arguments) = (name, arguments) }
  }

  static let cases = [
    Case("a.json", of: "atlas tiny.json --count 2 -o a.png"),
    Case("f00002.png", of: "render tiny.json -o f%05d.png"), Case("f2.exr", of: "render tiny.json -o f%d.exr"),
    Case("Tiny-pictures/picture-1.png", of: "save sprite.json --as swift -o Tiny.swift"),
    Case("ANN.png", of: "still card.json --data people.csv -o {name}.png"),
    Case("ANN.png", of: "sheet card.json --data people.csv -o {name}.png"),
    Case("ANN.gif", of: "render card.json --data people.csv -o {name}.gif"),
    Case("card.rows", of: "render card.json --data people.csv --resume -o {row}.gif"),
    Case("farm/submit", of: "farm slurm farm"), Case("farm/tiny.mp4", of: "farm join farm"),
  ]

  private func prepare() throws -> (starmine: Starmine, outside: URL) {
    let starmine = try Starmine()
    try starmine.write(tinyDocument, to: "tiny.json")
    try starmine.write(cardDocument, to: "card.json")
    try starmine.write("{ layer: { contents: { sprite: 'glow', size: 8 } } }", to: "sprite.json")
    try starmine.write("name,title\nANN,Ann\n", to: "people.csv")
    let outside = starmine.folder.appendingPathExtension("outside")
    for folder in [outside, starmine.file("Tiny.ca"), starmine.file("Tiny-pictures")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data("theirs".utf8).write(to: outside.appending(path: "theirs"))
    return (starmine, outside)
  }

  private func expectRefusal(_ item: Case, _ starmine: Starmine, _ outside: URL) throws {
    let outcome = try starmine.finish(starmine.start(item.arguments.split(separator: " ").map(String.init)))
    #expect([1, 2].contains(outcome.code), "\(item): \(outcome.output) \(outcome.errors)")
    let reasons = ["leaves the output folder", "not a regular file"]
    #expect(reasons.contains { outcome.errors.contains($0) }, "\(item): \(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: outside.path)
    #expect(names == ["theirs"], "\(item)")
    #expect(try String(contentsOf: outside.appending(path: "theirs"), encoding: .utf8) == "theirs", "\(item)")
  }

  /// Links to a file that is there and to one that is not yet, and a FIFO that no one reads.
  @Test(arguments: cases, ["theirs", "new", nil]) func namedFilesDoNotLeaveTheFolder(item: Case, end: String?) throws {
    let (starmine, outside) = try prepare()
    defer { [starmine.folder, outside].forEach { try? FileManager.default.removeItem(at: $0) } }
    if item.arguments.hasPrefix("farm") {
      #expect(try starmine.run("farm", "plan", "tiny.json", "-o", "farm").code == 0)
      #expect(try starmine.run("farm", "segment", "farm", "0").code == 0)
    }
    let path = starmine.file(item.name).path
    if let end {
      #expect(symlink(outside.appending(path: end).path, path) == 0)
    } else {
      #expect(mkfifo(path, 0o600) == 0)
    }
    try expectRefusal(item, starmine, outside)
  }

  /// A folder that is a link.
  @Test(arguments: [
    Case("ANN", of: "still card.json --data people.csv -o {name}/a.png"),
    Case("ANN", of: "render card.json --data people.csv -o {name}/a.gif"),
    Case("a.mp4.segments", of: "render tiny.json --resume -o a.mp4"),
  ])
  func linkedFoldersAreNotEntered(item: Case) throws {
    let (starmine, outside) = try prepare()
    defer { [starmine.folder, outside].forEach { try? FileManager.default.removeItem(at: $0) } }
    #expect(symlink(outside.path, starmine.file(item.name).path) == 0)
    try expectRefusal(item, starmine, outside)
  }

  /// What the user names may be a link to anywhere, and the files beside it stay where the link is.
  @Test func namedOutputsFollowLinks() throws {
    let (starmine, outside) = try prepare()
    defer { [starmine.folder, outside].forEach { try? FileManager.default.removeItem(at: $0) } }
    #expect(symlink(outside.appending(path: "sheet.png").path, starmine.file("a.png").path) == 0)
    #expect(try starmine.run("atlas", "tiny.json", "--count", "2", "-o", "a.png").code == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).sorted() == ["sheet.png", "theirs"])
    #expect(try starmine.text("a.json").contains("a.png"))
  }
}
