import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

@Suite struct OutputFileTests {
  private func status(_ path: String) -> stat {
    var status = stat()
    lstat(path, &status)
    return status
  }

  private func kind(_ path: String) -> mode_t { status(path).st_mode & S_IFMT }

  @Test func anExistingFileKeepsItsRights() throws {
    let folder = TemporaryFolder()
    try OutputFile.write([1, 2, 3], to: folder.file("a"))
    #expect(chmod(folder.file("a"), 0o640) == 0)
    try OutputFile.write([4], to: folder.file("a"))
    #expect(folder.bytes("a") == [4])
    #expect(status(folder.file("a")).st_mode & 0o7777 == 0o640)
    #expect(folder.contents == ["a"])
  }

  @Test func aStaleWriteLeavesTheTargetAsItIs() throws {
    let folder = TemporaryFolder()
    try OutputFile.write([1], to: folder.file("a"))
    #expect(try OutputFile.write([2], to: folder.file("a"), unless: { true }) == false)
    #expect(folder.bytes("a") == [1])
    #expect(try OutputFile.write([3], to: folder.file("a"), unless: { folder.bytes("a") != [1] }))
    #expect(folder.bytes("a") == [3] && folder.contents == ["a"])
  }

  @Test func linksAreFollowedAndStay() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: true)
    #expect(symlink("real/target", folder.file("middle")) == 0 && symlink("middle", folder.file("link")) == 0)
    try OutputFile.write([1], to: folder.file("link"))
    try OutputFile.write([2], to: folder.file("link"))
    #expect(kind(folder.file("link")) == S_IFLNK && kind(folder.file("middle")) == S_IFLNK)
    #expect(folder.bytes("real/target") == [2])
    #expect(folder.contents == ["link", "middle", "real"])
    #expect(symlink("round", folder.file("round")) == 0)
    #expect(throws: FileError.self) { try OutputFile.write([1], to: folder.file("round")) }
  }

  @Test func scopedFilesStayInTheirFolder() throws {
    let folder = TemporaryFolder()
    for name in ["in", "out"] { #expect(mkdir(folder.file(name), 0o700) == 0) }
    #expect(symlink("../out/new", folder.file("in/link")) == 0 && mkfifo(folder.file("in/fifo"), 0o600) == 0)
    #expect(symlink("real", folder.file("in/near")) == 0)
    let scope = FileScope(folder: folder.file("in"))
    for name in ["in/link", "in/fifo", "in/../out/a", "out/a", "in", "in/none/a", "/dev/null", ""] {
      #expect(throws: FileError.self, "\(name)") { try OutputFile.write([1], to: folder.file(name), in: scope) }
      #expect(throws: FileError.self, "\(name)") { try OutputFile.append([1], to: folder.file(name), in: scope) }
    }
    try OutputFile.append([1], to: folder.file("in/near"), in: scope)
    try OutputFile.append([2], to: folder.file("in/near"), in: scope)
    #expect(folder.bytes("in/real") == [1, 2])
    // A folder that becomes a link while the file is written.
    var file = try OutputFile(folder.file("in/a"), in: scope)
    try file.write([3])
    #expect(rename(folder.file("in"), folder.file("moved")) == 0 && symlink("out", folder.file("in")) == 0)
    try file.commit()
    #expect(folder.bytes("moved/a") == [3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out")) == [])
  }

  @Test func devicesAreWrittenThrough() throws {
    let folder = TemporaryFolder()
    #expect(symlink("/dev/null", folder.file("null")) == 0 && symlink("/dev/full", folder.file("full")) == 0)
    try OutputFile.write([1, 2], to: folder.file("null"))
    #expect(kind("/dev/null") == S_IFCHR && kind(folder.file("null")) == S_IFLNK)
    let error = #expect(throws: FileError.self) { try OutputFile.write([1, 2], to: folder.file("full")) }
    #expect(error?.isFull == true && error?.path == folder.file("full"))
    #expect(folder.contents == ["full", "null"])
  }

  /// More than a FIFO holds, so that it is read and written in parts; what must be written out of order comes whole.
  @Test(arguments: [false, true]) func fifosAreWrittenThrough(isSeekable: Bool) throws {
    let folder = TemporaryFolder()
    let path = folder.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let thread = Thread {
      do {
        var file = try OutputFile(path, isSeekable: isSeekable)
        try file.write(bytes)
        try file.commit()
      } catch { Issue.record(error) }
    }
    thread.start()
    var found: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while found.count < bytes.count {
      let count = read(reader, &buffer, buffer.count)
      if count > 0 { found += buffer[..<count] } else { sched_yield() }
    }
    #expect(found == bytes)
    #expect(folder.contents == ["fifo"] && kind(path) == S_IFIFO)
  }

  @Test func openFilesAreWrittenWhereTheyAre() throws {
    let folder = TemporaryFolder()
    let descriptor = open(folder.file("log"), O_WRONLY | O_CREAT, 0o600)
    #expect(descriptor >= 0 && write(descriptor, "ab", 2) == 2)
    try OutputFile.write(Array("cd".utf8), to: "/dev/fd/\(descriptor)")
    #expect(write(descriptor, "ef", 2) == 2)
    close(descriptor)
    #expect(folder.bytes("log") == Array("abcdef".utf8))
    #expect(throws: FileError.self) { try OutputFile.write([1], to: "/dev/fd/999") }
  }

  @Test func leftOversOfDeadProcessesAreRemoved() throws {
    let folder = TemporaryFolder()
    let process = try Process.run(URL(filePath: "/bin/true"), arguments: [])
    process.waitUntilExit()
    let dead = process.processIdentifier
    let (alive, mine) = (getppid(), getpid())
    let names = [
      ".a.mp4.partial-\(dead)-0", ".a.mp4.partial-\(dead)-7", ".a.mp4.partial-\(alive)-0", ".a.mp4.partial-\(mine)-0",
      ".b.mp4.partial-\(dead)-0", ".a.mp4.partial-x-0", ".a.mp4.partial-\(dead)-0-1",
    ]
    for name in names { #expect(FileManager.default.createFile(atPath: folder.file(name), contents: Data([1]))) }
    let locked = open(folder.file(names[1]), O_RDWR)
    #expect(flock(locked, LOCK_EX) == 0)
    try OutputFile.write([1], to: folder.file("a.mp4"))
    close(locked)
    #expect(folder.contents == (["a.mp4"] + [1, 2, 4, 5, 6].map { names[$0] }).sorted())
  }

  /// The file on the disk counts in the end, not what was handed over.
  @Test func differentContentIsNoticed() throws {
    let folder = TemporaryFolder()
    for damage in [
      { truncate($0, 2) },
      { path in
        let descriptor = open(path, O_WRONLY)
        defer { close(descriptor) }
        return pwrite(descriptor, "x", 1, 1) == 1 ? 0 : -1
      },
    ] as [(String) -> Int32] {
      #expect(throws: FileError.self) {
        var file = try OutputFile(folder.file("a"))
        try file.write([1, 2, 3])
        #expect(damage(folder.file(try #require(folder.contents.first))) == 0)
        try file.content()?.compare(with: [1, 2, 3])
      }
      #expect(folder.contents.isEmpty)
    }
  }

  /// Without a free descriptor the folder cannot be opened. The limit holds for a whole process, so this one has its
  /// own.
  @Test func aFolderThatCannotBeFlushedHasTheFile() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      var file = try OutputFile(folder.file("a"))
      try file.write([1, 2, 3])
      var (before, none) = (rlimit(), rlimit())
      getrlimit(__rlimit_resource_t(7), &before)
      (none.rlim_cur, none.rlim_max) = (0, before.rlim_max)
      setrlimit(__rlimit_resource_t(7), &none)
      var caught: FileError?
      do throws(FileError) { try file.commit() } catch { caught = error }
      setrlimit(__rlimit_resource_t(7), &before)
      guard caught?.path == folder.file("a"), caught?.reason.hasPrefix("the file is complete") == true else {
        fatalError("\(String(describing: caught))")
      }
      precondition(folder.contents == ["a"] && folder.bytes("a") == [1, 2, 3])
    }
  }

  @Test func unwritableTargetsFailBeforeWriting() throws {
    let folder = TemporaryFolder()
    #expect(throws: FileError(path: folder.path, reason: "it is a directory; name a file in it")) {
      try OutputFile.check(folder.path)
    }
    for path in [folder.file(""), folder.file("none/a"), "", "/proc/self/fd/0/a"] {
      #expect(throws: FileError.self) { try OutputFile.check(path) }
    }
    #expect(throws: Never.self) { try OutputFile.check(folder.file("a")) }
    #expect(folder.contents.isEmpty)
  }

  @Test func longNamesHaveRoom() throws {
    let folder = TemporaryFolder()
    let name = String(repeating: "ä", count: 120) + ".mp4"
    try OutputFile.write([1], to: folder.file(name))
    #expect(folder.contents == [name])
  }
}
