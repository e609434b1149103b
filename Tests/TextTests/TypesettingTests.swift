import Foundation
import StarmineGraphics
import StarmineText
import Testing

/// Our own expectations; fonts differ between machines, so the numbers hold for DejaVu Sans, which `setup` installs.
@Suite struct TypesettingTests {
  static let sans = "DejaVu Sans"

  static func set(
    _ text: String, width: Double = 400, height: Double = 200, size: Double = 20, wrapped: Bool = false,
    truncation: TextTruncation = .none, alignment: TextAlignment = .natural
  ) -> TypesetText {
    let frame = TextFrame(
      size: CGSize(width: width, height: height), isWrapped: wrapped, truncation: truncation, alignment: alignment)
    return Typesetter.shared.typeset([TextRun(text, font: sans, size: size)], in: frame)
  }

  @Test func metricsFollowTheFont() throws {
    // DejaVu Sans has 2048 units per em: ascent 1901, descent 483, "n" 1298 wide.
    let line = try #require(Self.set("nn", size: 2048, wrapped: false).lines.first)
    #expect(abs(line.ascent - 1901) < 1 && abs(line.descent - 483) < 1)
    #expect(abs(line.width - 2 * 1298) < 1)
    #expect(abs(line.baseline - line.ascent) < 0.01 && line.x == 0 && !line.isTruncated && !line.isRightToLeft)
    let small = try #require(Self.set("nn", size: 20).lines.first)
    #expect(abs(small.width * 102.4 - line.width) < 2, "widths are not rounded to pixels")
  }

  @Test func lineFeedsBreakAlways() {
    for text in ["a\nb\nc", "a\r\nb\rc", "a\u{2028}b\u{2029}c"] {
      #expect(Self.set(text).lines.count == 3, "\(text.debugDescription)")
    }
    #expect(Self.set("one two three four five six seven", width: 60).lines.count == 1)
  }

  @Test func wrapsAtWordsAndInsideWordsThatAreTooLong() {
    let lines = Self.set("one two three four", width: 100, wrapped: true).lines
    #expect(lines.count > 1 && lines.allSatisfy { $0.width <= 100 })
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $1.baseline > $0.baseline })
    let long = Self.set(String(repeating: "m", count: 30), width: 100, wrapped: true).lines
    #expect(long.count > 3 && long.allSatisfy { $0.width <= 100 })
  }

  @Test func onlyWrittenHyphensAreDrawn() {
    for (text, count) in [
      ("ABCDEFGHIJKLMNOP", 0), ("ABC\u{AD}DEFGHIJ", 1), ("ABCDE-FGHIJ", 1), ("a\u{A0}b\u{A0}cdefghijk", 0),
    ] {
      let set = Self.set(text, width: 80, wrapped: true)
      let hyphens = Self.set("-\u{2010}").glyphs.map(\.number)
      #expect(
        set.lines.count > 1 && set.glyphs.count { hyphens.contains($0.number) } == count, "\(text.debugDescription)")
    }
  }

  @Test(arguments: [TextAlignment.right, .center, .left, .natural])
  func spacesAtTheEndOfALineHang(alignment: TextAlignment) throws {
    for text in ["one   \none", "one\t\none", "אבג   \nאבג", "one two   \none two"] {
      for wrapped in [false, true] {
        let set = Self.set(text, wrapped: wrapped, alignment: alignment)
        let starts = set.lines.map { line in set.glyphs[line.glyphs].map(\.x).min() ?? 0 }
        #expect(starts.count == 2 && abs(starts[0] - (starts.last ?? 0)) < 0.01, "\(text.debugDescription) \(starts)")
      }
    }
  }

  @Test(arguments: [TextTruncation.start, .middle, .end], [false, true])
  func truncatesToTheFrame(mode: TextTruncation, wrapped: Bool) {
    let text = Self.set(
      String(repeating: "many words ", count: 20), width: 150, height: 60, wrapped: wrapped, truncation: mode)
    #expect(text.lines.count == (wrapped ? 2 : 1))
    #expect(text.lines.last?.isTruncated == true)
    #expect(text.lines.allSatisfy { $0.width <= 150 })
    let short = Self.set("word", width: 150, truncation: mode)
    #expect(short.lines.map(\.isTruncated) == [false])
  }

  @Test func truncationModesDrawDifferentParts() throws {
    let pictures = try [TextTruncation.start, .middle, .end].map { mode in
      let text = Self.set("iiiiiiiiiiiiiiiiMMMMMMMMMMMMMMMM", width: 150, truncation: mode)
      return Array(try #require(text.picture(scale: 1)).image.base.pixels)
    }
    #expect(Set(pictures).count == 3)
  }

  @Test func alignsLines() throws {
    func x(_ alignment: TextAlignment, _ text: String = "word") throws -> (start: Double, width: Double) {
      let line = try #require(Self.set(text, alignment: alignment).lines.first)
      return (line.x, line.width)
    }
    #expect(try x(.left).start == 0 && x(.natural).start == 0 && x(.justified).start == 0)
    let (center, width) = try x(.center)
    #expect(abs(center - (400 - width) / 2) < 1e-9)
    #expect(try abs(x(.right).start - (400 - width)) < 1e-9)
    let hebrew = try x(.natural, "שלום")
    #expect(abs(hebrew.start + hebrew.width - 400) < 1e-9)
    #expect(try x(.left, "שלום").start == 0)
  }

  @Test func justifiedLinesFillTheWidthExceptTheLast() {
    let lines = Self.set(
      "a few words that need some lines", width: 130, wrapped: true, alignment: .justified
    ).lines
    #expect(lines.count > 2)
    #expect(lines.dropLast().allSatisfy { abs($0.width - 130) < 0.1 })
    #expect(lines.last.map { $0.width < 129 } == true)
  }

  @Test func readsFromTheRight() throws {
    let line = try #require(Self.set("שלום").lines.first)
    #expect(line.isRightToLeft)
    // The first letter is the rightmost one: the same picture as that of the letters in reverse, forced left to right.
    let natural = try #require(Self.set("שלום", alignment: .left).picture(scale: 1))
    let reversed = try #require(Self.set("\u{202D}םולש\u{202C}", alignment: .left).picture(scale: 1))
    let isSame = natural.image.base.pixels == reversed.image.base.pixels
    #expect(isSame)
  }

  @Test func runsKeepTheirLooks() throws {
    let runs = [
      TextRun("big", font: Self.sans, size: 40, color: CGColor(red: 1, green: 0, blue: 0, alpha: 1)),
      TextRun("big", font: Self.sans, size: 40, color: CGColor(red: 0, green: 0, blue: 1, alpha: 1)),
      TextRun("small", font: Self.sans, size: 10, color: CGColor(red: 0, green: 1, blue: 0, alpha: 0.5)),
    ]
    let text = Typesetter.shared.typeset(runs, in: TextFrame(size: CGSize(width: 400, height: 80)))
    let pixels = try #require(text.picture(scale: 1)).image.base.pixels
    let hasBig = pixels.contains(0xffff_0000) && pixels.contains(0xff00_00ff)
    #expect(hasBig)
    // Strokes of small letters cover no pixel whole: green and alpha alike, and no other colour.
    let hasSmall = pixels.contains { $0 >> 24 > 0x20 && $0 >> 24 <= 0x80 && $0 & 0xff_ffff == ($0 >> 24) << 8 }
    #expect(hasSmall)
    #expect(text.lines.count == 1)
  }

  /// League Spartan has 2000 units per em; "n" is 1095 wide in Bold and 1039 in Medium (from the fonts' tables).
  @Test(arguments: [("League Spartan Bold", 1095.0), ("LeagueSpartan-Medium", 1039)])
  func theBundledFamilyNeedsNoInstallation(name: String, width: Double) throws {
    let frame = TextFrame(size: CGSize(width: 9000, height: 4000))
    let text = Typesetter.shared.typeset([TextRun("nn", font: name, size: 2000)], in: frame)
    #expect(Typesetter.shared.diagnostic(forFont: name) == nil)
    #expect(abs(try #require(text.lines.first).width - 2 * width) < 1)
  }

  @Test func namesOfFonts() {
    let typesetter = Typesetter.shared
    for name in ["DejaVu Sans", "dejavu sans", "DejaVu Sans Bold", "DejaVuSans-Bold", "DejaVuSansMono"] {
      #expect(typesetter.diagnostic(forFont: name) == nil, "\(name)")
    }
    guard case .fontSubstituted("No Such Font", _) = typesetter.diagnostic(forFont: "No Such Font") else {
      Issue.record("a missing font is reported")
      return
    }
    #expect(typesetter.diagnostic(forFont: "/no/such/file.ttf") == .fontUnreadable(path: "/no/such/file.ttf"))
    #expect(typesetter.diagnostic(forFont: "") != nil)
    let text = typesetter.typeset(
      [TextRun("still there", font: "No Such Font")], in: TextFrame(size: CGSize(width: 300, height: 50)))
    #expect(text.picture(scale: 1) != nil && text.diagnostics.count == 1)
  }

  /// A pipe without a writer, and other things that are not font files.
  @Test func onlyRegularFilesAreFonts() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "starmine-fonts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: "font.ttf").path(percentEncoded: false)
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.path(percentEncoded: false), "/dev/null", "/dev/zero"] {
      #expect(Typesetter.shared.diagnostic(forFont: path) == .fontUnreadable(path: path))
    }
  }

  @Test func boldIsWider() {
    func width(_ font: String) -> Double {
      Typesetter.shared.typeset([TextRun("Width", font: font)], in: TextFrame(size: CGSize(width: 500, height: 50)))
        .lines.first?.width ?? 0
    }
    #expect(width("DejaVu Sans Bold") > width("DejaVu Sans"))
    #expect(width("DejaVuSans-Bold") == width("DejaVu Sans Bold"))
    #expect(width("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf") == width("DejaVu Sans Bold"))
  }

  /// The script needs a font of its own: without one its characters show as boxes.
  @Test func setsChinese() throws {
    let text = Self.set("春眠不覺曉，處處聞啼鳥。", width: 90, wrapped: true)
    #expect(text.lines.count > 1, "lines may break between any two characters")
    #expect(text.picture(scale: 1) != nil)
  }

  /// A character of no font: the last of the private use planes.
  @Test func missingGlyphsAreReported() {
    let strange = "\u{10FFFD}"
    let runs = [TextRun("é\(strange)e\(strange)", font: "DejaVu Sans"), TextRun("fine", font: "DejaVu Serif")]
    let frame = TextFrame(size: CGSize(width: 1000, height: 100))
    let expected = TextDiagnostic.glyphsMissing(characters: strange, font: "DejaVu Sans")
    #expect(Typesetter.shared.typeset(runs, in: frame).diagnostics == [expected])
    #expect(Typesetter.shared.missingGlyphs(in: runs) == [expected])
    #expect(Typesetter.shared.missingGlyphs(in: [TextRun("Łódź\u{200D}\u{FE0F}\n", font: "DejaVu Sans")]) == [])
  }
}
