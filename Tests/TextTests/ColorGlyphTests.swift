import Foundation
import StarmineGraphics
import StarmineTestSupport
import StarmineText
import Testing

@Suite struct ColorGlyphTests {
  /// Pixels of a text at 100 points, of which the first character's origin is at (0, 80).
  private struct Drawn {
    let text: TypesetText
    let picture: TextPicture
    let scale: Double

    init(
      _ string: String, font: String, size: Double = 100, color: CGColor = CGColor(gray: 1, alpha: 1), scale: Double = 1
    ) throws {
      text = Typesetter.shared.typeset(
        [TextRun(string, font: font, size: size, color: color)],
        in: TextFrame(size: CGSize(width: 5000, height: 5000)))
      picture = try #require(text.picture(scale: scale))
      self.scale = scale
    }

    /// The pixel at a place in points of the frame.
    func pixel(_ x: Double, _ y: Double) -> UInt32 {
      picture.image[
        Int((x - Double(picture.place.minX)) * scale), Int((y - Double(picture.place.minY)) * scale)]
    }
  }

  @Test func layersAreDrawnAboveEachOther() throws {
    try ColorFont.with { font in
      let drawn = try Drawn("A", font: font, color: CGColor(red: 0, green: 0, blue: 1, alpha: 1))
      #expect(drawn.text.hasOwnColors && drawn.text.lines.first?.width == 100)
      #expect(drawn.pixel(25, 20) == 0xffff_0000 && drawn.pixel(75, 20) == 0xffff_0000)
      #expect(drawn.pixel(75, 60) == 0xff00_00ff, "the text's own colour")
      let half = try Drawn("A", font: font, color: CGColor(red: 0, green: 0, blue: 1, alpha: 0.5))
      #expect(half.pixel(75, 20) == 0x8080_0000 && half.pixel(75, 60) == 0x8000_0080, "as one")
      #expect(drawn.text.paths.map(\.color.red) == [1, 0] && drawn.text.pictures.isEmpty)
    }
  }

  /// The font's own glyph for missing characters is wider than its advance.
  @Test func missingGlyphsAreBoxes() throws {
    try ColorFont.with { font in
      let drawn = try Drawn("\u{10FFFD}", font: font)
      let (place, advance) = (drawn.picture.place, try #require(drawn.text.lines.first?.width))
      #expect(place.width <= advance + 1 && (69...72).contains(place.height), "\(place)")
    }
  }

  @Test func picturesAreScaledAndNotTinted() throws {
    try ColorFont.with { font in
      let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      for scale in [0.25, 1, 3] {
        let drawn = try Drawn("CB", font: font, color: blue, scale: scale)
        #expect(drawn.pixel(20, 40) == 0xff00_00ff && drawn.pixel(120, 40) == 0xff00_ff00)
        #expect(drawn.pixel(160, 40) == 0x8000_0080)
        let ink = drawn.picture.image.base.pixels.reduce(0.0) { $0 + Double($1 >> 24) / 255 } / (scale * scale)
        #expect(abs(ink / (6400 * 1.751) - 1) < 0.03, "scale \(scale): \(ink)")
      }
      let half = try Drawn("B", font: font, color: CGColor(gray: 1, alpha: 0.5))
      #expect(half.pixel(20, 40) == 0x8000_8000)
      let (image, place) = try #require(try Drawn("B", font: font).text.pictures.first)
      #expect(image.width == 8 && place == CGRect(x: 0, y: 0, width: 80, height: 80))
    }
  }

  /// A font's plain characters are as they are without colours.
  @Test func plainGlyphsHaveNoColors() throws {
    try ColorFont.with { font in
      let drawn = try Drawn("CC", font: font)
      #expect(!drawn.text.hasOwnColors && drawn.text.paths.count == 1 && drawn.pixel(20, 40) == .max)
    }
  }

  @Test func silhouettesFollowTheEdges() throws {
    try ColorFont.with { font in
      let (image, place) = try #require(try Drawn("B", font: font).text.pictures.first)
      let outline = image.silhouette(in: place)
      #expect(outline.boundingBox == place && outline.elements.count == 5, "\(outline.elements)")
      let ring = CGImage(width: 3, height: 3, pixels: [.max, .max, .max, .max, 0, .max, .max, .max, .max])
      #expect(ring.silhouette(in: place).elements.count { if case .move = $0 { true } else { false } } == 2)
    }
  }

  @Test func allThreadsGetTheSame() async throws {
    let font = FileManager.default.temporaryDirectory.appending(path: "starmine-\(UUID().uuidString).ttf")
    try ColorFont.with { try FileManager.default.copyItem(atPath: $0, toPath: font.path(percentEncoded: false)) }
    defer { try? FileManager.default.removeItem(at: font) }
    let path = font.path(percentEncoded: false)
    let expected = try Array(Drawn("ABBA", font: path, size: 31, scale: 1.7).picture.image.base.pixels)
    try await withThrowingTaskGroup(of: [UInt32].self) { group in
      for _ in 0..<32 {
        group.addTask { Array(try Drawn("ABBA", font: path, size: 31, scale: 1.7).picture.image.base.pixels) }
      }
      for try await pixels in group { #expect(pixels == expected) }
    }
  }

  /// Sizes that leave hardly a pixel, or of which only a part is seen.
  @Test(arguments: [0.25, 1, 7, 4096])
  func extremeSizes(size: Double) throws {
    try ColorFont.with { font in
      for scale in [1e-3, 0.1, 1, 40] {
        let text = Typesetter.shared.typeset(
          [TextRun("BAB", font: font, size: size)], in: TextFrame(size: CGSize(width: 300, height: 20)))
        let image = text.picture(scale: scale)?.image
        #expect((image?.width ?? 0) <= 16_384)
        #expect(image?.base.pixels.allSatisfy { $0 >> 16 & 255 <= $0 >> 24 && $0 & 255 <= $0 >> 24 } ?? true)
      }
    }
  }

  private static let hasEmoji =
    !Typesetter.shared.typeset(
      [TextRun("🎉", font: TypesettingTests.sans)], in: TextFrame(size: CGSize(width: 300, height: 300))
    ).pictures.isEmpty

  @Test(.enabled(if: hasEmoji, "no font of this machine has pictures of emoji: fonts-noto-color-emoji"))
  func emojiOfTheSystem() throws {
    let drawn = try Drawn("🥳🇩🇪👩‍👩‍👧!", font: TypesettingTests.sans, color: CGColor(gray: 1, alpha: 1))
    #expect(drawn.text.pictures.count == 3 && drawn.text.paths.count == 1 && drawn.text.diagnostics == [])
    #expect(Set(drawn.picture.image.base.pixels).count > 1000)
    #expect((drawn.text.lines.first?.width ?? 0) > 330)
  }
}
