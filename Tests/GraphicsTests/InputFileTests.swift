import Foundation
import StarmineGraphics
import Testing

@Suite struct InputFileTests {
  /// Pipes, shorter and longer than a part that is read at once: whole up to a limit, refused beyond it.
  @Test(arguments: [0, 1, 1000, 1 << 18, 600_000], [0, 1000, 1 << 20])
  func streamsAreReadUpToALimit(count: Int, limit: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    let pipe = Pipe()
    Thread.detachNewThread {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try? pipe.fileHandleForWriting.close()
    }
    let number = pipe.fileHandleForReading.fileDescriptor
    let read = Result { () throws(InputFileError) in
      try InputFile.bytes(ofStream: number, named: "a pipe", atMost: limit)
    }
    if count <= limit {
      #expect(try read.get() == bytes)
    } else {
      let error = #expect(throws: InputFileError.self) { try read.get() }
      #expect(error?.kind == .tooLarge && error?.reason == "it has more than \(limit) bytes")
      // The writer goes on until all is read.
      _ = try InputFile.bytes(ofStream: number, named: "a pipe", atMost: count)
    }
  }

  @Test func filesHaveASizeAndABeginning() throws {
    let folder = try Folder()
    try folder.write("0123456789", "a")
    let file = try InputFile(folder.path("a"), atMost: 10)
    #expect(file.content.size == 10)
    #expect(try file.bytes() == Array("0123456789".utf8) && file.bytes(atMost: 3) == Array("012".utf8))
    let error = #expect(throws: InputFileError.self) { try InputFile.bytes(of: folder.path("a"), atMost: 9) }
    #expect(error?.reason == "it has 10 bytes, the limit is 9")
  }

  /// Opening none of them waits.
  @Test func onlyRegularFilesAreOpened() throws {
    let folder = try Folder()
    #expect(mkfifo(folder.path("fifo"), 0o600) == 0)
    for scope in [FileScope.everywhere, FileScope(folder: folder.path)] {
      #expect(kind(folder.path("fifo"), scope) == .unreadable && kind(folder.path, scope) != nil)
      #expect(kind(folder.path("none"), scope) == .missing && kind("", scope) == .missing)
      #expect(kind("a\0b", scope) == .missing)
    }
    #expect(kind("/dev/zero") == .unreadable && kind("/dev/null") == .unreadable)
  }

  /// A FIFO that the user names has a writer, sooner or later.
  @Test func namedPipesOfTheUserAreReadToTheirEnd() throws {
    let folder = try Folder()
    let path = folder.path("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    Thread.detachNewThread { try? Data("text".utf8).write(to: URL(fileURLWithPath: path)) }
    #expect(try InputFile.bytes(ofAny: path, atMost: 100) == Array("text".utf8))
    #expect(throws: InputFileError.self) { try InputFile.bytes(ofAny: folder.path, atMost: 100) }
  }

  /// Links are followed to where they end: files, folders, chains, and those that lead nowhere yet.
  @Test func linksCannotLeaveTheFolder() throws {
    let folder = try Folder()
    try folder.makeFolder("in/sub")
    try folder.makeFolder("in-other")
    for name in ["in/a", "in/sub/b", "in-other/c", "out"] { try folder.write(name, name) }
    let links = [
      "in/inner": "sub/b", "in/absolute": folder.path("in/a"), "in/outer": "../out", "in/chain": "outer",
      "in/dangling": "../new", "in/hopeful": "sub/new", "in/door": "../in-other", "in/self": "self",
    ]
    for (name, target) in links { #expect(symlink(target, folder.path(name)) == 0) }
    let scope = FileScope(folder: folder.path("in"))
    for name in ["in/a", "in/sub/b", "in/inner", "in/absolute", "in/sub/../a", "in-other/../in/a"] {
      #expect(kind(folder.path(name), scope) == nil && scope.contains(folder.path(name)), "\(name)")
    }
    for name in ["out", "in/outer", "in/chain", "in/door/c", "in/../out", "in-other/c"] {
      #expect(kind(folder.path(name), scope) == .outside && !scope.contains(folder.path(name)), "\(name)")
    }
    // Nothing is there yet, but something could be made.
    for (name, isInside) in [
      ("in/new", true), ("in/hopeful", true), ("in/no/no", true), ("in/dangling", false), ("in/door/new", false),
      ("in/no/../../new", false), ("in/self", false), ("new", false),
    ] { #expect(scope.contains(folder.path(name)) == isInside, "\(name)") }
    #expect(FileScope.everywhere.contains(folder.path("new")))
  }

  @Test func furtherFilesBelongToAFolder() throws {
    let folder = try Folder()
    try folder.makeFolder("in")
    for name in ["own", "other"] { try folder.write(name, name) }
    #expect(symlink("../own", folder.path("in/link")) == 0)
    let scope = FileScope(folder: folder.path("in"), and: [folder.path("own"), folder.path("gone")])
    #expect(try InputFile.bytes(of: folder.path("in/link"), in: scope, atMost: 10) == Array("own".utf8))
    #expect(kind(folder.path("other"), scope) == .outside && !scope.contains(folder.path("other")))
  }

  @Test func foldersMayBeSeveral() throws {
    let folder = try Folder()
    for name in ["in", "beside", "no"] {
      try folder.makeFolder(name)
      try folder.write("a", "\(name)/a")
    }
    let scope = FileScope(folders: [folder.path("in"), folder.path("beside")])
    #expect(kind(folder.path("in/a"), scope) == nil && kind(folder.path("beside/a"), scope) == nil)
    #expect(kind(folder.path("no/a"), scope) == .outside && kind(folder.path("beside/../no/a"), scope) == .outside)
    #expect(kind(folder.path("in/a"), FileScope(folders: [])) == .outside)
  }

  private func kind(_ path: String, _ scope: FileScope = .everywhere) -> InputFileError.Kind? {
    do throws(InputFileError) {
      _ = try InputFile(path, in: scope)
      return nil
    } catch {
      return error.kind
    }
  }
}

/// A folder that goes with its owner.
private final class Folder {
  let path = FileManager.default.temporaryDirectory.appending(path: "starmine-files-\(UUID().uuidString)")
    .path(percentEncoded: false)

  init() throws { try makeFolder("") }

  func path(_ name: String) -> String { path + "/" + name }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path(name))) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
