import Foundation
import StarmineGraphics
import StarmineScene
import StarmineText

extension PeerCase {
  /// A line of text, for engines that take glyphs and for engines that set text themselves. Points of its layer.
  struct Text: Hashable {
    struct Glyph: Hashable {
      /// In the font.
      var number: UInt32
      var x, y: Double
    }

    /// Family.
    var font: String
    var string: String
    /// Points per em.
    var size: Double
    var x, baseline, top: Double
    var glyphs: [Glyph]
  }
}

/// Text of a layer, of which display lists hold a picture only.
struct TextPiece {
  var lines: [PeerCase.Text]
  /// Premultiplied.
  var color: UInt32
  /// Place of the picture in the layer.
  private var place: CGRect

  /// All pieces below a layer in the order of drawing.
  static func all(in node: RenderNode, at time: Double) -> [TextPiece] {
    let state = node.presentedState(at: time)
    return [TextPiece(state)].compactMap { $0 } + node.sublayers.flatMap { all(in: $0, at: time) }
  }

  private init?(_ state: LayerState) {
    let text = state.text.value
    guard case .plain(let string) = text.string else { return nil }
    let frame = TextFrame(
      size: state.bounds.size, isWrapped: text.isWrapped, truncation: text.truncationMode.known ?? .none,
      alignment: text.alignmentMode.known ?? .natural)
    let set = Typesetter.shared.typeset(text.runs, in: frame)
    guard let picture = set.picture(scale: 1) else { return nil }
    (color, place) = ((text.foregroundColor ?? .clear).premultipliedPixel, picture.place)
    let bytes = Array(string.utf8)
    lines = set.lines.map { line in
      let glyphs = set.glyphs[line.glyphs].compactMap { glyph in
        glyph.number.map { PeerCase.Text.Glyph(number: $0, x: glyph.x, y: glyph.y) }
      }
      return PeerCase.Text(
        font: text.font, string: String(decoding: bytes[line.bytes], as: UTF8.self), size: text.fontSize, x: line.x,
        baseline: line.baseline, top: line.baseline - line.ascent, glyphs: glyphs)
    }
  }

  /// Whether a picture can be this text's: it lies at the same place.
  func fits(_ destination: RoundedRect) -> Bool {
    CGRect(
      x: destination.minX, y: destination.minY, width: destination.maxX - destination.minX,
      height: destination.maxY - destination.minY) == place
  }
}
