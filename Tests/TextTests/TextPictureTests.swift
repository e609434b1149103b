import Foundation
import StarmineGraphics
import StarmineText
import Testing

@Suite struct TextPictureTests {
  @Test func picturesStayInsideTheFrame() throws {
    let text = TypesettingTests.set("A long line of text\nand another\nand more", width: 60, height: 30)
    for scale in [0.5, 1, 2, 3.25] {
      let picture = try #require(text.picture(scale: scale))
      let place = picture.place
      #expect(place.minX >= -1 / scale && place.minY >= 0)
      #expect(place.maxX <= 60 + 1 / scale && place.maxY <= 30 + 1 / scale)
      #expect(Double(picture.image.width) == (place.width * scale).rounded())
    }
  }

  @Test func twiceTheScaleIsTheSameTextSharper() throws {
    let text = TypesettingTests.set("Sharp", width: 200, height: 60, size: 30)
    func ink(_ scale: Double) throws -> Double {
      let sum = try #require(text.picture(scale: scale)).image.base.pixels.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
      return sum / (scale * scale)
    }
    let one = try ink(1)
    #expect(one > 200)
    for scale in [0.25, 2, 7.5] { #expect(try abs(ink(scale) / one - 1) < 0.02, "scale \(scale)") }
    let large = try #require(text.picture(scale: 8)).image.base.pixels
    let partial = large.count { $0 >> 24 > 0 && $0 >> 24 < 255 }
    #expect(Double(partial) < 0.2 * Double(large.count { $0 != 0 }), "edges are one pixel wide")
  }

  /// A line is drawn around glyphs: alone above 0, over the filled glyphs below 0.
  @Test(arguments: [(4.0, false, true), (-4, true, true), (0, true, false), (.nan, true, false), (900, false, true)])
  func glyphsHaveALineAroundThem(width: Double, isFilled: Bool, hasLine: Bool) throws {
    var run = TextRun("I", font: TypesettingTests.sans, size: 200, color: CGColor(red: 0, green: 0, blue: 1, alpha: 1))
    (run.strokeWidth, run.strokeColor) = (width, CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    let text = Typesetter.shared.typeset([run], in: TextFrame(size: CGSize(width: 300, height: 300)))
    let pixels = try #require(text.picture(scale: 1)).image.base.pixels
    #expect(pixels.contains(0xFF00_00FF) == isFilled && pixels.contains(0xFFFF_0000) == hasLine)
  }

  /// Places that whole pixels cannot be counted to show nothing; nearer ones are drawn.
  @Test(arguments: [1e3, 1e6, 1e12, 1e15, 1e17, 2e19, 1e300])
  func farFromTheOriginNothingTraps(width: Double) {
    for alignment in [TextAlignment.left, .center, .right] {
      let frame = TextFrame(size: CGSize(width: width, height: 5000), alignment: alignment)
      let text = Typesetter.shared.typeset([TextRun("W", font: TypesettingTests.sans, size: 4096)], in: frame)
      let picture = text.picture(scale: 4)
      if width < 1e13 || alignment == .left { #expect(picture != nil, "\(width) \(alignment)") }
      #expect(width < 1e300 || alignment == .left || picture == nil)
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e308, Double.leastNonzeroMagnitude])
  func awkwardFramesAndScales(number: Double) {
    let frames = [
      CGSize(width: number, height: 20), CGSize(width: 20, height: number), CGSize(width: number, height: number),
    ]
    for size in frames {
      for isWrapped in [false, true] {
        let frame = TextFrame(size: size, isWrapped: isWrapped, truncation: .end, alignment: .center)
        let run = TextRun("Two words", font: TypesettingTests.sans, size: number)
        for scale in [1, number] {
          let picture = Typesetter.shared.typeset([run], in: frame).picture(scale: scale)
          #expect((picture?.image.width ?? 0) <= 16_384)
        }
      }
    }
  }

  @Test func pixelsArePremultiplied() throws {
    let color = CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.75)
    let text = Typesetter.shared.typeset(
      [TextRun("AVAWA", font: TypesettingTests.sans, size: 30, color: color)],
      in: TextFrame(size: CGSize(width: 200, height: 50)))
    for pixel in try #require(text.picture(scale: 1.5)).image.base.pixels {
      let alpha = pixel >> 24
      #expect(pixel >> 16 & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel & 255 <= alpha)
      #expect(alpha <= 191 + 48, "only overlaps may exceed the colour's alpha")
    }
  }

  @Test func quantizedPositionsAreQuartersOfAPixel() throws {
    var frame = TextFrame(size: CGSize(width: 300, height: 40))
    func picture() throws -> [UInt32] {
      let text = Typesetter.shared.typeset([TextRun("lllllllll", font: TypesettingTests.sans, size: 13)], in: frame)
      return Array(try #require(text.picture(scale: 1)).image.base.pixels)
    }
    let free = try picture()
    frame.quantizesPositions = true
    #expect(try picture() != free)
  }

  @Test func allThreadsGetTheSame() async throws {
    func draw(_ index: Int) -> [UInt32]? {
      let text = TypesettingTests.set(
        "Thread-safe \(index % 4) שלום words that wrap", width: 120, height: 100, wrapped: true, truncation: .end)
      return text.picture(scale: 1.5).map { Array($0.image.base.pixels) }
    }
    let expected = (0..<4).map(draw)
    #expect(expected.allSatisfy { $0 != nil } && Set(expected).count == 4)
    await withTaskGroup(of: (Int, [UInt32]?).self) { group in
      for index in 0..<64 { group.addTask { (index, draw(index)) } }
      for await (index, pixels) in group { #expect(pixels == expected[index % 4]) }
    }
    let other = Typesetter().typeset(
      [TextRun("Same", font: TypesettingTests.sans, size: 20)], in: TextFrame(size: CGSize(width: 99, height: 30)))
    let same = TypesettingTests.set("Same", width: 99, height: 30)
    #expect(other.picture(scale: 2)?.image.base.pixels == same.picture(scale: 2)?.image.base.pixels)
  }

  @Test func nothingIsDrawnForNothing() {
    for text in ["", " ", "\n\n", "\u{0}\u{1}\u{7f}", "\u{200B}"] {
      #expect(TypesettingTests.set(text).picture(scale: 1) == nil, "\(text.debugDescription)")
    }
    let text = TypesettingTests.set("a")
    for scale in [0, -1, Double.nan, .infinity] { #expect(text.picture(scale: scale) == nil) }
    for size in [CGSize.zero, CGSize(width: -5, height: 9), CGSize(width: Double.nan, height: 9)] {
      let none = Typesetter.shared.typeset([TextRun("a")], in: TextFrame(size: size))
      #expect(none.lines.isEmpty && none.picture(scale: 1) == nil)
    }
  }

  @Test func controlCharactersAreLeftOut() {
    let plain = TypesettingTests.set("ab").picture(scale: 1)
    let odd = TypesettingTests.set("\u{0}a\u{8}\u{1b}b\u{9f}").picture(scale: 1)
    #expect(plain?.image.base.pixels == odd?.image.base.pixels)
  }

  @Test(arguments: [false, true], [TextTruncation.none, .start, .middle, .end])
  func hugeTextsAreBounded(wrapped: Bool, truncation: TextTruncation) {
    let texts = [
      String(repeating: "W", count: 100_000), String(repeating: "word ", count: 30_000),
      String(repeating: "\n", count: 100_000), String(repeating: "e\u{301}\u{302}", count: 40_000),
      String(repeating: "\u{202E}a\u{202D}", count: 20_000),
    ]
    for text in texts {
      let result = TypesettingTests.set(text, width: 300, height: 300, wrapped: wrapped, truncation: truncation)
      let isSeen = !wrapped || truncation == .start || truncation == .middle
      #expect(result.diagnostics.count == (isSeen ? 1 : 0), "cut, and said so where it can be seen")
      #expect(result.lines.allSatisfy { $0.width.isFinite })
      _ = result.picture(scale: 1)
    }
  }

  @Test func extremeSizes() {
    for size in [0, -3, 1e-9, 1e9, Double.nan, .infinity] {
      let run = [TextRun("Size", font: TypesettingTests.sans, size: size)]
      for side in [0.001, 50, 1e9, .infinity] {
        let frame = TextFrame(size: CGSize(width: side, height: side), isWrapped: true, truncation: .end)
        for scale in [1e-6, 1, 1e6] {
          let picture = Typesetter.shared.typeset(run, in: frame).picture(scale: scale)
          #expect((picture?.image.width ?? 0) <= 16_384 && (picture?.image.height ?? 0) <= 16_384)
        }
      }
    }
  }
}
