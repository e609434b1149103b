import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// Every row of the format table: written from an animated scene with alpha, read again, compared.
@Suite struct FormatTableTests {
  /// Frames of the scene, and how fast they follow: a rate that every format can tell exactly.
  static let (width, height, count) = (96, 64, 10)
  static let rate = FrameRate(25)

  /// A disc of one colour with a soft edge wanders over nothing; behind it stands light without alpha.
  static func pixel(_ x: Int, _ y: Int, frame: Int) -> UInt32 {
    let (dx, dy) = (Double(x - 20 - frame * 5), Double(y - 32))
    let cover = min(1, max(0, (22 - (dx * dx + dy * dy).squareRoot()) / 10))
    let alpha = (cover * 255).rounded()
    let glow = x >= 64 && y < 24 ? UInt32(x - 64) * 3 : 0
    let colour = [0.9, 0.5, 0.2].map { UInt32((alpha * $0).rounded()) }
    let light = [glow, glow / 2, glow].enumerated().map { min(255, colour[$0.offset] + $0.element) }
    return UInt32(alpha) << 24 | light[0] << 16 | light[1] << 8 | light[2]
  }

  static func frame(_ index: Int) -> PixelBuffer { makeFrame(width, height) { pixel($0, $1, frame: index) } }

  /// Picture that the file should show: premultiplied, as the format keeps it.
  static func expected(_ x: Int, _ y: Int, frame: Int, _ format: VideoFormat) -> [Int] {
    let pixel = pixel(x, y, frame: frame)
    let (alpha, colour) = (Int(pixel >> 24), components(pixel))
    switch format.alpha {
    // FFmpeg 5.1 reads the colours only.
    case _ where format.key.hasPrefix("hevc-alpha"): return [255] + colour
    case .none: return [255] + colour
    case .premultiplied: return [alpha] + colour
    case .straight, .either: return [max(alpha, colour.max()!)] + colour
    }
  }

  static func write(
    _ format: VideoFormat, to path: String, frames: Int = count, options: VideoOptions = VideoOptions(),
    _ draw: (Int) -> PixelBuffer = { frame($0) }
  ) throws -> VideoReport {
    var writer = try VideoWriter(
      to: path, width: width, height: height, frameRate: rate, format: format, options: options)
    for index in 0..<frames { try writer.append(draw(index), at: index) }
    return try writer.finish()
  }

  static func name(_ format: VideoFormat) -> String {
    format.isSequence ? "a-%04d.\(format.extensions[0])" : "a.\(format.extensions[0])"
  }

  /// Frames of a file, and their times in seconds.
  static func read(_ format: VideoFormat, _ folder: TemporaryFolder) throws -> [(time: Double, image: CGImage)] {
    if format.isSequence {
      return try (0..<count).map { index in
        let path = folder.file(NumberedPath(name(format))!.path(index))
        let (_, frames) = try VideoReader(path: path).read()
        try #require(frames.count == 1)
        return (Double(index) / rate.framesPerSecond, frames[0].image)
      }
    }
    if format.key.hasPrefix("webp") {
      return try webPFrames(folder.bytes("a.webp")).map {
        (Double($0.start) / 1000, $0.image)
      }
    }
    let (file, frames) = try VideoReader(path: folder.file(name(format))).read()
    return frames.map { (Double($0.ticks) / Double(file.timescale), $0.image) }
  }

  static let readable = VideoFormat.all.filter {
    $0.keepsFrames && !["framemd5", "rgba", "bgra", "rgb24", "yuv420p", "hevc-alpha-straight"].contains($0.key)
  }

  /// Largest difference of any component, and mean of all, of what is stated for each codec.
  static func bounds(_ format: VideoFormat) -> (largest: Int, mean: Double, alpha: Int) {
    switch format.key {
    case "prores4444": (24, 0.8, 1)
    case "prores": (60, 1.2, 0)
    case "vp9-alpha": (120, 4, 40)
    case "webp": (90, 4, 0)
    case "jpeg": (40, 1.5, 0)
    case "gif": (255, 14, 255)
    case "y4m": (60, 1.2, 0)
    case "exr": (1, 0.5, 0)
    case _ where ["h264", "hevc", "av1", "vp9"].contains { format.key.hasPrefix($0) }: (130, 4, 0)
    default: (1, 0.5, 0)
    }
  }

  @Test(arguments: readable.map(\.key)) func everyFormatHoldsTheScene(key: String) throws {
    let format = try VideoFormat(named: key)
    let folder = TemporaryFolder()
    let report = try Self.write(format, to: folder.file(Self.name(format)))
    #expect(report.frames == Self.count && report.bytes > 0)
    #expect(report.isOpaque == !format.hasAlpha)
    #expect(folder.contents.count == (format.isSequence ? Self.count : 1))
    let frames = try Self.read(format, folder)
    try #require(frames.count == Self.count)
    let bounds = Self.bounds(format)
    for (index, frame) in frames.enumerated() {
      #expect(abs(frame.time - Double(index) / 25) < 0.0011, "frame \(index)")
      #expect(frame.image.width == Self.width && frame.image.height == Self.height)
      let found = Self.compare(frame.image, index, format)
      #expect(found.largest <= bounds.largest, "frame \(index)")
      #expect(found.mean <= bounds.mean, "frame \(index)")
      #expect(found.alpha <= bounds.alpha, "frame \(index)")
    }
  }

  private static func compare(
    _ image: CGImage, _ index: Int, _ format: VideoFormat
  ) -> (largest: Int, mean: Double, alpha: Int) {
    var (largest, sum, alpha) = (0, 0, 0)
    for y in 0..<height {
      for x in 0..<width {
        // The last alpha of a slice is its neighbour's.
        if format.key == "prores4444", y % 16 == 15, [63, 95].contains(x) { continue }
        let pixel = image.base.pixels[y * width + x]
        let wanted = expected(x, y, frame: index, format)
        let found = [Int(pixel >> 24)] + components(pixel)
        let differences = zip(found, wanted).map { abs($0 - $1) }
        largest = max(largest, differences[1...].max()!)
        alpha = max(alpha, differences[0])
        sum += differences.reduce(0, +)
      }
    }
    return (largest, Double(sum) / Double(width * height * 4), alpha)
  }

  /// Bytes without a container, row by row.
  @Test(arguments: ["rgba", "bgra", "rgb24"]) func rawBytesArePixels(key: String) throws {
    let format = try VideoFormat(named: key)
    let folder = TemporaryFolder()
    _ = try Self.write(format, to: folder.file(Self.name(format)))
    let bytes = folder.bytes(Self.name(format))
    let size = key == "rgb24" ? 3 : 4
    try #require(bytes.count == Self.width * Self.height * size * Self.count)
    // A pixel of the disc, opaque, and one of light alone, in the third frame.
    for (x, y) in [(30, 32), (90, 5)] {
      let offset = ((2 * Self.height + y) * Self.width + x) * size
      let found = bytes[offset..<offset + size].map(Int.init)
      let pixel = Self.pixel(x, y, frame: 2)
      let (alpha, colour) = (Int(pixel >> 24), components(pixel))
      let whole = max(alpha, colour.max()!)
      switch key {
      case "bgra": #expect(found == colour.reversed() + [alpha])
      case "rgb24": #expect(found == colour)
      default: #expect(found == colour.map { ($0 * 255 + whole / 2) / whole } + [whole])
      }
    }
  }

  @Test func planesOfRawYUVAreThoseOfTheConverter() throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: "yuv420p")
    _ = try Self.write(format, to: folder.file("a.yuv"))
    let writer = try VideoWriter(
      to: folder.file("b.mp4"), width: Self.width, height: Self.height, frameRate: Self.rate)
    var converter = try writer.conversion.makeConverter()
    let planes = try converter.convert(Self.frame(0)).planes
    let bytes = folder.bytes("a.yuv")
    #expect(bytes.count == Self.width * Self.height * 3 / 2 * Self.count)
    #expect(Array(bytes.prefix(Self.width * Self.height * 3 / 2)) == planes.flatMap { $0 })
  }

  /// Facts that editors go by.
  @Test(arguments: [
    ("h264", "avc1", "h264", "yuv420p"), ("h264-10", "avc1", "h264", "yuv420p10le"),
    ("hevc", "hvc1", "hevc", "yuv420p"), ("hevc-10", "hvc1", "hevc", "yuv420p10le"),
    ("hevc-alpha", "hvc1", "hevc", "yuv420p"), ("hevc-alpha-10", "hvc1", "hevc", "yuv420p10le"),
    ("av1", "av01", "av1", "yuv420p"), ("av1-10", "av01", "av1", "yuv420p10le"),
    ("prores", "apch", "prores", "yuv422p10le"), ("prores4444", "ap4h", "prores", "yuva444p12le"),
    ("vp9", "", "vp9", "yuv420p"), ("vp9-alpha", "", "vp9", "yuva420p"),
  ])
  func tagsAreThoseOfTheRow(key: String, tag: String, codec: String, pixels: String) throws {
    let format = try VideoFormat(named: key)
    let folder = TemporaryFolder()
    _ = try Self.write(format, to: folder.file(Self.name(format)), frames: 3)
    let (file, frames) = try VideoReader(path: folder.file(Self.name(format))).read()
    #expect(file.codec == codec && file.tag == tag)
    #expect(frames.allSatisfy { $0.pixelFormat == pixels })
    #expect(frames.allSatisfy { $0.color == ["bt709", "bt709", "bt709", "tv"] })
    if key == "vp9-alpha" { #expect(file.metadata["alpha_mode"] == "1") }
  }

  /// The others: what a decoder makes of the file has the components that the row says.
  @Test(arguments: [
    ("h264-mov", "h264", "yuv420p"), ("animation", "qtrle", "argb"), ("png-mov", "png", "rgba"),
    ("ffv1", "ffv1", "bgra"), ("apng", "apng", "rgba"), ("gif", "gif", "bgra"), ("y4m", "rawvideo", "yuv420p"),
    ("nut", "rawvideo", "rgba"),
  ])
  func codecsAndPixelsAreThoseOfTheRow(key: String, codec: String, pixels: String) throws {
    let format = try VideoFormat(named: key)
    let folder = TemporaryFolder()
    _ = try Self.write(format, to: folder.file(Self.name(format)), frames: 3)
    let (file, frames) = try VideoReader(path: folder.file(Self.name(format))).read()
    #expect(file.codec == codec && frames.count == 3)
    #expect(frames.allSatisfy { $0.pixelFormat == pixels })
  }

  /// Rows without room between them go out as they lie in memory, others are packed first: the bytes are those of the
  /// picture, whatever its width.
  @Test(arguments: ["rgba", "bgra", "rgb24", "yuv420p", "nut"], [64, 66, 90, 128])
  func rawFramesArePackedAtAnyWidth(key: String, width: Int) throws {
    let format = try VideoFormat(named: key)
    let folder = TemporaryFolder()
    let path = folder.file(Self.name(format))
    var writer = try VideoWriter(to: path, width: width, height: 16, frameRate: Self.rate, format: format)
    var converter = try writer.conversion.makeConverter()
    var wanted: [UInt8] = []
    for index in 0..<3 {
      let frame = makeFrame(width, 16) { x, y in 0xFF00_0000 | UInt32(x << 16 | y << 8 | index * 80) }
      // Planes without what lies between rows.
      let converted = try converter.convert(frame)
      wanted += converted.planes.flatMap { $0 }
      try writer.append(converted, at: index)
    }
    _ = try writer.finish()
    let bytes = folder.bytes(Self.name(format))
    if key == "nut" {
      let (_, frames) = try VideoReader(path: path).read()
      #expect(frames.map { $0.image.base.pixels[3 * width + 5] } == [0xFF05_0300, 0xFF05_0350, 0xFF05_03A0])
    } else {
      let isSame = bytes == wanted
      #expect(isSame)
    }
  }

  /// Editors take a QuickTime file of depth 24 for opaque whatever lies in it; with 32 they look for alpha.
  @Test func depthSaysWhetherFramesAreTransparent() throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: "prores4444")
    _ = try Self.write(format, to: folder.file("clear.mov"))
    #expect(try VideoReader(path: folder.file("clear.mov")).read().0.depth == 32)
    let report = try Self.write(format, to: folder.file("opaque.mov")) { makePatches(96, 64, frame: $0) }
    #expect(report.isOpaque)
    #expect(try VideoReader(path: folder.file("opaque.mov")).read().0.depth == 24)
  }
}
