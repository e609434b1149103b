import Foundation
import StarmineGraphics
import StarmineTestSupport
import Testing

struct ImageTests {
  private func numbered(_ width: Int, _ height: Int) -> CGImage {
    CGImage(width: width, height: height, pixels: (0..<width * height).map { 0xFF00_0000 | UInt32($0) })
  }

  @Test func straightBytesArePremultipliedExactly() {
    for alpha in 0...255 {
      let rgba = (0...255).flatMap { (value: UInt8) -> [UInt8] in [value, 255 - value, 255, UInt8(alpha)] }
      let image = CGImage(width: 16, height: 16, rgba: rgba)
      for value in 0...255 {
        func product(_ component: Int) -> UInt32 { UInt32((2 * component * alpha + 255) / 510) }
        let expected = UInt32(alpha) << 24 | product(value) << 16 | product(255 - value) << 8 | UInt32(alpha)
        #expect(image[value % 16, value / 16] == expected)
      }
    }
  }

  @Test func cropsToWholePixels() throws {
    let image = numbered(4, 3)
    let part = try #require(image.cropping(to: CGRect(x: 0.5, y: 1.2, width: 1.6, height: 9)))
    #expect(part.width == 3 && part.height == 2)
    #expect(part.base.pixels.map { $0 & 0xFF } == [4, 5, 6, 8, 9, 10])
    #expect(image.cropping(to: CGRect(x: -5, y: -5, width: 100, height: 100)) == image)
    #expect(image.cropping(to: .infinite) == image)
    for empty in [CGRect.null, .zero, CGRect(x: 4, y: 0, width: 1, height: 1), CGRect(x: 1, y: 1, width: 0, height: 1)]
    {
      #expect(image.cropping(to: empty) == nil)
    }
  }

  @Test func croppingNeverTraps() {
    let image = numbered(4, 3)
    for a in awkward {
      for b in awkward {
        let part = image.cropping(to: CGRect(x: a, y: b, width: b, height: a))
        #expect(part.map { $0.width <= 4 && $0.height <= 3 } ?? true)
      }
    }
  }

  /// Area averages in whole numbers, by definition: every source texel is cut into as many parts as the new size has.
  private func halvedByDefinition(_ level: CGImage.Level) -> [UInt32] {
    let (w, h) = (level.width, level.height)
    let (nw, nh) = ((w + 1) / 2, (h + 1) / 2)
    return (0..<nw * nh).map { index in
      let (x, y) = (index % nw, index / nw)
      var sums = [0, 0, 0, 0]
      for py in y * h..<(y + 1) * h {
        for px in x * w..<(x + 1) * w {
          let pixel = level.pixels[py / nh * w + px / nw]
          for c in 0..<4 { sums[c] += Int(pixel >> UInt32(c * 8) & 255) }
        }
      }
      return (0..<4).reduce(0) { $0 | UInt32((2 * sums[$1] + w * h) / (2 * w * h)) << UInt32($1 * 8) }
    }
  }

  private static let sizes = [
    (1, 1), (2, 2), (1, 2), (2, 1), (3, 3), (1, 7), (7, 1), (5, 4), (4, 5), (8, 6), (13, 9), (17, 32), (16, 16),
  ]

  @Test(arguments: sizes)
  func halvingAveragesAreas(width: Int, height: Int) {
    var random = SplitMix64(seed: UInt64(width * 100 + height))
    let rgba = (0..<width * height * 4).map { _ in random.byte() }
    let levels = CGImage(width: width, height: height, rgba: rgba).levels
    #expect(levels.last?.pixels.count == 1)
    for (level, next) in zip(levels, levels.dropFirst()) {
      #expect(next.width == (level.width + 1) / 2 && next.height == (level.height + 1) / 2)
      let expected = halvedByDefinition(level)
      for (actual, wanted) in zip(next.pixels, expected) {
        for shift in [UInt32(0), 8, 16, 24] {
          // A sum within rounding of one half may fall either way where floats are used.
          let difference = Int(actual >> shift & 255) - Int(wanted >> shift & 255)
          let limit = level.width % 2 == 0 && level.height % 2 == 0 ? 0 : 1
          #expect(abs(difference) <= limit)
          #expect(actual >> shift & 255 <= actual >> 24)
        }
      }
    }
  }

  @Test(arguments: sizes)
  func oneColorStaysThatColor(width: Int, height: Int) {
    let pixel: UInt32 = 0xFE80_01FE
    let image = CGImage(width: width, height: height, pixels: Array(repeating: pixel, count: width * height))
    #expect(image.levels.allSatisfy { $0.pixels.allSatisfy { $0 == pixel } })
  }
}
