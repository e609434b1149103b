import CStarminePixelKernels
import StarmineMedia
import StarmineRaster
import StarmineReference
import Testing

/// Frames of floats on their way into files.
@Suite struct DeepOutputTests {
  private func pixels(_ count: Int, seed: UInt64) -> [DeepPixel] {
    var random = SystemlessRandom(state: seed)
    return (0..<count).map { _ in
      let alpha = random.next(below: 4) == 0 ? 1 : Float(random.next(below: 1001)) / 1000
      let light = random.next(below: 5) == 0 ? Float(4) : 1
      return DeepPixel(
        Float(random.next(below: 1001)) / 1000 * alpha * light, Float(random.next(below: 1001)) / 1000 * alpha,
        Float(random.next(below: 1001)) / 1000 * alpha * light, alpha)
    }
  }

  @Test func kernelsAreTheirTwins() {
    for count in Array(1...40) + [300] {
      let room = 2 * count + 32
      let (upper, lower) = (pixels(room, seed: UInt64(count)), pixels(room, seed: UInt64(count + 1000)))
      let thresholds = (0..<8).map { (Float($0) + 0.5) / 8 }
      var words = [[UInt32]](repeating: [UInt32](repeating: 7, count: count + 16), count: 2)
      pixel_words_of_deep(&words[0], upper, thresholds, count)
      referenceWordsOfDeep(&words[1], upper, thresholds, count)
      #expect(words[0] == words[1])
      var weights = [
        PixelDeepComponent(blue: 63, green: 626, red: 186, offset: 64.5),
        PixelDeepComponent(blue: 112, green: -86, red: -25, offset: 512.5),
        PixelDeepComponent(blue: -10, green: -101, red: 112, offset: 512.5),
      ]
      var samples = [[UInt16]](repeating: [UInt16](repeating: 7, count: count + 16), count: 2)
      pixel_deep_luma(&samples[0], upper, &weights, count)
      referenceDeepLuma(&samples[1], upper, weights[0], count)
      #expect(samples[0] == samples[1])
      weights.removeFirst()
      var (u, v, meantU, meantV) = (samples[0], samples[0], samples[0], samples[0])
      pixel_deep_chroma(&u, &v, upper, lower, weights, count)
      referenceDeepChroma(&meantU, &meantV, upper, lower, weights, count)
      #expect(u == meantU)
      #expect(v == meantV)
    }
  }

  private func frame(_ width: Int, _ height: Int, _ color: (Int, Int) -> DeepPixel) -> DeepBuffer {
    var frame = DeepBuffer(width: width, height: height)
    let stride = frame.stride
    frame.withMutablePixels { pixels in
      for y in 0..<height {
        for x in 0..<width { pixels[y * stride + x] = color(x, y) }
      }
    }
    return frame
  }

  private func planes(_ frame: borrowing DeepBuffer, _ format: String, _ name: String) throws -> [[UInt8]] {
    let folder = TemporaryFolder()
    let writer = try VideoWriter(
      to: folder.file(name), width: frame.width, height: frame.height, frameRate: FrameRate(30),
      format: VideoFormat(named: format))
    var converter = try writer.conversion.makeDeepConverter()
    return try converter.convert(frame, at: 0).planes
  }

  private func floats(_ bytes: [UInt8]) -> [Float] {
    bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test("EXR holds light above white, by the tangent, and every step below")
  func exr() throws {
    let steps = 3000
    let row = frame(steps, 2) { x, y in
      let value = Float(x) / Float(steps - 1) * (y == 0 ? 1 : 3)
      return DeepPixel(value, value, value, 1)
    }
    let green = floats(try planes(row, "exr-float", "a-%02d.exr")[0])
    #expect(Set(green[..<steps]).count == steps)
    #expect(green[steps - 1] == 1)
    #expect(abs(green[2 * steps - 1] - (1 + 2.275 * 2)) < 1e-4)
    // sRGB's curve at a half: IEC 61966-2-1.
    #expect(abs(green[1500] - 0.214_3) < 0.000_3)
  }

  @Test("ten bits come from floats: one step of luma for a quarter of a byte's")
  func tenBits() throws {
    let row = frame(1024, 2) { x, _ in DeepPixel(repeating: Float(x) / 1023).withAlpha(1) }
    let luma = try planes(row, "h264-10", "a.mp4")[0]
    let samples = stride(from: 0, to: 2048, by: 2).map { Int(luma[$0]) | Int(luma[$0 + 1]) << 8 }
    #expect(samples.first == 64 && samples.last == 940)
    #expect(Set(samples).count == 877)
  }

  @Test("a pattern keeps the mean of what lies between two bytes, and greys stay grey")
  func dithered() {
    let grey = frame(64, 64) { _, _ in DeepPixel(repeating: 100.3 / 255).withAlpha(1) }
    var words = PixelBuffer(width: 64, height: 64)
    let stride = grey.stride
    grey.withPixels { pixels in
      let tile = DeepTile(x: 0, y: 0, width: 64, height: 64, pixels: pixels.baseAddress!, stride: stride)
      DeepQuantizer(dithers: true).write(tile, to: &words)
    }
    var found: [UInt32] = []
    for y in 0..<64 {
      for x in 0..<64 { found.append(words[x, y]) }
    }
    #expect(found.allSatisfy { $0 == ($0 & 255) * 0x0001_0101 | 0xFF00_0000 })
    let mean = Double(found.reduce(0) { $0 + Int($1 & 255) }) / 4096
    #expect(abs(mean - 100.3) < 0.02)
  }
}

extension DeepPixel {
  fileprivate func withAlpha(_ alpha: Float) -> DeepPixel { DeepPixel(x, y, z, alpha) }
}

/// Numbers that are the same everywhere.
struct SystemlessRandom {
  var state: UInt64

  mutating func next(below limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
  }
}
