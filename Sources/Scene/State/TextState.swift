/// Values of `CATextLayer` (behavior.md 1.9).
package struct TextState: RareGroup, Hashable {
  /// Content of a text layer: with one look, which the layer has, or with looks of its own.
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
  /// In the order in which they act.
  package var animators: [TextAnimatorState] = []

  /// Animators of one text; those behind them do nothing.
  package static let mostAnimators = 16
  /// Glyphs of a text that has animators; those behind them are not drawn.
  package static let mostAnimatedGlyphs = 5000

  package static let defaults = TextState()

  /// The animators that do something.
  package var activeAnimators: [TextAnimatorState] { animators.prefix(Self.mostAnimators).filter(\.isEnabled) }

  /// The first animator of a name. Without one it reads as one that does nothing, and writing does nothing.
  package subscript(animatorNamed name: String) -> TextAnimatorState {
    get { animators.first { $0.name == name } ?? TextAnimatorState() }
    set {
      guard let index = animators.firstIndex(where: { $0.name == name }) else { return }
      animators[index] = newValue
    }
  }

  /// The runs to set. A text without a colour of its own is not seen where the layer has none.
  package var runs: [TextRun] {
    switch string {
    case nil: []
    case .plain(let text): [TextRun(text, font: font, size: fontSize, color: foregroundColor ?? .clear)]
    case .runs(let runs): runs
    }
  }
}
