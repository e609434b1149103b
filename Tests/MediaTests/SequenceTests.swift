import Foundation
import StarmineMedia
import Testing

@Suite struct SequenceTests {
  @Test func patternsHaveOnePlace() {
    #expect(NumberedPath("a-%05d.png")?.path(12) == "a-00012.png")
    #expect(NumberedPath("a-%d.png")?.path(12) == "a-12.png")
    #expect(NumberedPath("100%%/a-%3d.png")?.path(1234) == "100%/a-1234.png")
    for path in ["a.png", "a-%d-%d.png", "a-%s.png", "a-%", "a-%123d.png", "%%d.png"] {
      #expect(NumberedPath(path) == nil, "\(path)")
    }
  }

  @Test func namesWithoutANumberAreRefusedWithASuggestion() {
    let folder = TemporaryFolder()
    let path = folder.file("50%.png")
    let error = #expect(throws: VideoError.self) { try VideoErrorTests.open(path) }
    #expect(error == .missingNumber(path: path, suggestion: folder.file("50%%-%05d.png")))
    #expect(folder.contents.isEmpty)
  }

  @Test func filesHaveTheMoviesNumbers() throws {
    let folder = TemporaryFolder()
    var options = VideoOptions()
    options.firstNumber = 1
    let report = try VideoWriterTests.write(
      folder.file("a-%03d.png"), width: 32, height: 16, count: 3, from: 9, options: options)
    #expect(folder.contents == ["a-010.png", "a-011.png", "a-012.png"])
    #expect(report.bytes == folder.contents.reduce(0) { $0 + folder.bytes($1).count })
    #expect(report.otherFiles.isEmpty)
  }

  /// Files of the same numbers are replaced; others stay, and are told.
  @Test func leftOversOfALongerSequenceAreReported() throws {
    let folder = TemporaryFolder()
    _ = try VideoWriterTests.write(folder.file("a-%03d.qoi"), width: 32, height: 16, count: 6)
    let old = folder.bytes("a-001.qoi")
    let report = try VideoWriterTests.write(
      folder.file("a-%03d.qoi"), width: 16, height: 16, count: 3, from: 1)
    #expect(report.otherFiles == [0, 4, 5].map { folder.file("a-00\($0).qoi") })
    #expect(folder.contents.count == 6)
    #expect(folder.bytes("a-001.qoi") != old)
  }

  @Test func gapsAreFound() throws {
    let folder = TemporaryFolder()
    let pattern = try #require(NumberedPath(folder.file("a-%03d.qoi")))
    #expect(pattern.existing.isEmpty && pattern.firstGap == nil)
    for first in [0, 5] {
      _ = try VideoWriterTests.write(folder.file("a-%03d.qoi"), width: 32, height: 16, count: 2, from: first)
    }
    #expect(pattern.existing == [0, 1, 5, 6] && pattern.firstGap == folder.file("a-002.qoi"))
    _ = try VideoWriterTests.write(folder.file("a-%03d.qoi"), width: 32, height: 16, count: 3, from: 2)
    #expect(pattern.existing == Array(0...6) && pattern.firstGap == nil)
  }

  @Test func aPartIsWhatTheWholeHas() throws {
    let folder = TemporaryFolder()
    for (name, first, count) in [("a", 0, 5), ("b", 2, 2)] {
      _ = try VideoWriterTests.write(
        folder.file("\(name)-%d.exr"), width: 32, height: 16, count: count, from: first)
    }
    #expect(folder.bytes("a-2.exr") == folder.bytes("b-2.exr"))
    #expect(folder.bytes("a-3.exr") == folder.bytes("b-3.exr"))
  }

  @Test func foldersThatAreNotThereFailAtOnce() {
    let folder = TemporaryFolder()
    let path = folder.file("none/a-%d.png")
    #expect(throws: VideoError.unwritable(path: folder.file("none/a-0.png"), reason: "No such file or directory")) {
      try VideoErrorTests.open(path)
    }
  }
}
