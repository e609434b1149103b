import CStarmineFFmpeg
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// Clips of high dynamic range, and files of it over other clips.
@Suite struct BrightFootageTests {
  private let folder = TemporaryFolder()
  private static let (width, height) = (96, 64)
  /// Columns of a clip: a quarter, white, three times white, orange far above it.
  private static let columns: [SIMD3<Float>] = [
    SIMD3(0.25, 0.25, 0.25), SIMD3(1, 1, 1), SIMD3(3, 3, 3), SIMD3(2, 1, 0.25),
  ]

  private func write(_ name: String, _ key: String, _ curve: HighDynamicRange.Curve) throws {
    let format = try VideoFormat(named: key).keeping(try HighDynamicRange(curve))
    var options = VideoOptions()
    options.crf = format.takesQuality ? 4 : nil
    var writer = try VideoWriter(
      to: folder.file(name), width: Self.width, height: Self.height, frameRate: FrameRate(30), format: format,
      options: options)
    var frame = DeepBuffer(width: Self.width, height: Self.height)
    let stride = frame.stride
    frame.withMutablePixels { pixels in
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let color = Self.columns[x / 24]
          pixels[y * stride + x] = DeepPixel(color.z, color.y, color.x, 1)
        }
      }
    }
    var converter = try writer.conversion.makeDeepConverter()
    for index in 0..<6 { try writer.append(converter.convert(frame, at: index), at: index) }
    _ = try writer.finish()
  }

  /// Draws an overlay over each frame and hands out the planes of the first one that was written.
  private func over(
    _ clip: String, to name: String, _ key: String, keeping hdr: HighDynamicRange? = nil,
    _ overlay: (Int, Int) -> UInt32
  ) throws -> (planes: [[Int]], light: LightLevel?) {
    let footage = try Footage(path: folder.file(clip))
    let format = try VideoFormat(forPath: name, named: key, over: footage, keeping: hdr)
    let options = VideoOptions(crf: 4)
    var writer = try FootageWriter(to: folder.file(name), over: footage, format: format, options: options)
    var converter = try writer.conversion.makeConverter()
    var planes: [[Int]] = []
    for number in 0..<footage.frameCount {
      let made = try converter.convert(
        footage.frame(number), under: makeFrame(Self.width, Self.height, overlay))
      if number == 0 {
        planes = made.planes.map { $0.withUnsafeBytes { $0.bindMemory(to: UInt16.self).map(Int.init) } }
      }
      try writer.append(made, at: number)
    }
    return (planes, try writer.finish().light)
  }

  private func pixel(_ image: CGImage, _ x: Int) -> [Int] { components(image.base.pixels[32 * Self.width + x]) }

  /// Below the knee the picture is what was drawn; light above white comes close to it, and keeps its hue.
  @Test(arguments: HighDynamicRange.Curve.allCases)
  func layersShowLightBelowWhite(curve: HighDynamicRange.Curve) throws {
    try write("a.mov", "prores", curve)
    let image = try Footage(path: folder.file("a.mov")).image(ofFrame: 0)
    #expect(pixel(image, 12).allSatisfy { abs($0 - 64) <= 2 })
    let (white, bright, orange) = (pixel(image, 36), pixel(image, 60), pixel(image, 84))
    // The curve at 1: 0.725 of the light.
    #expect(white.allSatisfy { abs($0 - 221) <= 2 })
    #expect(bright.allSatisfy { $0 > 240 && $0 < 255 })
    #expect(orange[0] > 235 && orange[0] > orange[1] + 20 && orange[1] > orange[2] + 30)
  }

  /// What is drawn has its white at 203 nits, and where nothing is drawn every sample stays.
  @Test(arguments: [(HighDynamicRange.Curve.pq, 573), (.hlg, 721)])
  func drawingsHaveTheirWhite(curve: HighDynamicRange.Curve, white: Int) throws {
    try write("a.mp4", "hevc-10", curve)
    let plain = try over("a.mp4", to: "b.mp4", "hevc-10") { _, _ in 0 }.planes
    let drawn = try over("a.mp4", to: "c.mp4", "hevc-10") { x, _ in x < 12 ? 0xFFFF_FFFF : 0 }.planes
    for x in 0..<12 { #expect(abs(drawn[0][x] - white) <= 2 && abs(drawn[1][x / 2] - 512) <= 2) }
    for x in 12..<Self.width {
      #expect(drawn[0][x] == plain[0][x] && drawn[1][x / 2] == plain[1][x / 2] && drawn[2][x / 2] == plain[2][x / 2])
    }
    // Light adds: half of white over a quarter, encoded as everything is.
    let lit = try over("a.mp4", to: "d.mp4", "hevc-10") { x, _ in x < 12 ? 0x0080_8080 : 0 }.planes
    #expect(lit[0][4] > plain[0][4] + 60 && lit[0][4] < white)
  }

  /// A clip without HDR lies below white in a file that has it, and what it says of light is true.
  @Test func plainClipsArePlacedAtWhite() throws {
    var writer = try VideoWriter(
      to: folder.file("a.mp4"), width: Self.width, height: Self.height, frameRate: FrameRate(30),
      options: VideoOptions(crf: 4))
    for index in 0..<6 {
      try writer.append(makeFrame(Self.width, Self.height) { x, _ in x < 48 ? 0xFFFF_FFFF : 0xFF00_0000 }, at: index)
    }
    _ = try writer.finish()
    let made = try over("a.mp4", to: "b.mp4", "hevc-10", keeping: HighDynamicRange(.pq, white: 100)) { x, _ in
      x >= 72 ? 0x00FF_FFFF : 0
    }
    #expect(abs(made.planes[0][8] - 509) <= 2 && made.planes[0][60] == 64 && abs(made.planes[0][84] - 509) <= 2)
    #expect(abs((made.light?.most ?? 0) - 100) < 1)
    let file = try ReadFile(folder.file("b.mp4"))
    #expect(file.parameters.color_trc == AVCOL_TRC_SMPTE2084 && file.parameters.color_primaries == AVCOL_PRI_BT2020)
  }
}
