import StarmineGraphics
import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineMedia
import StarmineRaster
import StarmineReference
import Testing

/// Light beyond white on its way into files.
@Suite struct HighDynamicRangeTests {
  private let folder = TemporaryFolder()

  // MARK: Kernels

  private func pixels(_ count: Int, seed: UInt64) -> [DeepPixel] {
    var random = SystemlessRandom(state: seed)
    let strange: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 1, 0, -0.2]
    return (0..<count).map { _ in
      let light = random.next(below: 3) == 0 ? Float(9) : 1
      let value = { (random: inout SystemlessRandom) in
        random.next(below: 20) == 0
          ? strange[Int(random.next(below: 8))] : Float(random.next(below: 1001)) / 1000 * light
      }
      let (blue, green, red) = (value(&random), value(&random), value(&random))
      return DeepPixel(blue, green, red, Float(random.next(below: 1001)) / 1000)
    }
  }

  @Test(arguments: [Float(4.926), 1]) func rowsAreThoseOfTheTwin(peak: Float) {
    let count = Int(PIXEL_CURVE_OCTAVES * PIXEL_CURVE_STEPS) + 2
    let curve = (0..<count).map { Float($0) / Float(count) }
    let gain = curve.map { 2 - $0 }
    for count in Array(1...20) + [301] {
      let source = pixels(count + 16, seed: UInt64(count))
      curve.withUnsafeBufferPointer { curve in
        gain.withUnsafeBufferPointer { gain in
          var hdr = PixelHDR(
            curve: curve.baseAddress!, gain: count % 2 == 0 ? gain.baseAddress : nil, white: 0.02, peak: peak,
            level: 12_992)
          var (made, meant) = (source, source)
          var (levels, meantLevels) = (PixelLevels(sum: 5, most: 1), PixelLevels(sum: 5, most: 1))
          pixel_hdr_row(&made, source, &hdr, &levels, count)
          referenceHDRRow(&meant, source, hdr, &meantLevels, count)
          #expect(made[..<count] == meant[..<count])
          #expect(levels.sum == meantLevels.sum && levels.most == meantLevels.most)
        }
      }
    }
  }

  @Test func sitedColorsAreThoseOfTheTwin() {
    let weights = [
      PixelDeepComponent(blue: 7, green: -5.4, red: -1.6, offset: 512.5),
      PixelDeepComponent(blue: -0.6, green: -6.3, red: 7, offset: 512.5),
    ]
    for count in Array(1...20) + [130] {
      let rows = (0..<3).map { row in
        pixels(2 * count + 48, seed: UInt64(3 * count + row)).map { pixel in
          pixel.replacing(with: 0.5, where: .!(pixel .>= .zero)).clamped(lowerBound: .zero, upperBound: .one)
        }
      }
      var (u, v) = ([UInt16](repeating: 7, count: count + 16), [UInt16](repeating: 7, count: count + 16))
      var (meantU, meantV) = (u, v)
      rows[0].withUnsafeBufferPointer { above in
        rows[1].withUnsafeBufferPointer { row in
          rows[2].withUnsafeBufferPointer { below in
            let (a, b, c) = (above.baseAddress! + 1, row.baseAddress! + 1, below.baseAddress! + 1)
            pixel_sited_chroma(&u, &v, a, b, c, weights, count)
            referenceSitedChroma(&meantU, &meantV, a, b, c, weights, count)
          }
        }
      }
      #expect(u == meantU && v == meantV)
    }
  }

  // MARK: Numbers

  /// Luma and differences of 10 bits by colour-science 0.4.7: `eotf_inverse_ST2084` and `eotf_inverse_BT2100_HLG` of
  /// nits in BT.2020, `RGB_to_YCbCr`; with white at 203 nits and a peak of 1000. Light is unchanged up to the peak, and
  /// HLG's numbers end at 1.
  private static let codes: [(color: SIMD3<Float>, pq: [Int], hlg: [Int])] = [
    (SIMD3(0, 0, 0), [64, 512, 512], [64, 512, 512]),
    (SIMD3(1, 1, 1), [573, 512, 512], [721, 512, 512]),
    (SIMD3(0.5, 0.5, 0.5), [438, 512, 512], [475, 512, 512]),
    (SIMD3(1, 0, 0), [392, 438, 608], [392, 395, 715]),
    (SIMD3(0, 1, 0), [529, 424, 474], [641, 328, 431]),
    (SIMD3(0, 0, 1), [277, 667, 540], [230, 809, 537]),
    (SIMD3(0.2, 0.4, 0.1), [375, 456, 492], [361, 425, 473]),
    (SIMD3(0.02, 0.01, 0.05), [140, 535, 517], [110, 532, 516]),
    (SIMD3(2, 2, 2), [684, 512, 512], [885, 512, 512]),
    (SIMD3(3, 1.5, 0.25), [656, 412, 547], [839, 313, 575]),
    (SIMD3(1.2, 0.9, 0.4), [557, 447, 533], [692, 368, 554]),
    (SIMD3(16, 8, 4), [704, 495, 525], [913, 484, 531]),
  ]

  private func format(_ key: String, _ curve: HighDynamicRange.Curve) throws -> VideoFormat {
    try VideoFormat(named: key).keeping(try HighDynamicRange(curve))
  }

  private func frame(_ width: Int, _ height: Int, _ color: (Int, Int) -> SIMD3<Float>) -> DeepBuffer {
    var frame = DeepBuffer(width: width, height: height)
    let stride = frame.stride
    frame.withMutablePixels { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let color = color(x, y)
          pixels[y * stride + x] = DeepPixel(color.z, color.y, color.x, 1)
        }
      }
    }
    return frame
  }

  private func samples(_ bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBytes { $0.bindMemory(to: UInt16.self).map(Int.init) }
  }

  private func planes(_ frame: borrowing DeepBuffer, _ format: VideoFormat) throws -> [[Int]] {
    let conversion = try VideoConversion(format, width: frame.width, height: frame.height, VideoOptions())
    var converter = try conversion.makeDeepConverter()
    return try converter.convert(frame, at: 0).planes.map(samples)
  }

  @Test(arguments: HighDynamicRange.Curve.allCases) func numbersAreThoseOfColourScience(
    curve: HighDynamicRange.Curve
  ) throws {
    let codes = Self.codes
    let found = try planes(frame(codes.count, 2) { x, _ in codes[x].color }, format("prores4444", curve))
    for (x, code) in codes.enumerated() {
      let meant = curve == .pq ? code.pq : code.hlg
      for component in 0..<3 {
        #expect(abs(found[component][x] - meant[component]) <= 1, "\(code.color): \(component)")
      }
    }
  }

  /// A colour sample lies on the first pixel of its block and takes a quarter of a neighbour on a side.
  @Test func colorsLieAtTheTopLeft() throws {
    func differences(_ place: (Int, Int), _ key: String) throws -> [Int] {
      let lit = frame(32, 8) { x, y in (x, y) == place ? SIMD3(1, 0, 0) : .zero }
      return try planes(lit, format(key, .pq))[2].map { $0 - 512 }
    }
    let inside = try differences((4, 4), "hevc-10")
    let full = inside[2 * 16 + 2]
    #expect(inside.filter { $0 != 0 }.count == 1)
    let between = try differences((5, 4), "hevc-10")
    #expect(abs(between[2 * 16 + 2] - full / 2) <= 1 && between[2 * 16 + 2] == between[2 * 16 + 3])
    let corner = try differences((5, 5), "hevc-10")
    #expect(corner.filter { $0 != 0 }.count == 4 && abs(corner[2 * 16 + 2] - full / 4) <= 1)
    #expect(try differences((5, 4), "prores").filter { $0 != 0 }.count == 2)
    #expect(try differences((4, 5), "prores").filter { $0 != 0 }.count == 1)
  }

  @Test(arguments: ["hevc-10", "prores", "prores4444"]) func tilesMakeTheSameFrame(key: String) throws {
    let format = try format(key, .pq)
    let (width, height) = (200, 76)
    let source = pixels(width * height, seed: 3)
    let whole = frame(width, height) { x, y in
      let pixel = source[y * width + x]
      return SIMD3(pixel.z, pixel.y, pixel.x)
    }
    let meant = try planes(whole, format)
    let conversion = try VideoConversion(format, width: width, height: height, VideoOptions())
    let stride = whole.stride
    for side in [16, 32, 64, 128] {
      var converter = try conversion.makeDeepConverter()
      for index in 0..<2 {
        let made = try whole.withPixels { pixels throws(VideoError) in
          try converter.convert(at: index) { draw in
            for y in Swift.stride(from: 0, to: height, by: side) {
              for x in Swift.stride(from: 0, to: width, by: side) {
                draw(
                  DeepTile(
                    x: x, y: y, width: min(side, width - x), height: min(side, height - y),
                    pixels: pixels.baseAddress! + y * stride + x, stride: stride))
              }
            }
          }
        }
        #expect(made.planes.map(samples) == meant)
      }
    }
  }

  // MARK: Files

  /// Frames of growing light: the brightest pixel and the largest mean are known.
  private func write(
    _ name: String, _ frames: Range<Int>, _ format: VideoFormat, segment: Bool = false
  ) throws -> LightLevel? {
    var writer = try VideoWriter(
      to: folder.file(name), width: 96, height: 64, frameRate: FrameRate(60),
      format: segment ? try #require(format.segment) : format)
    var converter = try writer.conversion.makeDeepConverter()
    for index in frames {
      let light = 0.25 + Float(index % 250) / 100
      try writer.append(
        converter.convert(frame(96, 64) { x, y in x < 48 ? .zero : SIMD3(light, light, light) }, at: index), at: index)
    }
    return try writer.finish().light
  }

  @Test func filesSayHowBrightTheyAre() throws {
    let light = try #require(try write("a.mp4", 0..<70, format("hevc-10", .pq)))
    // 0.94 of white, encoded: 0.8689 of its light; half of each frame.
    #expect(abs(light.most - 203 * 0.8689) < 0.1 && light.mean == light.most / 2)
    let file = try ReadFile(folder.file("a.mp4"))
    let level = try #require(file.data(AV_PKT_DATA_CONTENT_LIGHT_LEVEL))
    #expect(level.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) } == [176, 88])
    #expect(file.data(AV_PKT_DATA_MASTERING_DISPLAY_METADATA) != nil)
    #expect(file.parameters.color_primaries == AVCOL_PRI_BT2020)
    #expect(file.parameters.color_trc == AVCOL_TRC_SMPTE2084)
    #expect(file.parameters.color_space == AVCOL_SPC_BT2020_NCL)
    #expect(file.parameters.chroma_location == AVCHROMA_LOC_TOPLEFT)
    let bytes = folder.bytes("a.mp4")
    let places = { (pattern: [UInt8]) in
      (0..<bytes.count - pattern.count).filter { Array(bytes[$0..<$0 + pattern.count]) == pattern }.count
    }
    #expect(places([0x90, 4, 0, 176, 0, 88, 0x80]) >= 2)
    #expect(places([0x90, 4, 255, 255, 255, 254]) == 0)
  }

  @Test(arguments: [
    ("hevc-10-mov", "a.mov", HighDynamicRange.Curve.hlg), ("av1-10", "a.mp4", .pq), ("vp9-10", "a.webm", .pq),
    ("prores", "b.mov", .pq), ("prores4444", "c.mov", .hlg), ("av1-10", "d.mp4", .hlg),
  ])
  func filesHaveTheirLabels(key: String, name: String, curve: HighDynamicRange.Curve) throws {
    _ = try write(name, 0..<3, format(key, curve))
    let file = try ReadFile(folder.file(name))
    #expect(file.parameters.color_primaries == AVCOL_PRI_BT2020)
    #expect(file.parameters.color_trc == (curve == .pq ? AVCOL_TRC_SMPTE2084 : AVCOL_TRC_ARIB_STD_B67))
    #expect(file.parameters.color_space == AVCOL_SPC_BT2020_NCL)
    #expect((file.data(AV_PKT_DATA_MASTERING_DISPLAY_METADATA) != nil) == (curve == .pq))
    #expect((file.data(AV_PKT_DATA_CONTENT_LIGHT_LEVEL) != nil) == (curve == .pq && key != "vp9-10"))
    #expect(file.pixels.contains("10le") || file.pixels.contains("12le"))
  }

  @Test func joinedSegmentsAreTheWhole() throws {
    let format = try format("hevc-10", .pq)
    let whole = try write("whole.mp4", 0..<300, format)
    let parts = try [0..<240, 240..<300].map { frames in
      let name = "\(frames.lowerBound).nut"
      let light = try write(name, frames, format, segment: true)
      return SegmentJoin.Part(path: folder.file(name), frames: frames, light: light)
    }
    #expect(parts[1].light == whole && parts[0].light != whole)
    _ = try SegmentJoin(
      format: format, width: 96, height: 64, frameRate: FrameRate(60), options: VideoOptions()
    ).run(parts, to: folder.file("joined.mp4"))
    #expect(folder.bytes("joined.mp4") == folder.bytes("whole.mp4"))
  }

  // MARK: What is asked for

  @Test(arguments: [
    (HighDynamicRange.Curve.pq, 0.0, 1000.0), (.pq, .nan, 1000), (.pq, 203, 100), (.pq, 203, 20_000),
    (.hlg, 203, 4000), (.pq, 203, .infinity), (.pq, -1, 1000), (.pq, 203, .nan),
  ])
  func impossibleLightIsRefused(curve: HighDynamicRange.Curve, white: Double, peak: Double) {
    #expect(throws: VideoError.self) { try HighDynamicRange(curve, white: white, peak: peak) }
  }

  @Test(arguments: [
    ("a.mp4", nil, "hevc-10"), ("a.mov", nil, "prores"), ("a.webm", nil, "vp9-10"), ("a.mp4", "av1-10", "av1-10"),
  ])
  func pathsMeanFormatsWithRoom(path: String, key: String?, meant: String) throws {
    let format = try VideoFormat(forPath: path, named: key, wantsAlpha: false, keeping: HighDynamicRange(.pq))
    #expect(format.key == meant && format.hdr?.curve == .pq)
  }

  @Test(arguments: [
    ("a.mp4", "h264"), ("a.mp4", "h264-10"), ("a.gif", nil), ("a.mkv", nil), ("a-%d.png", nil), ("a-%d.exr", nil),
    ("a.mp4", "hevc"),
  ])
  func formatsWithoutRoomNameOthers(path: String, key: String?) throws {
    let error = try #require(throws: VideoError.self) {
      try VideoFormat(forPath: path, named: key, wantsAlpha: false, keeping: HighDynamicRange(.pq))
    }
    #expect("\(error)".contains("hevc-10, av1-10"))
  }
}
