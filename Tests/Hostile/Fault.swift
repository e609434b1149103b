import Foundation
import StarmineTestSupport
import Testing

/// One call of a system function that fails, by the library `Faults/faults.c`.
struct Fault: CustomTestStringConvertible {
  /// The function, and how it fails: an error's name, or `short` for half of what was asked.
  let function: String
  let error: String
  /// Whether all later calls fail too: what tries again gets no further.
  let isLasting: Bool

  init(_ function: String, _ error: String, isLasting: Bool = false) {
    (self.function, self.error, self.isLasting) = (function, error, isLasting)
  }

  var testDescription: String { "\(function) \(error)\(isLasting ? " from then on" : "")" }

  /// The setting of the library under which this call fails.
  func setting(call: Int) -> String { "\(function):\(call)\(isLasting ? "+" : ""):\(error)" }

  /// Faults that a program must survive without a difference.
  var changesNothing: Bool { error == "short" || error == "EINTR" }

  static let all = [
    Fault("open", "EACCES"), Fault("open", "EMFILE"), Fault("read", "EIO"), Fault("read", "short"),
    Fault("read", "EINTR"), Fault("write", "ENOSPC"), Fault("write", "EIO"), Fault("write", "short"),
    Fault("write", "EINTR"), Fault("lseek", "ESPIPE"), Fault("ftruncate", "EIO"), Fault("fsync", "EIO"),
    Fault("close", "EIO"), Fault("rename", "EXDEV"), Fault("mkdir", "EACCES"), Fault("pthread_create", "EAGAIN"),
    Fault("malloc", "ENOMEM"), Fault("write", "ENOSPC", isLasting: true), Fault("open", "EMFILE", isLasting: true),
    Fault("pthread_create", "EAGAIN", isLasting: true), Fault("malloc", "ENOMEM", isLasting: true),
  ]

  /// The library, compiled once; nil where no C compiler is.
  static let library: URL? = {
    let source = Checkout.root.appending(path: "Tests/Hostile/Faults/faults.c").path(percentEncoded: false)
    let library = FileManager.default.temporaryDirectory.appending(path: "starmine-faults-\(getpid()).so")
    for compiler in ["clang", "gcc", "cc"] {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        compiler, "-shared", "-fPIC", "-O1", "-o", library.path(percentEncoded: false), source, "-ldl",
      ]
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { continue }
      process.waitUntilExit()
      if process.terminationStatus == 0 { return library }
    }
    return nil
  }()
}

/// A command that writes, and what it writes.
struct WritingCommand: CustomTestStringConvertible {
  let arguments: [String]
  /// Files whose bytes are always the same.
  let outputs: [String]

  var testDescription: String { arguments.joined(separator: " ") }

  static let document = """
    { movie: { size: [48, 32], duration: 0.4, fps: 10 },
      layer: { class: "CAEmitterLayer", emitterPosition: [24, 16],
        emitterCells: [
          { name: "dot", birthRate: 40, lifetime: 1, velocity: 20, contents: { sprite: "dot", size: 8 } }] } }
    """

  /// A document of another program.
  static let foreign = """
    <particleEmitterConfig><sourcePosition x="24" y="16"/><maxParticles value="20"/><particleLifeSpan value="1"/>
    <startParticleSize value="8"/><speed value="9"/><angle value="90"/></particleEmitterConfig>
    """

  static let all = [
    WritingCommand(arguments: ["render", "tiny.json", "-o", "new/a.mp4"], outputs: ["new/a.mp4"]),
    WritingCommand(
      arguments: ["render", "tiny.json", "--threads", "2", "-o", "a.framemd5", "--stats", "stats.json"],
      outputs: ["a.framemd5"]),
    WritingCommand(arguments: ["still", "tiny.json", "-o", "a.png"], outputs: ["a.png"]),
    // Large enough for several threads.
    WritingCommand(arguments: ["still", "snow", "--at", "1", "-o", "snow.png"], outputs: ["snow.png"]),
    WritingCommand(
      arguments: ["tune", "tiny.json", "--mutate", "2", "--size", "24x16", "-o", "sheet.png"],
      outputs: ["sheet.png"]),
    WritingCommand(arguments: ["save", "tiny.json", "--set", "dot.velocity=30", "-o", "b.json"], outputs: ["b.json"]),
    WritingCommand(
      arguments: ["render", "tiny.json", "-o", "a.mov", "--format", "prores4444"], outputs: ["a.mov"]),
    WritingCommand(arguments: ["render", "tiny.json", "-o", "a.gif"], outputs: ["a.gif"]),
    WritingCommand(
      arguments: ["render", "tiny.json", "-o", "f-%02d.png"], outputs: (0..<4).map { "f-0\($0).png" }),
    WritingCommand(
      arguments: ["render", "tiny.json", "snow", "--frames", "0-1", "--jobs", "2", "-o", "{name}.framemd5"],
      outputs: ["tiny.framemd5", "snow.framemd5"]),
    WritingCommand(
      arguments: ["sheet", "tiny.json", "--times", "0,0.2", "--size", "24x16", "-o", "sheet.png"],
      outputs: ["sheet.png"]),
    WritingCommand(arguments: ["sprites", "-o", "sprites.png"], outputs: ["sprites.png"]),
    WritingCommand(arguments: ["import", "fire.pex", "-o", "c.json"], outputs: ["c.json"]),
    WritingCommand(
      arguments: ["farm", "plan", "tiny.json", "-o", "plan"], outputs: ["plan/document.json"]),
    WritingCommand(arguments: ["schema"], outputs: ["stdout"]),
    WritingCommand(arguments: ["presets"], outputs: ["stdout"]),
    WritingCommand(arguments: ["params", "tiny.json"], outputs: ["stdout"]),
  ]
}
