import Foundation
import Testing

/// A movie in segments: by hand, by tasks of schedulers, after crashes. What is joined is what `render` writes.
@Suite struct FarmCommandTests {
  /// Three segments of 240 frames and a rest.
  private static let length = ["--duration", "75"]

  private func starmine() throws -> Starmine {
    let starmine = try Starmine()
    try starmine.write(tinyDocument, to: "tiny.json")
    return starmine
  }

  private func bytes(_ name: String, _ starmine: Starmine) throws -> Data { try Data(contentsOf: starmine.file(name)) }

  private func run(_ arguments: [String], _ starmine: Starmine) throws -> Starmine.Outcome {
    try starmine.finish(starmine.start(arguments))
  }

  private func expect(_ code: Int32, _ arguments: [String], _ starmine: Starmine) throws {
    let outcome = try run(arguments, starmine)
    #expect(outcome.code == code, "\(arguments): \(outcome.code) \(outcome.output) \(outcome.errors)")
  }

  private func plan(_ starmine: Starmine, _ more: [String] = []) throws {
    try expect(0, ["farm", "plan", "tiny.json", "-o", "farm"] + Self.length + more, starmine)
  }

  @Test(arguments: ["mp4", "mov", "framemd5"]) func joinedSegmentsAreTheRender(ending: String) throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try expect(0, ["render", "tiny.json", "-o", "whole.\(ending)"] + Self.length, starmine)
    for threads in ["1", "2"] {
      let name = "threads\(threads).\(ending)"
      try expect(0, ["render", "tiny.json", "--threads", threads, "-o", name] + Self.length, starmine)
      #expect(try bytes(name, starmine) == bytes("whole.\(ending)", starmine))
    }
    try plan(starmine, ["--movie", "tiny.\(ending)"])
    try expect(0, ["farm", "segment", "farm", "2-3", "--threads", "1"], starmine)
    try expect(0, ["farm", "segment", "farm", "--task", "0", "--per-task", "2"], starmine)
    try expect(0, ["farm", "join", "farm", "joined.\(ending)"], starmine)
    #expect(try bytes("joined.\(ending)", starmine) == bytes("whole.\(ending)", starmine))
  }

  /// A palette changes colour variables, but not given ones, which are defaults in the plan's document.
  @Test func palettesAndGivenColoursAreTheRenders() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try starmine.write(
      """
      { vars: { a: { type: "color", default: "#ff0000" }, b: { type: "color", default: "#00ff00" } },
        movie: { size: [16, 8], fps: 2, duration: 4 },
        layer: { class: "CAGradientLayer", colors: ["{a}", "{b}"] } }
      """, to: "two.json")
    let options = ["--var", "b=#804020", "--palette", "#2080c0"]
    try expect(0, ["render", "two.json", "-o", "whole.framemd5"] + options, starmine)
    try expect(0, ["render", "two.json", "-o", "plain.framemd5"] + options.suffix(2), starmine)
    try expect(0, ["farm", "plan", "two.json", "-o", "farm", "--movie", "two.framemd5"] + options, starmine)
    try expect(0, ["farm", "segment", "farm", "0"], starmine)
    try expect(0, ["farm", "join", "farm", "joined.framemd5"], starmine)
    #expect(try bytes("joined.framemd5", starmine) == bytes("whole.framemd5", starmine))
    #expect(try bytes("plain.framemd5", starmine) != bytes("whole.framemd5", starmine))
  }

  /// The original may change, and go away.
  @Test func thePlanIsFrozen() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try expect(0, ["still", "tiny.json", "-o", "dot.png", "--size", "16x8"], starmine)
    let document = tinyDocument.replacing(#"class: "CALayer","#, with: #"class: "CALayer", contents: "dot.png","#)
    try starmine.write(document, to: "tiny.json")
    try expect(0, ["render", "tiny.json", "-o", "whole.mp4"] + Self.length, starmine)
    try plan(starmine)
    try expect(0, ["farm", "plan", "tiny.json", "-o", "farm"] + Self.length, starmine)
    for name in ["tiny.json", "dot.png"] { try FileManager.default.removeItem(at: starmine.file(name)) }
    try expect(0, ["farm", "segment", "farm", "0-3"], starmine)
    try expect(0, ["farm", "join", "farm", "joined.mp4"], starmine)
    #expect(try bytes("joined.mp4", starmine) == bytes("whole.mp4", starmine))
    // Without its copy of the image nothing is drawn, and no scheduler should try again.
    try FileManager.default.removeItem(at: starmine.file("farm/images/0"))
    let outcome = try starmine.run("farm", "segment", "farm", "1", "--again")
    #expect(outcome.code == 2 && outcome.errors.contains("dot.png"), "\(outcome.errors)")
  }

  /// Sound is frozen too, and encoded once.
  @Test func joinedSoundIsTheRenders() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    // Two seconds of a saw, mono, 8 kHz, 16 bits.
    let samples = (0..<16_000).flatMap { [UInt8($0 % 200), UInt8($0 / 7 % 64)] }
    func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    let header: [UInt8] = Array("RIFF".utf8) + word(36 + samples.count) + Array("WAVEfmt ".utf8) + word(16)
    let format: [UInt8] = [1, 0, 1, 0] + word(8000) + word(16_000) + [2, 0, 16, 0]
    let wave: [UInt8] = header + format + Array("data".utf8) + word(samples.count) + samples
    try Data(wave).write(to: starmine.file("saw.wav"))
    let sound = ["--audio", "saw.wav@20", "--audio-fade", "0.5", "--duration", "50"]
    try expect(0, ["render", "tiny.json", "-o", "whole.mp4"] + sound, starmine)
    try expect(0, ["render", "tiny.json", "-o", "resumed.mp4", "--resume"] + sound, starmine)
    try expect(0, ["farm", "plan", "tiny.json", "-o", "farm"] + sound, starmine)
    try FileManager.default.removeItem(at: starmine.file("saw.wav"))
    try expect(0, ["farm", "segment", "farm", "0-2"], starmine)
    try expect(0, ["farm", "join", "farm", "joined.mp4"], starmine)
    for name in ["joined.mp4", "resumed.mp4"] {
      #expect(try bytes(name, starmine) == bytes("whole.mp4", starmine), "\(name)")
    }
  }

  /// Frames as files of their own, transparent.
  @Test func joinedSequencesAreTheRenders() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    for folder in ["a", "b"] {
      try FileManager.default.createDirectory(at: starmine.file(folder), withIntermediateDirectories: true)
    }
    let options = ["--background", "clear", "--frames", "236-245", "--duration", "30", "--first-number", "3"]
    try expect(0, ["render", "tiny.json", "-o", "a/f-%04d.png"] + options, starmine)
    try expect(0, ["farm", "plan", "tiny.json", "-o", "farm", "--movie", "f-%04d.png"] + options, starmine)
    try expect(0, ["farm", "segment", "farm", "0-1"], starmine)
    try expect(0, ["farm", "join", "farm", "b/f-%04d.png"], starmine)
    let names = try FileManager.default.contentsOfDirectory(atPath: starmine.file("a").path).sorted()
    #expect(names.count == 10 && names.first == "f-0239.png")
    #expect(try FileManager.default.contentsOfDirectory(atPath: starmine.file("b").path).sorted() == names)
    for name in names { #expect(try bytes("a/\(name)", starmine) == bytes("b/\(name)", starmine)) }
  }

  @Test func taskNumberIsReadFromTheScheduler() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try plan(starmine)
    for (index, name) in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"].enumerated() {
      let command = "\(name)=\(index) '\(Starmine.executable.path)' farm segment farm"
      let outcome = try starmine.finish(starmine.start(["-c", command], program: URL(filePath: "/bin/sh")))
      #expect(outcome.code == 0 && outcome.output.hasPrefix("segment \(index): 240 frames"), "\(outcome.errors)")
    }
    let command = "SLURM_ARRAY_TASK_ID=1 '\(Starmine.executable.path)' farm segment farm --per-task 2"
    let outcome = try starmine.finish(starmine.start(["-c", command], program: URL(filePath: "/bin/sh")))
    #expect(outcome.output.hasPrefix("segment 2 is there\nsegment 3: 30 frames"), "\(outcome.output)")
  }

  @Test func exitCodesDistinguishFailures() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try plan(starmine)
    try expect(0, ["farm", "segment", "farm", "0"], starmine)
    try expect(0, ["farm", "segment", "farm", "0"], starmine)
    // Not complete.
    try expect(3, ["farm", "status", "farm"], starmine)
    try expect(3, ["farm", "join", "farm", "a.mp4"], starmine)
    // Never.
    for arguments in [
      ["farm", "segment", "farm"], ["farm", "segment", "farm", "4"], ["farm", "segment", "nowhere", "0"],
      ["farm", "segment", "farm", "--task", "9"], ["farm", "status", "nowhere"], ["farm", "join", "farm", "a.mov"],
      ["farm", "plan", "tiny.json", "-o", "farm", "--crf", "30"],
      ["farm", "plan", "tiny.json", "-o", "b", "--movie", "a.null"],
      ["farm", "plan", "tiny.json", "-o", "b", "--segment-frames", "100"],
    ] { try expect(2, arguments, starmine) }
    // Another time, perhaps: the disk is full.
    let command = "ulimit -f 1; '\(Starmine.executable.path)' farm segment farm 1"
    let full = try starmine.finish(starmine.start(["-c", command], program: URL(filePath: "/bin/sh")))
    #expect(full.code == 1, "\(full.errors)")
    #expect(try starmine.leftovers() == ["farm", "tiny.json"])
    let status = try starmine.run("farm", "status", "farm")
    #expect(status.output.hasPrefix("1/4 segments, not there: 1-3\n"), "\(status.output)")
  }

  @Test(arguments: ["program", "encoder"]) func otherVersionsAreRefusedBeforeDrawing(key: String) throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try plan(starmine)
    // A plan of another version, made by the rules.
    let text = try starmine.text("farm/plan.json")
    let changed = text.replacing(try Regex("\"\(key)\" : \"[^\"]*\""), with: "\"\(key)\" : \"another\"")
    try starmine.write(changed, to: "farm/plan.json")
    let outcome = try starmine.run("farm", "segment", "farm", "0")
    #expect(outcome.code == 2 && outcome.errors.contains("plan"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: starmine.file("farm/00000.nut").path))
  }

  @Test func terminationLeavesNoPartialFiles() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try expect(0, ["farm", "plan", "fireworks-show", "-o", "farm", "--size", "320x180"], starmine)
    for (number, code) in [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)] {
      let process = try starmine.start(["farm", "segment", "farm", "2", "--threads", "1", "--progress", "json"])
      while process.isRunning, try starmine.text(".stderr").isEmpty { usleep(2000) }
      kill(process.processIdentifier, number)
      #expect(try starmine.finish(process).code == code)
      let left = try FileManager.default.contentsOfDirectory(atPath: starmine.file("farm").path).sorted()
      #expect(left == ["document.json", "plan.json"])
    }
  }

  @Test func statusFitsItsSchema() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try plan(starmine)
    try expect(0, ["farm", "segment", "farm", "1"], starmine)
    let outcome = try starmine.run("farm", "status", "farm", "--json")
    #expect(outcome.code == 3)
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    #expect(try JSONSchema(named: "farm-status").problems(of: value) == [])
    #expect((value as? [String: Any])?["missing"] as? [Int] == [0, 2, 3])
  }

  @Test func jobsAreWrittenForWhatIsMissing() throws {
    let starmine = try starmine()
    defer { starmine.remove() }
    try plan(starmine)
    try expect(0, ["farm", "segment", "farm", "0-1"], starmine)
    try expect(0, ["farm", "slurm", "farm", "--missing"], starmine)
    #expect(try starmine.text("farm/render.sbatch").contains("--array=2-3\n"))
    #expect(FileManager.default.isExecutableFile(atPath: starmine.file("farm/submit").path))
  }
}
