import Foundation
import StarminePresets
import Testing

@Suite struct FileBytesTests {
  /// Files and pipes, shorter and longer than a part that is read at once, up to a limit.
  @Test(arguments: [0, 1, 1000, 1 << 18, 600_000], [0, 1000, 1 << 20])
  func readsUpToALimit(count: Int, limit: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("bytes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    #expect(try FileBytes.read(file, atMost: limit) == Array(bytes.prefix(limit)))

    let pipe = Pipe()
    Thread.detachNewThread {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try? pipe.fileHandleForWriting.close()
    }
    #expect(try FileBytes.read(pipe.fileHandleForReading, atMost: limit) == Array(bytes.prefix(limit)))
    // The writer goes on until all is read.
    _ = try FileBytes.read(pipe.fileHandleForReading, atMost: count)
  }
}
