import Foundation
import StarmineTestSupport
import Testing

/// Every example of the help is typed as it is printed. What would take minutes is cut short by options behind it.
@Suite struct HelpExampleTests {
  static let commands = [
    "render", "still", "sheet", "atlas", "presets", "sprites", "show", "tune", "params", "diff", "save", "validate",
    "schema",
    "formats", "bench", "bench run", "bench compare", "bench case", "bench presets",
  ]

  /// Examples that measure all scenes, where one is enough.
  private let whole = ["starmine bench", "starmine bench save before", "starmine bench --compare before"]

  /// Examples as lines of a shell, without what is said behind them.
  private func examples(of command: String, _ starmine: Starmine) throws -> [String] {
    let help = try starmine.finish(starmine.start(["help"] + command.split(separator: " ").map(String.init)))
    #expect(help.code == 0, "\(help.errors)")
    // The help is wrapped at the width of a terminal; a continuation is not a command.
    let lines = help.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.filter { $0.hasPrefix("starmine ") }.map { line in
      let end = line.firstRange(of: /\s{3,}/)?.lowerBound ?? line.endIndex
      return String(line[..<end])
    }
  }

  /// A wrapped example cannot be copied. In sources, examples are six columns further right than on the terminal.
  @Test func examplesFitATerminal() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/CommandLine")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    var count = 0
    for file in files {
      for line in try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
      where line.hasPrefix("        starmine ") {
        count += 1
        #expect(line.count <= 86, "\(file): \(line)")
      }
    }
    #expect(count > 50)
  }

  /// Options added so that an example ends soon; nil for what needs a terminal, another program or ends only when told.
  private func ending(_ line: String) -> String? {
    if line.contains(" preview ") || line.contains(" ab ") || line.contains("capacity") {
      return nil
    }
    if line.contains("--count") { return nil }
    if line.hasPrefix("starmine bench presets") {
      return (line.contains("galaxy") ? "" : " snow") + " --frames 1 --rounds 1"
    }
    if line.hasPrefix("starmine bench"), !line.contains("--list") {
      let measures = !["compare", "case "].contains { line.contains("bench \($0)") }
      let options = " --seconds 0 --rounds 1 --limit 0"
      return measures ? (whole.contains(line) ? " empty-frame" : "") + options : ""
    }
    if line.contains("--gallery") { return " snow" }
    if line.contains("--over") { return "" }
    return line.hasPrefix("starmine render") && !line.contains("--frames") ? " --frames 0-0" : ""
  }

  /// The files that the examples name, by path: made once, and written for each command.
  private static let files = Result { try makeFiles() }

  private static func makeFiles() throws -> [String: Data] {
    let starmine = try Starmine()
    defer { starmine.remove() }
    func run(_ arguments: [String]) throws { #expect(try starmine.finish(starmine.start(arguments)).code == 0) }
    try starmine.write(cardDocument, to: "card.json")
    try starmine.write("00:00:00,000 --> 00:00:01,000\nHello\n", to: "talk.srt")
    try starmine.write("name,title\nann,Ann\n", to: "people.csv")
    try starmine.write("<svg xmlns='http://www.w3.org/2000/svg'><rect width='9' height='9'/></svg>", to: "logo.svg")
    try FileManager.default.createDirectory(at: starmine.file("presets"), withIntermediateDirectories: true)
    let saved = ["my": "embers", "my-snow": "snow", "my-fireworks": "fireworks", "presets/rain": "rain"]
    for (name, preset) in saved { try run(["save", preset, "-o", "\(name).json"]) }
    try run(["render", "snow", "-o", "clip.mp4", "--size", "64x36", "--frames", "0-39"])
    let quick = ["--seconds", "0", "--rounds", "1", "--limit", "0"]
    try run(["bench", "save", "before", "empty-frame", "layers-text*"] + quick)
    let names = ["card.json", "talk.srt", "people.csv", "logo.svg", "clip.mp4"] + saved.keys.map { "\($0).json" }
    var files: [String: Data] = [:]
    for name in names { files[name] = try Data(contentsOf: starmine.file(name)) }
    let measured = try Data(contentsOf: starmine.file("out/bench/before.json"))
    for name in ["out/bench/before.json", "out/bench/after.json", "a.json", "b.json"] { files[name] = measured }
    return files
  }

  @Test(arguments: commands) func examplesOfHelpRun(command: String) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    for (name, data) in try Self.files.get() {
      let file = starmine.file(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    let lines = try examples(of: command, starmine)
    #expect(!lines.isEmpty, "\(command) has no examples")
    for line in lines {
      guard let ending = ending(line) else { continue }
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", line + ending]
      process.currentDirectoryURL = starmine.folder
      let inherited = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let path = "\(Starmine.executable.deletingLastPathComponent().path):\(inherited)"
      process.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { $1 }
      for name in ["example.out", "example.err"] { try Data().write(to: starmine.file(name)) }
      process.standardOutput = try FileHandle(forWritingTo: starmine.file("example.out"))
      process.standardError = try FileHandle(forWritingTo: starmine.file("example.err"))
      try process.run()
      process.waitUntilExit()
      // Comparisons and differences answer by their code.
      let isAnswer = line.contains("--exit-code") || line.contains("bench")
      let expected: Set<Int32> = isAnswer ? [0, 3, 4] : [0]
      let complaint = try starmine.text("example.err")
      #expect(expected.contains(process.terminationStatus), "\(line): \(complaint)")
    }
  }
}
