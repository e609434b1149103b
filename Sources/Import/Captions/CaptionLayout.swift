import StarmineText

struct CaptionPage {
  var words: [CaptionWord]
  /// Seconds.
  var start: Double
  var end: Double
  var settings = ""
}

/// Divides cues into pages, and pages into lines that fit the safe area of a stage.
struct CaptionLayout {
  let font: String
  /// Points.
  let size: Double
  /// Largest line width in points.
  let width: Double
  let mostLines: Int
  let mostWords: Int
  /// Whether pages also end at pauses and sentence ends rather than only with cues.
  let isByWord: Bool
  /// Cache of word widths.
  var widths: [String: Double] = [:]

  /// Seconds: a pause that ends a page, and the time that its last word stays.
  private static let (pause, stay) = (0.7, 0.4)

  mutating func pages(_ cues: [CaptionCue]) -> [CaptionPage] {
    var pages: [CaptionPage] = []
    for cue in cues.inOrder {
      let first = pages.count
      for group in groups(cue.words) { append(group, to: &pages) }
      for index in first..<pages.count { pages[index].settings = cue.settings }
      if isByWord { continue }
      pages[first].start = cue.start
      pages[pages.count - 1].end = cue.end
    }
    for index in pages.indices {
      let next = index + 1 < pages.count ? pages[index + 1].start : .infinity
      if isByWord { pages[index].end += next - pages[index].end > Self.pause ? Self.stay : next - pages[index].end }
      pages[index].end = min(pages[index].end, next)
    }
    return pages.filter { $0.end > $0.start }
  }

  /// The words of a cue, divided at pauses and after sentences.
  private func groups(_ words: [CaptionWord]) -> [ArraySlice<CaptionWord>] {
    guard isByWord else { return [words[...]] }
    var (groups, start) = ([ArraySlice<CaptionWord>](), 0)
    for index in words.indices.dropFirst() {
      let isPause = words[index].start - words[index - 1].end > Self.pause
      if isPause || words[index - 1].text.last.map(".!?…。！？؟".contains) == true {
        groups.append(words[start..<index])
        start = index
      }
    }
    return groups + [words[start...]]
  }

  private mutating func append(_ words: ArraySlice<CaptionWord>, to pages: inout [CaptionPage]) {
    let count = (words.count + mostWords - 1) / mostWords
    let share = (words.count + count - 1) / max(1, count)
    var rest = words
    while let first = rest.first {
      var taken = min(share, rest.count)
      while taken > 1, lines(rest.prefix(taken)).count > mostLines { taken -= 1 }
      let page = rest.prefix(taken)
      pages.append(CaptionPage(words: Array(page), start: first.start, end: page.last?.end ?? first.end))
      rest = rest.dropFirst(taken)
    }
  }

  /// The file's own lines if they fit; otherwise as few lines as possible, of similar lengths.
  mutating func lines(_ words: ArraySlice<CaptionWord>) -> [ArraySlice<CaptionWord>] {
    let own = broken(words, at: .infinity)
    if own.count > 1, own.count <= mostLines, own.allSatisfy({ width(of: $0) <= width }) { return own }
    let plain = words.map { CaptionWord(text: $0.text) }[...]
    let lines = broken(plain, at: width)
    let even = broken(plain, at: width(of: plain) / Double(lines.count) * 1.1)
    return even.count == lines.count ? even : lines
  }

  private mutating func broken(_ words: ArraySlice<CaptionWord>, at limit: Double) -> [ArraySlice<CaptionWord>] {
    var (lines, start, x) = ([ArraySlice<CaptionWord>](), words.startIndex, 0.0)
    for index in words.indices {
      let own = width(of: words[index].text + " ")
      if index > start, words[index].breaksLine || x + own > limit {
        lines.append(words[start..<index])
        (start, x) = (index, 0)
      }
      x += own
    }
    return lines + [words[start...]]
  }

  private mutating func width(of words: ArraySlice<CaptionWord>) -> Double {
    words.reduce(0) { $0 + width(of: $1.text + " ") }
  }

  private mutating func width(of text: String) -> Double {
    let width = widths[text] ?? Double(set(text, size: size, width: 1_000_000).size.width)
    widths[text] = width
    return width
  }

  private func set(_ text: String, size: Double, width: Double) -> TypesetText {
    let frame = TextFrame(size: CGSize(width: width, height: 100_000), alignment: .center)
    return Typesetter.shared.typeset([TextRun(text, font: font, size: size)], in: frame)
  }

  /// The text of a page with line breaks, its font size, and the box of each word.
  mutating func layout(_ page: CaptionPage) -> (text: String, size: Double, boxes: [CGRect]) {
    let lines = self.lines(page.words[...])
    let text = lines.map { $0.map(\.text).joined(separator: " ") }.joined(separator: "\n")
    let size = size * min(1, width / Double(set(text, size: size, width: 1_000_000).size.width))
    let set = set(text, size: size, width: width)
    let units = TextUnits(set)
    var boxes = [CGRect](repeating: .null, count: page.words.count)
    for glyph in set.glyphs {
      guard let place = units[glyph], boxes.indices.contains(place.word), place.line < set.lines.count else { continue }
      let line = set.lines[place.line]
      let box = CGRect(
        x: glyph.x, y: line.baseline - line.ascent, width: glyph.advance, height: line.ascent + line.descent)
      boxes[place.word] = boxes[place.word].union(box)
    }
    return (text, size, boxes.map { $0.isNull ? .zero : $0 })
  }
}
