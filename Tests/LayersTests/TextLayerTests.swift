import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import StarmineText
import Testing

/// Our own expectations, besides the conformance cases.
@Suite struct TextLayerTests {
  private func makeLayer(_ text: Any?) -> CATextLayer {
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 50)
    layer.position = CGPoint(x: 100, y: 25)
    layer.font = "DejaVu Sans"
    layer.string = text
    return layer
  }

  private func images(_ layer: CALayer, scale: Double = 1) -> [ImageCommand] {
    let viewport = Viewport(width: Int(200 * scale), height: Int(50 * scale), scale: scale)
    return evaluate(layer.committedTree(), at: 1000, in: viewport).commands.compactMap {
      if case .image(let image) = $0 { image } else { nil }
    }
  }

  @Test func textStaysSharpInLargerMovies() throws {
    let layer = makeLayer("Text")
    let (one, two) = (try #require(images(layer).first), try #require(images(layer, scale: 2).first))
    #expect(abs(two.image.width - 2 * one.image.width) <= 2)
    #expect(Double(one.image.width) == one.destination.maxX - one.destination.minX)
    #expect(Double(two.image.width) == 2 * (two.destination.maxX - two.destination.minX))
    #expect(images(layer).first?.image === one.image, "what was drawn is kept")
  }

  @Test func nothingShowsWithoutText() {
    #expect(images(makeLayer(nil)).isEmpty && images(makeLayer("")).isEmpty && images(makeLayer(7)).isEmpty)
  }

  @Test func attributedTextKeepsItsLooks() throws {
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let text = NSAttributedString(
      string: "Red", attributes: [.font: CTFontCreateWithName("DejaVu Sans", 30, nil), .foregroundColor: red])
    let layer = makeLayer(text)
    layer.foregroundColor = .white
    let drawn = try #require(images(layer).first)
    #expect(drawn.tint == 0xffff_0000 && drawn.image.base.pixels.contains(0xffff_ffff))
    #expect(layer.string as? NSAttributedString == text)
    layer.string = "plain"
    let plain = try #require(images(layer).first)
    #expect(plain.tint == .max && plain.image.base.pixels.contains(0xffff_ffff))
  }

  @Test func glyphsWithColoursAreNotTinted() throws {
    try ColorFont.with { font in
      let layer = makeLayer("CB")
      layer.font = font
      layer.foregroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      let drawn = try #require(images(layer).first)
      #expect(drawn.tint == .max && drawn.image.base.pixels.contains(0xffff_0000))
      #expect(drawn.image.base.pixels.contains(0xff00_ff00))
      layer.foregroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)
      let other = try #require(images(layer).first)
      #expect(other.image.base.pixels.contains(0x8000_0080) && other.image.base.pixels.contains(0x8000_8000))
      #expect(images(layer).first?.image === other.image, "what was drawn is kept")
    }
  }

  @Test func anotherColourIsTheSamePicture() throws {
    let layer = makeLayer("Text")
    let (white, red) = (try #require(images(layer).first), CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    layer.foregroundColor = red
    let drawn = try #require(images(layer).first)
    #expect(drawn.image === white.image && drawn.tint == 0xffff_0000 && white.tint == .max)
    layer.string = "Other"
    #expect(try #require(images(layer).first).image !== white.image)
  }

  /// As many bytes as if glyphs were drawn in their colour at once.
  @Test func tintedTextIsTextInItsColour() throws {
    let blue = CGColor(red: 0.2, green: 0.35, blue: 0.9, alpha: 1)
    let frame = TextFrame(size: CGSize(width: 200, height: 50))
    let colored = Typesetter.shared.typeset([TextRun("Kälte", font: "DejaVu Sans", color: blue)], in: frame)
    let layer = makeLayer("Kälte")
    layer.foregroundColor = blue
    let drawn = try #require(images(layer).first)
    let pixels = drawn.image.base.pixels.map { product($0, drawn.tint) }
    #expect(pixels == Array(try #require(colored.picture(scale: 1)).image.base.pixels))
  }

  /// A line through glyphs is denser where it crosses them.
  @Test func opacityBelongsToThePicture() throws {
    let faint = CGColor(red: 1, green: 1, blue: 0, alpha: 0.5)
    let text = NSAttributedString(
      string: "lll",
      attributes: [
        .font: CTFontCreateWithName("DejaVu Sans", 30, nil), .foregroundColor: faint, .strikethroughStyle: 1,
      ])
    let drawn = try #require(images(makeLayer(text)).first)
    #expect(drawn.tint == 0xffff_ff00)
    #expect(drawn.image.base.pixels.contains(0x8080_8080) && drawn.image.base.pixels.contains { $0 > 0xa0a0_a0a0 })
  }

  @Test func severalColoursStayInThePicture() throws {
    let text = NSMutableAttributedString(
      string: "ab", attributes: [.font: CTFontCreateWithName("DejaVu Sans", 30, nil)])
    text.addAttribute(
      .foregroundColor, value: CGColor(red: 1, green: 0, blue: 0, alpha: 1), range: NSRange(location: 0, length: 1))
    text.addAttribute(
      .foregroundColor, value: CGColor(red: 0, green: 0, blue: 1, alpha: 1), range: NSRange(location: 1, length: 1))
    let drawn = try #require(images(makeLayer(text)).first)
    #expect(drawn.tint == .max && Set(drawn.image.base.pixels).isSuperset(of: [0xffff_0000, 0xff00_00ff]))
  }

  @Test func unknownModesAreTheDefault() {
    let layer = makeLayer("a")
    layer.alignmentMode = .right
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "diagonal")
    layer.truncationMode = CATextLayerTruncationMode(rawValue: "")
    #expect(layer.alignmentMode.rawValue == "diagonal" && layer.truncationMode.rawValue == "")
    #expect(layer.state.text.value.alignmentMode.known == nil && layer.committedTree().root.content != nil)
  }

  @Test func missingFontsAreReported() {
    let layer = makeLayer("a")
    #expect(layer.textNotes(on: layer.font, forKey: "font").isEmpty)
    layer.font = "No Such Font"
    #expect(
      layer.textNotes(on: layer.font, forKey: "font").first?.contains("No Such Font") == true
        && !images(layer).isEmpty)
  }
}
