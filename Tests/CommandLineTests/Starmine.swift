import Foundation
import Testing

/// Runs the built executable as a user does.
struct Starmine {
  struct Outcome {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Beside the test bundle.
  static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "starmine")
  }

  /// A fresh folder, which is the working directory of the runs.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "starmine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts the program with its outputs in files, which cannot fill up as pipes can.
  ///
  /// - Parameter output: where its standard output goes instead.
  func start(
    _ arguments: [String], program: URL = Self.executable, output: FileHandle? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    for name in ["stdout", "stderr"] { try Data().write(to: file(".\(name)")) }
    process.standardOutput = try output ?? FileHandle(forWritingTo: file(".stdout"))
    process.standardError = try FileHandle(forWritingTo: file(".stderr"))
    try process.run()
    return process
  }

  func finish(_ process: Process) throws -> Outcome {
    process.waitUntilExit()
    return Outcome(
      code: process.terminationReason == .exit ? process.terminationStatus : -1, output: try text(".stdout"),
      errors: try text(".stderr"))
  }

  func run(_ arguments: String...) throws -> Outcome {
    try finish(start(arguments))
  }

  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// A new file without contents.
  func empty(_ name: String) throws -> URL {
    try Data().write(to: file(name))
    return file(name)
  }

  func text(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: file(name))
  }

  /// Names of what the runs left, without what `start` made.
  func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { ![".stdout", ".stderr"].contains($0) }
      .sorted()
  }
}

/// A document with variables, drawn as fast.
let cardDocument = """
  { name: "card for {title}", vars: {
      title: { type: "text", default: "HELLO", summary: "Who it is for" }, gold: { type: "color", default: "#ffcc00" },
      n: { type: "number", default: 4, min: 1, max: 20 } },
    movie: { size: [64, 32], fps: 10, duration: 1 },
    layer: { sublayers: [
      { class: "CATextLayer", name: "title", string: "{title}", fontSize: 9, frame: ["{n} * 2", 4, 60, 20],
        foregroundColor: "{gold}" } ] } }
  """

/// A document that renders in no time.
let tinyDocument = """
  { name: "tiny", movie: { size: [64, 32], fps: 10, duration: 1, background: "#203040" },
    layer: { class: "CALayer", sublayers: [
      { class: "CAEmitterLayer", name: "sky", emitterPosition: [32, 16], emitterCells: [
        { name: "snow", birthRate: 20, lifetime: 1, velocity: 20, emissionRange: "2pi",
          contents: { sprite: "dot", size: 8 } } ] } ] } }
  """
