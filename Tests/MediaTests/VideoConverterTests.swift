import CStarminePixelKernels
import StarmineMedia
import StarmineRaster
import StarmineReference
import Synchronization
import Testing

@Suite struct VideoConverterTests {
  /// BT.709 in limited range: Y = 16 + 219 (0.2126 R + 0.7152 G + 0.0722 B), colour differences 128 +- 112.
  static func expected(_ pixel: UInt32) -> [Double] {
    let rgb = components(pixel).map { Double($0) / 255 }
    let luma = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    return [16 + 219 * luma, 128 + 224 * (rgb[2] - luma) / 1.8556, 128 + 224 * (rgb[0] - luma) / 1.5748]
  }

  /// All combinations of nine levels per component.
  @Test func everyColorIsWithinOneOfTheFormula() throws {
    let folder = TemporaryFolder()
    let levels: [UInt32] = [0, 1, 32, 64, 127, 128, 200, 254, 255]
    let colors = levels.flatMap { red in
      levels.flatMap { green in levels.map { blue in 0xFF00_0000 | red << 16 | green << 8 | blue } }
    }
    let writer = try VideoWriter(to: folder.file("a.mp4"), width: 54, height: 54, frameRate: FrameRate(60))
    var converter = try writer.conversion.makeConverter()
    let frame = makeFrame(54, 54) { x, y in colors[y / 2 * 27 + x / 2] }
    let planes = try converter.convert(frame).planes
    var worst = 0.0
    for (index, color) in colors.enumerated() {
      let (x, y) = (index % 27, index / 27)
      let wanted = Self.expected(color)
      let found = [planes[0][y * 2 * 54 + x * 2], planes[1][y * 27 + x], planes[2][y * 27 + x]]
      for component in 0..<3 { worst = max(worst, abs(Double(found[component]) - wanted[component])) }
    }
    #expect(worst < 1)
    #expect(converter.cpuSeconds > 0)
  }

  /// The kernel against the plain Swift that says what it computes, bytes around the output included.
  @Test func theKernelComputesWhatTheReferenceSays() {
    var state: UInt32 = 1
    let pixels = (0..<2 * 160).map { _ -> UInt32 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return state ^ state >> 15
    }
    for count in [2, 14, 16, 18, 100, 144] {
      var matrix = PixelMatrix.bt709Limited
      var memory = [[UInt8]](repeating: [UInt8](repeating: 0x5A, count: 640), count: 2)
      memory[0].withUnsafeMutableBufferPointer { out in
        let base = out.baseAddress!
        referenceYUV420Rows(base + 8, 160, base + 340, base + 480, pixels, 160, matrix, count)
      }
      memory[1].withUnsafeMutableBufferPointer { out in
        let base = out.baseAddress!
        pixel_yuv420_rows(base + 8, 160, base + 340, base + 480, 80, pixels, 160, &matrix, count)
      }
      #expect(memory[0] == memory[1], "\(count) pixels")
    }
  }

  /// The same for samples of any depth, of single pixels and of four, each limited to its largest.
  @Test(arguments: [8, 10, 12]) func samplesAreThoseOfTheReference(depth: Int32) {
    var state: UInt32 = 7
    let pixels = (0..<700).map { _ -> UInt32 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return state ^ state >> 15
    }
    var sampling = PixelSampling(
      weights: PixelMatrix.bt709Limited.luma, shift: 15 - (depth - 8), most: 200 << (depth - 8))
    sampling.weights.offset = 16 << 15
    let samplings = [PixelMatrix.bt709Limited.blue_difference, PixelMatrix.bt709Limited.red_difference].map {
      PixelSampling(weights: $0, shift: 17 - (depth - 8), most: 1 << depth - 1)
    }
    for count in [1, 7, 8, 9, 16, 17, 100, 300] {
      if depth == 8 {
        expectSamples(of: pixels, sampling, samplings, count, UInt8.self)
      } else {
        expectSamples(of: pixels, sampling, samplings, count, UInt16.self)
      }
    }
  }

  private func expectSamples<Sample: FixedWidthInteger & UnsignedInteger>(
    of pixels: [UInt32], _ sampling: PixelSampling, _ samplings: [PixelSampling], _ count: Int, _: Sample.Type
  ) {
    var sampling = sampling
    var (row, meantRow) = ([Sample](repeating: 7, count: 340), [Sample](repeating: 7, count: 340))
    pixel_sample_row(&row, pixels, &sampling, count)
    referenceSampleRow(&meantRow, pixels, sampling, count)
    #expect(row == meantRow, "\(count) pixels")
    var (u, v, meantU, meantV) = (row, row, row, row)
    pixels.withUnsafeBufferPointer { pixels in
      let (upper, lower) = (pixels.baseAddress!, pixels.baseAddress! + 50)
      pixel_share_samples(&u, &v, upper, lower, samplings, count)
      referenceShareSamples(&meantU, &meantV, upper, lower, samplings, count)
    }
    #expect(u == meantU, "\(count) pixels")
    #expect(v == meantV, "\(count) pixels")
  }

  /// The four pixels of a block share their mean colour.
  @Test func chromaIsTheMeanOfFourPixels() throws {
    let folder = TemporaryFolder()
    let writer = try VideoWriter(to: folder.file("a.mp4"), width: 32, height: 32, frameRate: FrameRate(60))
    var converter = try writer.conversion.makeConverter()
    let frame = makeFrame(32, 32) { x, y in x == 8 && y == 8 ? 0xFF00_00FF : 0xFF00_0000 }
    let planes = try converter.convert(frame).planes
    // A quarter of the 112 that blue is away from the middle.
    #expect(
      planes[1].enumerated().filter { $0.element != 128 }.map { [$0.offset, Int($0.element)] } == [[4 * 16 + 4, 156]])
  }

  /// Tiles as they are drawn, the last ones cut by the frame, give the planes of the whole frame.
  @Test(arguments: [16, 32, 64], ["h264", "h264-10", "prores", "jpeg", "bgra", "rgba", "rgb24", "framemd5"])
  func tilesGiveTheSameFrame(side: Int, key: String) throws {
    let (width, height) = (38, 34)
    let format = try VideoFormat(named: key)
    let conversion = try VideoConversion(format, width: width, height: height, VideoOptions())
    var converter = try conversion.makeConverter()
    // In the upper half something can be seen through.
    let color = { (x: Int, y: Int) in
      (y < 17 ? 0x9000_0000 : 0xFF00_0000) | UInt32(x << 16 | y * 2 << 8 | (x * y) & 127)
    }
    let frame = try converter.convert(makeFrame(width, height, color))
    let isOpaque = frame.isOpaque
    #expect(isOpaque == ["h264", "h264-10", "prores", "jpeg", "rgb24"].contains(key))
    let whole = frame.planes
    let takesTiles = converter.takesTiles
    #expect(takesTiles)
    let tiled = try converter.convert { didDraw in
      for y in stride(from: 0, to: height, by: side) {
        for x in stride(from: 0, to: width, by: side) {
          let (columns, rows) = (min(side, width - x), min(side, height - y))
          var pixels = (0..<columns * rows).map { color(x + $0 % columns, y + $0 / columns) }
          // What lies behind the last row must not show.
          pixels += Array(repeating: 0xFFFF_FFFF, count: 16)
          didDraw(DrawnTile(x: x, y: y, width: columns, height: rows, pixels: pixels, stride: columns))
        }
      }
    }
    let planes = tiled.planes
    #expect(planes == whole)
    let isSame = tiled.isOpaque == isOpaque
    #expect(isSame)
  }

  /// A palette is made of all of a frame's colours.
  @Test func palettesTakeWholeFrames() throws {
    let folder = TemporaryFolder()
    let writer = try VideoWriter(
      to: folder.file("a.gif"), width: 38, height: 34, frameRate: FrameRate(50))
    let converter = try writer.conversion.makeConverter()
    let takesTiles = converter.takesTiles
    #expect(!takesTiles)
  }

  /// Half-transparent premultiplied colour is the colour over black.
  @Test func alphaIsOverBlack() throws {
    let folder = TemporaryFolder()
    let writer = try VideoWriter(to: folder.file("a.mp4"), width: 32, height: 32, frameRate: FrameRate(60))
    var converter = try writer.conversion.makeConverter()
    let clear = try converter.convert(makeFrame(32, 32) { _, _ in 0x8040_2010 }).planes
    let opaque = try converter.convert(makeFrame(32, 32) { _, _ in 0xFF40_2010 }).planes
    #expect(clear == opaque)
  }

  /// Workers convert frames in any order; the file is the one that a single thread makes.
  @Test func convertersOnSeveralThreadsChangeNothing() async throws {
    let folder = TemporaryFolder()
    let rate = FrameRate(60)
    let options = VideoOptions(threads: 1)
    var alone = try VideoWriter(to: folder.file("a.mp4"), width: 98, height: 62, frameRate: rate, options: options)
    for index in 0..<24 { try alone.append(makePatches(98, 62, frame: index), at: index) }
    _ = try alone.finish()

    var shared = try VideoWriter(to: folder.file("b.mp4"), width: 98, height: 62, frameRate: rate, options: options)
    let conversion = shared.conversion
    let workers = (0..<2).map { worker in
      Task {
        var converter = try conversion.makeConverter()
        var frames: [FrameBox] = []
        for index in stride(from: worker, to: 24, by: 2) {
          frames.append(FrameBox(try converter.convert(makePatches(98, 62, frame: index))))
        }
        return frames
      }
    }
    let lists = [try await workers[0].value, try await workers[1].value]
    for index in 0..<24 { try shared.append(lists[index % 2][index / 2].take(), at: index) }
    _ = try shared.finish()
    #expect(folder.bytes("a.mp4") == folder.bytes("b.mp4"))
  }
}

/// Lets a frame, which has one owner, travel out of a task.
final class FrameBox: Sendable {
  private let frame: Mutex<VideoFrame?>

  init(_ frame: consuming sending VideoFrame) { self.frame = Mutex(consume frame) }

  /// Precondition: called once.
  func take() -> VideoFrame {
    frame.withLock { frame in
      let taken = frame.take()
      return taken!
    }
  }
}
