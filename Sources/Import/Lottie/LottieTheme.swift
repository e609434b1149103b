/// Themes of a dotLottie archive (version 2): `t/NAME.json` with rules, each of which replaces the value of a slot.
enum LottieTheme {
  /// Name of the variable that selects a theme.
  static let variable = "theme"
  /// Value of the variable for the unchanged animation.
  static let none = "none"

  /// Replaces slots by the rules of a theme.
  /// - Parameters:
  ///   - animation: name of the animation. Rules may be limited to other animations.
  ///   - lose: called with the error of a rule and its location.
  static func apply(
    _ theme: ForeignValue, to slots: inout LottieSlots, animation: String,
    lose: (_ reason: String, _ place: SourceLocation) -> Void
  ) {
    guard let rules = theme["rules"]?.items else { return lose("expected a list of rules", theme.location) }
    for rule in rules {
      if let animations = rule["animations"]?.items, !animations.contains(where: { $0.text == animation }) { continue }
      guard let name = rule["id"]?.text, let value = value(of: rule) else {
        lose("expected a rule with an id, a type and a value or keyframes", rule.location)
        continue
      }
      if rule["expression"] != nil { lose("expressions of themes are not supported", rule.location) }
      slots.set(name, to: value)
    }
  }

  /// The property that a rule describes; nil for other values.
  private static func value(of rule: ForeignValue) -> ForeignValue? {
    guard let type = rule["type"]?.text, let spell = spellings[type] else { return nil }
    guard let keyframes = rule["keyframes"]?.items, !keyframes.isEmpty else {
      guard let value = rule["value"], let spelled = spell(value) else { return nil }
      switch type {
      case "Image": return spelled
      case "Text": return .object([("k", .list([.object([("s", spelled), ("t", 0)])]))])
      case "Gradient": return gradient(value, .object([("a", 0), ("k", spelled)]))
      default: return .object([("a", 0), ("k", spelled)])
      }
    }
    let keys = keyframes.compactMap { key -> ForeignValue? in
      guard let frame = key["frame"], let value = key["value"], let spelled = spell(value) else { return nil }
      let isList = spelled.items != nil || type == "Text"
      let members = [
        ("t", frame), ("s", isList ? spelled : .list([spelled])), ("i", key["inTangent"]), ("o", key["outTangent"]),
        ("h", key["hold"]?.isTrue == true ? 1 : nil), ("ti", key["valueInTangent"]), ("to", key["valueOutTangent"]),
      ]
      return .object(members.compactMap { name, value in value.map { (name, $0) } })
    }
    guard keys.count == keyframes.count, type != "Image" else { return nil }
    let moving = ForeignValue.object([("a", 1), ("k", .list(keys))])
    return type == "Gradient" ? gradient(keyframes[0]["value"], moving) : moving
  }

  private static func gradient(_ stops: ForeignValue?, _ property: ForeignValue) -> ForeignValue {
    .object([("p", ForeignValue(.number(Double(stops?.items?.count ?? 0)))), ("k", property)])
  }

  /// Values of rules as Lottie spells them, by the rule's type.
  private static let spellings: [String: @Sendable (ForeignValue) -> ForeignValue?] = [
    "Color": { numbers($0, 3...4) }, "Scalar": { $0.number == nil ? nil : $0 }, "Position": { numbers($0, 2...3) },
    "Vector": { numbers($0, 2...3) }, "Gradient": stops, "Image": image, "Text": text,
  ]

  private static func numbers(_ value: ForeignValue, _ count: ClosedRange<Int>) -> ForeignValue? {
    let items = value.items ?? []
    return count.contains(items.count) && items.allSatisfy { $0.number != nil } ? value : nil
  }

  /// Places and colours, then places and opacities.
  @Sendable private static func stops(_ value: ForeignValue) -> ForeignValue? {
    let stops = (value.items ?? []).compactMap { stop -> [ForeignValue]? in
      guard let offset = stop["offset"], let color = stop["color"], numbers(color, 3...4) != nil else { return nil }
      return [offset] + (color.items ?? [])
    }
    guard !stops.isEmpty, stops.count == value.items?.count else { return nil }
    let alphas = stops.contains { $0.count == 5 } ? stops.flatMap { [$0[0], $0.count == 5 ? $0[4] : 1] } : []
    return .list(stops.flatMap { $0.prefix(4) } + alphas)
  }

  @Sendable private static func image(_ value: ForeignValue) -> ForeignValue? {
    guard let source = value["src"] ?? value["path"] ?? value["url"], source.text != nil else { return nil }
    let size = [("w", value["width"]), ("h", value["height"])].compactMap { name, side in side.map { (name, $0) } }
    return .object([("u", ForeignValue(.text(""))), ("p", source), ("e", 0)] + size)
  }

  @Sendable private static func text(_ value: ForeignValue) -> ForeignValue? {
    guard value["text"]?.text != nil else { return nil }
    let members = (value.members ?? []).compactMap { member -> (key: String, value: ForeignValue)? in
      guard let key = textKeys[member.key] else { return nil }
      let words = key == "j" ? alignments : key == "ca" ? capitals : []
      let index = member.value.text.flatMap { words.firstIndex(of: $0) }
      return (key, index.map { ForeignValue(.number(Double($0))) } ?? member.value)
    }
    return .object(members)
  }

  private static let textKeys = [
    "text": "t", "fontName": "f", "fontSize": "s", "fillColor": "fc", "strokeColor": "sc", "strokeWidth": "sw",
    "strokeOverFill": "of", "lineHeight": "lh", "tracking": "tr", "justify": "j", "textCaps": "ca",
    "baselineShift": "ls", "wrapSize": "sz", "wrapPosition": "ps",
  ]
  private static let alignments = [
    "Left", "Right", "Center", "JustifyLastLeft", "JustifyLastRight", "JustifyLastCenter", "JustifyLastFull",
  ]
  private static let capitals = ["Regular", "AllCaps", "SmallCaps"]
}
