extension Property where Root == LayerState {
  /// Properties that `CATextLayer` adds (behavior.md 1.9).
  static let textLayer: [Property<LayerState>] = Property<TextState>.text.map { $0.lifted(toLayerBy: \.text) }
}

extension Property where Root == TextState {
  fileprivate static let text: [Property<TextState>] = [
    Property("string", \.string, animatable: false, "The text."),
    Property(
      "font", \.fontName, animatable: false,
      "Name of a font (\"DejaVu Sans Bold\", \"Helvetica-Bold\"), or path of a font file with a slash in it."),
    Property("fontSize", \.fontSize, unit: .points, range: 1...512, "Size of the font."),
    Property("foregroundColor", \.foregroundColor, "Colour of the text."),
    Property("wrapped", \.isWrapped, animatable: false, "Whether lines wrap at the width."),
    Property(
      "truncationMode", \.truncationMode, animatable: false,
      "Part of a long line that an ellipsis replaces."),
    Property("alignmentMode", \.alignmentMode, animatable: false, "Alignment of the lines."),
    Property(
      "fit", \.fit, animatable: false, origin: .engine,
      "How text is fitted to the bounds: shrink, wrap and shrink, or lines of equal width."),
    Property(
      "allowsFontSubpixelQuantization", \.allowsFontSubpixelQuantization, animatable: false,
      "Whether glyphs are positioned at quarters of a pixel."),
    animatorList,
  ]
}

extension TextState {
  /// The font name, as a type that also accepts fonts.
  fileprivate var fontName: FontName {
    get { FontName(name: font) }
    set { font = newValue.name }
  }
}

/// A font name, written as a name or as a font.
private struct FontName: PropertyValue {
  static let kind = ValueKind.string
  var name: String

  init(name: String) { self.name = name }

  init?(keyValue: Any?) {
    guard let name = FontSpelling.name(of: keyValue) else { return nil }
    self.name = name
  }

  var keyValue: Any? { name }
}

/// Plain text or text runs, written as a string or an attributed string.
extension TextState.Content: PropertyValue {
  package static let kind = ValueKind.string

  package init?(keyValue: Any?) {
    if let attributed = keyValue as? NSAttributedString {
      self = .runs(attributed.textRuns)
    } else if let text = keyValue as? String {
      self = .plain(text)
    } else {
      return nil
    }
  }

  package var keyValue: Any? {
    switch self {
    case .plain(let text): text
    case .runs(let runs): NSAttributedString.joining(runs)
    }
  }
}
