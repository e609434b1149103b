import Foundation
package import StarmineGraphics
import StarmineScene
import StarmineText

extension CALayer {
  /// Notes on a text or a font's name that cannot be shown as it is asked for: a font that another one stands in for,
  /// characters without glyphs. None for properties that hold neither.
  ///
  /// - Parameter value: what the property is, or is going to be, as key-value coding has it.
  package final func textNotes(on value: Any?, forKey key: String) -> [String] {
    let typesetter = Typesetter.shared
    switch (self, key) {
    case (is CATextLayer, "string"):
      var text = state.text.value
      text.string = TextState.Content(keyValue: value)
      let isPlain = if case .runs = text.string { false } else { true }
      let fonts = isPlain ? [] : Set(text.runs.map(\.font)).sorted()
      return fonts.compactMap { typesetter.diagnostic(forFont: $0)?.description }
        + typesetter.missingGlyphs(in: text.runs).map(\.description)
    case (is CAEmitterLayer, "emitterText"):
      let run = TextRun(value as? String ?? "", font: state.emitter.emitterFont)
      return typesetter.missingGlyphs(in: [run]).map(\.description)
    case (is CATextLayer, "font"), (is CAEmitterLayer, "emitterFont"):
      guard let name = FontSpelling.name(of: value) else { return [] }
      return [typesetter.diagnostic(forFont: name)?.description].compactMap { $0 }
    default: return []
    }
  }

  /// A note on colours of the layer's text beyond those of bytes, where its picture has bytes in movies of floats too;
  /// nil: none.
  package final var lightNote: String? {
    let text = state.text.value
    let colors = text.runs.map(\.color) + text.activeAnimators.compactMap(\.foregroundColor)
    guard self is CATextLayer, colors.contains(where: \.isWide) else { return nil }
    let ends = "is drawn in bytes in movies of floats too: its light ends at white, its colours at those of sRGB"
    if text.hasSeveralColors { return "a text of several colours \(ends)" }
    let set = Typesetter.shared.typeset(text.runs, in: TextFrame(size: bounds.size))
    return set.hasOwnColors ? "a text with emoji or other glyphs of their own colours \(ends)" : nil
  }

  /// Notes on characters of the text that the layer shows now, or emits from, for which there are no glyphs.
  package final var missingGlyphs: [String] {
    let runs =
      switch self {
      case is CATextLayer: state.text.value.runs
      case is CAEmitterLayer: [TextRun(state.emitter.emitterText, font: state.emitter.emitterFont)]
      default: [TextRun]()
      }
    return Typesetter.shared.missingGlyphs(in: runs).map(\.description)
  }
}

extension CATextLayer {
  /// Opens a font's file for all texts whose font is this path; it must be in a scope.
  package static func openFont(at path: String, in scope: FileScope) {
    Typesetter.shared.openFont(at: path, in: scope)
  }
}
