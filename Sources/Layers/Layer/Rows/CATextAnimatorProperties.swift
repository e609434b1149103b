extension TextUnit: PropertyValue {}
extension TextRangeShape: PropertyValue {}

extension Property where Root == TextAnimatorState {
  /// Everything that an animator takes: the only declaration of its keys.
  private static let rows: [Property<TextAnimatorState>] = [
    Property("name", \.name, animatable: false, "Name by which key paths find the animator."),
    Property("enabled", \.isEnabled, animatable: false, "Whether the animator acts."),
    Property("by", \.by, animatable: false, "What it takes as one thing; a letter is a character that is not a space."),
    Property("start", \.start, range: 0...1, "Where its range begins, a share of all units."),
    Property("end", \.end, range: 0...1, "Where its range ends, a share of all units."),
    Property("offset", \.offset, range: -1...1, "Added to start and end."),
    Property(
      "indexed", \.isIndexed, animatable: false,
      "Start, end and offset count units instead of being shares; start and end below 0 count from behind."),
    Property("shape", \.shape, animatable: false, "How it acts along the range."),
    Property("amount", \.amount, range: -1...1, "How much of its change units get; below 0 the opposite."),
    Property("easeHigh", \.easeHigh, range: -1...1, "Bend of the shape near its top; above 0 it arrives slowly."),
    Property("easeLow", \.easeLow, range: -1...1, "Bend of the shape near its foot; above 0 it leaves slowly."),
    Property("randomOrder", \.isRandom, animatable: false, "Units come in the order of dice instead of reading."),
    Property("seed", \.seed, range: 0...1000, animatable: false, "Of the random order."),
  ]

  private static let changes: [Property<TextAnimatorState>] = [
    Property("position", \.position, unit: .points, range: -1000...1000, "How far it moves a unit to the right, down."),
    Property(
      "anchorPoint", \.anchorPoint, range: 0...1,
      "Point of a unit's box about which it turns and grows, from its top left corner."),
    Property("scale", \.scale, range: 0...4, "Size of a unit, of its own."),
    Property("scaleX", \.scaleX, range: -1...4, "Width of a unit besides its scale."),
    Property("scaleY", \.scaleY, range: -1...4, "Height of a unit besides its scale."),
    Property("rotation", \.rotation, unit: .radians, range: -6.2831853...6.2831853, "Turn of a unit, clockwise."),
    Property("opacity", \.opacity, range: 0...1, "Opacity of a unit."),
    Property("foregroundColor", \.foregroundColor, "Colour of a unit; its own if nil."),
    Property("tracking", \.tracking, unit: .points, range: -50...200, "Added behind each character."),
    Property("blur", \.blur, unit: .points, range: 0...64, "Standard deviation of a unit's blur."),
  ]

  fileprivate static let animatorTable = PropertyTable(rows + changes)
}

extension TextAnimatorState: OwnedPart {
  package static let none = TextAnimatorState()
  package var className: String { "CATextAnimator" }
  package var table: PropertyTable<TextAnimatorState> { Property.animatorTable }
  package var object: Any { CATextAnimator(self) }
  package var fresh: TextAnimatorState { TextAnimatorState() }
}

extension Property where Root == TextState {
  static var animatorsKey: String { "animators" }

  static let animatorList: Property<TextState> = {
    var info = PropertyInfo(key: animatorsKey, kind: .animators)
    (info.summary, info.isDerived, info.isAnimatable) = ("What moves and changes parts of the text.", true, false)
    info.origin = .engine
    return Property(
      info, read: { $0.animators.isEmpty ? nil : $0.animators.map { CATextAnimator($0) } },
      write: { root, value in
        guard value == nil || value is [CATextAnimator] else { return false }
        root.animators = (value as? [CATextAnimator] ?? []).map(\.state)
        return true
      })
  }()

  /// The row of a value of a named animator (`animators.typing.start`).
  static func animatorInput(_ keyPath: String) -> Property<TextState>? {
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, parts[0] == animatorsKey,
      let row = Property<TextAnimatorState>.animatorTable[String(parts[2])]
    else { return nil }
    return row.lifted(through: \TextState.[animatorNamed: String(parts[1])]).renamed(keyPath)
  }
}
