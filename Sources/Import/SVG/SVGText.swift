import StarmineText

/// Converts font properties for the typesetter.
enum SVGFont {
  /// At this size all texts are set, and then scaled: the typesetter's positions are too coarse for small fonts.
  static let size = 100.0

  static func weight(_ text: String) -> Int {
    text == "bold" || text == "bolder"
      ? 700
      : SVGLength(text).flatMap { (1...1000).contains($0.value) ? Int(exactly: $0.value.rounded()) : nil } ?? 400
  }

  private static let weights = [
    "Thin", "Ultralight", "Light", "Regular", "Medium", "Semibold", "Bold", "Ultrabold", "Heavy",
  ]
  private static let generic: Set = ["serif", "sans-serif", "cursive", "fantasy", "monospace"]

  private static func families(_ style: SVGStyle) -> [String] {
    style["font-family"].split(separator: ",").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\"'")).replacing("/", with: "")
    }.filter { !$0.isEmpty }
  }

  static func name(_ style: SVGStyle) -> String {
    let weight = max(0, min(8, weight(style["font-weight"]) / 100 - 1))
    var words = weight == 3 ? [] : [weights[weight]]
    if style["font-style"] != "normal" { words.append(style["font-style"] == "italic" ? "Italic" : "Oblique") }
    if style["font-variant"] == "small-caps" { words.append("Small-Caps") }
    if style["font-stretch"].contains("condensed") { words.append("Condensed") }
    return (families(style) + ["serif"]).joined(separator: ",")
      + (words.isEmpty ? "," : ", " + words.joined(separator: " "))
  }

  /// A note if a font is substituted.
  static func note(_ style: SVGStyle) -> TextDiagnostic? {
    let families = families(style)
    guard !families.contains(where: generic.contains), let first = families.first else { return nil }
    return Typesetter.shared.diagnostic(forFont: first)
  }
}

/// A line at a text, such as `underline`, with the element whose paint it has.
struct SVGDecoration {
  let kind: Substring
  let node: SVGNode
  let context: SVGContext

  static func all(_ node: SVGNode, _ context: SVGContext) -> [SVGDecoration] {
    context.style["text-decoration"].split(separator: " ").map { SVGDecoration(kind: $0, node: node, context: context) }
  }
}

/// A part of a text with one look.
struct SVGTextSpan {
  let node: SVGNode
  let context: SVGContext
  /// Downward shift: points, and shares of the font's ascent and descent.
  let shift: SIMD3<Double>
  let decorations: [SVGDecoration]
  /// The path that the text follows; nil for a straight line.
  let path: SVGTextPath?
  /// Points added after each character, and the factor of the width.
  var spacing = 0.0
  var stretch = 1.0

  /// `letter-spacing` or `word-spacing` in points.
  func gap(_ key: String) -> Double { context.points(context.style[key], .x) ?? 0 }

  /// Whether the text runs downward, with its letters turned.
  var isVertical: Bool {
    path == nil && ["tb", "tb-rl", "vertical-rl", "vertical-lr"].contains(context.style["writing-mode"])
  }

  var scale: Double { max(0.001, min(40, context.style.fontSize / SVGFont.size)) }
}

/// The path of a `textPath`.
final class SVGTextPath {
  private var points: [(at: Double, point: CGPoint)] = []
  private(set) var length = 0.0
  let start: Double

  init(_ path: CGPath.Geometry, start: (Double) -> Double) {
    for line in path.flattened(tolerance: 0.001) {
      for (index, point) in (line.isClosed ? line.points + line.points.prefix(1) : line.points).enumerated() {
        if index > 0, let last = points.last?.point { length += Double.hypot(point.x - last.x, point.y - last.y) }
        points.append((length, point))
      }
    }
    self.start = start(length)
  }

  /// The map of a character centred at a length; nil beyond the ends.
  func place(at length: Double) -> CGAffineTransform? {
    guard length >= 0, length <= self.length, points.count > 1 else { return nil }
    let index = max(1, points.firstIndex { $0.at >= length && $0.at > 0 } ?? points.count - 1)
    let (a, b) = (points[index - 1], points[index])
    let share = b.at > a.at ? (length - a.at) / (b.at - a.at) : 0
    let point = CGPoint(x: a.point.x + (b.point.x - a.point.x) * share, y: a.point.y + (b.point.y - a.point.y) * share)
    return CGAffineTransform(rotationAngle: Double.atan2(b.point.y - a.point.y, b.point.x - a.point.x))
      .concatenating(CGAffineTransform(translationX: point.x, y: point.y))
  }
}

/// A character with its position attributes.
struct SVGCharacter {
  let text: Character
  let span: Int
  var x: Double?
  var y: Double?
  var dx = 0.0
  var dy = 0.0
  var rotation = 0.0

  var isPlain: Bool { x == nil && y == nil && dx == 0 && dy == 0 && rotation == 0 }
}

/// Outlines of a text in the coordinates of its element.
struct SVGTextLayout {
  /// Glyphs that are shaped together.
  struct Piece {
    let span: Int
    let outline: CGPath.Geometry
    var map: CGAffineTransform
    let width: Double
    let line: TextLine?
  }

  private(set) var pieces: [Piece] = []
  private let characters: [SVGCharacter]
  let spans: [SVGTextSpan]
  private var pen = CGPoint.zero
  /// The gap after the last letter, which does not count for the anchor.
  private var trailing = 0.0
  /// Offsets of characters in their shaped span, so that separately placed neighbours keep their distance.
  private var offsets: [Int: Double] = [:]

  init(_ characters: [SVGCharacter], _ spans: [SVGTextSpan]) {
    (self.characters, self.spans) = (characters, spans)
    var start = 0
    while start < characters.count {
      var end = start + 1
      let path = spans[characters[start].span].path
      while end < characters.count, characters[end].x == nil, characters[end].y == nil,
        spans[characters[end].span].path === path
      {
        end += 1
      }
      chunk(start..<end, path)
      start = end
    }
  }

  private mutating func chunk(_ range: Range<Int>, _ path: SVGTextPath?) {
    let (first, span) = (characters[range.lowerBound], spans[characters[range.lowerBound].span])
    if path != nil { pen = .zero }
    let place = span.isVertical ? (first.y, first.x.map { -$0 }) : (first.x, path == nil ? first.y : 0)
    pen = CGPoint(x: place.0 ?? pen.x, y: place.1 ?? pen.y)
    let (begin, count) = (pen.x, pieces.count)
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, hasSameFont(end, start) { end += 1 }
      measure(start..<end)
      while start < end {
        var next = start + 1
        while next < end, isJoined(next) { next += 1 }
        segment(start..<next)
        start = next
      }
    }
    let share: Double = ["middle": 0.5, "end": 1.0][span.context.style["text-anchor"]] ?? 0
    let shift = -share * (pen.x - trailing - begin)
    pen.x += shift
    for index in count..<pieces.count {
      let moved = pieces[index].map.concatenating(CGAffineTransform(translationX: shift, y: 0))
      pieces[index].map = path.map { follow($0, moved, pieces[index].width) } ?? moved
      if span.isVertical { pieces[index].map = moved.concatenating(CGAffineTransform(rotationAngle: .pi / 2)) }
    }
    if path != nil { pieces.removeAll { !$0.map.isFinite || $0.map.a.isNaN } }
  }

  /// Whether a character is shaped together with the previous one, so that their font can join them.
  private func isJoined(_ index: Int) -> Bool {
    let (character, last) = (characters[index], characters[index - 1])
    let span = spans[character.span]
    let style = span.context.style
    return character.isPlain && character.span == last.span && last.rotation == 0 && span.path == nil
      && span.spacing == 0 && kerns(style) && span.gap("letter-spacing") == 0
      && (last.text != " " || span.gap("word-spacing") == 0)
  }

  private func hasSameFont(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (characters[a].span, characters[b].span)
    guard a != b else { return true }
    let (one, other) = (spans[a].context.style, spans[b].context.style)
    return one.fontSize == other.fontSize && SVGFont.name(one) == SVGFont.name(other)
  }

  private func kerns(_ style: SVGStyle) -> Bool { style["font-kerning"] != "none" && style["kerning"] != "0" }

  private func set(_ range: Range<Int>) -> TypesetText {
    let style = spans[characters[range.lowerBound].span].context.style
    let run = TextRun(String(characters[range].map(\.text)), font: SVGFont.name(style), size: SVGFont.size)
    return Typesetter.shared.typeset(
      [run], in: TextFrame(size: CGSize(width: 1_000_000, height: 10_000), alignment: .left))
  }

  /// Records the offsets of the characters of one span.
  private mutating func measure(_ range: Range<Int>) {
    guard range.count > 1, kerns(spans[characters[range.lowerBound].span].context.style) else { return }
    let text = set(range)
    guard let line = text.lines.first, !line.isRightToLeft else { return }
    let scale = spans[characters[range.lowerBound].span].scale
    let places = Dictionary(text.glyphs.map { ($0.byte, $0.x * scale) }, uniquingKeysWith: min)
    var byte = 0
    for index in range {
      offsets[index] = places[byte]
      byte += characters[index].text.utf8.count
    }
    offsets[range.upperBound] = (line.x + line.width) * scale
  }

  private mutating func segment(_ range: Range<Int>) {
    let first = characters[range.lowerBound]
    let span = spans[first.span]
    pen.x += span.isVertical ? first.dy : first.dx
    pen.y += span.isVertical ? -first.dx : first.dy
    let set = set(range)
    var outline = CGPath.Geometry()
    for path in set.paths { outline.append(path.path.geometry) }
    let line = set.lines.first
    let map = CGAffineTransform(translationX: -(line?.x ?? 0), y: -(line?.baseline ?? 0))
      .concatenating(CGAffineTransform(scaleX: span.scale * span.stretch, y: span.scale))
      .concatenating(CGAffineTransform(rotationAngle: first.rotation * .pi / 180))
      .concatenating(CGAffineTransform(translationX: pen.x, y: pen.y))
    var width = (line?.width ?? 0) * span.scale
    if let start = offsets[range.lowerBound], let end = offsets[range.upperBound], end > start { width = end - start }
    width *= span.stretch
    let middle = span.isVertical ? SIMD3(0, 0.5, -0.5) : .zero
    let down = ((span.shift + middle) * SIMD3(1 / span.scale, line?.ascent ?? 0, line?.descent ?? 0)).sum()
    let lowered = CGAffineTransform(translationX: 0, y: down).inside(map)
    pieces.append(Piece(span: first.span, outline: outline, map: lowered, width: width, line: line))
    trailing = span.gap("letter-spacing")
    pen.x += width + span.spacing + trailing
    if characters[range.upperBound - 1].text == " " { pen.x += span.gap("word-spacing") }
  }

  /// A character's map along a path; not finite beyond its ends.
  private func follow(_ path: SVGTextPath, _ map: CGAffineTransform, _ width: Double) -> CGAffineTransform {
    let origin = CGPoint(x: map.tx, y: map.ty)
    guard let spot = path.place(at: path.start + origin.x + width / 2) else {
      return CGAffineTransform(a: .nan, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    }
    return map.concatenating(CGAffineTransform(translationX: -origin.x - width / 2, y: 0)).concatenating(spot)
  }
}
