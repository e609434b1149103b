package struct ParameterRow {
  package let name: String
  package let info: PropertyInfo
  package let owner: String
  private let value: Any?
  private let initial: Any?
  private let texts: ValueText
  private let example: String
  /// Whether it belongs to a class instead of a preset.
  private let isOfClass: Bool
  private var isVariable = false

  package var isDefault: Bool { !isVariable && texts.text(value, info) == texts.text(initial, info) }

  /// A property of a class; nil for derived properties.
  package init?(_ container: any PropertyContainer, key: String, isQualified: Bool = false) {
    guard let info = container.info(forKey: key), !info.isDerived else { return nil }
    name = isQualified ? "\(container.className).\(key)" : key
    (self.info, owner, texts, isOfClass) = (info, container.className, ValueText(), true)
    example = container.path + ((container is MovieValues ? MovieProperty[key]?.example : nil) ?? info.example)
    (value, initial) = (container.defaultProperty(key), container.defaultProperty(key))
  }

  package init(_ variable: PresetVariable) {
    (name, info, owner) = ("vars.\(variable.name)", variable.info, "vars")
    (value, initial) = (variable.typed, variable.typedDefault)
    (texts, example, isOfClass, isVariable) = (
      ValueText(), "--var \(variable.name)=\(variable.value ?? "")", false, true
    )
  }

  package init?(_ movie: MovieValues, key: String, of scene: PresetScene) {
    guard let info = movie.info(forKey: key) else { return nil }
    (self.info, owner, texts, isOfClass) = (info, movie.className, scene.valueText, false)
    name = "\(movie.className).\(key)"
    (value, initial, example) = (
      movie.readProperty(key), movie.defaultProperty(key),
      "\(movie.className).\(MovieProperty[key]?.example ?? info.example)"
    )
  }

  package init(entry: LayerLookup.Entry, _ texts: ValueText) {
    (name, info, owner) = (entry.path, entry.found.info, entry.found.container.className)
    (value, initial) = (entry.found.value, entry.found.container.defaultProperty(entry.found.key))
    (self.texts, example, isOfClass) = (texts, info.example, false)
  }

  /// Whether the name or the description contains a search term.
  package func matches(_ word: String) -> Bool {
    // Longer terms cannot match, and searching for them is slow.
    guard word.utf8.count <= max(name.utf8.count, info.summary.utf8.count) else { return false }
    let word = word.lowercased()
    return name.lowercased().contains(word) || info.summary.lowercased().contains(word)
  }

  package var text: String {
    let value = texts.text(value, info)
    guard isOfClass else { return "\(name) = \(value)" }
    // Angles are in degrees for people.
    let isAngle = info.unit == .radians || info.unit == .radiansPerSecond
    let factor = isAngle ? 180 / Double.pi : 1
    let name = info.unit == .radians ? "degrees" : info.unit == .radiansPerSecond ? "degrees/s" : info.unit.rawValue
    let unit = name.isEmpty ? "" : ", \(name)"
    let range =
      info.range.map {
        ", \(ValueText.text(($0.lowerBound * factor * 1e3).rounded() / 1e3)) to "
          + ValueText.text(($0.upperBound * factor * 1e3).rounded() / 1e3)
      } ?? ""
    let animatable = info.isAnimatable ? ", animatable" : ", not animatable"
    return
      "\(self.name): \(info.kind.name)\(unit)\(range), default \(value)\(animatable)\n"
      + "    \(info.summary)\n    --set '\(example)'"
  }

  /// For agents: key, value, unit and usual range on one line.
  package var brief: String {
    let range = info.range.map { " (\(ValueText.text($0.lowerBound)) to \(ValueText.text($0.upperBound)))" } ?? ""
    let unit = info.unit.rawValue
    let value = texts.text(value, info)
    return "\(name) = \(value)\(unit.isEmpty || value.hasSuffix(unit) ? "" : " \(unit)")\(range)"
  }

  package struct Record: Encodable {
    var key: String
    var owner: String
    var kind: String
    var unit: String
    var range: [Double]?
    var isAnimatable: Bool
    var value: TypedValue
    var defaultValue: TypedValue
    var isDefault: Bool
    var summary: String
    var example: String
  }

  package var record: Record {
    Record(
      key: name, owner: owner, kind: info.kind.name, unit: info.unit.rawValue,
      range: info.range.map { [$0.lowerBound, $0.upperBound] }, isAnimatable: info.isAnimatable,
      value: TypedValue(value, info, texts), defaultValue: TypedValue(initial, info, texts), isDefault: isDefault,
      summary: info.summary, example: example)
  }
}

extension ValueKind {
  /// The type in words; for an enumeration, its values.
  fileprivate var name: String {
    if case .enumeration(let spellings) = self { return spellings.joined(separator: "|") }
    return "\(self)"
  }
}

extension PropertyContainer {
  fileprivate var path: String {
    switch self {
    case is CAFilter: "filters.NAME."
    case is CAEmitterBehavior: "emitterBehaviors.NAME."
    case is CATextAnimator: "animators.NAME."
    case is MovieValues: "\(MovieValues.className)."
    default: ""
    }
  }
}
