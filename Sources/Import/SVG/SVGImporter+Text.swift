import StarmineText

extension SVGImporter {
  private static let longest = 5_000

  func text(_ node: SVGNode, _ context: SVGContext) -> [DocumentValue] {
    let layout = layout(node, context)
    let box = box(layout)
    var result: [DocumentValue] = []
    var start = 0
    while start < layout.pieces.count {
      let index = layout.pieces[start].span
      var (outline, end) = (CGPath.Geometry(), start)
      while end < layout.pieces.count, layout.pieces[end].span == index {
        outline.append(layout.pieces[end].outline, transform: layout.pieces[end].map)
        end += 1
      }
      let (span, pieces) = (layout.spans[index], layout.pieces[start..<end])
      result += decorations(span, pieces, box) { $0 != "line-through" }
      if span.context.style["visibility"] == "visible", !outline.isEmpty {
        result += shape(outline, span.node, span.context, box: box)
      }
      result += decorations(span, pieces, box) { $0 == "line-through" }
      start = end
    }
    return result
  }

  /// All glyphs, for clip paths.
  func textOutline(_ node: SVGNode, _ context: SVGContext) -> CGPath.Geometry? {
    var outline = CGPath.Geometry()
    for piece in layout(node, context).pieces { outline.append(piece.outline, transform: piece.map) }
    return outline.isEmpty ? nil : outline
  }

  func textBox(_ node: SVGNode, _ context: SVGContext) -> CGRect? {
    let box = box(layout(node, context))
    return box.isNull ? nil : box
  }

  private func box(_ layout: SVGTextLayout) -> CGRect {
    layout.pieces.reduce(CGRect.null) { box, piece in
      guard let line = piece.line else { return box }
      let frame = CGRect(
        x: line.x, y: line.baseline - line.ascent, width: line.width, height: line.ascent + line.descent)
      return box.union(frame.applying(piece.map))
    }
  }

  private func decorations(
    _ span: SVGTextSpan, _ pieces: ArraySlice<SVGTextLayout.Piece>, _ box: CGRect, _ isWanted: (Substring) -> Bool
  ) -> [DocumentValue] {
    let places: [Substring: Double] = ["underline": 0.1, "overline": -1.07, "line-through": -0.322]
    return span.decorations.flatMap { item -> [DocumentValue] in
      guard isWanted(item.kind), let place = places[item.kind] else { return [] }
      var path = CGPath.Geometry()
      let size = SVGFont.size
      for piece in pieces {
        guard let line = piece.line else { continue }
        var bar = CGPath.Geometry()
        bar.addRect(
          CGRect(x: line.x, y: line.baseline + (place - 0.025) * size, width: line.width, height: 0.05 * size))
        path.append(bar, transform: piece.map)
      }
      return path.isEmpty ? [] : shape(path, item.node, item.context, box: box)
    }
  }

  private func layout(_ node: SVGNode, _ context: SVGContext) -> SVGTextLayout {
    var reader = SVGTextReader(writer: self)
    let around = sequence(first: node) { $0.parent }.dropFirst().filter { $0.declared["text-decoration"] != nil }
    let decorations = around.reversed().flatMap { outer in
      var own = context
      own.style = style(around: outer)
      return SVGDecoration.all(outer, own)
    }
    reader.read(node, context, up: 0, decorations: decorations, path: nil)
    reader.finish()
    if reader.characters.count > Self.longest {
      lose("text", "only the first \(Self.longest) characters are shown", node)
    }
    let characters = Array(reader.characters.prefix(Self.longest))
    guard budget.spend(steps: 20 * characters.count) else { return SVGTextLayout([], []) }
    fit(node, context, characters, &reader)
    return SVGTextLayout(characters, reader.spans)
  }

  /// Spreads or stretches the text to its `textLength`.
  private func fit(
    _ node: SVGNode, _ context: SVGContext, _ characters: [SVGCharacter], _ reader: inout SVGTextReader
  ) {
    for index in reader.spans.indices {
      let span = reader.spans[index]
      guard let wanted = span.context.points(span.node["textLength"], .x), wanted >= 0 else { continue }
      let own = characters.filter { $0.span == index }
      guard !own.isEmpty else { continue }
      let natural = SVGTextLayout(own, reader.spans).pieces.reduce(0) { $0 + $1.width }
      if span.node["lengthAdjust"] == "spacingAndGlyphs" {
        reader.spans[index].stretch = natural > 0 ? wanted / natural : 1
      } else if own.count > 1 {
        reader.spans[index].spacing = (wanted - natural) / Double(own.count - 1)
      }
    }
  }
}

/// Collects the characters of a text element and their styles.
struct SVGTextReader {
  /// Position attributes of one element, and the number of its characters read so far.
  private struct Positions {
    let lists: [String: [Double]]
    var index = 0
  }

  let writer: SVGImporter
  private(set) var characters: [SVGCharacter] = []
  var spans: [SVGTextSpan] = []
  private var positions: [Positions] = []
  private var endsInSpace = true

  init(writer: SVGImporter) { self.writer = writer }

  mutating func read(
    _ node: SVGNode, _ context: SVGContext, up: Double, decorations: [SVGDecoration], path: SVGTextPath?
  ) {
    let up = up + (node.name == "text" ? 0 : Self.rise(context))
    let shift = Self.baseline(context) - SIMD3(up, 0, 0)
    let decorations = decorations + SVGDecoration.all(node, context)
    positions.append(Positions(lists: lists(node, context)))
    defer { positions.removeLast() }
    for child in node.children {
      if child.name.isEmpty {
        spans.append(SVGTextSpan(node: node, context: context, shift: shift, decorations: decorations, path: path))
        add(child.text, context)
        continue
      }
      let inner = context.entering(child)
      guard inner.style["display"] != "none", child.isSpoken, writer.budget.spend(steps: 1) else { continue }
      switch child.name {
      case "tspan", "a": read(child, inner, up: up, decorations: decorations, path: path)
      case "textPath" where node.name == "text":
        guard let path = self.path(child, inner) else { continue }
        read(child, inner, up: up, decorations: decorations, path: path)
      case "tref":
        guard let target = child.target.flatMap({ writer.ids[$0] }) else { continue }
        positions.append(Positions(lists: lists(child, inner)))
        spans.append(SVGTextSpan(node: child, context: inner, shift: shift, decorations: decorations, path: path))
        add(target.content, inner)
        positions.removeLast()
      default: continue
      }
    }
  }

  /// Removes the trailing space.
  mutating func finish() {
    if let last = characters.last, last.text == " ", spans[last.span].context.style["xml:space"] != "preserve" {
      characters.removeLast()
    }
    for span in spans {
      if let note = SVGFont.note(span.context.style) { writer.lose("font-family", "\(note)", span.node) }
    }
  }

  private func lists(_ node: SVGNode, _ context: SVGContext) -> [String: [Double]] {
    guard ["text", "tspan", "tref"].contains(node.name) else { return [:] }
    var result: [String: [Double]] = [:]
    for (key, axis) in [("x", SVGAxis.x), ("y", .y), ("dx", .x), ("dy", .y), ("rotate", .x)] {
      // Angles have no unit.
      guard let text = node[key], key != "rotate" || text.firstMatch(of: /[a-df-z%]/) == nil else { continue }
      result[key] = text.split { $0 == "," || $0.isWhitespace }.prefix(10_000).compactMap {
        context.points(String($0), axis)
      }
    }
    return result
  }

  private mutating func add(_ text: String, _ context: SVGContext) {
    let keepsSpace = context.style["xml:space"] == "preserve"
    for character in text {
      let isSpace = character.isNewline || character == "\t" || character == " "
      if isSpace, !keepsSpace, endsInSpace { continue }
      endsInSpace = isSpace
      guard characters.count <= 5_000 else { return }
      var item = SVGCharacter(text: isSpace ? " " : character, span: spans.count - 1)
      for index in positions.indices.reversed() { place(&item, &positions[index], character.unicodeScalars.count) }
      characters.append(item)
    }
  }

  private func place(_ item: inout SVGCharacter, _ positions: inout Positions, _ count: Int) {
    func value(_ key: String) -> Double? {
      positions.lists[key].flatMap { $0.indices.contains(positions.index) ? $0[positions.index] : nil }
    }
    item.x = item.x ?? value("x")
    item.y = item.y ?? value("y")
    if item.dx == 0 { item.dx = value("dx") ?? 0 }
    if item.dy == 0 { item.dy = value("dy") ?? 0 }
    if item.rotation == 0 { item.rotation = value("rotate") ?? positions.lists["rotate"]?.last ?? 0 }
    positions.index += count
  }

  private func path(_ node: SVGNode, _ context: SVGContext) -> SVGTextPath? {
    guard let target = node.target.flatMap({ writer.ids[$0] }), SVGContext.shapes.contains(target.name),
      var path = context.outline(target)
    else { return nil }
    var own = context.entering(target)
    own.matrix = .identity
    if writer.place(target, &own) { path = path.applying(own.matrix) }
    guard writer.budget.spend(steps: path.count) else { return nil }
    let offset = node["startOffset"].flatMap { SVGLength($0) }
    return SVGTextPath(path) { offset?.points(fontSize: context.style.fontSize, whole: $0) ?? 0 }
  }

  /// Upward shift by `baseline-shift`.
  private static func rise(_ context: SVGContext) -> Double {
    let size = context.style.fontSize
    switch context.style["baseline-shift"] {
    case "sub": return -0.075 * size
    case "super": return 0.35 * size
    case let text: return SVGLength(text)?.points(fontSize: size, whole: size) ?? 0
    }
  }

  /// Downward shift of the baseline: points, ascents and descents.
  private static func baseline(_ context: SVGContext) -> SIMD3<Double> {
    let names = ["alignment-baseline", "dominant-baseline"].map { context.style[$0] }
    switch names.first(where: { $0 != "auto" && $0 != "baseline" }) {
    case "middle": return SIMD3(0.268 * context.style.fontSize, 0, 0)
    case "central": return SIMD3(0, 0.5, -0.5)
    case "hanging": return SIMD3(0, 0.8, 0)
    case "mathematical": return SIMD3(0, 0.5, 0)
    case "text-before-edge", "before-edge", "text-top": return SIMD3(0, 1, 0)
    case "text-after-edge", "after-edge", "ideographic", "text-bottom": return SIMD3(0, 0, -1)
    default: return .zero
    }
  }
}
