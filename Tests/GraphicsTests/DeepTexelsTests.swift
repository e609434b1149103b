import Dispatch
import Foundation
import StarmineGraphics
import Synchronization
import Testing

/// Floats of pictures, and what is made of them.
@Suite struct DeepTexelsTests {
  private final class Calls: Sendable {
    let count = Mutex(0)
    /// Where floats lie in memory.
    let places = Mutex(Set<UInt>())
  }

  private static func level(_ width: Int, _ height: Int) -> DeepTexels.Level {
    let texels = (0..<width * height).map { SIMD4<Float>(Float($0), 2, 3, 0.5) }
    return DeepTexels.Level(width: width, height: height, texels: SharedBuffer(texels))
  }

  private func image(_ texels: DeepTexels?) -> CGImage {
    CGImage(width: 4, height: 3, slab: SharedBuffer([UInt32](repeating: 0x8080_8080, count: 12)), deepTexels: texels)
  }

  /// Threads that ask at the same time wait for one decoding, and have its memory.
  @Test func levelsAreCreatedOnce() {
    let calls = Calls()
    let texels = DeepTexels {
      calls.count.withLock { $0 += 1 }
      return Self.level(64, 64)
    }
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      guard let level = texels.levels.first else { return }
      calls.places.withLock { _ = $0.insert(UInt(bitPattern: level.texels.start)) }
    }
    #expect(calls.count.withLock { $0 } == 1 && calls.places.withLock { $0.count } == 1)
  }

  /// Where there is no memory it is not asked for again.
  @Test func failedAllocationIsRemembered() {
    let calls = Calls()
    let texels = DeepTexels {
      calls.count.withLock { $0 += 1 }
      return nil
    }
    #expect(texels.levels.isEmpty && texels.levels.isEmpty && calls.count.withLock { $0 } == 1)
    #expect(image(texels).cropping(to: CGRect(x: 1, y: 1, width: 2, height: 2))?.deepTexels?.levels.isEmpty == true)
  }

  @Test func partsHaveTheirFloats() throws {
    let whole = image(DeepTexels { Self.level(4, 3) })
    let part = try #require(whole.cropping(to: CGRect(x: 1, y: 1, width: 2, height: 2)))
    let level = try #require(part.deepTexels?.levels.first)
    #expect(level.width == 2 && level.height == 2 && level.texels.map(\.x) == [5, 6, 9, 10])
    #expect(image(nil).cropping(to: CGRect(x: 1, y: 1, width: 2, height: 2))?.deepTexels == nil)
  }

  /// One colour in the shape of a picture: light above white, in a picture of bytes too.
  @Test(arguments: [true, false]) func tintsHaveTheirLight(isDeep: Bool) throws {
    let color = CGColor(.sRGB, 1, 1, 1, alpha: 1, exposure: 4)
    let tinted = image(isDeep ? DeepTexels { Self.level(4, 3) } : nil).filled(with: color)
    let level = try #require(tinted.deepTexels?.levels.first)
    let alpha: Float = isDeep ? 0.5 : 128.0 / 255
    let meant = Float(CGColor.encoded(4)) * alpha
    #expect(level.texels.count == 12)
    #expect(level.texels.allSatisfy { abs($0.x - meant) < 1e-5 && abs($0.w - alpha) < 1e-6 })
    #expect(tinted.base.pixels[0] == 0x8080_8080)
    #expect(image(nil).filled(with: CGColor(red: 1, green: 0, blue: 0, alpha: 1)).deepTexels == nil)
  }
}
