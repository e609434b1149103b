extension Property where Root == LayerState {
  /// `CATextLayer` besides what every layer has (behavior.md 1.9).
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
    Property("wrapped", \.isWrapped, animatable: false, "Lines break where they would not fit the width."),
    Property(
      "truncationMode", \.truncationMode, animatable: false,
      "Which part of a line that does not fit gives way to an ellipsis."),
    Property("alignmentMode", \.alignmentMode, animatable: false, "How lines are aligned: left, right, centred."),
    Property(
      "fit", \.fit, animatable: false, origin: .engine,
      "How a text that is too large for the bounds is made to fit: shrink, wrap and shrink, or lines of equal width."),
    Property(
      "allowsFontSubpixelQuantization", \.allowsFontSubpixelQuantization, animatable: false,
      "Glyphs start at quarters of a pixel instead of anywhere."),
    animatorList,
  ]
}

extension TextState {
  /// The font's name, as a type that fonts can be written to.
  fileprivate var fontName: FontName {
    get { FontName(name: font) }
    set { font = newValue.name }
  }
}

/// A font's name; written as a name or as a font.
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

/// Plain text or runs; written as a string or as an attributed one.
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
