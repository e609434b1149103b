import Foundation
import StarmineGraphics
import StarmineScene
import StarmineText
import Synchronization

/// The text of one layer, drawn when and at the scale at which a frame needs it.
///
/// Everything comes from the state that it is asked about. It only remembers its last results, so that text that does
/// not change is set once and drawn once per scale.
final class TextContent: ScalableContent {
  private struct Setting: Hashable {
    var text: TextState
    var size: CGSize
  }

  private struct Memory {
    var settings: [(key: Setting, text: TypesetText)] = []
    var pictures: [(key: Setting, scale: Double, picture: TextPicture?)] = []
  }

  private let memory = Mutex(Memory())
  /// Results kept: enough for frames of a few moments and scales drawn at once.
  private static let limit = 4

  func picture(of state: LayerState, scale: Double) -> ScaledPicture? {
    let key = Setting(text: state.text.value, size: state.bounds.size)
    let picture = memory.withLock { memory in
      if let known = memory.pictures.first(where: { $0.scale == scale && $0.key == key }) { return known.picture }
      let picture = Self.typeset(key, &memory).picture(scale: scale)
      memory.pictures = [(key, scale, picture)] + memory.pictures.prefix(Self.limit - 1)
      return picture
    }
    return picture.map {
      ScaledPicture(image: $0.image, place: $0.place.offsetBy(dx: state.bounds.minX, dy: state.bounds.minY))
    }
  }

  private static func typeset(_ key: Setting, _ memory: inout Memory) -> TypesetText {
    if let known = memory.settings.first(where: { $0.key == key }) { return known.text }
    var frame = TextFrame(
      size: key.size, isWrapped: key.text.isWrapped, truncation: key.text.truncationMode,
      alignment: key.text.alignmentMode)
    frame.quantizesPositions = key.text.allowsFontSubpixelQuantization
    let text = Typesetter.shared.typeset(key.text.runs, in: frame)
    memory.settings = [(key, text)] + memory.settings.prefix(limit - 1)
    return text
  }
}
