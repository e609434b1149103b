import Foundation
import Testing

/// Where output goes, and what happens when it does not arrive.
@Suite struct OutputTests {
  @Test(arguments: [
    ["schema"], ["presets"], ["params"], ["params", "CALayer", "--json"], ["--help"], ["--version"],
    ["render", "--help"], ["show", "snow"], ["diff", "snow", "embers"], ["bench", "--list"],
    ["--generate-completion-script", "bash"],
  ])
  func lostOutputIsAnError(arguments: [String]) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
    let outcome = try starmine.finish(starmine.start(arguments, output: full))
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("Error: cannot write to standard output"))
    // Without a reader: the code of a process that the signal has ended, without a word.
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let unread = try starmine.finish(starmine.start(arguments, output: pipe.fileHandleForWriting))
    #expect(unread.code == 141 && unread.errors.isEmpty)
    // Closed from the beginning.
    let quoted = ([Starmine.executable.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let closed = try starmine.finish(starmine.start(["-c", "\(quoted) >&-"], program: URL(filePath: "/bin/sh")))
    #expect(closed.code == 1 && closed.errors.hasPrefix("Error: cannot write to standard output"))
  }

  /// A device behind a link is written to; the link, and what is printed besides, stay what they are.
  @Test func devicesAreNotReplaced() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    #expect(symlink("/dev/null", starmine.file("null.json").path) == 0)
    #expect(symlink("/dev/null", starmine.file("null.png").path) == 0)
    #expect(symlink("/dev/null", starmine.file("null.mp4").path) == 0)
    for arguments in [
      ["render", "tiny.json", "-o", "null.mp4", "--stats", "null.json"], ["save", "tiny.json", "-o", "null.json"],
      ["still", "tiny.json", "-o", "null.png"], ["sheet", "tiny.json", "-o", "null.png"],
    ] {
      let outcome = try starmine.finish(starmine.start(arguments))
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    for name in ["null.json", "null.png", "null.mp4"] {
      let type = try FileManager.default.attributesOfItem(atPath: starmine.file(name).path)[.type] as? FileAttributeType
      #expect(type == .typeSymbolicLink)
    }
    #expect(try starmine.leftovers() == ["null.json", "null.mp4", "null.png", "tiny.json"])
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  /// A file that goes to standard output goes there alone: what is said about it goes to standard error.
  @Test func filesGoToStandardOutputAlone() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    #expect(symlink("/dev/stdout", starmine.file("out.png").path) == 0)
    #expect(symlink("/dev/stdout", starmine.file("out.mp4").path) == 0)
    #expect(symlink("/dev/stdout", starmine.file("out.framemd5").path) == 0)
    for name in ["out.png", "out.framemd5", "out.mp4"] {
      let file = try starmine.run(
        name == "out.png" ? "still" : "render", "tiny.json", "-o", "file.\(name.dropFirst(4))")
      #expect(file.code == 0)
      let outcome = try starmine.finish(
        starmine.start(
          [name == "out.png" ? "still" : "render", "tiny.json", "-o", name],
          output: FileHandle(
            forWritingTo: try starmine.empty("copy"))))
      #expect(outcome.code == 0 && outcome.errors.hasPrefix(name), "\(outcome.errors)")
      let (copy, original) = ("copy", "file.\(name.dropFirst(4))")
      // A video says with which command it was made.
      let isSame = try Data(contentsOf: starmine.file(copy)) == Data(contentsOf: starmine.file(original))
      #expect(isSame || name == "out.mp4")
      #expect(try !Data(contentsOf: starmine.file(copy)).isEmpty)
    }
  }

  @Test func anExistingFileKeepsItsRights() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    for name in ["a.mp4", "a.png", "a.json", "stats.json"] {
      try starmine.write("old", to: name)
      #expect(chmod(starmine.file(name).path, 0o604) == 0)
    }
    #expect(try starmine.run("render", "tiny.json", "-o", "a.mp4", "--stats", "stats.json").code == 0)
    #expect(try starmine.run("still", "tiny.json", "-o", "a.png").code == 0)
    #expect(try starmine.run("save", "tiny.json", "-o", "a.json").code == 0)
    for name in ["a.mp4", "a.png", "a.json", "stats.json"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: starmine.file(name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o604)
      #expect(attributes[.size] as? Int != 3)
    }
  }
}
