import Foundation
import StarmineGraphics
import StarminePresets
import StarmineText

/// A character of a text layer where it stands.
struct LottieGlyph {
  /// A character that its font draws in colours of its own, and that a text layer shows therefore: emoji.
  struct Colored {
    let text: String
    let font: String
    let line: TextLine
  }

  /// As SVG spells it, about the place on the baseline where the character begins.
  let path: String
  var colored: Colored?
  var x = 0.0
  var y = 0.0
  let advance: Double
  /// Places among all characters, those that are no spaces, words and lines.
  var places: [Int] = [0, 0, 0, 0]
  /// The part of its line's room that lies left of the line.
  var share = 0.0
  let isSpace: Bool

  /// Whether anything of it is drawn.
  var isSeen: Bool { !path.isEmpty || colored != nil }
}

/// A text with one look, as glyphs: by the outlines in the document, or those of a font that is here.
struct LottieText {
  private let document: LottieDocument
  private let item: LottieObject
  private let font: LottieObject?
  let size: Double
  private let tracking: Double
  private(set) var glyphs: [LottieGlyph] = []
  /// How many characters, those without spaces, words and lines there are.
  private(set) var counts = [0, 0, 0, 0]
  /// Where the first line begins, ends or has its middle, as it is aligned.
  private(set) var origin = SIMD2<Double>()

  private static let longest = 5_000

  /// Steps of the budget that laying out a text takes.
  static func cost(of item: LottieObject) -> Int { 300 * min(longest, item.value["t"]?.text?.count ?? 0) }

  init(_ item: LottieObject, in document: LottieDocument) {
    (self.document, self.item) = (document, item)
    font = item.text("f").flatMap { document.fonts[$0] }
    size = max(0.1, min(4000, item.number("s", default: 12)))
    tracking = item.number("tr") / 1000 * size
    item.keys.pass("ca", "sz", "ps", "fc", "sc", "sw", "of", "lh", "ls", "j", "t")
    font?.keys.pass("origin", "fPath", "ascent", "fFamily", "fStyle", "fWeight", "fClass")
    lay()
  }

  /// The characters of the line that a character stands in.
  func line(of glyph: LottieGlyph) -> [LottieGlyph] { glyphs.filter { $0.places[3] == glyph.places[3] } }

  private mutating func lay() {
    var text = item.text("t") ?? ""
    if text.count > Self.longest {
      item.keys.lose("t", "only the first \(Self.longest) characters are shown")
      text = String(text.prefix(Self.longest))
    }
    if item.number("ca") == 1 { text = text.uppercased() }
    let box: [Double] = item.has("sz") ? item.property("sz").value : []
    let lines = text.split(omittingEmptySubsequences: false) { "\r\n\u{3}".contains($0) || $0 == "\r\n" }
      .flatMap { wrap(String($0), width: box.isEmpty ? nil : box[at: 0]) }
    let height = item.has("lh") ? item.number("lh") : size * 1.2
    let corner: [Double] = item.has("ps") && !box.isEmpty ? item.property("ps", default: [0, 0]).value : [0, 0]
    let ascent = box.isEmpty ? 0 : (font?.number("ascent", default: 75) ?? 75) * size / 100
    let share: Double = [1: 1.0, 2: 0.5][item.whole("j")] ?? 0
    let room: Double = box.isEmpty ? 0 : box[at: 0]
    origin = SIMD2(corner[at: 0] + room * share, corner[at: 1] + ascent)
    for (index, line) in lines.enumerated() {
      let set = glyphs(of: line)
      let width = set.reduce(0) { $0 + $1.advance } + tracking * Double(max(0, set.count - 1))
      let start = corner[at: 0] + (room - width) * share
      add(
        set, x: start, y: corner[at: 1] + ascent + Double(index) * height - item.number("ls"), line: index,
        share: share)
    }
    counts[3] = lines.count
    noteMissing(in: text)
  }

  /// Names characters of which neither the document nor a font here has outlines.
  private func noteMissing(in text: String) {
    let others = text.filter { document.glyphs[LottieDocument.glyphKey(String($0), family, style)] == nil }
    for note in Typesetter.shared.missingGlyphs(in: [TextRun(others, font: fontName)]) {
      item.keys.lose("t", "\(note)")
    }
  }

  private mutating func add(_ set: [LottieGlyph], x: Double, y: Double, line: Int, share: Double) {
    var (x, isInWord) = (x, false)
    for glyph in set {
      var glyph = glyph
      if !glyph.isSpace, !isInWord { counts[2] += 1 }
      isInWord = !glyph.isSpace
      (glyph.x, glyph.y, glyph.share) = (x, y, share)
      glyph.places = [counts[0], counts[1], max(0, counts[2] - 1), line]
      counts[0] += 1
      if !glyph.isSpace { counts[1] += 1 }
      x += glyph.advance + tracking
      glyphs.append(glyph)
    }
  }

  /// The lines that a line becomes where it must fit a width.
  private func wrap(_ line: String, width: Double?) -> [String] {
    guard let width, width > 0 else { return [line] }
    var lines: [String] = []
    var current = ""
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let longer = current.isEmpty ? String(word) : current + " " + word
      let set = glyphs(of: longer)
      if !current.isEmpty, set.reduce(0, { $0 + $1.advance + tracking }) - tracking > width {
        lines.append(current)
        current = String(word)
      } else {
        current = longer
      }
    }
    return lines + [current]
  }

  // MARK: Outlines

  private var family: String { font?.value["fFamily"]?.text ?? item.text("f") ?? "" }
  private var style: String { font?.value["fStyle"]?.text ?? "" }

  private func glyphs(of line: String) -> [LottieGlyph] {
    let known = line.map { document.glyphs[LottieDocument.glyphKey(String($0), family, style)] }
    guard known.contains(where: { $0 != nil }) else { return set(line) }
    // Those that are not in the document, often spaces and full stops, come from the font.
    return zip(line, known).flatMap { character, glyph in
      glyph.map { [drawn(character, $0)] } ?? set(String(character))
    }
  }

  private func drawn(_ character: Character, _ glyph: LottieObject) -> LottieGlyph {
    let shapes = glyph.object("data")?.objects("shapes") ?? []
    let paths = shapes.flatMap { $0.has("it") ? $0.objects("it") : [$0] }.flatMap { item -> [LottiePath] in
      item.keys.pass("ty", "it", "hd", "bm")
      return LottieOutline.path(item)?.paths(at: 0) ?? []
    }
    shapes.forEach { $0.keys.pass("ty", "hd", "bm") }
    glyph.keys.pass("ch", "fFamily", "style", "size", "t")
    let matrix = LottieMatrix(a: size / 100, d: size / 100)
    let text = paths.isEmpty ? "" : LottieSample(paths.map { $0.mapped(matrix) }).pathText(isMoving: false)
    return LottieGlyph(
      path: text, advance: glyph.number("w") * size / 100, isSpace: character.isWhitespace)
  }

  /// A family and never a file, which it would be with a slash: another sign stands for it, also in messages.
  private var fontName: String {
    [family, style == "Regular" ? "" : style].filter { !$0.isEmpty }.joined(separator: " ")
      .replacing("/", with: "\u{2215}")
  }

  /// By a font of this machine.
  private func set(_ line: String) -> [LottieGlyph] {
    let name = fontName
    var coloredName = name
    func run(_ text: String) -> TypesetText {
      let frame = TextFrame(size: CGSize(width: 100_000, height: 10_000), alignment: .left)
      return Typesetter.shared.typeset([TextRun(text, font: name, size: size, color: .black)], in: frame)
    }
    if let note = Typesetter.shared.diagnostic(forFont: name) {
      item.keys.lose("f", "\(note)")
      // So that it is not named once more where a text layer shows emoji.
      if case .fontSubstituted(_, let used) = note { coloredName = used }
    }
    let whole = run(line)
    let places = whole.glyphs.count == line.count ? whole.glyphs.map(\.x) + [whole.lines.first?.width ?? 0] : nil
    return line.enumerated().map { index, character in
      let own = run(String(character))
      let baseline = own.lines.first?.baseline ?? 0
      let advance = places.map { $0[index + 1] - $0[index] } ?? own.lines.first?.width ?? 0
      if own.hasOwnColors, let line = own.lines.first {
        let colored = LottieGlyph.Colored(text: String(character), font: coloredName, line: line)
        return LottieGlyph(path: "", colored: colored, advance: advance, isSpace: false)
      }
      var path = CGPath.Geometry()
      for part in own.paths {
        path.append(part.path.geometry, transform: CGAffineTransform(translationX: 0, y: -baseline))
      }
      return LottieGlyph(
        path: path.isEmpty ? "" : PathText.text(path), advance: advance, isSpace: character.isWhitespace)
    }
  }
}
