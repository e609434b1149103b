import StarmineMedia
import StarmineRaster
import Testing

/// Light over nothing: half a glow, a covered pixel with light on it, a covered one, nothing.
@Suite struct AdditiveAlphaTests {
  static let pixels: [UInt32] = [0x0080_4020, 0x40FF_4000, 0x8080_4000, 0]

  static func write(_ key: String, _ policy: AdditiveAlpha?) throws -> [UInt32] {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: key)
    var options = VideoOptions()
    options.additiveAlpha = policy
    var writer = try VideoWriter(
      to: folder.file("a.raw"), width: 4, height: 1, frameRate: FrameRate(25), format: format, options: options)
    try writer.append(makeFrame(4, 1) { x, _ in pixels[x] }, at: 0)
    _ = try writer.finish()
    let bytes = folder.bytes("a.raw")
    return stride(from: 0, to: bytes.count, by: 4).map { index in
      let pixel = bytes[index..<index + 4].map { UInt32($0) }
      return key == "rgba"
        ? pixel[3] << 24 | pixel[0] << 16 | pixel[1] << 8 | pixel[2]
        : pixel[3] << 24 | pixel[2] << 16 | pixel[1] << 8 | pixel[0]
    }
  }

  /// Alpha is the brightest component, colours are divided by it.
  @Test func luminanceKeepsAllLight() throws {
    let straight: [UInt32] = [0x80FF_8040, 0xFFFF_4000, 0x80FF_8000, 0]
    #expect(try Self.write("rgba", .luminance) == straight)
    #expect(try Self.write("rgba", nil) == straight)
    #expect(try Self.write("bgra", .luminance) == [0x8080_4020, 0xFFFF_4000, 0x8080_4000, 0])
  }

  @Test func screenIsOpaqueOverBlack() throws {
    let opaque = Self.pixels.map { $0 | 0xFF00_0000 }
    #expect(try Self.write("rgba", .screen) == opaque)
    #expect(try Self.write("bgra", .screen) == opaque)
  }

  @Test func keepChangesNothing() throws {
    #expect(try Self.write("rgba", .keep) == Self.pixels)
    #expect(try Self.write("bgra", .keep) == Self.pixels)
    #expect(try Self.write("bgra", nil) == Self.pixels)
  }

  @Test(arguments: ["png", "apng", "webp", "gif", "vp9-alpha", "tiff", "qoi"])
  func straightFormatsCannotKeep(key: String) throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: key)
    var options = VideoOptions()
    options.additiveAlpha = .keep
    let error = #expect(throws: VideoError.self) {
      _ = try VideoWriter(
        to: folder.file(FormatTableTests.name(format)), width: 32, height: 32, frameRate: FrameRate(25),
        format: format, options: options)
    }
    #expect(error?.description.contains("prores4444") == true)
    #expect(folder.contents.isEmpty)
  }

  /// The file that is left says by itself that nothing in it is transparent.
  @Test func screenHasNoTransparency() throws {
    let folder = TemporaryFolder()
    var options = VideoOptions()
    options.additiveAlpha = .screen
    let report = try FormatTableTests.write(
      try VideoFormat(named: "prores4444"), to: folder.file("a.mov"), options: options)
    #expect(report.isOpaque)
  }
}
