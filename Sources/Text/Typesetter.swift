import CStarminePango
import Synchronization

/// Lays out text: shaping, line breaking, truncation and alignment.
///
/// The same text, frame and fonts give the same result on every thread. Threads can share a typesetter. They take
/// turns, because Pango's font maps belong to one thread at a time.
package final class Typesetter: Sendable {
  private final class Tools {
    var fonts: FontLibrary
    let outlines: OutlineReader

    init?() {
      guard let fonts = FontLibrary.open(), let outlines = OutlineReader() else { return nil }
      self.fonts = fonts
      self.outlines = outlines
    }
  }

  private let tools: Mutex<Tools?>

  /// The typesetter of the process, because finding fonts takes milliseconds.
  package static let shared = Typesetter()

  package init() { tools = Mutex(Tools()) }

  /// Lays out text in a frame. Without Pango or fontconfig the result is empty.
  package func typeset(_ runs: [TextRun], in frame: TextFrame) -> TypesetText {
    frame.fit == .none ? set(runs, in: frame) : fitted(runs, in: frame)
  }

  func set(_ runs: [TextRun], in frame: TextFrame) -> TypesetText {
    var result = TypesetText(frame: frame)
    let source = TextSource(runs, in: frame)
    result.diagnostics = source.diagnostic.map { [$0] } ?? []
    // Comparisons with NaN are false.
    guard !source.runs.isEmpty, frame.size.width > 0, frame.size.height > 0 else { return result }
    tools.withLock { tools in
      guard let tools else {
        result.diagnostics.append(.typesetterMissing)
        return
      }
      let layout = OpaqueObjectOwner(pointer: pango_layout_new(tools.fonts.context.pointer))
      apply(frame, to: layout)
      applyText(source, to: layout, &tools.fonts, &result)
      var reader = LineReader(source: source, text: result)
      reader.read(layout, tools.outlines)
      result = reader.text
    }
    return result
  }

  /// Opens a font file in a scope. Later uses of the name refer to this file, even if the path changes.
  package func openFont(at path: String, in scope: FileScope) {
    tools.withLock { tools in
      guard let tools else { return }
      tools.fonts.open(path, in: scope)
    }
  }

  /// Names of the installed font families and of the bundled font family, sorted.
  package var families: [String] { tools.withLock { $0?.fonts.families ?? [] } }

  /// A note if there is no font with this name, or nil.
  package func diagnostic(forFont name: String) -> TextDiagnostic? {
    tools.withLock { $0 == nil ? .typesetterMissing : $0?.fonts.font(named: name).diagnostic }
  }

  /// Notes on characters without a glyph in any font.
  package func missingGlyphs(in runs: [TextRun]) -> [TextDiagnostic] {
    guard tools.withLock({ $0 != nil }) else { return runs.isEmpty ? [] : [.typesetterMissing] }
    // Fonts without letters are supplemented by others.
    guard runs.contains(where: { !$0.text.utf8.allSatisfy { $0 < 0x80 } }) else { return [] }
    let small = runs.map { run in
      var run = run
      run.size = 12
      return run
    }
    let frame = TextFrame(size: CGSize(width: 1_000_000, height: 1_000_000))
    return typeset(small, in: frame).diagnostics.filter {
      if case .glyphsMissing = $0 { true } else { false }
    }
  }

  private func apply(_ frame: TextFrame, to layout: borrowing OpaqueObjectOwner) {
    let pointer = layout.pointer
    if frame.isWrapped || frame.truncation != .none {
      pango_layout_set_width(pointer, units(frame.lineWidth ?? frame.size.width))
    }
    pango_layout_set_wrap(pointer, frame.fit == .none ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    pango_layout_set_ellipsize(pointer, frame.truncation.ellipsis)
    // Otherwise every paragraph is cut to one line.
    if frame.isWrapped && frame.truncation != .none { pango_layout_set_height(pointer, units(frame.size.height)) }
    if frame.isWrapped && frame.alignment == .justified { pango_layout_set_justify(pointer, 1) }
  }

  private func applyText(
    _ source: TextSource, to layout: borrowing OpaqueObjectOwner, _ fonts: inout FontLibrary,
    _ result: inout TypesetText
  ) {
    let attributes = AttributeList(pointer: pango_attr_list_new())
    var start = 0
    for (index, (run, end)) in source.runs.enumerated() {
      let font = fonts.font(named: run.font)
      pango_font_description_set_absolute_size(font.description.pointer, Double(run.size) * 1024)
      if let diagnostic = font.diagnostic, !result.diagnostics.contains(diagnostic) {
        result.diagnostics.append(diagnostic)
      }
      // The colour only separates glyphs of different runs. Actual colours are found by position.
      for attribute in [
        pango_attr_font_desc_new(font.description.pointer), pango_attr_foreground_new(UInt16(index & 0xffff), 0, 0),
        run.kern == 0 ? nil : pango_attr_letter_spacing_new(units(kern: run.kern)),
      ] {
        guard let attribute else { continue }
        (attribute.pointee.start_index, attribute.pointee.end_index) = (UInt32(start), UInt32(end))
        pango_attr_list_insert(attributes.pointer, attribute)
      }
      result.colors.append(run.color)
      start = end
    }
    result.colors += source.runs.map { $0.run.strokeColor ?? $0.run.color }
    leaveOutHyphens(source.bytes, attributes)
    pango_layout_set_attributes(layout.pointer, attributes.pointer)
    pango_layout_set_text(layout.pointer, String(decoding: source.bytes, as: UTF8.self), Int32(source.bytes.count))
  }

  /// Maximum number of soft hyphens that are drawn at line ends, and of their number times paragraphs times bytes, with
  /// which the time of Pango increases.
  private static let (mostSoftHyphens, mostWork) = (500, 100_000_000)

  /// Words are not broken with automatic hyphens. A break after a soft hyphen is the end of a range, so the attribute
  /// does not affect it.
  private func leaveOutHyphens(_ bytes: [UInt8], _ attributes: borrowing AttributeList) {
    var start = 0
    let softHyphens = bytes.indices.dropFirst().filter { bytes[$0] == 0xAD && bytes[$0 - 1] == 0xC2 }
    let paragraphs = 1 + bytes.count { $0 == 0x0A }
    let most = min(Self.mostSoftHyphens, Self.mostWork / (paragraphs * max(1, bytes.count)))
    for end in softHyphens.prefix(most).map({ $0 + 1 }) + [bytes.count] {
      guard let attribute = pango_attr_insert_hyphens_new(0) else { return }
      (attribute.pointee.start_index, attribute.pointee.end_index) = (UInt32(start), UInt32(end))
      pango_attr_list_insert(attributes.pointer, attribute)
      start = end
    }
  }
}

/// Converts points to Pango's units, limited to 32 bits.
private func units(_ points: Double) -> Int32 {
  Int32(min(max(points, 1 / 1024), 2_000_000) * 1024)
}

private func units(kern points: Double) -> Int32 {
  points.isNaN ? 0 : Int32(min(max(points, -1000), 1000) * 1024)
}

extension TextTruncation {
  fileprivate var ellipsis: PangoEllipsizeMode {
    switch self {
    case .none: PANGO_ELLIPSIZE_NONE
    case .start: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .end: PANGO_ELLIPSIZE_END
    }
  }
}
