import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
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
    #expect(try #require(images(layer).first).image.base.pixels.contains(0xffff_0000))
    #expect(layer.string as? NSAttributedString == text)
    layer.string = "plain"
    #expect(try #require(images(layer).first).image.base.pixels.contains(0xffff_ffff))
  }

  @Test func unknownModesAreTheDefault() {
    let layer = makeLayer("a")
    layer.alignmentMode = .right
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "diagonal")
    layer.truncationMode = CATextLayerTruncationMode(rawValue: "")
    #expect(layer.alignmentMode == .natural && layer.truncationMode == .none)
  }

  @Test func missingFontsAreReported() {
    let layer = makeLayer("a")
    #expect(layer.fontDiagnostic == nil)
    layer.font = "No Such Font"
    #expect(layer.fontDiagnostic?.contains("No Such Font") == true && !images(layer).isEmpty)
  }
}
