import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

/// `starmine bench` as a user runs it. Times are never looked at, only what becomes of them.
@Suite struct BenchTests {
  private static let quick = ["sprites-2px-plain", "--seconds", "0", "--rounds", "2", "--limit", "0"]
  private static let enough = ["sprites-2px-plain", "--seconds", "0", "--rounds", "5", "--limit", "0"]

  private func run(_ starmine: Starmine, _ arguments: [String]) throws -> Starmine.Outcome {
    try starmine.finish(starmine.start(["bench"] + arguments))
  }

  @Test func writesWhatWasAskedFor() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let files = ["--json", "a.json", "--markdown", "a.md", "--csv", "a.csv"]
    let outcome = try run(starmine, Self.quick + ["preset-snow", "--threads", "1,2"] + files)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    for part in ["sprites-2px-plain x2", "preset-snow x1", "20000", "efficiency x2", "raster ms"] {
      #expect(outcome.output.contains(part), "\(part)")
    }
    #expect(try starmine.leftovers() == ["a.csv", "a.json", "a.md"])
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: starmine.file("a.json"))) as? [String: Any]
    let results = try #require(json?["results"] as? [[String: Any]])
    #expect(results.count == 4)
    // In a process of its own: at least the frame is in memory, and drawing hardly allocates.
    let probe = try #require(results[0]["probe"] as? [String: Any])
    #expect((probe["peakMemoryBytes"] as? Int ?? 0) > 1920 * 1080 * 4)
    #expect((probe["allocationsPerFrame"] as? Double).map { $0 > 0 && $0 < 1000 } == true)
    let hashes = results.compactMap { $0["hash"] as? String }
    #expect(hashes[0] == hashes[1] && hashes[2] == hashes[3] && hashes[0] != hashes[2])
    #expect((json?["host"] as? [String: Any])?["cores"] as? Int == ProcessInfo.processInfo.activeProcessorCount)
    #expect(try starmine.text("a.csv").split(separator: "\r\n").count == 5)
    #expect(try starmine.text("a.md").contains("| preset-snow x1 |"))
  }

  /// Counted in a process of its own. What a frame is made in is kept for the next one, whatever its layers are; only
  /// an animation of what few layers have takes new memory.
  @Test func framesOfManyLayersHardlyAllocate() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let limits = [
      "layers-shapes-static-500": 50.0, "layers-masks-static-200": 50, "layers-shadows-static-200": 50,
      "layers-gradients-1k": 50, "layers-deep-30": 50, "layers-strokes-500": 50,
    ]
    let settings = ["--seconds", "0", "--rounds", "1", "--limit", "0", "--threads", "1", "--json", "a.json"]
    let outcome = try run(starmine, limits.keys.sorted() + settings)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: starmine.file("a.json"))) as? [String: Any]
    let results = try #require(json?["results"] as? [[String: Any]])
    #expect(results.count == limits.count)
    for result in results {
      let name = try #require(result["scene"] as? String)
      let count = try #require((result["probe"] as? [String: Any])?["allocationsPerFrame"] as? Double)
      #expect(count < limits[name] ?? 0, "\(name)")
    }
  }

  @Test func listsScenesByGroup() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try run(starmine, ["--list"])
    #expect(outcome.code == 0)
    for part in ["sprites:\n", "  particles-100k-8px ", "export:\n", "  export-png "] {
      #expect(outcome.output.contains(part), "\(part)")
    }
  }

  @Test func savedReportsCompare() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let saved = try run(starmine, ["save", "before"] + Self.quick)
    #expect(saved.code == 0 && saved.output.hasSuffix("Saved as out/bench/before.json\n"))
    let same = try run(starmine, ["compare", "before", "out/bench/before.json", "--markdown", "a.md"])
    // Two rounds are too few to tell.
    #expect(same.code == 4, "\(same.errors)")
    #expect(same.output.contains("sprites-2px-plain") && same.output.contains("1.000"))
    #expect(try starmine.text("a.md").contains("| sprites-2px-plain |"))
    let missing = try run(starmine, ["compare", "before", "after"])
    #expect(missing.code == 2 && missing.errors.contains("saved reports: before"), "\(missing.errors)")
  }

  /// The hook makes every frame take four times as long, which no noise hides.
  @Test func slowdownsAreFound() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    #expect(try run(starmine, ["save", "before"] + Self.enough).code == 0)
    let process = Process()
    process.executableURL = Starmine.executable
    process.arguments = ["bench"] + Self.enough + ["--compare", "before", "--threshold", "50%"]
    process.currentDirectoryURL = starmine.folder
    process.environment = ProcessInfo.processInfo.environment.merging(["STARMINE_BENCH_SLOWDOWN": "4"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // A busy machine gives no answer, and says so.
    let isUnfit = output.contains("no answer: other programs used") || output.contains("no answer: the speed of")
    #expect(process.terminationStatus == (isUnfit ? 4 : 3), "\(output)")
  }

  @Test func programsAreComparedInTurn() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let arguments = ["sprites-2px-plain", "--seconds", "0.001", "--threshold", "100%"]
    let outcome = try run(starmine, ["ab", Starmine.executable.path] + arguments)
    #expect([0, 4].contains(outcome.code), "\(outcome.errors)")
    #expect(outcome.output.contains("1 scenes, CPU time") && !outcome.output.contains("ANOTHER PICTURE"))
    let other = try run(starmine, ["ab", "/bin/true"] + arguments)
    #expect(other.code == 1)
    #expect(try run(starmine, ["ab", "/nonexistent"] + arguments).code == 2)
  }

  @Test func capacityIsMeasuredAndDrawn() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let files = ["--json", "a.json", "--csv", "a.csv", "--markdown", "a.md", "--chart", "a.png"]
    let outcome = try run(starmine, ["capacity", "layers-rounded", "--fps", "500", "--ramps", "2"] + files)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("half of the frames hold 500 fps") && outcome.output.contains("score"))
    #expect(outcome.output.hasPrefix("This machine draws ") && outcome.output.contains("rounded layers at 500 fps."))
    #expect(try starmine.text("a.csv").split(separator: "\r\n").count == 2)
    #expect(try starmine.text("a.md").contains("| layers-rounded | layers |"))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: starmine.file("a.json"))) as? [String: Any]
    let results = try #require(json?["results"] as? [[String: Any]])
    #expect((results.first?["steps"] as? [Any])?.count == 18)
    let chart = try ImageReader.image(atPath: starmine.file("a.png").path)
    #expect(chart.width == 840 && chart.height == 600)
  }

  @Test func casesForOtherEnginesAreWritten() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try run(starmine, ["case", "sprites-8px-scaled", "-o", "cases"])
    #expect(outcome.code == 0 && outcome.output == "cases/sprites-8px-scaled.case, cases/sprites-8px-scaled.ppm\n")
    let size = try starmine.file("cases/sprites-8px-scaled.case").resourceValues(forKeys: [.fileSizeKey]).fileSize
    #expect(size == 44 + 8 + 32 * 32 * 4 + 20_000 * 64)
    let document = try run(starmine, ["case", "motionmark-focus-100", "-o", "."])
    #expect(document.output.hasSuffix("./motionmark-focus-100.ppm, ./motionmark-focus-100.json\n"))
    #expect(try starmine.text("motionmark-focus-100.json").contains("gaussianBlur"))
    let other = try run(starmine, ["case", "evaluate-sparks"])
    #expect(other.code == 1 && other.errors.contains("evaluate-sparks"))
  }

  /// Where a tool is there; elsewhere the error says which would do.
  @Test func instructionsAreCountedOrTheToolIsNamed() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let counting = ["empty-frame", "--threads", "1", "--count", "instructions", "--json", "a.json"]
    let outcome = try run(starmine, counting)
    if outcome.code == 0 {
      #expect(outcome.output.contains("Minstr/frame"))
      let same = try run(starmine, ["compare", "a.json", "a.json"])
      #expect(same.code == 0 && same.output.contains("1 scenes, instructions"), "\(same.output)")
    } else {
      #expect(outcome.code == 1 && outcome.errors.contains("valgrind"), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    (["capacity", "layers-sold"], "did you mean \"layers-solid\"?"), (["capacity", "--fps", "0"], "--fps 0"),
    (["capacity", "--ramps", "1"], "--ramps 1"), (["case", "sprites-9px"], "unknown scene"),
    (["case"], "Missing expected argument"), (["ab", "/bin/true", "--seconds", "0"], "--seconds"),
    (["sprites-2px-plane"], "did you mean \"sprites-2px-plain\"?"), (["nothing*"], "unknown scene \"nothing*\""),
    (["--threads", "1,x"], "1,x"), (["--threads", "9999"], "9999"), (["--rounds", "0"], "--rounds 0"),
    (["--seconds", "-1"], "--seconds"),
    (["compare", "a"], "Missing expected argument"),
    (["compare", "a", "b", "--threshold", "0%"], "0%"), (["compare", "a", "b", "--metric", "moon"], "moon"),
    (["save", "a/b"], "without slashes"), (["save"], "Missing expected argument"), (["--count", "sheep"], "sheep"),
  ])
  func wrongUsageIsExplained(arguments: [String], part: String) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try run(starmine, arguments)
    #expect(outcome.code == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try starmine.leftovers() == [])
  }

  @Test func badFilesFail() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write("{}", to: "bad.json")
    let compared = try run(starmine, ["compare", "bad.json", "bad.json"])
    #expect(compared.code == 2 && compared.errors.contains("not a report"))
    let written = try run(starmine, Self.quick + ["--json", "bad.json/a.json"])
    #expect(written.code == 1 && written.errors.contains("bad.json/a.json"))
    // Known before anything is measured.
    #expect(written.output.isEmpty)
  }
}
