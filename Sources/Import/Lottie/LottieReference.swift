/// An expression that uses the value of another property: a slider, a transform or part of a shape.
struct LottieReference {
  /// Names and call arguments, from the composition or layer down.
  private var steps: [(name: String, argument: String?)]
  /// Whether a number is used for both components: `[temp, temp]`.
  private let isDoubled: Bool

  private static let transforms = [
    "opacity": "o", "rotation": "r", "anchorPoint": "a", "scale": "s", "position": "p", "skew": "sk", "skewAxis": "sa",
  ]
  private static let parts = [
    "path": "ks", "opacity": "o", "color": "c", "strokeWidth": "w", "size": "s", "position": "p", "roundness": "r",
    "start": "s", "end": "e", "offset": "o",
  ]

  /// Returns nil for other texts.
  init?(_ text: String) {
    guard text.utf8.count <= 400 else { return nil }
    // Patterns that can match white space in several ways would be slow on malicious text.
    let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let form =
      #/
      (?:var\s[^;]*;\s?)*
      (?:(\w+)\s?=\s?([^=;]+);\s?\$bm_rt\s?=\s?\[\s?\1\s?,\s?\1\s?\]|(?:\$bm_rt\s?=\s?)?([^=;]+));?\s?
      /#
    guard let match = plain.wholeMatch(of: form), let rest = match.2 ?? match.3 else { return nil }
    isDoubled = match.2 != nil
    // In `effect("a")("b")`, the second call names a value of the effect.
    let way = rest.replacing(")(", with: ").effect(").replacing("\"", with: "'")
    guard way.wholeMatch(of: /\w+(?:\((?:'[^']*'|\d+)\))?(?:\.\w+(?:\((?:'[^']*'|\d+)\))?)*\s?/) != nil else {
      return nil
    }
    steps = way.matches(of: /(\w+)(?:\((?:'([^']*)'|(\d+))\))?/).map { step in
      (String(step.1), (step.2 ?? step.3).map { String($0) })
    }
    steps.removeAll { $0.name == "thisComp" || $0.name == "thisLayer" }
    guard steps.contains(where: { ["content", "effect", "transform"].contains($0.name) }) else { return nil }
  }

  /// The property that the expression refers to, or nil if it does not exist.
  /// - Parameter path: Path of the property with the expression.
  func property(in root: ForeignValue, from path: String) -> LottieProperty? {
    guard let place = path.prefixMatch(of: /(?:assets\[(\d+)\]\.)?layers\[(\d+)\]/) else { return nil }
    let assets = root["assets"]?.items ?? []
    var composition = place.1.flatMap { Self.item(assets, Int($0, radix: 10)) } ?? root
    var present = Self.item(composition["layers"]?.items, Int(place.2, radix: 10))
    var keys = Self.parts
    for (name, argument) in steps {
      switch name {
      case "comp":
        // The outermost composition often has no name.
        let named = ([root] + assets).first { $0["nm"]?.text == argument } ?? (root["nm"] == nil ? root : nil)
        guard let named else { return nil }
        (composition, present) = (named, nil)
      case "layer": present = Self.named(composition["layers"], argument)
      case "content": present = Self.named(present?["shapes"] ?? present?["it"], argument)
      case "effect": present = Self.named(present?["ef"], argument)
      case "transform":
        present = present?["ks"] ?? present?["it"]?.items?.last { $0["ty"]?.text == "tr" }
        keys = Self.transforms
      default: present = argument == nil ? keys[name].flatMap { present?[$0] } : nil
      }
    }
    let value = steps.last?.name == "effect" ? present?["v"] : present
    guard let found = value.flatMap({ LottieProperty($0) }) else { return nil }
    guard isDoubled else { return found }
    return found.value.count == 1 ? found.doubled : nil
  }

  private static func item(_ items: [ForeignValue]?, _ index: Int?) -> ForeignValue? {
    guard let items, let index, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// Finds an item by name or 1-based index.
  private static func named(_ list: ForeignValue?, _ name: String?) -> ForeignValue? {
    list?.items?.first { $0["nm"]?.text == name }
      ?? item(list?.items, name.flatMap { Int($0, radix: 10) }.map { $0 &- 1 })
  }
}

extension LottieProperty {
  /// A number as both components of a pair.
  fileprivate var doubled: LottieProperty {
    guard isMoving else { return LottieProperty(value + value) }
    return LottieProperty(
      keys: keys.map { key in
        var key = key
        (key.value, key.end) = (key.value + key.value, key.end.map { $0 + $0 })
        return key
      })
  }
}
