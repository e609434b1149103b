import CStarmineFFmpeg
import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// Clips that change, have odd sides, or are files of pictures, under a drawing.
@Suite struct ChangingClipTests {
  private static func write(_ clip: String, to path: String, key: String? = nil) throws -> [String] {
    let footage = try Footage(path: clip)
    let format = if let key { try VideoFormat(named: key) } else { try VideoFormat(forPath: path) }
    var writer = try FootageWriter(to: path, over: footage, format: format, options: VideoOptions())
    let remarks = writer.remarks
    var converter = try writer.conversion.makeConverter()
    let overlay = makeFrame(footage.pixelSize.width, footage.pixelSize.height) { x, y in
      x < 8 && y < 8 ? 0xFFFF_FFFF : 0
    }
    for number in 0..<footage.frameCount {
      try writer.append(converter.convert(footage.frame(number), under: overlay), at: number)
    }
    _ = try writer.finish()
    return remarks
  }

  @Test(arguments: ["ffv1", "qtrle"], ["b.mp4", "b.mkv"]) func oddSidesAreMadeEven(encoder: String, name: String) throws
  {
    let folder = TemporaryFolder()
    var maker = ClipMaker()
    (maker.width, maker.height) = (33, 31)
    maker.encoder = encoder
    if encoder == "qtrle" { maker.pixels = AV_PIX_FMT_RGB24 }
    let clip = folder.file(encoder == "qtrle" ? "a.mov" : "a.mkv")
    try maker.write(clip)
    let remarks = try Self.write(clip, to: folder.file(name))
    let found = try Footage(path: folder.file(name))
    let isPadded = name == "b.mp4"
    #expect((found.width, found.height) == (isPadded ? (34, 32) : (33, 31)))
    #expect(remarks.contains { $0.contains("repeated") } == isPadded, "\(remarks)")
    let image = try found.image(ofFrame: 2)
    #expect(difference(image[2, 2], 0xFFFFFF) < 12)
    if isPadded { #expect(difference(image[33, 20], image[32, 20]) < 12) }
  }

  @Test func sequencesAreClips() throws {
    let folder = TemporaryFolder()
    let pattern = folder.file("a-%03d.png")
    var options = VideoOptions()
    options.firstNumber = 7
    _ = try VideoWriterTests.write(pattern, width: 32, height: 16, count: 5, options: options)
    let clip = try Footage(path: pattern)
    #expect(clip.frameCount == 5 && clip.width == 32 && clip.height == 16 && abs(clip.duration - 0.2) < 1e-9)
    #expect(clip.remarksAsContents == ["picture files have no frame rate: 25 per second are assumed"])
    // In any order.
    for number in [4, 0, 3, 1, 2, 0] {
      let file = try #require(NumberedPath(pattern)).path(number + 7)
      #expect(try clip.image(ofFrame: number).base.pixels == ImageReader.image(atPath: file).base.pixels)
    }
    try FileManager.default.removeItem(atPath: folder.file("a-009.png"))
    #expect(throws: FootageError.missing(path: folder.file("a-009.png"))) { try Footage(path: pattern) }
  }
}
