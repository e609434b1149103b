import CStarminePango

struct LineReader {
  private struct GlyphKey: Hashable {
    var font: UnsafeMutablePointer<PangoFont>
    var glyph: PangoGlyph
    /// Width of the line around it, points; 0: the glyph.
    var pen: CGFloat = 0
  }

  let source: TextSource
  private(set) var text: TypesetText
  private var known: [GlyphKey: Int] = [:]
  /// Characters without glyphs in text order, by run.
  private var missing: [Int: [Unicode.Scalar]] = [:]
  /// Pixels of colour glyphs so far.
  private var weight = 0
  /// Maximum number of pixels of all colour glyphs of a text: a thousand different ones.
  private static let heaviest = 20_000_000
  /// Maximum number of reported characters per run.
  private static let mostMissing = 20

  init(source: TextSource, text: TypesetText) {
    (self.source, self.text) = (source, text)
    self.text.bytes = source.bytes
  }

  mutating func read(_ layout: borrowing OpaqueObjectOwner, _ outlines: borrowing OutlineReader) {
    let iterator = LineIterator(pointer: pango_layout_get_iter(layout.pointer))
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator.pointer) else { return }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator.pointer, nil, &logical)
      let top = points(logical.y)
      guard top < Double(text.frame.size.height) else { return }
      let baseline = points(pango_layout_iter_get_baseline(iterator.pointer))
      read(line, top: top, baseline: baseline, height: points(logical.height), outlines)
    } while pango_layout_iter_next_line(iterator.pointer) != 0
    for (run, scalars) in missing.sorted(by: { $0.key < $1.key }) {
      let diagnostic = TextDiagnostic.glyphsMissing(
        characters: String(String.UnicodeScalarView(scalars)), font: source.runs[run].run.font)
      if !text.diagnostics.contains(diagnostic) { text.diagnostics.append(diagnostic) }
    }
  }

  private mutating func note(_ glyph: PangoGlyph, of run: Int) {
    guard let scalar = Unicode.Scalar(shim_missing_character(glyph)), scalar.value != 0,
      missing[run, default: []].count < Self.mostMissing, !missing[run, default: []].contains(scalar)
    else { return }
    missing[run, default: []].append(scalar)
  }

  private mutating func read(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, top: Double, baseline: Double, height: Double,
    _ outlines: borrowing OutlineReader
  ) {
    let runs = glyphRuns(line)
    let width = runs.reduce(0.0) { $0 + $1.width }
    let isRightToLeft = pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
    let (first, glyphs) = (Int(line.pointee.start_index), text.glyphs.count)
    // Trailing spaces are outside the alignment.
    let hanging = self.hanging(runs, behind: first..<first + Int(line.pointee.length))
    let room = Double(text.frame.size.width) - width + hanging
    let start = room * text.frame.alignment.share(isRightToLeft: isRightToLeft) - (isRightToLeft ? hanging : 0)
    var x = start
    for run in runs {
      append(run, x: x, baseline: baseline, outlines)
      appendLines(of: run, x: x, baseline: baseline)
      x += run.width
    }
    text.lines.append(
      TextLine(
        x: start, baseline: baseline, ascent: baseline - top, descent: top + height - baseline, width: width,
        hanging: hanging,
        isRightToLeft: isRightToLeft, isTruncated: runs.contains { $0.isEllipsis },
        bytes: first..<first + Int(line.pointee.length), glyphs: glyphs..<text.glyphs.count))
  }

  private func hanging(_ runs: [GlyphRun], behind line: Range<Int>) -> Double {
    let spaces = source.bytes[line].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
    guard spaces > 0 else { return 0 }
    return runs.filter { !$0.isEllipsis }.reduce(0) { sum, run in
      sum
        + run.glyphs.indices.reduce(0) {
          let isSpace = run.offset + Int(run.clusters[$1]) >= line.upperBound - spaces
          return $0 + (isSpace ? points(run.glyphs[$1].geometry.width) : 0)
        }
    }
  }

  private mutating func append(_ run: GlyphRun, x: Double, baseline: Double, _ outlines: borrowing OutlineReader) {
    let color = source.run(at: run.offset)
    // Glyphs extend at most a few ems from their origin.
    let look = source.runs[color].run
    let reach = 4 * Double(look.size)
    let pen = look.strokeWidth.isNaN ? 0 : min(abs(look.strokeWidth), 100) / 100 * look.size
    var x = x
    for (index, info) in run.glyphs.enumerated() {
      let place = x + points(info.geometry.x_offset)
      x += points(info.geometry.width)
      guard shim_is_empty_glyph(info.glyph) == 0, place > -reach, place < Double(text.frame.size.width) + reach
      else { continue }
      note(info.glyph, of: color)
      let glyph = outline(GlyphKey(font: run.font, glyph: info.glyph)) {
        // A font's glyph for missing characters may be empty, or wider than Pango's advance.
        shim_missing_character(info.glyph) != 0
          ? GlyphOutline(boxOf: points(info.geometry.width), size: Double(look.size))
          : $0.weighed(outlines.outline(of: info.glyph, in: run.font))
      }
      let isFilled = pen == 0 || look.strokeWidth < 0 || text.outlines[glyph].colors != nil
      var shapes = isFilled ? [(glyph, color)] : []
      if pen > 0 {
        let line = outline(GlyphKey(font: run.font, glyph: info.glyph, pen: pen)) { $0.text.outlines[glyph].line(pen) }
        shapes.append((line, color + source.runs.count))
      }
      for (shape, color) in shapes where !text.outlines[shape].isEmpty {
        text.glyphs.append(
          TypesetText.Glyph(
            outline: shape, x: place, y: baseline + points(info.geometry.y_offset),
            advance: points(info.geometry.width), color: color, byte: run.offset + Int(run.clusters[index]),
            number: shape == glyph ? shim_drawn_glyph(info.glyph) : nil))
      }
    }
  }

  /// Returns the index of an outline, and creates it on first use.
  private mutating func outline(_ key: GlyphKey, make: (inout LineReader) -> GlyphOutline) -> Int {
    if let index = known[key] { return index }
    let made = make(&self)
    text.outlines.append(made)
    known[key] = text.outlines.count - 1
    return text.outlines.count - 1
  }

  /// Empty if the text would have too many pixels.
  private mutating func weighed(_ outline: GlyphOutline) -> GlyphOutline {
    weight += outline.weight
    return outline.colors == nil || weight <= Self.heaviest ? outline : GlyphOutline()
  }

  /// Adds underline and strikethrough of a run, if its font has them.
  private mutating func appendLines(of run: GlyphRun, x: Double, baseline: Double) {
    let color = source.run(at: run.offset)
    let look = source.runs[color].run
    guard look.isUnderlined || look.isStruckThrough, let metrics = pango_font_get_metrics(run.font, nil) else { return }
    defer { pango_font_metrics_unref(metrics) }
    func append(_ position: Int32, _ thickness: Int32) {
      let box = CGRect(x: 0, y: -points(position), width: run.width, height: points(thickness))
      var outline = GlyphOutline(geometry: CGPath.Geometry(), box: box)
      outline.geometry.addRect(box)
      text.glyphs.append(
        TypesetText.Glyph(
          outline: text.outlines.count, x: x, y: baseline, advance: run.width, color: color, byte: run.offset))
      text.outlines.append(outline)
    }
    if look.isUnderlined {
      append(pango_font_metrics_get_underline_position(metrics), pango_font_metrics_get_underline_thickness(metrics))
    }
    if look.isStruckThrough {
      append(
        pango_font_metrics_get_strikethrough_position(metrics), pango_font_metrics_get_strikethrough_thickness(metrics))
    }
  }

  private func glyphRuns(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> [GlyphRun] {
    var runs: [GlyphRun] = []
    var next = line.pointee.runs
    while let node = next {
      next = node.pointee.next
      guard let item = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
        let description = item.item?.pointee, let font = description.analysis.font,
        let glyphs = item.glyphs?.pointee, let clusters = glyphs.log_clusters
      else { continue }
      runs.append(
        GlyphRun(
          font: font, offset: Int(description.offset),
          isEllipsis: Int32(description.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0,
          glyphs: UnsafeBufferPointer(start: glyphs.glyphs, count: Int(glyphs.num_glyphs)),
          clusters: UnsafeBufferPointer(start: clusters, count: Int(glyphs.num_glyphs))))
    }
    return runs
  }
}

/// Glyphs of a font, valid while their layout exists.
private struct GlyphRun {
  var font: UnsafeMutablePointer<PangoFont>
  var offset: Int
  var isEllipsis: Bool
  var glyphs: UnsafeBufferPointer<PangoGlyphInfo>
  /// For each glyph, its first byte in the run's text.
  var clusters: UnsafeBufferPointer<Int32>

  var width: Double { glyphs.reduce(0) { $0 + points($1.geometry.width) } }
}

/// Pango's units are 1/1024 point.
private func points(_ units: Int32) -> Double { Double(units) / 1024 }

extension TextAlignment {
  /// Fraction of a line's free space to its left.
  package func share(isRightToLeft: Bool) -> Double {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    case .natural, .justified: isRightToLeft ? 1 : 0
    }
  }
}
