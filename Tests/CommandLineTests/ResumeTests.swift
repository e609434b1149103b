import Foundation
import Testing

/// `render --resume` goes on after whatever has ended it.
@Suite struct ResumeTests {
  private static let arguments = ["render", "tiny.json", "--duration", "200", "--resume", "-o", "a.mp4"]

  private func starmine() throws -> Starmine {
    let starmine = try Starmine()
    try starmine.write(tinyDocument, to: "tiny.json")
    let whole = try starmine.finish(starmine.start(["render", "tiny.json", "--duration", "200", "-o", "whole.mp4"]))
    #expect(whole.code == 0, "\(whole.errors)")
    return starmine
  }

  private func run(_ arguments: [String], _ starmine: Starmine) throws -> Starmine.Outcome {
    try starmine.finish(starmine.start(arguments))
  }

  private func expectWhole(_ starmine: Starmine) throws {
    #expect(try Data(contentsOf: starmine.file("a.mp4")) == Data(contentsOf: starmine.file("whole.mp4")))
    #expect(try starmine.leftovers() == ["a.mp4", "tiny.json", "whole.mp4"])
  }

  /// Ends the process, without any warning, when a number of segments is there.
  private func crash(_ arguments: [String], after count: Int, _ starmine: Starmine) throws {
    let process = try starmine.start(arguments)
    let receipt = starmine.file("a.mp4.segments/0000\(count - 1).json").path
    while process.isRunning, !FileManager.default.fileExists(atPath: receipt) { usleep(500) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  @Test func uninterruptedResumeWritesTheSameFile() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    let outcome = try run(Self.arguments, starmine)
    #expect(outcome.code == 0 && outcome.output.hasPrefix("a.mp4: 2000 frames of 64x32"), "\(outcome.errors)")
    try expectWhole(starmine)
  }

  @Test(arguments: [1, 4, 8]) func resumesAfterACrash(count: Int) throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try crash(Self.arguments, after: count, starmine)
    let outcome = try run(Self.arguments + ["--threads", "1"], starmine)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("of 9 segments are complete"), "\(outcome.errors)")
    try expectWhole(starmine)
  }

  @Test func interruptionPrintsTheSegmentFolder() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    let process = try starmine.start(Self.arguments)
    let receipt = starmine.file("a.mp4.segments/00000.json").path
    while process.isRunning, !FileManager.default.fileExists(atPath: receipt) { usleep(500) }
    kill(process.processIdentifier, SIGTERM)
    let outcome = try starmine.finish(process)
    #expect(outcome.code == 143 && outcome.errors.contains("segments are in a.mp4.segments"), "\(outcome.errors)")
    #expect(try run(Self.arguments, starmine).code == 0)
    try expectWhole(starmine)
  }

  @Test func damagedSegmentsAreDrawnAgain() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try crash(Self.arguments, after: 3, starmine)
    let path = starmine.file("a.mp4.segments/00001.nut")
    var bytes = try Data(contentsOf: path)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: path)
    let outcome = try run(Self.arguments, starmine)
    #expect(outcome.code == 0 && outcome.errors.contains("segment 1 is rendered again"), "\(outcome.errors)")
    try expectWhole(starmine)
  }

  /// Contents of the root with the arguments that make their file.
  private static let files: [String: (contents: String, arguments: [String])] = [
    "image": (#""dot.png""#, ["still", "-o", "dot.png", "--size", "16x8"]),
    "clip": (#"{ video: "dot.mkv", loop: true }"#, ["render", "-o", "dot.mkv", "--size", "16x8", "--frames", "0-9"]),
  ]

  @Test(arguments: ["document", "option", "image", "clip"]) func changedInputsRestartTheRender(what: String) throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    let file = Self.files[what]
    if let file {
      let root = #"class: "CALayer","#
      #expect(try run(file.arguments + ["tiny.json"], starmine).code == 0)
      try starmine.write(tinyDocument.replacing(root, with: "\(root) contents: \(file.contents),"), to: "tiny.json")
    }
    try crash(Self.arguments, after: 2, starmine)
    var arguments = Self.arguments
    switch (what, file) {
    case (_, let file?): #expect(try run(file.arguments + ["snow"], starmine).code == 0)
    case ("document", nil):
      try starmine.write(tinyDocument.replacing("velocity: 20", with: "velocity: 30"), to: "tiny.json")
    default: arguments += ["--crf", "30"]
    }
    let outcome = try run(arguments, starmine)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let reason = [
      "document": "the document has changed", "image": "images or sounds have changed", "option": "--crf 30",
      "clip": "images or sounds have changed",
    ][what]
    #expect(
      outcome.errors.contains("from the first frame") && outcome.errors.contains(reason ?? "?"), "\(outcome.errors)")
    #expect(try run(arguments.filter { $0 != "--resume" } + ["-o", "new.mp4"], starmine).code == 0)
    #expect(try Data(contentsOf: starmine.file("a.mp4")) == Data(contentsOf: starmine.file("new.mp4")))
  }

  @Test func concurrentRenderOfOneOutputIsRefused() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let path = starmine.file("a.mp4.segments").path
    #expect(mkdir(path, 0o777) == 0)
    let first = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    #expect(first >= 0 && flock(first, LOCK_EX | LOCK_NB) == 0)
    let arguments = ["render", "tiny.json", "--resume", "-o", "a.mp4"]
    let second = try run(arguments, starmine)
    #expect(second.code == 1 && second.errors.contains("renders this file with --resume"), "\(second.errors)")
    #expect(try starmine.leftovers() == ["a.mp4.segments", "tiny.json"])
    close(first)
    #expect(try run(arguments, starmine).code == 0)
    #expect(try starmine.leftovers() == ["a.mp4", "tiny.json"])
  }

  @Test func formatsWithoutSegmentsAreRefused() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    for output in ["a.null", "/dev/null"] {
      let outcome = try run(["render", "tiny.json", "--resume", "-o", output], starmine)
      #expect(outcome.code == 2, "\(outcome.errors)")
    }
    #expect(try starmine.leftovers() == ["tiny.json", "whole.mp4"])
  }
}
