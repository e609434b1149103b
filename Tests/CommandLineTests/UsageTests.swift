import Foundation
import Testing

/// Wrong usage ends with code 2 and says what was given, what is allowed and what is nearest; other failures with 1.
@Suite struct UsageTests {
  @Test(arguments: [
    (["render", "snwo"], "did you mean \"snow\"?"),
    (["render", "nothing.json"], "no preset and no file is called \"nothing.json\"; starmine presets lists"),
    (["render"], "Name a preset, a document, or --captions FILE"), (["rendr", "snow"], "did you mean \"render\"?"),
    (["render", "snow", "--set", "sky.emitterCells.snow.birthRat=3"], "did you mean sky.emitterCells.snow.birthRate?"),
    (["render", "snow", "--set", "sky.emitterShape=disc"], "expected one of point, line"),
    (["render", "snow", "--set", "sky.emitterCells.snow.birthRate=90deg"], "expected a number (1/s)"),
    (["render", "snow", "--set", "birthRate"], "birthRate"), (["render", "snow", "--size", "1280"], "1280"),
    (["render", "snow", "--size", "0x10"], "0x10"), (["render", "snow", "--size", "99999x10"], "16384"),
    (["render", "snow", "--size", "33x10", "--odd", "error"], "even"), (["render", "snow", "--frames", "5-2"], "5-2"),
    (["render", "snow", "--frames", "0-99999"], "0-1199"), (["render", "snow", "--crf", "99"], "0 to 51"),
    (["render", "snow", "--encoder-preset", "veryfst"], "did you mean veryfast?"),
    (["render", "snow", "--fps", "0"], "--fps 0: expected a number above 0"),
    (["render", "snow", "--duration", "x"], "x"),
    (["render", "snow", "--progress", "loud"], "auto"), (["render", "snow", "--background", "redd"], "redd"),
    (["render", "snow", "--threads", "-3"], "threads"), (["render", "snow", "-o", "snow.xyz"], ".mp4"),
    (["render", "snow", "--format", "av1", "--size", "62x64", "-o", "a.mp4"], "needs at least 64"),
    (["render", "snow", "--format", "av1", "--size", "64x62", "-o", "a.mp4"], "needs at least 64"),
    (["render", "snow", "--format", "av1", "--size", "62x64", "--dry-run"], "needs at least 64"),
    (["farm", "plan", "snow", "--format", "av1", "--size", "62x64", "-o", "show"], "needs at least 64"),
    (["render", "snow", "--sise", "2x2"], "--size"), (["still", "snow", "-o", "snow.jpg"], ".png"),
  ])
  func invalidArgumentsAreExplained(arguments: [String], part: String) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.finish(starmine.start(arguments))
    #expect(outcome.code == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try starmine.leftovers().filter { $0 != "out" } == [])
  }

  /// Whatever is typed, an error is read on one screen; the beginning of a long word says which one it is.
  @Test(arguments: [
    ["LONG"], ["render", "LONG"], ["still", "snow", "LONG", "LONG"], ["still", "snow", "--size", "LONG"],
    ["render", "snow", "--set", "LONG=1"], ["render", "snow", "--LONG"], ["presets", "LONG"],
    ["render", "snow", "--frames", "0-0", "-o", "LONG/a.mp4"],
  ])
  func longWordsAreCut(arguments: [String]) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let word = "begin" + String(repeating: "a", count: 9000) + "end"
    let outcome = try starmine.finish(starmine.start(arguments.map { $0.replacing("LONG", with: word) }))
    #expect(outcome.code != 0 && outcome.errors.utf8.count < 1200, "\(outcome.errors.utf8.count) bytes")
    #expect(outcome.errors.contains("begin"), "\(outcome.errors)")
  }

  @Test func wordsOfOtherAlphabetsStayWhole() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let word = String(repeating: "雪", count: 180)
    let outcome = try starmine.run("render", word)
    #expect(outcome.errors.contains("\"\(word)\"") && outcome.errors.utf8.count < 1200, "\(outcome.errors)")
    let many = try starmine.run("render", String(repeating: "ab ", count: 30_000))
    #expect(many.errors.utf8.count < 10_000)
  }

  @Test func unwritableOutputsFail() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    for arguments in [
      ["render", "tiny.json", "-o", "tiny.json/a.mp4"], ["still", "tiny.json", "-o", "tiny.json/a.png"],
      ["render", "tiny.json", "-o", "tiny.mp4", "--stats", "tiny.json/stats.json"],
    ] {
      let outcome = try starmine.finish(starmine.start(arguments))
      #expect(outcome.code == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains("tiny.json/"))
    }
    // The movie is whole; only what is said about it could not be written.
    #expect(try starmine.leftovers() == ["tiny.json", "tiny.mp4"])
  }

  /// Arguments stand there; without them the program would take every call for one that asks for help.
  @Test(.enabled(if: Self.hidesProc, "no rights to hide /proc")) func missingProcIsReported() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.finish(Self.run("exec \"$0\" presets", Starmine.executable.path, starmine))
    #expect(outcome.code == 1 && outcome.errors.contains("/proc is not mounted"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  private static var hidesProc: Bool {
    guard let starmine = try? Starmine() else { return false }
    defer { starmine.remove() }
    return (try? starmine.finish(run("true", "sh", starmine)).code) == 0
  }

  /// Runs a line of the shell where an empty folder lies over /proc, for it alone.
  private static func run(_ line: String, _ word: String, _ starmine: Starmine) throws -> Process {
    try starmine.start(
      ["-rm", "sh", "-c", "mount -t tmpfs none /proc && \(line)", word], program: URL(filePath: "/usr/bin/unshare"))
  }

  @Test func helpAndVersionSucceed() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let version = try starmine.run("--version")
    #expect(version.code == 0 && version.output.contains(/starmine \d+\.\d+\.\d+/))
    for name in ["render", "still", "presets", "show", "validate"] {
      let help = try starmine.run(name, "--help")
      #expect(help.code == 0 && help.output.contains("EXAMPLE"))
    }
  }
}
