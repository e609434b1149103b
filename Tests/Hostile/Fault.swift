import Foundation
import StarmineTestSupport
import Testing

/// One call of a system function that fails, by the library `Faults/faults.c`.
struct Fault: CustomTestStringConvertible {
  /// The function, and how it fails: an error's name, or `short` for half of what was asked.
  let function: String
  let error: String

  init(_ function: String, _ error: String) { (self.function, self.error) = (function, error) }

  var testDescription: String { "\(function) \(error)" }

  /// Faults that a program must survive without a difference.
  var changesNothing: Bool { error == "short" || error == "EINTR" }

  static let all = [
    Fault("open", "EACCES"), Fault("open", "EMFILE"), Fault("read", "EIO"), Fault("read", "short"),
    Fault("read", "EINTR"), Fault("write", "ENOSPC"), Fault("write", "EIO"), Fault("write", "short"),
    Fault("write", "EINTR"), Fault("lseek", "ESPIPE"), Fault("ftruncate", "EIO"), Fault("fsync", "EIO"),
    Fault("close", "EIO"), Fault("rename", "EXDEV"), Fault("mkdir", "EACCES"), Fault("pthread_create", "EAGAIN"),
    Fault("malloc", "ENOMEM"),
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

  static let all = [
    WritingCommand(arguments: ["render", "tiny.json", "-o", "new/a.mp4"], outputs: ["new/a.mp4"]),
    WritingCommand(
      arguments: ["render", "tiny.json", "--threads", "2", "-o", "a.framemd5", "--stats", "stats.json"],
      outputs: ["a.framemd5"]),
    WritingCommand(arguments: ["still", "tiny.json", "-o", "a.png"], outputs: ["a.png"]),
    WritingCommand(
      arguments: ["tune", "tiny.json", "--mutate", "2", "--size", "24x16", "-o", "sheet.png"],
      outputs: ["sheet.png", "sheet.manifest.json"]),
    WritingCommand(arguments: ["save", "tiny.json", "--set", "dot.velocity=30", "-o", "b.json"], outputs: ["b.json"]),
    WritingCommand(arguments: ["schema"], outputs: ["stdout"]),
  ]
}
