/// The unit of a text to which an animator applies.
package enum TextUnit: String, CaseIterable, Sendable {
  case character
  case letter
  case word, line
}

package enum TextRangeShape: String, CaseIterable, Sendable { case square, rampUp, rampDown, triangle, round, smooth }

/// Values of a text animator: a range of units, its strength along the range, and the changes of each unit.
package struct TextAnimatorState: Sendable, Hashable {
  /// Name in key paths.
  package var name: String?
  package var isEnabled = true

  package var by = TextUnit.character
  /// Whether start, end and offset count units, from the end if negative. Otherwise they are fractions of all units.
  package var isIndexed = false
  package var start: CGFloat = 0
  package var end: CGFloat = 1
  package var offset: CGFloat = 0
  package var shape = TextRangeShape.square
  /// Strength, -1...1.
  package var amount: CGFloat = 1
  /// Easing toward full and zero strength, -1...1.
  package var easeHigh: CGFloat = 0
  package var easeLow: CGFloat = 0
  package var isRandom = false
  package var seed = 0

  /// Points.
  package var position = CGPoint.zero
  /// In the box of the unit, from its top left corner.
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var scale: CGFloat = 1
  package var scaleX: CGFloat = 1
  package var scaleY: CGFloat = 1
  /// Radians.
  package var rotation: CGFloat = 0
  package var opacity: CGFloat = 1
  /// Nil keeps the colour of the text.
  package var foregroundColor: CGColor?
  /// Points added after each character.
  package var tracking: CGFloat = 0
  /// Standard deviation in points.
  package var blur: CGFloat = 0

  package init() {}
}
