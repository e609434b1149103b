import StarmineMedia
import StarmineRaster
import Testing

@Suite struct FrameChecksumTests {
  static func checksums(_ frames: Range<Int>, rate: FrameRate = FrameRate(60), changing: Int? = nil) throws -> String {
    let folder = TemporaryFolder()
    // 19 pixels: the rows of the buffer have padding, which must not count.
    var writer = try VideoWriter(to: folder.file("a.framemd5"), width: 19, height: 7, frameRate: rate)
    for index in frames {
      let frame = makeFrame(19, 7) { x, y in
        patchColor(x, y, frame: index) ^ (index == changing && x == 18 && y == 6 ? 1 : 0)
      }
      try writer.append(frame, at: index)
    }
    _ = try writer.finish()
    #expect(folder.contents == ["a.framemd5"])
    return String(decoding: folder.bytes("a.framemd5"), as: UTF8.self)
  }

  static func lines(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix("#") } }

  @Test func equalFramesGiveEqualText() throws {
    #expect(try Self.checksums(0..<4) == Self.checksums(0..<4))
  }

  @Test func headerCarriesTheClockAndNoVersion() throws {
    let text = try Self.checksums(0..<1, rate: FrameRate(30000, 1001))
    #expect(text.contains("#tb 0: 1001/30000\n"))
    #expect(text.contains("#dimensions 0: 19x7\n"))
    #expect(!text.contains("Lavf"))
  }

  /// Truth: the MD5 of 19 * 7 * 4 zero bytes, computed by an independent program.
  @Test func checksumIsOfTheTightRows() throws {
    let folder = TemporaryFolder()
    var writer = try VideoWriter(to: folder.file("a.framemd5"), width: 19, height: 7, frameRate: FrameRate(60))
    try writer.append(PixelBuffer(width: 19, height: 7), at: 0)
    _ = try writer.finish()
    let line = try #require(Self.lines(String(decoding: folder.bytes("a.framemd5"), as: UTF8.self)).first)
    #expect(
      line.split(separator: ",").map { $0.drop { $0 == " " } } == [
        "0", "0", "0", "1", "532", "004955e30603d8c06c1ff917736eb418",
      ])
  }

  @Test func onePixelChangesOneLine() throws {
    let plain = Self.lines(try Self.checksums(0..<4))
    let changed = Self.lines(try Self.checksums(0..<4, changing: 2))
    #expect(plain.count == 4)
    #expect(plain.indices.filter { plain[$0] != changed[$0] } == [2])
  }

  /// Indices are times, so two halves joined are the whole.
  @Test func halvesJoinToTheWhole() throws {
    let whole = Self.lines(try Self.checksums(0..<6))
    #expect(whole == Self.lines(try Self.checksums(0..<3)) + Self.lines(try Self.checksums(3..<6)))
  }
}
