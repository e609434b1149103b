package import StarmineText
import Synchronization

/// The text of one layer, drawn when and at the scale at which a frame needs it.
///
/// Everything comes from the state that it is asked about. It only remembers its last results, so that text that does
/// not change is set once and drawn once per scale. The picture of text in one colour is white and tinted where it is
/// drawn, so that another colour makes no other picture, unless some of its glyphs have colours of their own.
final class TextContent: ScalableContent {
  private struct Setting: Hashable {
    /// White where it has one colour.
    var text: TextState
    var size: CGSize
  }

  private struct Look: Hashable {
    var setting: Setting
    /// That of the one colour; it is not part of the tint, because it adds up where glyphs overlap.
    var opacity: CGFloat
    /// The one colour where glyphs have their own beside it: then the picture is not tinted.
    var color: CGColor?
    var scale: Double
  }

  private struct Memory {
    var settings: [(key: Setting, text: TypesetText)] = []
    var units: (key: Setting, units: TextUnits)?
    var pictures: [(key: Look, picture: TextPicture?)] = []
  }

  private let memory = Mutex(Memory())
  /// Results kept: enough for frames of a few moments and scales drawn at once.
  private static let limit = 4

  func picture(
    of state: LayerState, scale: Double, visible: CGRect?, take: (_ pixels: Double) -> Bool
  ) -> ScaledPicture? {
    let text = state.text.value
    let color = text.onlyColor
    var setting = Setting(text: color == nil ? text : text.inWhite, size: state.bounds.size)
    setting.text.animators = []
    let animators = text.activeAnimators
    if !animators.isEmpty {
      let (text, units) = typeset(setting)
      // As long as a few pixels for each that an animator looks at.
      guard take(Double(units.characters.count * animators.count)) else { return nil }
      // Light above white has no place in a picture, but in a tint.
      let isTinted = color?.isWide == true && !state.text.value.hasSeveralColors && !text.hasOwnColors
      let drawn = isTinted ? CGColor(red: 1, green: 1, blue: 1, alpha: color?.alpha ?? 1) : color
      return text.picture(
        of: TextAnimation(animators, of: text, units).looks(color: drawn), scale: scale,
        visible: visible?.offsetBy(dx: -state.bounds.minX, dy: -state.bounds.minY), take: take
      )?.moved(by: state.bounds.origin, tint: isTinted ? color : nil)
    }
    // Scaling a glyph's own picture reads all of it, however small it is drawn.
    let ownPixels = memory.withLock { memory in Self.typeset(setting, &memory).ownPixels }
    let pixels = min(Double(state.bounds.width * state.bounds.height) * scale * scale, TypesetText.mostPixels)
    guard take(pixels + ownPixels) else { return nil }
    let (picture, isTinted) = memory.withLock { memory in
      let text = Self.typeset(setting, &memory)
      let own = text.hasOwnColors ? color : nil
      let look = Look(setting: setting, opacity: color?.alpha ?? 1, color: own, scale: scale)
      if let known = memory.pictures.first(where: { $0.key == look }) { return (known.picture, own == nil) }
      let picture = (own.map(text.colored) ?? text.faded(to: look.opacity)).picture(scale: scale)
      memory.pictures = [(look, picture)] + memory.pictures.prefix(Self.limit - 1)
      return (picture, own == nil)
    }
    return picture?.moved(by: state.bounds.origin, tint: isTinted ? color : nil)
  }

  /// The text of a state with its bounds.
  func typeset(_ state: LayerState) -> TypesetText {
    let text = state.text.value
    var setting = Setting(text: text.onlyColor == nil ? text : text.inWhite, size: state.bounds.size)
    setting.text.animators = []
    return memory.withLock { Self.typeset(setting, &$0) }
  }

  /// Text as it is set, and what animators take it apart into.
  private func typeset(_ setting: Setting) -> (text: TypesetText, units: TextUnits) {
    memory.withLock { memory in
      let text = Self.typeset(setting, &memory)
      let units = memory.units.flatMap { $0.key == setting ? $0.units : nil } ?? TextUnits(text)
      memory.units = (setting, units)
      return (text, units)
    }
  }

  private static func typeset(_ key: Setting, _ memory: inout Memory) -> TypesetText {
    if let known = memory.settings.first(where: { $0.key == key }) { return known.text }
    let text = key.text.typeset(in: key.size)
    memory.settings = [(key, text)] + memory.settings.prefix(limit - 1)
    return text
  }
}

extension TextPicture {
  /// - Parameter origin: of the layer's bounds.
  /// - Parameter tint: its alpha does not count; nil: the picture has its colours already.
  fileprivate func moved(by origin: CGPoint, tint: CGColor?) -> ScaledPicture {
    let gain = tint.map { TintGain($0) } ?? .none
    return ScaledPicture(
      image: image, place: place.offsetBy(dx: origin.x, dy: origin.y),
      tint: tint.map { gain.tint(of: $0).opaquePixel } ?? .max, gain: gain)
  }
}

extension TextState {
  /// The text as a layer with bounds of a size shows it.
  package func typeset(in size: CGSize) -> TypesetText {
    var frame = TextFrame(
      size: size, isWrapped: isWrapped, truncation: truncationMode.known ?? .none,
      alignment: alignmentMode.known ?? .natural)
    (frame.fit, frame.quantizesPositions) = (fit.known ?? .none, allowsFontSubpixelQuantization)
    return Typesetter.shared.typeset(runs, in: frame)
  }

  /// The colour of all of the text; nil where it has several.
  fileprivate var onlyColor: CGColor? {
    switch string {
    case nil: nil
    case .plain: foregroundColor ?? .clear
    case .runs(let runs): runs.allSatisfy { $0.color == runs.first?.color } ? runs.first?.color : nil
    }
  }

  /// Whether runs or animators have colours beside that of all of the text.
  var hasSeveralColors: Bool { onlyColor == nil || activeAnimators.contains { $0.foregroundColor != nil } }

  fileprivate var inWhite: TextState {
    var text = self
    text.foregroundColor = .white
    guard case .runs(var runs) = string else { return text }
    for index in runs.indices { runs[index].color = .white }
    text.string = .runs(runs)
    return text
  }
}

extension CGColor {
  /// The colour's pixel without its alpha.
  fileprivate var opaquePixel: UInt32 {
    CGColor(red: red, green: green, blue: blue, alpha: 1).premultipliedPixel
  }
}
