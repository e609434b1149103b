import StarmineText

/// A positioned cluster of a text layer: a character, or several that form a ligature.
struct LottieGlyph {
  /// A colour glyph such as an emoji, which needs a text layer.
  struct Colored {
    let text: String
    let font: String
    let line: TextLine
  }

  /// Outline relative to its origin on the baseline.
  var outline: CGPath.Geometry
  var colored: Colored?
  var x = 0.0
  var y = 0.0
  var advance: Double
  /// Index among all characters, characters without spaces, words and lines.
  var places: [Int] = [0, 0, 0, 0]
  /// Share of the free space of the line that is to its left.
  var share = 0.0
  let isSpace: Bool

  /// Whether anything is drawn.
  var isSeen: Bool { !outline.isEmpty || colored != nil }
}

/// A text with uniform style as glyphs, from outlines in the document or an installed font.
struct LottieText {
  private let document: LottieDocument
  private let item: LottieObject
  private let font: LottieObject?
  let size: Double
  private let tracking: Double
  private(set) var glyphs: [LottieGlyph] = []
  /// Number of characters, characters without spaces, words and lines.
  private(set) var counts = [0, 0, 0, 0]
  /// Start, end or centre of the first line, depending on the alignment.
  private(set) var origin = SIMD2<Double>()

  private static let longest = 5_000

  /// Cost of text layout in budget steps.
  static func cost(of item: LottieObject) -> Int { 600 * min(longest, item.value["t"]?.text?.count ?? 0) }

  init(_ item: LottieObject, in document: LottieDocument) {
    (self.document, self.item) = (document, item)
    font = item.text("f").flatMap { document.fonts[$0] }
    size = max(0.1, min(4000, item.number("s", default: 12)))
    tracking = item.number("tr") / 1000 * size
    item.keys.pass("ca", "sz", "ps", "fc", "sc", "sw", "of", "lh", "ls", "j", "t")
    font?.keys.pass("origin", "fPath", "ascent", "fFamily", "fStyle", "fWeight", "fClass")
    lay()
  }

  /// As few glyphs per line as possible: text that is not animated needs no layer per character.
  var runs: [LottieGlyph] {
    var runs: [LottieGlyph] = []
    for glyph in glyphs where glyph.isSeen {
      guard let last = runs.indices.last, runs[last].places[3] == glyph.places[3], runs[last].colored == nil,
        glyph.colored == nil
      else {
        runs.append(glyph)
        continue
      }
      let shift = CGAffineTransform(translationX: glyph.x - runs[last].x, y: glyph.y - runs[last].y)
      runs[last].outline.append(glyph.outline, transform: shift)
      runs[last].advance = glyph.x + glyph.advance - runs[last].x
    }
    return runs
  }

  func line(of glyph: LottieGlyph) -> [LottieGlyph] { glyphs.filter { $0.places[3] == glyph.places[3] } }

  private mutating func lay() {
    var text = item.text("t") ?? ""
    if text.count > Self.longest {
      item.keys.lose("t", "only the first \(Self.longest) characters are shown")
      text = String(text.prefix(Self.longest))
    }
    if item.number("ca") == 1 { text = text.uppercased() }
    let box: [Double] = item.has("sz") ? item.property("sz").value : []
    // By scalars, because a carriage return with a line feed is one character.
    let lines = text.replacing("\r\n", with: "\n").unicodeScalars
      .split(omittingEmptySubsequences: false) { Self.breaks.contains($0) }
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

  /// After Effects ends lines with carriage returns, and with U+0003 within paragraphs.
  private static let breaks = Set("\r\n\u{3}\u{B}\u{C}\u{85}\u{2028}\u{2029}".unicodeScalars)

  /// Reports characters that neither the document nor an installed font has.
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

  /// Wraps a line to a width.
  private func wrap(_ line: String, width: Double?) -> [String] {
    guard let width, width > 0 else { return [line] }
    func length(_ text: String) -> Double {
      glyphs(of: text).reduce(0) { $0 + $1.advance + tracking }
    }
    let space = length(" ")
    var (lines, lengths, end) = ([[Substring]](), [Substring: Double](), 0.0)
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let own = lengths[word] ?? length(String(word))
      lengths[word] = own
      if lines.isEmpty || end + space + own - tracking > width {
        lines.append([word])
        end = own
      } else {
        lines[lines.count - 1].append(word)
        end += space + own
      }
    }
    return lines.map { $0.joined(separator: " ") }
  }

  private var family: String { font?.value["fFamily"]?.text ?? item.text("f") ?? "" }
  private var style: String { font?.value["fStyle"]?.text ?? "" }

  private func glyphs(of line: String) -> [LottieGlyph] {
    let known = line.map { document.glyphs[LottieDocument.glyphKey(String($0), family, style)] }
    guard known.contains(where: { $0 != nil }) else { return set(line) }
    // Outlines missing in the document, often spaces and periods, come from the font.
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
    var outline = CGPath.Geometry()
    for path in paths { path.mapped(matrix).add(to: &outline) }
    return LottieGlyph(outline: outline, advance: glyph.number("w") * size / 100, isSpace: character.isWhitespace)
  }

  /// Font family. Slashes, which would make it a file path, are replaced, also in messages.
  private var fontName: String {
    [family, style == "Regular" ? "" : style].filter { !$0.isEmpty }.joined(separator: " ")
      .replacing("/", with: "\u{2215}")
  }

  private func typeset(_ text: String) -> TypesetText {
    let frame = TextFrame(size: CGSize(width: 1_000_000, height: 10_000), alignment: .left)
    return Typesetter.shared.typeset([TextRun(text, font: fontName, size: size, color: .black)], in: frame)
  }

  /// Uses an installed font: the text is shaped as a whole, so that letters join and kern, then divided into clusters,
  /// leftmost first.
  private func set(_ line: String) -> [LottieGlyph] {
    var coloredName = fontName
    if let note = Typesetter.shared.diagnostic(forFont: fontName) {
      item.keys.lose("f", "\(note)")
      // Prevents a second report for a text layer with emoji.
      if case .fontSubstituted(_, let used) = note { coloredName = used }
    }
    let whole = typeset(line)
    guard let row = whole.lines.first else { return [] }
    let cells = Cluster.all(of: whole, in: row, line)
    var glyphs = cells.map { cell -> LottieGlyph in
      let isSpace = cell.text.allSatisfy(\.isWhitespace)
      var glyph = LottieGlyph(outline: CGPath.Geometry(), advance: cell.advance, isSpace: isSpace)
      guard whole.hasOwnColors, !isSpace else { return glyph }
      let own = typeset(cell.text)
      if own.hasOwnColors, let line = own.lines.first {
        glyph.colored = LottieGlyph.Colored(text: cell.text, font: coloredName, line: line)
      }
      return glyph
    }
    for part in whole.paths.flatMap({ $0.path.geometry.subpaths }) {
      guard let index = cells.lastIndex(where: { $0.x <= part.middle }) ?? cells.indices.first
      else { continue }
      if glyphs[index].colored != nil { continue }
      let shift = CGAffineTransform(translationX: -cells[index].x, y: -row.baseline)
      glyphs[index].outline.append(part.path, transform: shift)
    }
    return glyphs
  }

  private struct Cluster {
    var text = ""
    let byte: Int
    let x: Double
    var advance = 0.0

    /// From left to right.
    static func all(of whole: TypesetText, in row: TextLine, _ line: String) -> [Cluster] {
      var starts: [Int: Double] = [:]
      for glyph in whole.glyphs[row.glyphs] {
        starts[glyph.byte] = min(starts[glyph.byte] ?? .infinity, glyph.x)
      }
      let bytes = starts.keys.sorted()
      let ends = Dictionary(uniqueKeysWithValues: zip(bytes, bytes.dropFirst() + [line.utf8.count]))
      var clusters = starts.map { Cluster(byte: $0.key, x: $0.value) }.sorted {
        ($0.x, $0.byte) < ($1.x, $1.byte)
      }
      let text = Array(line.utf8)
      for index in clusters.indices {
        let byte = clusters[index].byte
        let end = min(text.count, max(byte, ends[byte] ?? byte))
        clusters[index].text = String(decoding: text[min(byte, end)..<end], as: UTF8.self)
        let next = index + 1 < clusters.count ? clusters[index + 1].x : row.x + row.width
        clusters[index].advance = next - clusters[index].x
      }
      return clusters
    }
  }
}

extension CGPath.Geometry {
  fileprivate var subpaths: [(path: CGPath.Geometry, middle: Double)] {
    var (parts, sides) = ([CGPath.Geometry](), [(Double, Double)]())
    for element in elements {
      var end: CGPoint?
      switch element {
      case .move(let point):
        parts.append(CGPath.Geometry())
        sides.append((point.x, point.x))
      case .line(let point), .quadCurve(let point, _), .curve(let point, _, _): end = point
      case .close: break
      }
      guard let last = parts.indices.last else { continue }
      parts[last].append(element)
      if let end { sides[last] = (min(sides[last].0, end.x), max(sides[last].1, end.x)) }
    }
    return zip(parts, sides).map { ($0, ($1.0 + $1.1) / 2) }
  }
}

extension LottiePath {
  fileprivate func add(to geometry: inout CGPath.Geometry) {
    func point(_ place: SIMD2<Double>) -> CGPoint { CGPoint(x: place.x, y: place.y) }
    guard let first = vertices.first else { return }
    geometry.move(to: point(first.point))
    for index in 0..<segmentCount {
      let curve = curve(index)
      if curve.b == curve.a, curve.c == curve.d {
        geometry.addLine(to: point(curve.d))
      } else {
        geometry.addCurve(to: point(curve.d), control1: point(curve.b), control2: point(curve.c))
      }
    }
    if isClosed { geometry.closeSubpath() }
  }
}
