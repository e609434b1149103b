import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

@Suite struct ImageReaderTests {
  /// Truth: the bytes in the PNG files, `round(c * a / 255)` for premultiplication and `round(v * 255 / 65535)` for 16
  /// bits, worked out by hand.
  @Test(
    arguments: [
      (Fixture.gray8, [0xFF00_0000, 0xFF01_0101, 0xFF80_8080, 0xFFFF_FFFF]),
      (
        Fixture.gray1,
        [1, 0, 1, 1, 0, 0, 1, 0, 0, 1].map { $0 == 1 ? 0xFFFF_FFFF : 0xFF00_0000 }
      ),
      (Fixture.gray16, [0xFF00_0000, 0xFF00_0000, 0xFF01_0101, 0xFFFF_FFFF]),
      (Fixture.grayAlpha8, [0x8064_6464, 0x0000_0000, 0xFF0A_0A0A]),
      (Fixture.grayAlpha16, [0x8040_4040, 0x4040_4040]),
      (Fixture.rgb8, [0xFFFF_0000, 0xFF01_0203, 0xFF00_FE7F]),
      (Fixture.rgba8, [0x8080_4001, 0xFF0A_141E, 0x0000_0000, 0x0100_0000]),
      (Fixture.rgb16, [0xFFFF_0080, 0xFF00_0002]),
      (Fixture.rgba16, [0x8080_4000]),
      (Fixture.palette8, [0xFFFF_0000, 0x8000_8000, 0x0000_0000, 0xFF09_0807]),
      (Fixture.palette2, [0xFFFF_0000, 0x8000_8000, 0x0000_0000, 0xFF09_0807]),
    ] as [(Fixture, [UInt32])])
  func pngPixelsAreExact(fixture: Fixture, expected: [UInt32]) throws {
    let image = try ImageReader.image(from: fixture.bytes)
    #expect(image.height == 1)
    #expect(image.base.pixels == expected)
  }

  static let patches: [UInt32] = [
    0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF, 0xFF00_0000, 0xFFC8_6432, 0xFF14_3CB4, 0xFF80_8080,
  ]

  /// Lossy formats: a wrong matrix or range is off by 20 and more. Samples are taken in the middle of the patches.
  @Test(arguments: [
    (Fixture.jpeg420, 3), (Fixture.jpeg444, 3), (Fixture.webp, 6), (Fixture.webpLossless, 0), (Fixture.gif, 0),
    (Fixture.bmp, 0), (Fixture.tiff, 0),
  ])
  func colorsOfOtherFormats(fixture: Fixture, tolerance: Int) throws {
    let image = try ImageReader.image(from: fixture.bytes)
    let side = image.width / 4
    try #require(image.height == side * 2)
    for (index, color) in Self.patches.enumerated() {
      let (x, y) = (index % 4 * side + side / 2, index / 4 * side + side / 2)
      let pixel = image.base.pixels[y * image.width + x]
      #expect(pixel >> 24 == 255)
      #expect(difference(pixel, color) <= tolerance, "patch \(index): \(components(pixel))")
    }
  }

  @Test func grayJPEGIsFullRange() throws {
    let image = try ImageReader.image(from: Fixture.jpegGray.bytes)
    #expect(components(image.base.pixels[8 * 64 + 56]).allSatisfy { $0 >= 253 })
    #expect(components(image.base.pixels[24 * 64 + 8]).allSatisfy { $0 <= 2 })
  }

  @Test func fileErrors() throws {
    let folder = TemporaryFolder()
    let missing = folder.file("none.png")
    #expect(throws: ImageError.missing(path: missing)) { try ImageReader.image(atPath: missing) }
    #expect(throws: ImageError.unreadable(path: folder.path, reason: "it is a directory")) {
      try ImageReader.image(atPath: folder.path)
    }
    #expect(throws: ImageError.unreadable(path: "/dev/zero", reason: "it is not a regular file")) {
      try ImageReader.image(atPath: "/dev/zero")
    }
    let text = folder.file("text.png")
    try Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n/etc/passwd\n".utf8).write(to: URL(fileURLWithPath: text))
    #expect(throws: ImageError.notAnImage(path: text)) { try ImageReader.image(atPath: text) }
    #expect(throws: ImageError.notAnImage(path: "memory")) { try ImageReader.image(from: []) }
  }

  @Test func sizeIsCheckedBeforeDecoding() {
    #expect(throws: ImageError.tooLarge(path: "memory", width: 20_000, height: 3)) {
      try ImageReader.image(from: Fixture.huge.bytes)
    }
  }

  @Test(arguments: [
    Fixture.rgba8, Fixture.palette8, Fixture.jpeg420, Fixture.jpeg444, Fixture.webpLossless, Fixture.bmp,
  ])
  func truncatedImagesAreErrors(fixture: Fixture) {
    // The last bytes of some formats carry no pixels.
    let bytes = fixture.bytes
    for count in 0..<bytes.count - 16 {
      #expect(throws: ImageError.self, "\(count) of \(bytes.count) bytes") {
        try ImageReader.image(from: Array(bytes[..<count]))
      }
    }
  }

  /// Whatever the bytes: a picture within the limits or an `ImageError`.
  @Test(arguments: [
    Fixture.rgba16, Fixture.palette2, Fixture.jpeg420, Fixture.jpegGray, Fixture.webp, Fixture.webpLossless,
    Fixture.gif, Fixture.bmp, Fixture.tiff,
  ])
  func brokenImagesAreSurvived(fixture: Fixture) {
    var random = SplitMix64(seed: 2)
    for _ in 0..<400 {
      var broken = fixture.bytes
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(ImageError) {
        let image = try ImageReader.image(from: broken)
        #expect(image.width * image.height <= ImageReader.maximumPixels)
        #expect(image.base.pixels.allSatisfy { pixel in components(pixel).allSatisfy { $0 <= Int(pixel >> 24) } })
      } catch { #expect(!error.description.isEmpty) }
    }
  }
}
