import StarmineMedia
import StarmineRaster
import Testing

/// `verify` reads all pixels: what is compared with what a file holds.
@Suite struct FrameComparisonTests {
  private static let (width, height, count) = (320, 180, 4)

  /// Steps of colour that move, with a block of "text" of 8 x 10 pixels.
  private static func frame(_ index: Int, text: UInt32 = 0xFFFF_FFFF) -> PixelBuffer {
    makeFrame(width, height) { x, y in
      let isText = (200..<208).contains(x) && (100..<110).contains(y) && (x + y) % 3 != 0
      if isText { return text }
      return 0xFF00_0000 | UInt32((x + index) & 255) << 16 | UInt32(y) << 8 | 0x60
    }
  }

  /// Draws over a file what `change` makes of its frames.
  private static func compare(
    _ key: String, _ options: VideoOptions = VideoOptions(), _ change: (Int) -> PixelBuffer
  ) throws -> VideoReport {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: key)
    let path = folder.file(format.isSequence ? "a-%02d.\(format.extensions[0])" : "a.\(format.extensions[0])")
    var writer = try VideoWriter(
      to: path, width: width, height: height, frameRate: FrameRate(25), format: format, options: options)
    for index in 0..<count { try writer.append(frame(index), at: index) }
    _ = try writer.finish()
    let file = try FileFrames(path: path, format: format, count: count)
    let orders = Array(0..<count)
    var comparison = FrameComparison(
      path: path, format: format, width: width, height: height, crf: options.crf, file: file,
      orders: orders)
    var converter = try VideoConversion(format, width: width, height: height, options).makeConverter()
    for index in orders { try comparison.append(try converter.convert(change(index)), at: index) }
    return try comparison.finish()
  }

  static let keys = [
    "h264", "hevc-10", "hevc-alpha", "av1", "prores", "prores4444", "vp9-alpha", "gif", "apng", "png",
    "png-16", "exr", "exr-float", "tiff", "qoi", "jpeg", "ffv1", "png-mov", "animation", "y4m", "nut", "framemd5",
  ]

  @Test(arguments: keys) func framesAsTheyWereDrawnAreEqual(key: String) throws {
    #expect(try Self.compare(key) { Self.frame($0) }.frames == Self.count)
  }

  @Test(arguments: [("h264", 0, 51), ("hevc", 0, 51), ("av1", 0, 63), ("vp9", 0, 63)])
  func everyQualityIsEqual(key: String, first: Double, last: Double) throws {
    for crf in [first, last] {
      #expect(try Self.compare(key, VideoOptions(crf: crf)) { Self.frame($0) }.frames == Self.count)
    }
  }

  @Test func animatedWebPIsRefused() {
    #expect {
      try Self.compare("webp") { Self.frame($0) }
    } throws: {
      "\($0)".contains("cannot be verified")
    }
  }

  @Test(arguments: keys) func aChangedDigitIsFound(key: String) {
    #expect(throws: VideoError.self) { try Self.compare(key) { Self.frame($0, text: $0 == 2 ? 0xFF00_0000 : .max) } }
  }

  /// Rows that a look at one in eight would not read: each of the eight in one format, and one in each format.
  @Test(arguments: (0..<8).map { ("png", $0) } + keys.enumerated().map { ($1, $0 % 8) })
  func blackRowsAreFound(key: String, kept: Int) {
    #expect(throws: VideoError.self) {
      try Self.compare(key) { index in
        let frame = Self.frame(index)
        return makeFrame(Self.width, Self.height) { x, y in
          y % 8 == kept ? frame.withPixels { $0[y * frame.stride + x] } : 0xFF00_0000
        }
      }
    }
  }

  @Test(arguments: keys) func anotherFrameIsFound(key: String) {
    #expect(throws: VideoError.self) { try Self.compare(key) { Self.frame($0 == 3 ? 90 : $0) } }
  }
}
