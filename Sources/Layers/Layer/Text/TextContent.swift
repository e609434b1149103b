package import StarmineText
import Synchronization

/// The text of a layer, drawn when a frame needs it and at the scale of that frame.
///
/// The result depends only on the given state. The last results are cached, so that unchanged text is laid out once and
/// drawn once per scale. Text in one colour is drawn in white and tinted later, so that another colour needs no new
/// image, unless some glyphs have their own colours.
final class TextContent: ScalableContent {
  private struct Setting: Hashable {
    var text: TextState
    var size: CGSize
  }

  private struct Look: Hashable {
    var setting: Setting
    /// Opacity of the single colour. It is not part of the tint, because overlapping glyphs add up.
    var opacity: CGFloat
    /// The main colour if some glyphs have their own: the image is not tinted then.
    var color: CGColor?
    var scale: Double
  }

  private struct Memory {
    var settings: [(key: Setting, text: TypesetText)] = []
    var units: (key: Setting, units: TextUnits)?
    var pictures: [(key: Look, picture: TextPicture?)] = []
  }

  private let memory = Mutex(Memory())
  /// Number of cached results: enough for a few moments and scales at once.
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
      // Costs a few pixels for each character that an animator processes.
      guard take(Double(units.characters.count * animators.count)) else { return nil }
      // An image cannot store HDR colours, but a tint can.
      let isTinted = color?.isWide == true && !state.text.value.hasSeveralColors && !text.hasOwnColors
      let drawn = isTinted ? CGColor(red: 1, green: 1, blue: 1, alpha: color?.alpha ?? 1) : color
      return text.picture(
        of: TextAnimation(animators, of: text, units).looks(color: drawn), scale: scale,
        visible: visible?.offsetBy(dx: -state.bounds.minX, dy: -state.bounds.minY), take: take
      )?.moved(by: state.bounds.origin, tint: isTinted ? color : nil)
    }
    // Scaling the bitmap of a glyph reads all of it, even if the result is small.
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

  func typeset(_ state: LayerState) -> TypesetText {
    let text = state.text.value
    var setting = Setting(text: text.onlyColor == nil ? text : text.inWhite, size: state.bounds.size)
    setting.text.animators = []
    return memory.withLock { Self.typeset(setting, &$0) }
  }

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
  /// - Parameter origin: origin of the layer's bounds.
  /// - Parameter tint: colour of the text, whose alpha is ignored; nil if the image has its final colours.
  fileprivate func moved(by origin: CGPoint, tint: CGColor?) -> ScaledPicture {
    let gain = tint.map { TintGain($0) } ?? .none
    return ScaledPicture(
      image: image, place: place.offsetBy(dx: origin.x, dy: origin.y),
      tint: tint.map { gain.tint(of: $0).opaquePixel } ?? .max, gain: gain)
  }
}

extension TextState {
  /// Returns the text laid out in bounds of a size.
  package func typeset(in size: CGSize) -> TypesetText {
    var frame = TextFrame(
      size: size, isWrapped: isWrapped, truncation: truncationMode.known ?? .none,
      alignment: alignmentMode.known ?? .natural)
    (frame.fit, frame.quantizesPositions) = (fit.known ?? .none, allowsFontSubpixelQuantization)
    return Typesetter.shared.typeset(runs, in: frame)
  }

  /// The single colour of the text, or nil if it has several.
  fileprivate var onlyColor: CGColor? {
    switch string {
    case nil: nil
    case .plain: foregroundColor ?? .clear
    case .runs(let runs): runs.allSatisfy { $0.color == runs.first?.color } ? runs.first?.color : nil
    }
  }

  /// Whether runs or animators have colours other than that of the whole text.
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
  /// The pixel of the colour without alpha.
  fileprivate var opaquePixel: UInt32 {
    CGColor(red: red, green: green, blue: blue, alpha: 1).premultipliedPixel
  }
}
