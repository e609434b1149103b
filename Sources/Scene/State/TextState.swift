package import Foundation
package import StarmineGraphics

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
  package var allowsFontSubpixelQuantization = false

  package static let defaults = TextState()

  /// The runs to set. A text without a colour of its own is not seen where the layer has none.
  package var runs: [TextRun] {
    switch string {
    case nil: []
    case .plain(let text): [TextRun(text, font: font, size: fontSize, color: foregroundColor ?? .clear)]
    case .runs(let runs): runs
    }
  }
}
