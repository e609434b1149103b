extension TextUnit: PropertyValue {}
extension TextRangeShape: PropertyValue {}

extension Property where Root == TextAnimatorState {
  /// All properties of an animator: the only declaration of its keys.
  private static let rows: [Property<TextAnimatorState>] = [
    Property("name", \.name, animatable: false, "Name of the animator in key paths."),
    Property("enabled", \.isEnabled, animatable: false, "Whether the animator is enabled."),
    Property("by", \.by, animatable: false, "Unit of the text. A letter is a character other than a space."),
    Property("start", \.start, range: 0...1, "Start of the range, as a fraction of all units."),
    Property("end", \.end, range: 0...1, "End of the range, as a fraction of all units."),
    Property("offset", \.offset, range: -1...1, "Added to start and end."),
    Property(
      "indexed", \.isIndexed, animatable: false,
      "Start, end and offset are numbers of units; below 0, start and end count from the last unit."),
    Property("shape", \.shape, animatable: false, "Shape of the strength along the range."),
    Property("amount", \.amount, range: -1...1, "Strength of the change; below 0 the opposite change."),
    Property("easeHigh", \.easeHigh, range: -1...1, "Easing near full strength; above 0 it ends slowly."),
    Property("easeLow", \.easeLow, range: -1...1, "Easing near zero strength; above 0 it starts slowly."),
    Property("randomOrder", \.isRandom, animatable: false, "Whether units are in random order."),
    Property("seed", \.seed, range: 0...1000, animatable: false, "Seed of the random order."),
  ]

  private static let changes: [Property<TextAnimatorState>] = [
    Property("position", \.position, unit: .points, range: -1000...1000, "Offset of a unit to the right, down."),
    Property(
      "anchorPoint", \.anchorPoint, range: 0...1,
      "Anchor of rotation and scale in a unit's box, from its top left corner."),
    Property("scale", \.scale, range: 0...4, "Scale of a unit."),
    Property("scaleX", \.scaleX, range: -1...4, "Additional horizontal scale of a unit."),
    Property("scaleY", \.scaleY, range: -1...4, "Additional vertical scale of a unit."),
    Property("rotation", \.rotation, unit: .radians, range: -6.2831853...6.2831853, "Clockwise rotation of a unit."),
    Property("opacity", \.opacity, range: 0...1, "Opacity of a unit."),
    Property("foregroundColor", \.foregroundColor, "Colour of a unit; nil: unchanged."),
    Property("tracking", \.tracking, unit: .points, range: -50...200, "Space added after each character."),
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
    (info.summary, info.isDerived, info.isAnimatable) = ("Animators of parts of the text.", true, false)
    info.origin = .engine
    return Property(
      info, read: { $0.animators.isEmpty ? nil : $0.animators.map { CATextAnimator($0) } },
      write: { root, value in
        guard value == nil || value is [CATextAnimator] else { return false }
        root.animators = (value as? [CATextAnimator] ?? []).map(\.state)
        return true
      })
  }()

  /// The property for a key path to a named animator (`animators.typing.start`).
  static func animatorInput(_ keyPath: String) -> Property<TextState>? {
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, parts[0] == animatorsKey,
      let row = Property<TextAnimatorState>.animatorTable[String(parts[2])]
    else { return nil }
    return row.lifted(through: \TextState.[animatorNamed: String(parts[1])]).renamed(keyPath)
  }
}
