import Foundation
import Testing

/// Many outputs from one document and a table.
@Suite struct DataCommandTests {
  private func prepared(_ table: String) throws -> Starmine {
    let starmine = try Starmine()
    try starmine.write(cardDocument, to: "card.json")
    try starmine.write(table, to: "people.csv")
    return starmine
  }

  private func files(_ starmine: Starmine, _ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: starmine.file(folder).path)) ?? []).sorted()
  }

  @Test func aMovieForEachRow() throws {
    let starmine = try prepared("name,title,n\nann,Ann,2\nbob,Bob,20\n")
    defer { starmine.remove() }
    let outcome = try starmine.run(
      "render", "card.json", "--data", "people.csv", "-o", "out/{name}.framemd5", "--jobs", "2")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("2 of 2 rendered") && files(starmine, "out") == ["ann.framemd5", "bob.framemd5"])
    let alone = try starmine.run(
      "render", "card.json", "--var", "title=Bob", "--var", "n=20", "-o", "alone.framemd5")
    #expect(alone.code == 0, "\(alone.errors)")
    // What the files say of the command differs; the frames do not.
    let frames = { (name: String) in try starmine.text(name).split(separator: "\n").filter { !$0.hasPrefix("#") } }
    #expect(try frames("alone.framemd5") == frames("out/bob.framemd5"))
    #expect(try frames("alone.framemd5") != frames("out/ann.framemd5"))
    #expect(outcome.errors.contains("no column for gold; the default values are used"))
  }

  @Test func sharedMistakesArePrintedOnce() throws {
    let rows = (1...30).map { "r\($0),\u{10FFFD}\($0),\($0 * 100)" } + (1...30).map { "s\($0),\u{10FFFD}\($0),20" }
    let starmine = try prepared("name,title,n\n" + rows.joined(separator: "\n"))
    defer { starmine.remove() }
    let outcome = try starmine.run("still", "card.json", "--data", "people.csv", "-o", "{name}.png", "--dry-run")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count { $0.contains("expected 20 or less") } == 1, "\(outcome.errors)")
    // Once as a warning of rows that are drawn, and once beside the mistakes of the others.
    #expect(lines.count { $0.contains("no installed font has") } == 2, "\(outcome.errors)")
    #expect(lines.count { $0.contains("(and 29 more like this)") } == 3, "\(outcome.errors)")
  }

  @Test func invalidRowsAreReportedAndOthersRendered() throws {
    let starmine = try prepared(
      "name,title,n,gold,more\na,A,2,red,x\nb,B,99,red,x\nc,C,2,reddish,x\na,D,2,red,x\n,E,2,red,x\nf,F\n")
    defer { starmine.remove() }
    let arguments = ["render", "card.json", "--data", "people.csv", "-o", "out/{name}.framemd5"]
    let tried = try starmine.finish(starmine.start(arguments + ["--dry-run"]))
    #expect(tried.code == 2 && tried.output.contains("out/a.framemd5: row 1, title=A, gold=red, n=2"))
    #expect(tried.output.contains("1 row of 6 can be rendered") && files(starmine, "out").isEmpty)
    let outcome = try starmine.finish(starmine.start(arguments))
    #expect(outcome.code == 2 && files(starmine, "out") == ["a.framemd5"])
    for message in [
      "the column \"more\" is not used", "people.csv:3:5: n: expected 20 or less, found \"99\"",
      "people.csv:4:7: gold: expected a colour",
      "people.csv:5 (row 4): out/a.framemd5 is also the output of people.csv:2",
      "people.csv:6:1: name is empty", "people.csv:7:3: 2 values, and 5 columns",
    ] {
      #expect(outcome.errors.contains(message) && tried.errors.contains(message), "\(message): \(outcome.errors)")
    }
    #expect(outcome.output.contains("1 of 6 rendered") && outcome.output.contains("5 failed"))
  }

  @Test func outputsStayInTheirFolder() throws {
    let starmine = try prepared(
      "name\n../../etc/a\n..\n/b\n-o\n\"c\nd\"\n.hidden\n\(String(repeating: "x", count: 400))\n%05d\n-\n")
    defer { starmine.remove() }
    let outcome = try starmine.run("still", "card.json", "--data", "people.csv", "-o", "out/{name}.png", "--at", "0")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let found = files(starmine, "out")
    #expect(found.count == 9 && found.allSatisfy { $0.hasSuffix(".png") && !$0.hasPrefix(".") && !$0.hasPrefix("-") })
    #expect(found.contains("_.._.._etc_a.png") && found.contains("_...png") && found.contains("c_d.png"))
    #expect(try starmine.leftovers() == ["card.json", "out", "people.csv"])
    try starmine.write("a,b\n.,.\n", to: "dots.csv")
    let dots = try starmine.run("still", "card.json", "--data", "dots.csv", "-o", "in/{a}{b}/x.png", "--at", "0")
    #expect(dots.code == 0 && files(starmine, "in") == ["_.."], "\(dots.errors)")
  }

  @Test func picturesComeFromTheFolderOfTheTable() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let document = #"{ vars: { logo: { type: "image" } }, movie: { size: [8, 8] }, layer: { contents: "{logo}" } }"#
    try FileManager.default.createDirectory(at: starmine.file("in/data"), withIntermediateDirectories: true)
    try starmine.write(document, to: "in/card.json")
    for name in ["in/data/a.png", "b.png"] {
      #expect(try starmine.run("still", "snow", "--size", "8x8", "-o", name).code == 0)
    }
    try starmine.write("logo\na.png\n../../b.png\nno.png\n\n/etc/passwd\n", to: "in/data/t.csv")
    let outcome = try starmine.run(
      "still", "in/card.json", "--data", "in/data/t.csv", "-o", "out/{row}.png", "--at", "0")
    #expect(outcome.code == 2 && files(starmine, "out") == ["1.png"], "\(outcome.errors)")
    #expect(
      outcome.errors.contains("in/data/t.csv:3:1: logo: ")
        && outcome.errors.contains("outside of the document's folder"))
    #expect(outcome.errors.contains("in/data/t.csv:4:1: logo: the image "))
    let given = try starmine.run("still", "in/card.json", "--var", "logo=b.png", "-o", "c.png", "--at", "0")
    #expect(given.code == 0, "\(given.errors)")
  }

  @Test func rowsAreSelectedAndResumed() throws {
    let starmine = try prepared("title,n\nA,1\nB,x\nC,3\nD,4\n")
    defer { starmine.remove() }
    let some = try starmine.run("sheet", "card.json", "--data", "people.csv", "--rows", "3-9", "--times", "0")
    #expect(some.code == 0 && files(starmine, "out") == ["card-3.png", "card-4.png"], "\(some.errors)")
    #expect(try starmine.run("still", "card.json", "--data", "people.csv", "--rows", "5").code == 2)
    let arguments = ["render", "card.json", "--data", "people.csv", "-o", "r/{title}.framemd5", "--resume"]
    let first = try starmine.finish(starmine.start(arguments))
    #expect(first.code == 2 && first.output.contains("3 of 4 rendered"))
    #expect(files(starmine, "r") == ["A.framemd5", "C.framemd5", "D.framemd5", "card.rows"])
    try starmine.write("title,n\nA,1\nB,2\nC,3\nD,5\n", to: "people.csv")
    let second = try starmine.finish(starmine.start(arguments))
    #expect(second.code == 0 && second.output.contains("2 of 4 rendered") && second.output.contains("2 kept"))
    #expect(files(starmine, "r") == ["A.framemd5", "B.framemd5", "C.framemd5", "D.framemd5"])
  }

  /// What is finished is drawn again where a file changed that the command or the document names.
  @Test func filesThatChangedAreDrawnAgain() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(
      #"{ vars: { n: { type: "number" } }, movie: { size: [8, 8], fps: 5, duration: 1 }, cues: "own.csv", "#
        + #"layer: { name: "a", opacity: "{n}" }, timeline: [{ at: "every beat", set: { "a.opacity": 0 } }] }"#,
      to: "beat.json")
    try starmine.write("0.5\n", to: "own.csv")
    try starmine.write("0.5\n", to: "given.csv")
    // The last row fails, so that the ledger stays.
    try starmine.write("n\n0.5\nx\n", to: "rows.csv")
    let arguments = ["render", "beat.json", "--data", "rows.csv", "-o", "{row}.framemd5", "--resume"]
    for (file, more) in [("own.csv", []), ("given.csv", ["--cues", "given.csv"])] {
      for expected in ["1 of 2 rendered", "1 kept"] {
        let outcome = try starmine.finish(starmine.start(arguments + more))
        #expect(outcome.output.contains(expected), "\(outcome.output)\(outcome.errors)")
      }
      try starmine.write("0.25\n0.75\n", to: file)
      let again = try starmine.finish(starmine.start(arguments + more))
      #expect(again.output.contains("1 of 2 rendered") && !again.output.contains("kept"), "\(again.output)")
    }
  }

  @Test(arguments: [
    (["--rows", "1"], "--rows requires --data"),
    (["--data", "people.csv", "-o", "-"], "a table cannot be rendered to standard output"),
    (["--data", "people.csv", "-o", "a.png"], "every row needs a different name"),
    (["--data", "people.csv", "-o", "{nam}.png"], "unknown placeholder {nam}"),
    (["--data", "missing.csv"], "missing.csv cannot be read"), (["--var", "titel=x"], "did you mean \"title\"?"),
    (["--var", "n=x"], "--var n: n: expected a number, found \"x\""), (["--var", "x"], "--var"),
  ])
  func wrongUsage(more: [String], message: String) throws {
    let starmine = try prepared("title\nA\nB\n")
    defer { starmine.remove() }
    let outcome = try starmine.finish(starmine.start(["still", "card.json"] + more))
    #expect(outcome.code == 2 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func plansAndSavedDocumentsKeepTheirValues() throws {
    let starmine = try prepared("name,title\nann,Ann\n")
    defer { starmine.remove() }
    let plan = try starmine.run(
      "farm", "plan", "card.json", "--data", "people.csv", "-o", "{name}.segments", "--movie", "a.framemd5")
    #expect(plan.code == 0, "\(plan.errors)")
    #expect(try starmine.text("ann.segments/document.json").contains("default: \"Ann\""))
    let saved = try starmine.run("save", "card.json", "--var", "title=Eve", "-o", "eve.json")
    #expect(try saved.code == 0 && starmine.text("eve.json").contains("default: \"Eve\""))
    let shown = try starmine.run("show", "eve.json")
    #expect(shown.output.contains("title (text) = Eve  // Who it is for"))
    #expect(try starmine.run("params", "eve.json").output.contains("vars.title = Eve"))
  }
}

/// Cues and sheets of frames on the command line.
@Suite struct CueAndAtlasCommandTests {
  private let beat = """
    { movie: { size: [32, 32], fps: 10, duration: 2 }, layer: { name: "a", backgroundColor: "#ff0000", opacity: 0 },
      timeline: [{ at: "every beat", transaction: { disableActions: true }, set: { "a.opacity": 1 } },
                 { at: "every beat + 0.25s", transaction: { disableActions: true }, set: { "a.opacity": 0 } }] }
    """

  @Test func documentsFollowTheCuesThatAreGiven() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(beat, to: "beat.json")
    try starmine.write("time\n0.5\n1.5\n", to: "beats.csv")
    #expect(try starmine.run("validate", "beat.json").output.contains("--cues adds them"))
    for (time, name) in [("0.6", "on"), ("1", "off"), ("1.6", "again")] {
      let still = try starmine.run("still", "beat.json", "--cues", "beats.csv", "--at", time, "-o", "\(name).png")
      #expect(still.code == 0, "\(still.errors)")
    }
    let bytes = { (name: String) in try Data(contentsOf: starmine.file("\(name).png")) }
    #expect(try bytes("on") == bytes("again") && bytes("on") != bytes("off"))
    let saved = try starmine.run("save", "beat.json", "--cues", "beats.csv", "-o", "own.json")
    #expect(try saved.code == 0 && starmine.text("own.json").contains("cues: [{ name: \"beat\", at: 0.5 }"))
    let plan = try starmine.run(
      "farm", "plan", "beat.json", "--cues", "beats.csv", "-o", "plan", "--movie", "a.framemd5")
    #expect(plan.code == 0, "\(plan.errors)")
    #expect(try starmine.text("plan/document.json").contains("at: 1.5"))
    let shown = try starmine.run("show", "own.json", "--json")
    let value = try JSONSerialization.jsonObject(with: Data(shown.output.utf8))
    #expect(try JSONSchema(named: "show").problems(of: value) == [])
    let unnamed = try starmine.run("cues", "beats.csv", "--name", "a,b")
    #expect(unnamed.code == 2 && unnamed.errors.contains("expected letters, digits"), "\(unnamed.errors)")
    let printed = try starmine.run("cues", "beats.csv", "--name", "hit")
    #expect(printed.output == "time,name\n0.5,hit\n1.5,hit\n")
    try starmine.write("time\nsoon\n", to: "bad.csv")
    for arguments in [["cues", "bad.csv"], ["still", "beat.json", "--cues", "bad.csv"]] {
      let wrong = try starmine.finish(starmine.start(arguments))
      #expect(wrong.code == 2 && wrong.errors.contains("bad.csv:2:1: expected seconds"), "\(wrong.errors)")
    }
  }

  @Test func sheetsAreWrittenWithTheirPlaces() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let outcome = try starmine.run("atlas", "tiny.json", "--for", "game", "--count", "5", "-o", "a.png")
    #expect(outcome.code == 0 && outcome.output.hasPrefix("a.png: 5 frames on "), "\(outcome.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: starmine.file("a.json"))) as? [String: Any]
    #expect((value?["frames"] as? [String: Any])?.count == 5)
    #expect(try starmine.leftovers() == ["a.json", "a.png", "tiny.json"])
    let grid = try starmine.run("atlas", "tiny.json", "--frames", "0-3", "--columns", "2", "--alpha", "premultiplied")
    #expect(grid.code == 0 && grid.output.contains("4 frames on 512x256"), "\(grid.output)\(grid.errors)")
    let packed = try starmine.run("atlas", "tiny.json", "--count", "2", "--packed", "--trim", "-o", "m.png")
    #expect(packed.code == 0, "\(packed.errors)")
    for name in ["out/tiny-atlas.json", "m.json"] {
      let places = try JSONSerialization.jsonObject(with: Data(contentsOf: starmine.file(name)))
      #expect(try JSONSchema(named: "atlas").problems(of: places) == [])
    }
    // Two frames of a day: one in half of it.
    let day = "{ movie: { size: [8, 8], fps: 1, duration: 86400 }, layer: { backgroundColor: \"#ff0000\" } }"
    try starmine.write(day, to: "day.json")
    let slow = try starmine.run("atlas", "day.json", "--count", "2", "--size", "8x8", "-o", "d.png")
    #expect(slow.code == 0, "\(slow.errors)")
    #expect(try starmine.text("d.json").contains("\"time\" : 43200"))
    for (more, message) in [
      (["--columns", "2", "--packed"], "cannot be combined"),
      (["--padding", "900"], "--padding 900: expected 0 to 256"),
      (["--frames", "0-99"], "frames"), (["--max-side", "64"], "the limit is 64 per side"), (["-o", "-"], "two files"),
      (["--size", "8000x8000", "--count", "9"], "exceed the limit"),
    ] {
      let wrong = try starmine.finish(starmine.start(["atlas", "tiny.json"] + more))
      #expect(wrong.code == 2 && wrong.errors.contains(message), "\(more): \(wrong.errors)")
    }
  }
}
