/// What an animator of a text takes as one thing.
package enum TextUnit: String, CaseIterable, Sendable {
  case character
  /// A character that is not a space.
  case letter
  case word, line
}

/// How an animator acts along its range.
package enum TextRangeShape: String, CaseIterable, Sendable {
  case square, rampUp, rampDown, triangle, round, smooth
}

/// Values of one animator of a text: a range of units, how it acts along the range, and what it makes of each unit.
package struct TextAnimatorState: Sendable, Hashable {
  /// By which key paths find the animator in its layer.
  package var name: String?
  package var isEnabled = true

  package var by = TextUnit.character
  /// Whether start, end and offset count units, from behind where start or end is below 0; otherwise they are shares of
  /// all units.
  package var isIndexed = false
  package var start: CGFloat = 0
  package var end: CGFloat = 1
  package var offset: CGFloat = 0
  package var shape = TextRangeShape.square
  /// How much of the change a unit in the middle of the range gets, -1...1.
  package var amount: CGFloat = 1
  /// Bends of the shape at its top and its foot, -1...1.
  package var easeHigh: CGFloat = 0
  package var easeLow: CGFloat = 0
  package var isRandom = false
  package var seed = 0

  /// Points.
  package var position = CGPoint.zero
  /// In the unit's box, from its top left corner.
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var scale: CGFloat = 1
  package var scaleX: CGFloat = 1
  package var scaleY: CGFloat = 1
  /// Radians.
  package var rotation: CGFloat = 0
  package var opacity: CGFloat = 1
  /// Nil: the text's own.
  package var foregroundColor: CGColor?
  /// Points behind each character.
  package var tracking: CGFloat = 0
  /// Standard deviation, points.
  package var blur: CGFloat = 0

  package init() {}
}
