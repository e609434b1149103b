import Foundation
import StarmineGraphics
import StarmineText
import Testing

/// Our choice: Core Animation has no such property.
@Suite struct TextFitTests {
  private static let box = CGSize(width: 400, height: 100)
  /// Forty letters of scripts that read from the left, from the right, and without spaces.
  static let texts = [
    "MAXIMILIANA ALEXANDRA VON HOHENSTAUFEN-X", "عبد الرحمن بن محمد الفاسي المراكشي العباسي",
    "עברית היא שפה שמית ממשפחת השפות האפרו-אס",
    String(repeating: "春夏秋冬", count: 10), String(repeating: "🎉👩‍👩‍👧🏳️‍🌈 ", count: 12),
    "Donaudampfschifffahrtsgesellschaftskapitän", "one\ntwo\nthree\nfour\nfive\nsix",
  ]

  private func set(_ text: String, _ fit: TextFit, size: Double = 60, wrapped: Bool = false) -> TypesetText {
    var frame = TextFrame(size: Self.box, isWrapped: wrapped, alignment: .center)
    frame.fit = fit
    return Typesetter.shared.typeset([TextRun(text, font: "DejaVu Sans", size: size)], in: frame)
  }

  private func inside(_ text: TypesetText) -> Bool {
    text.lines.allSatisfy {
      $0.x >= -0.5 && $0.x + $0.width - $0.hanging <= 401 && $0.baseline - $0.ascent >= -0.01
        && $0.baseline + $0.descent <= 101
    }
  }

  @Test(arguments: texts, [TextFit.shrink, .wrap, .balance])
  func longTextsAreInsideTheFrame(text: String, fit: TextFit) {
    let fitted = set(text, fit)
    #expect(!inside(set(text, .none)) || set(text, .none).lines.count < 6)
    #expect(inside(fitted) && fitted.isFitted && fitted.scale < 1 && fitted.scale >= 8.0 / 60)
    let size = fitted.size
    #expect(size.width > 340 || size.height > 80, "fills the frame: \(size)")
    let drawn = Set(fitted.glyphs.map(\.byte)).count
    #expect(drawn >= Set(set(text, .none, size: 5).glyphs.map(\.byte)).count, "no glyph is lost")
  }

  @Test(arguments: [TextFit.shrink, .wrap, .balance])
  func textsThatFitStayAsTheyAre(fit: TextFit) {
    let (plain, fitted) = (set("One line", .none), set("One line", fit))
    #expect(!fitted.isFitted && plain.lines == fitted.lines)
    #expect(plain.glyphs.map(\.x) == fitted.glyphs.map(\.x) && plain.glyphs.map(\.y) == fitted.glyphs.map(\.y))
  }

  /// In this font, capitals are as high as the lines, and accents are above them.
  @Test(arguments: [TextFit.shrink, .wrap, .balance], ["Å", "Ésope", "ÅÄÖ ÉTÉ ÅÄÖ ÉTÉ ÅÄÖ ÉTÉ"])
  func accentsAreInsideTheFrame(fit: TextFit, text: String) {
    for height in [50.0, 60, 100] {
      var frame = TextFrame(size: CGSize(width: 400, height: height))
      let run = TextRun(text, font: "League Spartan Bold", size: 60)
      let plain = Typesetter.shared.typeset([run], in: frame)
      frame.fit = fit
      let fitted = Typesetter.shared.typeset([run], in: frame)
      #expect(plain.inkBox.minY < -6 && fitted.inkBox.minY >= 0 && fitted.inkBox.maxY <= height + 0.6)
      #expect(fitted.isFitted == (height < 100 || text.count > 5) && fitted.size.height <= height + 0.6)
    }
  }

  @Test func wrappingBreaksBetweenWordsOnly() {
    let text = "Some words that need lines"
    let (one, several) = (set(text, .shrink), set(text, .wrap))
    #expect(one.lines.count == 1 && several.lines.count == 2 && several.scale > one.scale)
    #expect(set("Donaudampfschifffahrtsgesellschaft", .wrap).lines.count == 1)
  }

  @Test func balancedLinesAreAboutEquallyWide() {
    func ratio(_ fit: TextFit) -> Double {
      let widths = set("aaa bbb ccc ddd eee fff ggg hhh iii j", fit, size: 40).lines.map { $0.width - $0.hanging }
      return (widths.min() ?? 0) / (widths.max() ?? 1)
    }
    #expect(ratio(.balance) > 0.75 && ratio(.balance) >= ratio(.wrap), "\(ratio(.balance)) \(ratio(.wrap))")
  }

  @Test func shrinkingEndsAtEightPoints() {
    let text = set(String(repeating: "endless ", count: 240), .shrink)
    #expect(abs(text.scale - 8.0 / 60) < 1e-9 && !inside(text))
    #expect(set(String(repeating: "x", count: 2001), .shrink).scale == 1, "each attempt sets the whole text")
  }

  @Test func shrunkTextKeepsItsMiddle() throws {
    let (large, small) = (set("Title", .none), set("Title that is far too long", .shrink))
    let (first, second) = try (#require(large.lines.first), #require(small.lines.first))
    func middle(_ line: TextLine) -> Double { line.baseline + (line.descent - line.ascent) / 2 }
    #expect(abs(middle(first) - middle(second)) < 0.5)
  }
}
