import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// Files that claim more than they hold cost nothing.
@Suite struct ClaimedSizeTests {
  private static func little(_ value: Int, _ size: Int) -> [UInt8] { PictureFiles.number(value, size, true) }

  /// The header of an OpenEXR file of half floats, and nothing behind it.
  private static func exr(_ side: Int, compression: UInt8) -> [UInt8] {
    func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [0] + Array(type.utf8) + [0] + little(value.count, 4) + value
    }
    let half = [1, 0, 1, 1].flatMap { little($0, 4) }
    let channels: [UInt8] = ["B", "G", "R"].flatMap { Array($0.utf8) + [0] + half }
    let box = little(0, 4) + little(0, 4) + little(side - 1, 4) + little(side - 1, 4)
    let (one, zeros) = (little(0x3F80_0000, 4), [UInt8](repeating: 0, count: 40))
    let attributes = [
      attribute("channels", "chlist", channels + [0]), attribute("compression", "compression", [compression]),
      attribute("dataWindow", "box2i", box), attribute("displayWindow", "box2i", box),
      attribute("lineOrder", "lineOrder", [0]), attribute("pixelAspectRatio", "float", one),
      attribute("screenWindowCenter", "v2f", Array(zeros[..<8])), attribute("screenWindowWidth", "float", one),
    ]
    return little(20_000_630, 4) + little(2, 4) + attributes.joined() + [0] + zeros
  }

  private static func png(_ side: Int) -> [UInt8] {
    let header = PictureFiles.big(side, 4) + PictureFiles.big(side, 4) + [8, 6, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + PictureFiles.chunk("IHDR", header)
      + PictureFiles.chunk("IDAT", [0x78, 0x01, 0x03, 0, 0, 0, 0, 1]) + PictureFiles.chunk("IEND", [])
  }

  private static let qoi: [UInt8] =
    Array("qoif".utf8) + PictureFiles.big(8192, 4) + PictureFiles.big(8192, 4) + [4, 0] + Array(0..<40)
  private static let gif: [UInt8] = [
    Array("GIF89a".utf8), little(8192, 2), little(8192, 2), [0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C], little(0, 4),
    little(8192, 2), little(8192, 2), [0, 2, 2, 0x4C, 1, 0, 0x3B],
  ].flatMap { $0 }
  private static let webP: [UInt8] = [
    Array("RIFF".utf8), little(42, 4), Array("WEBPVP8 ".utf8), little(30, 4), [0x10, 2, 0, 0x9D, 1, 0x2A],
    little(8191, 2), little(8191, 2), [UInt8](repeating: 0, count: 20),
  ].flatMap { $0 }

  static let files: [(String, [UInt8])] = [
    ("EXR, ZIP", exr(8192, compression: 3)), ("EXR, PIZ", exr(8192, compression: 4)),
    ("EXR, none", exr(8192, compression: 0)), ("PNG", png(8192)), ("QOI", qoi), ("GIF", gif), ("WebP", webP),
  ]

  @Test(arguments: files) func pixelsWithoutDataAreRefused(name: String, file: [UInt8]) {
    let error = #expect(throws: ImageError.self) { try ImageReader.image(from: file) }
    #expect(error.map { "\($0)".contains("bytes cannot hold") } == true, "\(name): \(String(describing: error))")
  }

  @Test(arguments: ["png", "webp", "qoi"]) func largePicturesOfOneColorAreRead(name: String) throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: name == "webp" ? "webp-lossless" : name)
    let path = folder.file(format.isSequence ? "a-%d.\(name)" : "a.\(name)")
    var writer = try VideoWriter(to: path, width: 2048, height: 2048, frameRate: FrameRate(10), format: format)
    try writer.append(makeFrame(2048, 2048) { _, _ in 0xFF20_4060 }, at: 0)
    _ = try writer.finish()
    let image = try ImageReader.image(atPath: format.isSequence ? folder.file("a-0.\(name)") : path)
    #expect(image[2047, 2047] == 0xFF20_4060)
  }

  @Test func longProfilesAreLeftOut() throws {
    let profile = [UInt8](repeating: 0, count: 70_000)
    let file = try PictureFiles.png([[0x80_4020]], "iCCP", Array("test\0\0".utf8) + profile)
    let image = try ImageReader.image(from: file)
    #expect(image[0, 0] == 0xFF80_4020 && ImageReader.pixelCount(of: file) == 1)
    #expect(image.remark == "the colour profile is too long: sRGB is assumed")
  }

  @Test(arguments: [2, 3]) func floatsInTIFFAreNamed(sampleFormat: Int) throws {
    var file = PictureFiles.tiff([[1, 2], [3, 4]], orientation: 1)
    // In the place of the orientation.
    let place = try #require(file.firstRange(of: Self.little(274, 2) + Self.little(4, 2))).lowerBound
    file.replaceSubrange(place..<place + 12, with: [0x53, 1, 3, 0, 1, 0, 0, 0, UInt8(sampleFormat), 0, 0, 0])
    let bytes = file
    let error = #expect(throws: ImageError.self) { try ImageReader.image(from: bytes) }
    #expect(error.map { "\($0)".contains("in TIFF") } == true)
  }

  // MARK: Writing

  /// Half floats end at 65,504; light beyond is cut and counted.
  @Test(arguments: [("exr", 1), ("exr-float", 0)]) func lightBeyondHalfFloatsIsCut(key: String, cut: Int) throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: key)
    var writer = try VideoWriter(
      to: folder.file("a-%d.exr"), width: 16, height: 16, frameRate: FrameRate(10), format: format)
    var frame = DeepBuffer(width: 16, height: 16)
    frame.withMutablePixels { pixels in for index in pixels.indices { pixels[index] = DeepPixel(1, 1e6, 1, 1) } }
    var converter = try writer.conversion.makeDeepConverter()
    try writer.append(converter.convert(frame, at: 0), at: 0)
    let report = try writer.finish()
    #expect(report.cutFrames == cut && (report.lightRemark != nil) == (cut == 1))
    let image = try ImageReader.image(atPath: folder.file("a-0.exr"))
    let level = try #require(image.deepTexels?.levels.first)
    #expect(level.texels[0].y.isFinite && level.texels[0].y > 100)
  }
}
