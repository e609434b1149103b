import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

@Suite struct ConversionTests {
  /// Colours of what is hardly or not seen are those of the light around: smooth, and nothing else over black or white.
  @Test func faintColoursAreSmoothAndLookTheSame() {
    let (width, height) = (64, 48)
    var random = SplitMix64(seed: 7)
    // Straight colours of faint light: each component is a whole part of alpha.
    let straight = (0..<width * height).map { index -> UInt32 in
      let alpha = UInt32(index % width < 8 ? 255 : index % width < 40 ? Int.random(in: 0...3, using: &random) : 0)
      guard alpha > 0 else { return 0 }
      func part(_ share: Double) -> UInt32 {
        let light = (Double(alpha) * share + Double.random(in: 0..<1, using: &random)).rounded(.down)
        return (UInt32(min(light, Double(alpha))) * 255 + alpha / 2) / alpha
      }
      return alpha << 24 | part(0.9) << 16 | part(0.5) << 8 | part(0.1)
    }
    var pixels = straight
    var faint = FaintColors(width: width, height: height)
    var span = pixels.mutableSpan
    faint.fill(&span)
    func shown(_ pixel: UInt32, _ shift: UInt32) -> Double { Double(pixel >> shift & 255) * Double(pixel >> 24) / 255 }
    for (was, now) in zip(straight, pixels) {
      #expect(was >> 24 == now >> 24)
      if was >> 24 > FaintColors.mostAlpha { #expect(was == now) }
      // Alpha is the same, so what lies behind adds the same to both.
      for shift: UInt32 in [0, 8, 16] { #expect(abs(shown(was, shift).rounded() - shown(now, shift).rounded()) <= 1) }
    }
    func steps(_ pixels: [UInt32]) -> Int {
      (0..<height).reduce(0) { sum, y in
        (16..<width - 1).reduce(sum) { sum, x in
          let (one, other) = (pixels[y * width + x] >> 8 & 255, pixels[y * width + x + 1] >> 8 & 255)
          return sum + abs(Int(one) - Int(other))
        }
      }
    }
    #expect(steps(pixels) * 5 < steps(straight), "\(steps(pixels)) of \(steps(straight))")
  }

  /// An edge's colour goes on under what is transparent; alpha stays.
  @Test func coloursSpreadUnderTransparentEdges() throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: "vp9-alpha")
    let writer = try VideoWriter(
      to: folder.file("a.webm"), width: 64, height: 32, frameRate: FrameRate(25), format: format)
    var converter = try writer.conversion.makeConverter()
    let planes = try converter.convert(makeFrame(64, 32) { x, _ in x < 16 ? 0xFFFF_FFFF : 0 }).planes
    #expect(planes[0].allSatisfy { $0 == 235 })
  }

  /// ProRes codes blocks of eight pixels: a lone pixel's colour fills its block and those around.
  @Test func proResBlocksHaveOneColourBelowTransparency() throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: "prores4444")
    let writer = try VideoWriter(
      to: folder.file("a.mov"), width: 48, height: 48, frameRate: FrameRate(25), format: format)
    var converter = try writer.conversion.makeConverter()
    let plane = try converter.convert(makeFrame(48, 48) { $0 == 16 && $1 == 16 ? 0xFFFF_FFFF : 0 }).planes[0]
    let around = 8..<32
    for y in 0..<48 {
      for x in 0..<48 {
        let luma = Int(plane[(y * 48 + x) * 2]) | Int(plane[(y * 48 + x) * 2 + 1]) << 8
        #expect(luma == (around.contains(x) && around.contains(y) ? 940 : 64), "\(x) \(y)")
      }
    }
  }

  /// Where only specks are visible, their edges are alpha's alone: colours below cost less than the same specks on
  /// black, and a frame of nothing costs some bytes a slice.
  @Test func sparseProResIsSmall() throws {
    let folder = TemporaryFolder()
    func size(_ name: String, _ pixel: (Int, Int) -> UInt32) throws -> Int {
      var writer = try VideoWriter(
        to: folder.file(name), width: 640, height: 320, frameRate: FrameRate(25),
        format: try VideoFormat(named: "prores4444"))
      for index in 0..<4 { try writer.append(makeFrame(640, 320, pixel), at: index) }
      _ = try writer.finish()
      return folder.bytes(name).count
    }
    let specks: (Int, Int) -> UInt32 = { x, y in
      x % 40 < 5 && y % 40 < 5 ? patchColor(x / 40, y / 40) : 0
    }
    let clear = try size("clear.mov", specks)
    let opaque = try size("opaque.mov") { specks($0, $1) | 0xFF00_0000 }
    let empty = try size("empty.mov") { _, _ in 0 }
    #expect(clear < opaque, "\(clear) of \(opaque) bytes")
    // 100 slices a frame.
    #expect(empty < 4 * 100 * 40, "\(empty) bytes")
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
    options.palettes = [ScenePalette(firstFrame: 0, builder.build())]
    _ = try FormatTableTests.write(
      try VideoFormat(named: "gif"), to: folder.file("a.gif"), options: options, ramp)
    let (_, frames) = try VideoReader(path: folder.file("a.gif")).read()
    let upper = frames.map { Array($0.image.base.pixels[..<(96 * 32)]) }
    #expect(Set(upper).count == 1)
    #expect(Set(frames.map { Array($0.image.base.pixels[(96 * 32)...]) }).count == 10)
  }

  /// Colours of one scene are of no use to the next: with a palette each, both are exact.
  @Test func scenesHaveTheirOwnColours() throws {
    let folder = TemporaryFolder()
    let color = { (frame: Int) -> UInt32 in frame < 4 ? 0xFFFF_0000 : 0xFF00_00FF }
    let draw = { (frame: Int) in makeFrame(96, 64) { _, _ in color(frame) } }
    var builders = [PaletteBuilder(), PaletteBuilder()]
    builders[0].add(draw(0), hasAlpha: false)
    builders[1].add(draw(4), hasAlpha: false)
    #expect(builders[0].difference(builders[1]) == 1 && builders[0].difference(builders[0]) == 0)
    var options = VideoOptions()
    options.palettes = [
      ScenePalette(firstFrame: 0, builders[0].build()), ScenePalette(firstFrame: 4, builders[1].build()),
    ]
    _ = try FormatTableTests.write(
      try VideoFormat(named: "gif"), to: folder.file("a.gif"), options: options, draw)
    let (_, frames) = try VideoReader(path: folder.file("a.gif")).read()
    try #require(frames.count == FormatTableTests.count)
    for (index, frame) in frames.enumerated() {
      let isRight = frame.image.base.pixels.allSatisfy { $0 == color(index) }
      #expect(isRight, "frame \(index)")
    }
  }

  /// Without the pattern a gradient of few colours has flat bands.
  @Test func ditheringCanBeLeftOut() throws {
    func colours(_ dithers: Bool) throws -> Int {
      let folder = TemporaryFolder()
      var options = VideoOptions()
      options.dithers = dithers
      options.palettes = [ScenePalette(firstFrame: 0, ColorPalette(colors: [0xFF00_0000, 0xFF40_4040]))]
      _ = try FormatTableTests.write(
        try VideoFormat(named: "gif"), to: folder.file("a.gif"), frames: 1, options: options
      ) {
        _ in makeFrame(96, 64) { x, _ in 0xFF00_0000 | UInt32(x * 2 / 3) * 0x10101 }
      }
      let (_, frames) = try VideoReader(path: folder.file("a.gif")).read()
      // How often neighbours in a row differ.
      let row = try #require(frames.first).image.base.pixels[0..<96]
      return zip(row, row.dropFirst()).count { $0 != $1 }
    }
    #expect(try colours(false) == 1)
    #expect(try colours(true) > 3)
  }

  @Test func aFileThatGrowsTooLargeIsLeft() throws {
    let folder = TemporaryFolder()
    var options = VideoOptions()
    options.maximumBytes = 2000
    let error = #expect(throws: VideoError.self) {
      _ = try FormatTableTests.write(try VideoFormat(named: "gif"), to: folder.file("a.gif"), options: options)
    }
    guard case .tooLarge(_, let bytes, let frames, 2000)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(bytes > 2000 && (1...10).contains(frames) && folder.contents.isEmpty)
    options.maximumBytes = 10_000_000
    _ = try FormatTableTests.write(try VideoFormat(named: "gif"), to: folder.file("a.gif"), options: options)
    #expect(folder.contents == ["a.gif"])
  }
}
