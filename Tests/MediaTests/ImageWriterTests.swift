import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

@Suite struct ImageWriterTests {
  /// Every colour that alpha allows: premultiplied -> straight -> premultiplied gives the same pixel, because the
  /// straight value is the nearest of at least as many steps.
  @Test func premultipliedPixelsSurviveTheFile() throws {
    let folder = TemporaryFolder()
    let frame = makeFrame(256, 256) { component, alpha in
      let color = UInt32(min(component, alpha))
      return UInt32(alpha) << 24 | color << 16 | (UInt32(alpha) - color) << 8 | color / 2
    }
    try ImageWriter.writePNG(frame, toPath: folder.file("a.png"))
    let image = try ImageReader.image(atPath: folder.file("a.png"))
    try #require(image.width == 256 && image.height == 256)
    let changed = (0..<65_536).filter { image.base.pixels[$0] != frame[$0 % 256, $0 / 256] }
    #expect(changed.isEmpty)
    #expect(folder.contents == ["a.png"])
  }

  @Test func opaqueFilesHaveNoAlphaChannel() throws {
    let folder = TemporaryFolder()
    try ImageWriter.writePNG(makePatches(19, 7), toPath: folder.file("opaque.png"))
    var pixels = [UInt32](repeating: 0xFF12_3456, count: 19 * 7)
    try ImageWriter.writePNG(CGImage(width: 19, height: 7, pixels: pixels), toPath: folder.file("image.png"))
    #expect(try ImageReader.image(atPath: folder.file("image.png")).base.pixels == pixels)
    pixels[5] = 0xFE00_0000
    try ImageWriter.writePNG(CGImage(width: 19, height: 7, pixels: pixels), toPath: folder.file("clear.png"))
    // The colour type in the IHDR chunk: 2 is RGB, 6 is RGBA.
    #expect(folder.bytes("opaque.png")[25] == 2)
    #expect(folder.bytes("image.png")[25] == 2)
    #expect(folder.bytes("clear.png")[25] == 6)
    #expect(try ImageReader.image(atPath: folder.file("clear.png")).base.pixels == pixels)
  }

  /// Additive light above alpha cannot be stored straight; it is cut at white, not wrapped.
  @Test func lightAboveAlphaIsCut() throws {
    let folder = TemporaryFolder()
    try ImageWriter.writePNG(makeFrame(1, 1) { _, _ in 0x4080_2000 }, toPath: folder.file("a.png"))
    #expect(try ImageReader.image(atPath: folder.file("a.png")).base.pixels == [0x4040_2000])
  }

  @Test func placesThatCannotBeWritten() throws {
    let folder = TemporaryFolder()
    let lost = folder.file("none/a.png")
    #expect(throws: ImageError.unwritable(path: lost, reason: "No such file or directory")) {
      try ImageWriter.writePNG(makePatches(4, 4), toPath: lost)
    }
    #expect(throws: ImageError.self) { try ImageWriter.writePNG(makePatches(4, 4), toPath: folder.path) }
    #expect(throws: ImageError.self) { try ImageWriter.writePNG(makePatches(4, 4), toPath: folder.file("")) }
    #expect(folder.contents.isEmpty)
  }
}
