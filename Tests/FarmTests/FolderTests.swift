import Foundation
import StarmineFarm
import StarmineMedia
import Testing

@Suite struct FolderTests {
  @Test func segmentsWithoutAReceiptAreIncomplete() throws {
    let farm = try TestFarm()
    #expect(farm.folder.state(0) == .missing)
    let receipt = try farm.draw(0)
    #expect(farm.folder.state(0) == .done(receipt))
    #expect(farm.folder.contentProblem(receipt) == nil)
    unlink(farm.folder.receiptPath(0))
    #expect(farm.folder.state(0) == .missing)
  }

  @Test func invalidReceiptsNameTheReason() throws {
    let farm = try TestFarm()
    let good = try farm.draw(1)
    let changes: [(change: (inout SegmentReceipt) -> Void, words: String)] = [
      ({ $0.program = "starmine 0.0.9" }, "made by starmine 0.0.9"), ({ $0.encoder = "x" }, "encoded by x"),
      ({ $0.digest = "x" }, "it was rendered for another plan"),
      ({ $0.first = 0 }, "its receipt is for another segment"),
      ({ $0.count = 1 }, "its receipt is for another segment"), ({ $0.bytes += 1 }, "bytes"),
    ]
    for (change, words) in changes {
      var receipt = good
      change(&receipt)
      try farm.folder.write(receipt)
      guard case .invalid(let reason) = farm.folder.state(1) else {
        Issue.record("\(words)")
        continue
      }
      #expect(reason.contains(words), "\(reason)")
    }
    try farm.folder.write(good)
    unlink(farm.folder.segmentPath(1))
    #expect(farm.folder.state(1) == .invalid("its file is missing"))
    try "{".write(toFile: farm.folder.receiptPath(1), atomically: true, encoding: .utf8)
    #expect(farm.folder.state(1) == .invalid("its receipt cannot be read"))
  }

  @Test func contentsAreCompared() throws {
    let farm = try TestFarm()
    let receipt = try farm.draw(0)
    var bytes = farm.bytes(farm.folder.segmentPath(0))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: farm.folder.segmentPath(0)))
    #expect(farm.folder.state(0) == .done(receipt))
    #expect(farm.folder.contentProblem(receipt)?.contains("checksum") == true)
  }

  /// Links would lead out of the folder, and a FIFO would wait for a reader.
  @Test func onlyFilesStayInThePlaceOfASegment() throws {
    let farm = try TestFarm()
    try farm.draw(0)
    #expect(symlink(farm.path("outside"), farm.folder.segmentPath(1)) == 0)
    #expect(mkfifo(farm.folder.segmentPath(2), 0o600) == 0)
    for index in 0..<3 { farm.folder.free(index) }
    let left = try FileManager.default.contentsOfDirectory(atPath: farm.folder.path)
    #expect(left.contains("00000.nut") && !left.contains { $0.hasPrefix("00001") || $0.hasPrefix("00002") }, "\(left)")
    #expect(farm.folder.state(0) == .missing)
  }

  @Test func plansAreNotWrittenThroughLinks() throws {
    let farm = try TestFarm()
    unlink(farm.folder.planPath)
    #expect(symlink(farm.path("outside"), farm.folder.planPath) == 0)
    #expect(throws: FarmError.self) { try farm.folder.create() }
    #expect(!FileManager.default.fileExists(atPath: farm.path("outside")))
  }

  @Test func staleFilesGoAndOthersStay() throws {
    let farm = try TestFarm()
    let names = [".00003.nut.partial-77-0", ".00004.nut.partial-78-1", "notes.txt"]
    for name in names { try Data().write(to: URL(filePath: farm.folder.path + "/" + name)) }
    var status = stat()
    #expect(stat(farm.folder.path + "/" + names[0], &status) == 0)
    farm.folder.removeStaleFiles(now: status.st_mtim.tv_sec + 3600)
    #expect(names.allSatisfy { FileManager.default.fileExists(atPath: farm.folder.path + "/" + $0) })
    utimes(farm.folder.path + "/" + names[0], [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)])
    farm.folder.removeStaleFiles(now: status.st_mtim.tv_sec + 3600)
    let left = names.filter { FileManager.default.fileExists(atPath: farm.folder.path + "/" + $0) }
    #expect(left == Array(names.dropFirst()))
  }

  @Test func onlyOwnFilesAreRemoved() throws {
    let farm = try TestFarm()
    try farm.draw(0)
    try Data().write(to: URL(filePath: farm.folder.path + "/notes.txt"))
    SegmentFolder.removeAll(in: farm.folder.path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: farm.folder.path) == ["notes.txt"])
    unlink(farm.folder.path + "/notes.txt")
    SegmentFolder.removeAll(in: farm.folder.path)
    #expect(!FileManager.default.fileExists(atPath: farm.folder.path))
  }

  @Test func folderLockIsExclusive() throws {
    let path = NSTemporaryDirectory() + "lock-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    func isFree() throws -> Bool { if try FolderLock(path) != nil { true } else { false } }
    guard let first = try FolderLock(path) else {
      Issue.record("a new folder belongs to another")
      return
    }
    #expect(try !isFree())
    first.release()
    #expect(try isFree())
    // Who has locked a folder that was removed meanwhile has nothing; the new one counts.
    guard let old = try FolderLock(path) else {
      Issue.record("the folder was given back")
      return
    }
    #expect(rmdir(path) == 0)
    #expect(try isFree() && FileManager.default.fileExists(atPath: path))
    old.release()
    #expect(throws: FarmError.self) { try isFree() && FolderLock(path + "/none/folder") != nil }
  }

  @Test func statusSaysWhatIsMissingAndWhoDrew() throws {
    let farm = try TestFarm()
    #expect(FarmStatus(farm.folder).summary == "0/3 segments, not there: 0-2")
    #expect(FarmStatus(farm.folder).secondsLeft == nil)
    try farm.draw(0, host: "b")
    try farm.draw(2, host: "a")
    var receipt = try farm.draw(1)
    receipt.program = "starmine 0.0.9"
    try farm.folder.write(receipt)
    let status = FarmStatus(farm.folder)
    #expect(status.summary == "2/3 segments, not there: 1 (1: made by starmine 0.0.9)")
    #expect(status.hosts.map(\.host) == ["a", "b"] && status.hosts.map(\.framesPerSecond) == [10, 120])
    #expect(status.framesDone == 260 && status.secondsLeft == 2 && !status.isComplete)
    try farm.draw(1)
    #expect(FarmStatus(farm.folder).summary == "3/3 segments")
  }
}
