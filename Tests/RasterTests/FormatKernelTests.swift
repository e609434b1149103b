import CStarminePixelKernels
import StarmineGraphics
import StarmineReference
import Testing

/// Rows in the formats of files and hosts: kernels against their twins, bytes around the output included.
@Suite struct FormatKernelTests {
  static let formats = [
    0, PixelOverBlack, PixelOverBlack | PixelRGBA, PixelStraight, PixelStraight | PixelRGBA, PixelRGBA, PixelRaised,
    PixelRaised | PixelStraight, PixelRaised | PixelStraight | PixelRGBA,
  ].map { Int32($0) }

  /// Every pair of alpha and component.
  static let pairs = (0..<65_536).map { index -> UInt32 in
    let (alpha, component) = (UInt32(index >> 8), UInt32(index & 255))
    return alpha << 24 | component << 16 | (255 - component) << 8 | component / 2
  }

  /// - Parameter body: writes from the sixth byte on.
  private func bytes(_ count: Int, _ body: (UnsafeMutableRawPointer) -> Void) -> [UInt8] {
    var memory = [UInt8](repeating: 0x5A, count: 4 * count + 50)
    memory.withUnsafeMutableBytes { body($0.baseAddress! + 5) }
    return memory
  }

  private func expectEqual(_ row: [UInt32], _ format: Int32) {
    var common: [UInt32] = []
    let results = [true, false].map { isReference in
      bytes(row.count) {
        common.append(
          isReference
            ? referenceFormatRow($0, row, format, row.count) : pixel_format_row($0, row, format, row.count))
      }
    }
    #expect(results[0] == results[1], "\(row.count) pixels")
    #expect(common[0] == common[1])
  }

  @Test(arguments: formats) func rowsAreThoseOfTheReference(format: Int32) {
    expectEqual(Self.pairs, format)
    expectEqual(Self.pairs.map { $0 | 0xFF00_0000 }, format)
    var random = SplitMix64(seed: UInt64(format))
    for count in 0...40 { expectEqual((0..<count).map { _ in random.premultiplied() }, format) }
  }

  @Test(arguments: formats.filter { Int($0) & (PixelOverBlack | PixelRaised) == 0 })
  func rowsOverAHostsPixelsAreThoseOfTheReference(format: Int32) {
    var random = SplitMix64(seed: UInt64(format))
    for count in Array(0...40) + [3000] {
      let row = (0..<count).map { $0 / 9 % 2 == 0 ? 0 : random.premultiplied() }
      let host = (0...count).map { _ in UInt32.random(in: 0...(.max), using: &random) }
      let results = [true, false].map { isReference in
        host.withUnsafeBytes { host in
          bytes(count) {
            let below = host.baseAddress! + 1
            if isReference { return referenceFormatRowOver($0, below, row, format, count) }
            pixel_format_row_over($0, below, row, format, count)
          }
        }
      }
      #expect(results[0] == results[1], "\(count) pixels")
    }
  }
}
