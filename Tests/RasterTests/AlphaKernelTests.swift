import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster
import StarmineReference
import Testing

/// Kernels for files with alpha against their twins, memory around the output included.
@Suite struct AlphaKernelTests {
  private static let counts = Array(1...40) + [300]

  /// What two ways leave of the same memory.
  private func expectEqual<Element: Equatable>(
    _ initial: [Element], _ count: Int, _ bodies: [(UnsafeMutablePointer<Element>) -> Void],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let results = bodies.map { body in
      var memory = initial
      memory.withUnsafeMutableBufferPointer { body($0.baseAddress! + 1) }
      return memory
    }
    #expect(results[0] == results[1], "\(count) pixels", sourceLocation: location)
  }

  private func floats(_ count: Int, _ random: inout SplitMix64) -> [DeepPixel] {
    DeepKernelTests.floats((0..<count).map { $0 % 5 == 0 ? 0 : random.premultiplied() })
  }

  @Test(arguments: [0, PixelOverBlack, PixelRaised, PixelStraight, PixelRaised | PixelStraight])
  func floatsInAFormat(format: Int) {
    var random = SplitMix64(seed: UInt64(format))
    for count in Self.counts {
      let pixels = floats(count + 8, &random).map { count % 3 == 0 ? DeepPixel($0.x, $0.y, $0.z, 1) : $0 }
      var isOpaque: [Bool] = []
      expectEqual(
        [DeepPixel](repeating: DeepPixel(3, 5, 7, 0.5), count: count + 16), count,
        [
          { isOpaque.append(referenceDeepFormatRow($0, pixels, Int32(format), count)) },
          { isOpaque.append(pixel_deep_format_row($0, pixels, Int32(format), count) != 0) },
        ])
      #expect(isOpaque[0] == isOpaque[1])
    }
  }

  @Test func samplesOfAlpha() {
    var random = SplitMix64(seed: 1)
    for count in Self.counts {
      let pixels = floats(count + 16, &random)
      expectEqual(
        [UInt16](repeating: 7, count: count + 32), count,
        [{ referenceDeepAlpha($0, pixels, 4095, count) }, { pixel_deep_alpha($0, pixels, 4095, count) }])
      let alphas = pixels.map { UInt16($0.w > 0.5 ? 1 : 0) }
      let filled = pixels.indices.map { UInt16($0) }
      expectEqual(
        [UInt16](repeating: 7, count: count + 32), count,
        [{ referenceFillClear($0, filled, alphas, count) }, { pixel_fill_clear($0, filled, alphas, count) }])
    }
  }

  @Test func faintPixels() {
    var random = SplitMix64(seed: 2)
    for count in Self.counts {
      let columns = (count + 3) / 4
      let row = (0..<count + 2).map { index -> UInt32 in
        let pixel = UInt32.random(in: 0...(.max), using: &random)
        return index / 7 % 3 == 0 ? pixel & 0x3FFF_FFFF : index % 4 == 0 ? pixel & 0xFF_FFFF : pixel
      }
      let cells = (0..<2 * columns).map { _ in
        SIMD4<Float>(0..<3 ~= columns % 4 ? 255 : 0, .random(in: 0...255, using: &random), 3, 0)
      }
      cells.withUnsafeBufferPointer { cells in
        let (upper, lower) = (cells.baseAddress!, cells.baseAddress! + columns)
        func plain(_ cells: UnsafePointer<SIMD4<Float>>) -> UnsafePointer<Float> {
          UnsafeRawPointer(cells).assumingMemoryBound(to: Float.self)
        }
        expectEqual(
          row, count,
          [
            { referenceFaintRow($0, upper, lower, 0.375, columns, count) },
            { pixel_faint_row($0, plain(upper), plain(lower), 0.375, columns, count) },
          ])
      }
      expectEqual(
        [SIMD4<Float>](repeating: SIMD4(5, 6, 7, 8), count: columns + 2), count,
        [
          { referenceFaintSums($0, row, count) },
          { pixel_faint_sums(UnsafeMutableRawPointer($0).assumingMemoryBound(to: Float.self), row, count) },
        ])
    }
  }
}
