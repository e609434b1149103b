import Foundation
import StarmineGraphics
import Testing

/// Colours beyond sRGB: what their components come to here, and that those within it are left alone.
struct WideColorTests {
  /// Extended sRGB as colour-science has it for the primaries, and white.
  private static let known: [(ColorEncoding, [Double], [Double])] = [
    (.displayP3, [1, 0, 0], [1.0930663624, -0.2267418226, -0.1501313517]),
    (.displayP3, [0, 1, 0], [-0.5116038056, 1.0182656579, -0.3106740009]),
    (.displayP3, [0, 0, 1], [0, 0, 1.0420219354]),
    (.displayP3, [1, 1, 1], [1, 1, 1]),
    (.rec2020, [1, 0, 0], [1.2482199652, -0.3879042113, -0.1434822153]),
    (.linearSRGB, [0.5, 0.5, 4], [0.7353569831, 0.7353569831, 1.8248113021]),
    (.sRGB, [1.83, 1.47, 0], [1.83, 1.47, 0]),
  ]

  @Test(arguments: known)
  func spacesAreTurnedIntoOurs(space: ColorEncoding, from: [Double], extended: [Double]) {
    let color = CGColor(space, from[0], from[1], from[2], alpha: 0.5)
    #expect(color.alpha == 0.5)
    for (found, expected) in zip(color.extendedComponents, extended) { #expect(abs(found - expected) < 3e-5) }
  }

  /// A component above 1 is light along the tangent, so an exposure of 4 is 4 times white.
  @Test func exposureMultipliesLight() {
    let white = CGColor(.sRGB, 1, 1, 1, alpha: 1, exposure: 4)
    #expect(abs(white.red - (1 + 3 / 2.275)) < 1e-5)
    let gold = CGColor(.sRGB, 0.5, 0.25, 0, alpha: 1)
    #expect(gold.exposed(1) == gold)
    let twice = CGColor(.sRGB, 0.5, 0.25, 0, alpha: 1, exposure: 2)
    #expect(gold.exposed(2) == twice && !twice.isWide)
    #expect(abs(twice.exposed(8).exposed(0.125).red - twice.red) < 1e-4)
    // Apple's own example of two stops: 1.83 in extended sRGB is four times as light.
    let yellow = CGColor(.sRGB, 1.83, 1.47, 0, alpha: 1)
    #expect(abs(yellow.red - (1 + 3 / 2.275)) < 0.02)
  }

  @Test func colorsInsideSRGBDoNotChange() {
    for value in stride(from: 0, through: 1, by: 1.0 / 255) {
      let color = CGColor(.sRGB, value, 1 - value, value, alpha: 1)
      #expect(color == CGColor(red: value, green: 1 - value, blue: value, alpha: 1) && !color.isWide)
      #expect(color.extendedComponents == [value, 1 - value, value])
      #expect(color.deepComponents == SIMD4(Float(value), Float(1 - value), Float(value), 1))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e30, -1e30, 1e4, -3])
  func extremeComponentsAreClamped(value: Double) {
    for space in ColorEncoding.allCases {
      for exposure in [1, 0, 1e30, -1, .nan, .infinity] {
        let color = CGColor(space, value, 0.5, value, alpha: value, exposure: exposure)
        let parts = color.deepComponents
        for index in 0..<3 { #expect(abs(parts[index]) <= Float(CGColor.widest)) }
        #expect((0...1).contains(parts.w))
      }
    }
  }

  @Test func spacesOfCoreGraphics() throws {
    func color(_ name: String, _ parts: [CGFloat]) throws -> CGColor {
      let space = try #require(CGColorSpace(name: name))
      return try #require(CGColor(colorSpace: space, components: parts))
    }
    #expect(try color(CGColorSpace.displayP3, [1, 0, 0, 1]) == CGColor(.displayP3, 1, 0, 0, alpha: 1))
    #expect(try color(CGColorSpace.extendedLinearSRGB, [4, 4, 4, 1]) == CGColor(.sRGB, 1, 1, 1, alpha: 1, exposure: 4))
    #expect(try color(CGColorSpace.sRGB, [0.2, 0.4, 0.6, 0.8]) == CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8))
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let limited = CGColor(headroom: 2, colorSpace: space, red: 8, green: 1.5, blue: 0, alpha: 1)
    #expect(limited == CGColor(.linearSRGB, 2, 1.5, 0, alpha: 1))
    #expect(CGColor(headroom: 0.5, colorSpace: space, red: 1, green: 1, blue: 1, alpha: 1) == nil)
  }
}
