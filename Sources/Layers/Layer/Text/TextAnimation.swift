import StarmineText

/// The position and style of each glyph after the animators.
struct TextAnimation {
  private let animators: [TextAnimatorState]
  private let text: TypesetText
  private let units: TextUnits

  init(_ animators: [TextAnimatorState], of text: TypesetText, _ units: TextUnits) {
    (self.animators, self.text, self.units) = (animators, text, units)
  }

  /// One style per glyph, up to the maximum for text with animators.
  /// - Parameter color: the colour of the whole text, or nil if runs have their own colours.
  func looks(color: CGColor?) -> [GlyphLook] {
    let glyphs = Array(text.glyphs.prefix(TextState.mostAnimatedGlyphs))
    let places = glyphs.map { units[$0] }
    let amounts = animators.map { $0.amounts(count: units.counts[$0.by] ?? 0) }
    let ways = tracking(amounts)
    var boxes: [TextUnit: [CGRect]] = [:]
    for unit in Set(animators.map(\.by)) { boxes[unit] = self.boxes(of: unit, glyphs, places, ways) }
    return glyphs.indices.map { index in
      let glyph = glyphs[index]
      let way = places[index].map { ways[$0.character] } ?? 0
      var look = GlyphLook(
        transform: CGAffineTransform(translationX: glyph.x + way, y: glyph.y),
        color: color ?? text.color(of: glyph))
      guard let place = places[index] else { return look }
      // The colour of another animator keeps the opacity.
      var opacity: CGFloat = 1
      for (animator, amounts) in zip(animators, amounts) {
        guard let unit = place[animator.by], let box = boxes[animator.by]?[unit] else { continue }
        animator.change(&look, &opacity, in: box, by: amounts[unit], blurScale: Double(text.scale))
      }
      look.color.alpha *= opacity
      return look
    }
  }

  /// The boxes of all units of a kind. They have the width of their glyphs and the height of their lines.
  private func boxes(
    of unit: TextUnit, _ glyphs: [TypesetText.Glyph], _ places: [TextUnits.Places?], _ ways: [Double]
  ) -> [CGRect] {
    var boxes = [CGRect](repeating: .null, count: units.counts[unit] ?? 0)
    for (glyph, place) in zip(glyphs, places) {
      guard let place, let index = place[unit], text.lines.indices.contains(place.line) else { continue }
      let line = text.lines[place.line]
      boxes[index] = boxes[index].union(
        CGRect(
          x: glyph.x + ways[place.character], y: line.baseline - line.ascent, width: glyph.advance,
          height: line.ascent + line.descent))
    }
    return boxes
  }

  /// The displacement of each character by the space added after others. Lines keep their alignment.
  private func tracking(_ amounts: [[Double]]) -> [Double] {
    var ways = [Double](repeating: 0, count: units.characters.count)
    guard animators.contains(where: { $0.tracking != 0 && $0.tracking.isFinite }) else { return ways }
    var start = 0
    while start < units.characters.count {
      let line = units.characters[start].line
      var (end, sum, last) = (start, 0.0, 0.0)
      while end < units.characters.count, units.characters[end].line == line {
        ways[end] = sum
        last = added(behind: units.characters[end], amounts)
        sum += last
        end += 1
      }
      let isReversed = text.lines.indices.contains(line) && text.lines[line].isRightToLeft
      let room = (sum - last) * text.frame.alignment.share(isRightToLeft: isReversed)
      for index in start..<end { ways[index] = isReversed ? sum - last - ways[index] - room : ways[index] - room }
      start = end
    }
    return ways
  }

  private func added(behind character: TextUnits.Places, _ amounts: [[Double]]) -> Double {
    zip(animators, amounts).reduce(0) { sum, part in
      let (animator, amounts) = part
      guard animator.tracking.isFinite, let unit = character[animator.by] else { return sum }
      return sum + Double(animator.tracking * text.scale) * amounts[unit]
    }
  }
}

extension TextUnits.Places {
  /// The index of the unit that contains the character, or the number of units.
  fileprivate subscript(unit: TextUnit) -> Int? {
    switch unit {
    case .character: character
    case .letter: letter
    case .word: word
    case .line: line
    }
  }
}

extension TextAnimatorState {
  /// - Parameter box: the box of the unit that contains the glyph.
  fileprivate func change(
    _ look: inout GlyphLook, _ opacity: inout CGFloat, in box: CGRect, by amount: Double, blurScale: Double
  ) {
    guard amount != 0 else { return }
    let share = CGFloat(amount)
    let turns = rotation != 0 || scale != 1 || scaleX != 1 || scaleY != 1
    if turns {
      let pivot = CGPoint(x: box.minX + box.width * anchorPoint.x, y: box.minY + box.height * anchorPoint.y)
      look.transform = look.transform
        .concatenating(CGAffineTransform(translationX: -pivot.x, y: -pivot.y))
        .concatenating(
          CGAffineTransform(scaleX: 1 + (scale * scaleX - 1) * share, y: 1 + (scale * scaleY - 1) * share)
        )
        .concatenating(CGAffineTransform(rotationAngle: rotation * share))
        .concatenating(CGAffineTransform(translationX: pivot.x, y: pivot.y))
    }
    look.transform.tx += position.x * share
    look.transform.ty += position.y * share
    if let foregroundColor { look.color = look.color.mixed(foregroundColor, amount) ?? look.color }
    opacity *= max(0, min(1, 1 + (self.opacity - 1) * share))
    look.blur += Double(blur) * blurScale * abs(amount)
  }
}
