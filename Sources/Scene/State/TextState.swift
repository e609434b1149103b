/// The values of `CATextLayer` (behavior.md 1.9).
package struct TextState: RareGroup, Hashable {
  /// Content of a text layer: plain text with the layer's attributes, or text runs.
  package enum Content: Hashable, Sendable {
    case plain(String)
    case runs([TextRun])
  }

  package var string: Content?
  package var font = "Helvetica"
  /// Points per em.
  package var fontSize: CGFloat = 36
  package var foregroundColor: CGColor? = .white
  package var isWrapped = false
  package var truncationMode = Spelling(TextTruncation.none)
  package var alignmentMode = Spelling(TextAlignment.natural)
  package var fit = Spelling(TextFit.none)
  package var allowsFontSubpixelQuantization = false
  package var animators: [TextAnimatorState] = []

  /// Maximum number of animators of a text. More have no effect.
  package static let mostAnimators = 16
  /// Maximum number of glyphs of a text with animators. More are not drawn.
  package static let mostAnimatedGlyphs = 5000

  package static let defaults = TextState()

  package var activeAnimators: [TextAnimatorState] { animators.prefix(Self.mostAnimators).filter(\.isEnabled) }

  /// The first animator with a name. Without one, reading returns one without effect, and writing does nothing.
  package subscript(animatorNamed name: String) -> TextAnimatorState {
    get { animators.first { $0.name == name } ?? TextAnimatorState() }
    set {
      guard let index = animators.firstIndex(where: { $0.name == name }) else { return }
      animators[index] = newValue
    }
  }

  /// The text runs. Text without a colour is invisible if the layer has no colour.
  package var runs: [TextRun] {
    switch string {
    case nil: []
    case .plain(let text): [TextRun(text, font: font, size: fontSize, color: foregroundColor ?? .clear)]
    case .runs(let runs): runs
    }
  }
}
