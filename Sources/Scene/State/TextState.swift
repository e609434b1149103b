public import Foundation
public import Graphics

/// Values of `CATextLayer` (reference section 1.9).
public struct TextState: RareGroup, Hashable {
  /// What a text layer shows: with one look, which the layer has, or with looks of its own.
  public enum Content: Hashable, Sendable {
    case plain(String)
    case runs([TextRun])
  }

  public var string: Content?
  public var font = "Helvetica"
  /// Points per em.
  public var fontSize: CGFloat = 36
  public var foregroundColor: CGColor? = .white
  public var isWrapped = false
  public var truncationMode = TextTruncation.none
  public var alignmentMode = TextAlignment.natural
  public var allowsFontSubpixelQuantization = false

  public static let defaults = TextState()

  /// The runs to set. A text without a colour of its own is not seen where the layer has none.
  public var runs: [TextRun] {
    switch string {
    case nil: []
    case .plain(let text): [TextRun(text, font: font, size: fontSize, color: foregroundColor ?? .clear)]
    case .runs(let runs): runs
    }
  }
}
