/// A `@keyframes` rule.
struct SVGKeyframes {
  private(set) var frames: [(share: Double, declarations: [SVGDeclaration])] = []

  init(_ text: Substring) {
    for match in text.matches(of: /([^{}]*)\{([^{}]*)\}/).prefix(1000) {
      let declarations = SVGDeclaration.list(String(match.2))
      for item in match.1.split(separator: ",") {
        let word = item.trimmingCharacters(in: .whitespacesAndNewlines)
        let length = SVGLength(["from": "0%", "to": "100%"][word] ?? word)
        if let share = length.flatMap({ $0.unit == "%" ? $0.value / 100 : nil }), (0...1).contains(share) {
          frames.append((share, declarations))
        }
      }
    }
    // Later frames at the same position override earlier ones; the sort is stable.
    frames.sort { $0.share < $1.share }
  }
}

extension SVGAnimation {
  private typealias Settings = [String: String]

  private static let longhands = [
    "name", "duration", "delay", "timing-function", "iteration-count", "direction", "fill-mode", "play-state",
  ]
  /// Properties that are set by single words of a shorthand.
  private static let words = [
    "infinite": "iteration-count", "normal": "direction", "reverse": "direction", "alternate": "direction",
    "alternate-reverse": "direction", "forwards": "fill-mode", "backwards": "fill-mode", "both": "fill-mode",
    "none": "fill-mode", "paused": "play-state", "running": "play-state",
  ]

  static func styled(_ node: SVGNode, _ rules: [String: SVGKeyframes], _ writer: SVGImporter) -> [SVGAnimation] {
    guard node.declared["animation"] != nil || node.declared["animation-name"] != nil else { return [] }
    var items = parts(node.declared["animation"] ?? "").map(shorthand)
    let names = parts(node.declared["animation-name"] ?? "")
    if !names.isEmpty { items = names.indices.map { items.indices.contains($0) ? items[$0] : [:] } }
    for key in longhands {
      let list = parts(node.declared["animation-" + key] ?? "")
      if !list.isEmpty { for index in items.indices { items[index][key] = list[index % list.count] } }
    }
    return items.prefix(100).flatMap { item -> [SVGAnimation] in
      guard let name = item["name"], name != "none" else { return [] }
      guard let rule = rules[name] else {
        writer.lose("animation", "@keyframes \(name.excerpt(40)) does not exist", node)
        return []
      }
      return animations(node, rule, item)
    }
  }

  private static func parts(_ text: String) -> [String] {
    text.matches(of: /(?:[^,()]|\([^()]*\))+/).map { $0.0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter {
      !$0.isEmpty
    }
  }

  private static func shorthand(_ text: String) -> Settings {
    var result: Settings = [:]
    for match in text.matches(of: /[-\w.%]+(?:\([^()]*\))?/) {
      let word = String(match.0)
      let time = seconds(word).map { _ in result["duration"] == nil ? "duration" : "delay" }
      let number = Double(word).map { _ in "iteration-count" }
      result[time ?? number ?? words[word] ?? (easing(word) == nil ? "name" : "timing-function")] = word
    }
    return result
  }

  /// Seconds of a time with its unit.
  private static func seconds(_ text: String) -> Double? {
    guard text.hasSuffix("s") else { return nil }
    let isNegative = text.hasPrefix("-")
    return SVGInstance.clock(isNegative ? String(text.dropFirst()) : text).map { isNegative ? -$0 : $0 }
  }

  private static let curves: [String: LottieEasing] = [
    "linear": .linear, "ease": LottieEasing(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1),
    "ease-in": LottieEasing(x1: 0.42, y1: 0, x2: 1, y2: 1), "ease-out": LottieEasing(x1: 0, y1: 0, x2: 0.58, y2: 1),
    "ease-in-out": LottieEasing(x1: 0.42, y1: 0, x2: 0.58, y2: 1),
  ]

  private static func easing(_ text: String) -> ((Double) -> Double)? {
    let text = text == "step-start" ? "steps(1,start)" : text == "step-end" ? "steps(1)" : text
    if let curve = curves[text] { return { curve.value(at: $0) } }
    guard let match = text.wholeMatch(of: /(cubic-bezier|steps)\((.*)\)/) else { return nil }
    let n = SVGValues.numbers(String(match.2))
    if match.1 == "steps", let count = n.first, count >= 1 {
      let isEarly = match.2.contains("start")
      return { min(1, (($0 * count + 1e-9).rounded(.down) + (isEarly ? 1 : 0)) / count) }
    }
    guard n.count == 4, (0...1).contains(n[0]), (0...1).contains(n[2]) else { return nil }
    return { LottieEasing(x1: n[0], y1: n[1], x2: n[2], y2: n[3]).value(at: $0) }
  }

  private static func animations(_ node: SVGNode, _ rule: SVGKeyframes, _ item: Settings) -> [SVGAnimation] {
    var timing = SVGTiming()
    timing.begins = [.offset(item["delay"].flatMap(seconds) ?? 0)]
    timing.simple = max(0, item["duration"].flatMap(seconds) ?? 0)
    guard timing.simple > 0 else { return [] }
    let count = item["iteration-count"] == "infinite" ? .infinity : item["iteration-count"].flatMap(Double.init) ?? 1
    timing.whole = timing.simple * max(0, count)
    let keys = Set(rule.frames.flatMap { $0.declarations.map(\.key) }.filter { !$0.hasPrefix("animation") })
    return keys.sorted().compactMap { key in
      var result = SVGAnimation(target: node, key: key, timing: timing, values: [])
      result.direction = item["direction"] ?? "normal"
      result.isPaused = item["play-state"] == "paused"
      let fill = item["fill-mode"] ?? "none"
      result.isFrozen = fill == "forwards" || fill == "both"
      result.fillsBefore = fill == "backwards" || fill == "both"
      return result.read(rule, item["timing-function"] ?? "ease") ? result : nil
    }
  }

  private mutating func read(_ rule: SVGKeyframes, _ pace: String) -> Bool {
    func add(_ share: Double, _ value: SVGAnimatedValue?, _ pace: String) {
      keyTimes.append(share)
      values.append(value)
      easings.append(Self.easing(pace) ?? { $0 })
    }
    for frame in rule.frames {
      guard let text = frame.declarations.last(where: { $0.key == key })?.value else { continue }
      guard let value = SVGAnimatedValue(text, SVGAnimatedValue.kind(of: key)) else { return false }
      if keyTimes.isEmpty, frame.share > 0 { add(0, nil, pace) }
      add(frame.share, value, frame.declarations.last { $0.key == "animation-timing-function" }?.value ?? pace)
    }
    if let last = keyTimes.last, last < 1 { add(1, nil, pace) }
    return !values.isEmpty
  }
}
