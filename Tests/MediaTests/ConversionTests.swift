import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

@Suite struct ConversionTests {
  /// Colour comes as far as the edge reaches, and no farther; alpha stays.
  @Test func coloursSpreadUnderTransparentEdges() throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: "vp9-alpha")
    let writer = try VideoWriter(
      to: folder.file("a.webm"), width: 64, height: 32, frameRate: FrameRate(25), format: format)
    var converter = try writer.conversion.makeConverter()
    let planes = try converter.convert(makeFrame(64, 32) { x, _ in x < 16 ? 0xFFFF_FFFF : 0 }).planes
    let row = Array(planes[0][16 * 64..<17 * 64])
    #expect(row[0..<24].allSatisfy { $0 == 235 })
    #expect(row[24...].allSatisfy { $0 == 16 })
  }

  /// A lone pixel's colour reaches eight pixels along rows and columns together.
  @Test func spreadingCountsRowsAndColumns() throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: "prores4444")
    let writer = try VideoWriter(
      to: folder.file("a.mov"), width: 32, height: 32, frameRate: FrameRate(25), format: format)
    var converter = try writer.conversion.makeConverter()
    let plane = try converter.convert(makeFrame(32, 32) { $0 == 16 && $1 == 16 ? 0xFFFF_FFFF : 0 }).planes[0]
    for y in 0..<32 {
      for x in 0..<32 {
        let luma = Int(plane[(y * 32 + x) * 2]) | Int(plane[(y * 32 + x) * 2 + 1]) << 8
        #expect(luma == (abs(x - 16) + abs(y - 16) <= 8 ? 940 : 64), "\(x) \(y)")
      }
    }
  }

  /// Ten bits tell neighbours apart that eight bits of limited range join.
  @Test func tenBitsKeepEveryGrey() throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: "h264-10")
    let writer = try VideoWriter(
      to: folder.file("a.mp4"), width: 512, height: 2, frameRate: FrameRate(25), format: format)
    var converter = try writer.conversion.makeConverter()
    let frame = makeFrame(512, 2) { x, _ in 0xFF00_0000 | UInt32(x / 2) * 0x10101 }
    let plane = try converter.convert(frame).planes[0]
    let greys = (0..<256).map { Int(plane[$0 * 4]) | Int(plane[$0 * 4 + 1]) << 8 }
    #expect(greys.first == 64 && greys.last == 940)
    #expect(Set(greys).count == 256)
    #expect(greys.enumerated().allSatisfy { abs(Double($0.element) - (64 + 876 * Double($0.offset) / 255)) <= 0.51 })
  }

  /// JPEG's own matrix and range: white is 255, grey has no colour.
  @Test func jpegUsesTheWholeRange() throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: "jpeg")
    let writer = try VideoWriter(
      to: folder.file("a-%d.jpg"), width: 16, height: 16, frameRate: FrameRate(25), format: format)
    var converter = try writer.conversion.makeConverter()
    let planes = try converter.convert(makeFrame(16, 16) { x, _ in x < 8 ? 0xFFFF_FFFF : 0xFF00_00FF }).planes
    #expect(planes[0][0] == 255 && planes[1][0] == 128 && planes[2][0] == 128)
    // Pure blue: 0.114 of the luma, the most of its own difference.
    #expect(planes[0][15] == 29 && planes[1][15] == 255 && planes[2][15] == 107)
  }
}

@Suite struct PaletteTests {
  @Test func aPaletteOfFewColoursIsExact() throws {
    var builder = PaletteBuilder()
    builder.add(makeFrame(32, 32) { x, _ in [0xFFFF_0000, 0xFF00_FF00, 0xFFFF_FFFF, 0][x / 8] }, hasAlpha: true)
    #expect(Set(builder.build().colors) == [0xFFFF_0000, 0xFF00_FF00, 0xFFFF_FFFF])
  }

  @Test func manyColoursBecomeTwoHundredAndFiftyFive() throws {
    var builder = PaletteBuilder()
    for frame in 0..<20 { builder.add(makePatches(512, 512, frame: frame), hasAlpha: false) }
    #expect(builder.build().colors.count == ColorPalette.limit)
  }

  /// With one palette for all frames, what stands still has the same pixels in every frame.
  @Test func onePaletteHoldsStill() throws {
    let folder = TemporaryFolder()
    let ramp = { (frame: Int) in
      makeFrame(96, 64) { x, y in
        y < 32
          ? 0xFF00_0000 | UInt32(x * 2) * 0x10101
          : 0xFF00_0000 | UInt32(frame * 25) << 16 | UInt32(x * 2)
      }
    }
    var builder = PaletteBuilder()
    for frame in 0..<10 { builder.add(ramp(frame), hasAlpha: false) }
    var options = VideoOptions()
    options.palette = builder.build()
    _ = try FormatTableTests.write(
      try VideoFormat(named: "gif"), to: folder.file("a.gif"), options: options, ramp)
    let (_, frames) = try VideoReader(path: folder.file("a.gif")).read()
    let upper = frames.map { Array($0.image.base.pixels[..<(96 * 32)]) }
    #expect(Set(upper).count == 1)
    #expect(Set(frames.map { Array($0.image.base.pixels[(96 * 32)...]) }).count == 10)
  }
}
