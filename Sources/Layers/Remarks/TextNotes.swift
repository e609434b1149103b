import StarmineText

extension CALayer {
  /// Returns notes on a text or a font name that cannot be shown as requested: a replaced font, or characters without
  /// glyphs. Other properties have no notes.
  /// - Parameter value: the present or new value of the property, as in key-value coding.
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

  /// A note on HDR colours of the layer's text if its image has 8 bits in movies with float frames; otherwise nil.
  package final var lightNote: String? {
    let text = state.text.value
    let colors = text.runs.map(\.color) + text.activeAnimators.compactMap(\.foregroundColor)
    guard self is CATextLayer, colors.contains(where: \.isWide) else { return nil }
    let ends = "is drawn with 8 bits also in float movies: clipped at white and limited to sRGB"
    if text.hasSeveralColors { return "a text of several colours \(ends)" }
    let set = Typesetter.shared.typeset(text.runs, in: TextFrame(size: bounds.size))
    return set.hasOwnColors ? "a text with emoji or other colour glyphs \(ends)" : nil
  }

  /// Notes on characters without glyphs in the text that the layer shows or emits from.
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
  /// Opens a font file for all texts whose font is this path. The path must be in a scope.
  package static func openFont(at path: String, in scope: FileScope) {
    Typesetter.shared.openFont(at: path, in: scope)
  }
}

extension CATextLayer {
  package final var shownText: String? {
    state.text.string == nil ? nil : state.text.value.runs.map(\.text).joined()
  }

  /// The sides at which the text extends beyond the bounds or the stage, which is the root layer: "at both sides", "at
  /// the bottom". Nil if the text is inside, and for texts that a truncation mode or a movement cuts on purpose.
  /// - Parameter isMoved: whether anything except the animations of a layer moves it.
  package final func misfit(isMoved: (CALayer) -> Bool) -> String? {
    let text = content.typeset(state)
    let isWhole = state.text.value.truncationMode.known ?? TextTruncation.none == TextTruncation.none
    guard isWhole, !bounds.isEmpty, !text.inkBox.isNull else { return nil }
    let lineage = self.lineage
    let tolerance = max(1, 0.06 * (state.text.value.runs.map(\.size).max() ?? 0) * text.scale)
    let isClipped = state.text.value.activeAnimators.isEmpty || masksToBounds
    var sides = isClipped ? CutSides(text.inkBox, outside: CGRect(origin: .zero, size: bounds.size), tolerance) : []
    if isClipped, text.lines.last.map({ $0.bytes.upperBound + 1 < text.bytes.count }) ?? true { sides.insert(.bottom) }
    if let root = lineage.last, !lineage.contains(where: { $0.isMovedByAnimations || isMoved($0) }) {
      let area = CGRect(origin: .zero, size: bounds.size)
      let shown = (isClipped ? text.inkBox.intersection(area) : text.inkBox)
      let place = convert(shown.offsetBy(dx: bounds.minX, dy: bounds.minY), to: root)
      if place.overlaps(root.bounds) { sides.formUnion(CutSides(place, outside: root.bounds, tolerance)) }
    }
    if lineage.contains(where: \.isHidden) { return nil }
    return sides.text.map { "is cut \($0)" } ?? (isTiny(text) ? "is shrunk until it is hard to read" : nil)
  }

  private func isTiny(_ text: TypesetText) -> Bool {
    guard text.scale < 1, let root = lineage.last else { return false }
    let size = text.scale * (state.text.value.runs.map(\.size).max() ?? 0)
    let letter = convert(CGRect(x: 0, y: 0, width: 1, height: size), to: root)
    return letter.height < 0.02 * min(root.bounds.width, root.bounds.height)
  }
}

extension CALayer {
  /// Whether an animation changes its position. Scaling and rotation usually begin or end at the model values.
  fileprivate var isMovedByAnimations: Bool {
    guard !(self is CAScrollLayer) else { return true }
    return (animationKeys() ?? []).contains { key in
      guard let animation = animation(forKey: key) else { return false }
      return (animation as? CAAnimationGroup)?.animations.map { $0.contains(where: \.moves) } ?? animation.moves
    }
  }
}

extension CAAnimation {
  fileprivate var moves: Bool {
    guard let path = (self as? CAPropertyAnimation)?.keyPath else { return false }
    let isTurn = ["transform.scale", "transform.rotation"].contains(where: path.hasPrefix)
    return !isTurn && ["position", "bounds", "transform", "sublayerTransform", "frame"].contains(where: path.hasPrefix)
  }
}

extension CGRect {
  /// Whether the rectangles overlap. If a coordinate is NaN, this is false, and `intersects` traps.
  fileprivate func overlaps(_ other: CGRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

private struct CutSides: OptionSet {
  let rawValue: Int
  static let (left, right, top, bottom) = (Self(rawValue: 1), Self(rawValue: 2), Self(rawValue: 4), Self(rawValue: 8))

  init(rawValue: Int) { self.rawValue = rawValue }

  init(_ box: CGRect, outside area: CGRect, _ tolerance: CGFloat) {
    self = []
    if box.minX < area.minX - tolerance { insert(.left) }
    if box.maxX > area.maxX + tolerance { insert(.right) }
    if box.minY < area.minY - tolerance { insert(.top) }
    if box.maxY > area.maxY + tolerance { insert(.bottom) }
  }

  var text: String? {
    let width: String? =
      isSuperset(of: [.left, .right])
      ? "both sides" : contains(.left) ? "the left" : contains(.right) ? "the right" : nil
    let height: String? = contains(.bottom) ? "the bottom" : contains(.top) ? "the top" : nil
    let places = [width, height].compactMap { $0 }
    return places.isEmpty ? nil : "at " + places.joined(separator: " and at ")
  }
}
