import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

@Suite struct SpriteShapeTests {
  @Test(arguments: Sprite.shapes.map(\.name)) func isVisibleSmoothAndRepeatable(shape: String) throws {
    let sprite = try #require(Sprite(shape: shape, size: 48))
    let image = sprite.makeImage()
    #expect(image.height == 48 && image.width == sprite.width)
    #expect(image.base.pixels == sprite.makeImage().base.pixels)
    let alphas = image.base.pixels.map { $0 >> 24 }
    // Smoke and bubbles can be seen through.
    #expect(alphas.contains { $0 > (["smoke", "bubble", "drop"].contains(shape) ? 60 : 200) })
    // Edges are antialiased: some pixels are in between.
    #expect(alphas.count { $0 > 0 && $0 < 255 } > 3)
    // White, premultiplied: all components equal alpha, but for light and shade.
    #expect(shape == "cloud" || image.base.pixels.allSatisfy { $0 & 255 == $0 >> 24 && $0 >> 8 & 255 == $0 >> 24 })
  }

  @Test func blurFitsTheImage() throws {
    var sprite = try #require(Sprite(shape: "snowflake", size: 64))
    sprite.blur = 0.06
    let pixels = sprite.makeImage()
    let border = (0..<64).flatMap { [pixels[$0, 0], pixels[$0, 63], pixels[0, $0], pixels[63, $0]] }
    #expect(border.allSatisfy { $0 >> 24 < 4 })
    #expect(pixels[32, 32] >> 24 > 60)
  }

  @Test func colorAndSoftnessApply() throws {
    var sprite = try #require(Sprite(shape: "square", size: 32))
    sprite.color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    sprite.softness = 1
    let image = sprite.makeImage()
    #expect(image[16, 16] & 0x00FF_FFFF == (image[16, 16] >> 24) << 16)
    #expect(image[4, 16] >> 24 < image[8, 16] >> 24 && image[8, 16] >> 24 < image[15, 16] >> 24)
  }

  /// Sprites that differ only in color share what is computed of their shape; others do not.
  @Test func colorsOfOneShapeLookAsIfDrawnAlone() throws {
    var sprite = try #require(Sprite(shape: "bokeh", size: 40))
    let white = sprite.makeImage().base.pixels
    sprite.color = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    let green = sprite.makeImage().base.pixels
    #expect(green == white.map { $0 & 0xFF00_FF00 })
    for change in [{ $0.blur = 0.05 }, { $0.width = 39 }, { $0 = Sprite(shape: "dot", size: 40)! }]
      as [(inout Sprite) -> Void]
    {
      var other = sprite
      change(&other)
      #expect(other.makeImage().base.pixels != green)
      #expect(sprite.makeImage().base.pixels == green)
    }
  }

  @Test(arguments: ["cloud", "mist", "noise", "flame"]) func seedsGiveDifferentShapes(shape: String) throws {
    var sprite = try #require(Sprite(shape: shape, size: 40))
    let first = sprite.makeImage().base.pixels
    sprite.seed = 1
    #expect(sprite.makeImage().base.pixels != first)
  }

  /// Rows first: the second in the first row has the next seed.
  @Test func aSheetHasOneShapeForEachSeed() throws {
    var single = try #require(Sprite(shape: "cloud", size: 40))
    single.seed = 3
    var sheet = try #require(Sprite(shape: "cloud", size: 80))
    (sheet.seed, sheet.sheet) = (3, 2)
    let picture = sheet.makeImage()
    for cell in 0..<4 {
      single.seed = 3 + cell
      let shape = single.makeImage()
      for index in 0..<1600 {
        let (x, y) = (index % 40, index / 40)
        #expect(picture[x + cell % 2 * 40, y + cell / 2 * 40] == shape[x, y], "\(cell) \(x) \(y)")
      }
    }
  }

  @Test func noiseFitsAtOppositeBorders() throws {
    let sprite = try #require(Sprite(shape: "noise", size: 128))
    let opacity = sprite.coverage(samples: 2)
    for place in 0..<128 {
      #expect(abs(opacity[place * 128] - opacity[place * 128 + 127]) < 0.15)
      #expect(abs(opacity[place] - opacity[127 * 128 + place]) < 0.15)
    }
  }

  @Test func cloudsAreLitFromAbove() throws {
    let image = try #require(Sprite(shape: "cloud", size: 64)).makeImage()
    func light(_ rows: Range<Int>) -> Double {
      let pixels = rows.flatMap { y in (0..<64).map { image[$0, y] } }.filter { $0 >> 24 > 200 }
      return pixels.reduce(0) { $0 + Double($1 & 255) } / Double(pixels.count)
    }
    #expect(light(8..<32) > light(32..<56) + 15)
  }

  @Test func unknownShapesAreNil() {
    #expect(Sprite(shape: "cube") == nil)
  }

  /// Shapes of light take fewer samples only at sizes where no pixel shows it.
  @Test(arguments: Sprite.shapes.map(\.name)) func fewSamplesAreEnough(shape: String) throws {
    let limit = ["cloud", "mist", "noise", "flame"].contains(shape) ? 16 : 1
    for size in [12, 20, 36, 48, 96, 160, 256] {
      let sprite = try #require(Sprite(shape: shape, size: size))
      let (pixels, opacities) = (sprite.makeImage().base.pixels, sprite.coverage(samples: 4))
      let wrong = opacities.indices.first { index in
        abs(Int(pixels[index] >> 24) - Int((255 * opacities[index]).rounded())) > limit
      }
      #expect(wrong == nil && opacities.count == pixels.count, "\(shape), \(size) pixels, \(wrong ?? -1)")
    }
  }
}
