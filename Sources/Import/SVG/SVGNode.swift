/// An element of an SVG document, or text between elements, whose name is empty.
final class SVGNode {
  let name: String
  private(set) var attributes: [String: String]
  let location: SourceLocation
  let text: String
  private(set) var children: [SVGNode] = []
  private(set) weak var parent: SVGNode?
  private(set) weak var previous: SVGNode?
  /// Property values: attributes, overridden by style sheets, then by the `style` attribute.
  var declared: [String: String] = [:]
  /// Attributes and properties without animations.
  private var base: (attributes: [String: String], declared: [String: String])?

  init(_ node: XMLNode) {
    (name, location, text) = (node.name, node.location, node.text)
    var attributes: [String: String] = [:]
    for (key, value) in node.attributes where key != "xlink:href" || node["href"] == nil {
      attributes[key == "xlink:href" ? "href" : key] = value
    }
    self.attributes = attributes
    var last: SVGNode?
    children = node.children.map { child in
      let child = SVGNode(child)
      (child.parent, child.previous) = (self, last)
      if !child.name.isEmpty { last = child }
      return child
    }
  }

  subscript(key: String) -> String? { attributes[key] }

  func animate(_ key: String, _ value: String) {
    if base == nil { base = (attributes, declared) }
    attributes[key] = value
    declared[key] = value
  }

  /// Removes the values of animations.
  func restore() {
    guard let base else { return }
    (attributes, declared) = base
  }

  var elements: [SVGNode] { children.filter { !$0.name.isEmpty } }
  var classes: [Substring] { attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? [] }

  var everything: [SVGNode] {
    var (result, pending): ([SVGNode], [SVGNode]) = ([], [self])
    while let node = pending.popLast() {
      result.append(node)
      pending += node.elements.reversed()
    }
    return result
  }

  /// Whether `systemLanguage` matches English.
  var isSpoken: Bool {
    guard let text = attributes["systemLanguage"] else { return true }
    return text.split(separator: ",").contains { item in
      let language = item.trimmingCharacters(in: .whitespaces)
      return language == "en" || language.hasPrefix("en-")
    }
  }

  var depth: Int { parent.map { $0.depth + 1 } ?? 0 }

  var content: String { name.isEmpty ? text : children.map(\.content).joined() }

  /// The ID that `href` refers to; nil if it is missing or in another document.
  var target: String? {
    guard let link = attributes["href"]?.trimmingCharacters(in: .whitespaces), link.hasPrefix("#") else { return nil }
    return String(link.dropFirst())
  }
}

/// The table of properties: which are inherited, and their initial values.
enum SVGProperty {
  static let inherited: [String: String] = [
    "fill": "black", "stroke": "none", "stroke-width": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
    "stroke-miterlimit": "4", "stroke-dasharray": "none", "stroke-dashoffset": "0", "fill-opacity": "1",
    "stroke-opacity": "1", "fill-rule": "nonzero", "clip-rule": "nonzero", "visibility": "visible", "color": "black",
    "font-size": "16", "font-family": "serif", "font-weight": "400", "font-style": "normal", "font-stretch": "normal",
    "font-variant": "normal", "text-anchor": "start", "letter-spacing": "0", "word-spacing": "0",
    "writing-mode": "horizontal-tb", "marker-start": "none", "marker-mid": "none", "marker-end": "none",
    "paint-order": "normal", "image-rendering": "auto", "color-interpolation": "sRGB",
    "color-interpolation-filters": "linearRGB", "dominant-baseline": "auto", "xml:space": "default",
    "font-kerning": "auto", "kerning": "auto",
  ]
  static let initial: [String: String] = [
    "opacity": "1", "stop-color": "black", "stop-opacity": "1", "clip-path": "none", "mask": "none", "filter": "none",
    "display": "inline", "mix-blend-mode": "normal", "isolation": "auto", "transform-origin": "0 0",
    "transform-box": "view-box", "flood-color": "black", "flood-opacity": "1", "mask-type": "luminance",
    "text-decoration": "none", "baseline-shift": "baseline", "alignment-baseline": "auto", "background-color": "",
    "vector-effect": "none", "lighting-color": "white",
  ]
  /// Geometry attributes that style sheets can also set.
  static let geometry: Set = ["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d", "overflow", "transform"]

  static func isKnown(_ key: String) -> Bool {
    key.hasPrefix("--") || inherited[key] != nil || initial[key] != nil || geometry.contains(key)
      || shorthands.contains(key) || key.hasPrefix("animation")
  }

  private static let shorthands: Set = ["font", "marker"]
  /// Properties that are not attributes too.
  static let styleOnly: Set = ["font", "marker", "mix-blend-mode", "isolation", "background-color", "font-kerning"]

  /// Expands shorthands.
  static func longhands(_ key: String, _ value: String) -> [(String, String)] {
    switch key {
    case "marker": return ["marker-start", "marker-mid", "marker-end"].map { ($0, value) }
    case "font":
      let words = value.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      guard let size = words.firstIndex(where: { $0.first?.isNumber ?? false && Double($0) == nil }) else { return [] }
      var result = [("font-size", String(words[size].prefix { $0 != "/" }))]
      result.append(("font-family", words[(size + 1)...].joined(separator: " ")))
      for word in words[..<size] where word != "normal" {
        let isStyle = word == "italic" || word == "oblique"
        result.append((isStyle ? "font-style" : word == "small-caps" ? "font-variant" : "font-weight", word))
      }
      return result
    default: return [(key, value)]
    }
  }
}

/// Property values of an element, including inherited ones.
struct SVGStyle {
  private var inherited: [String: String] = [:]
  private var own: [String: String] = [:]
  /// Points.
  private(set) var fontSize = 16.0

  init() {}

  /// The values of a child element.
  func entering(_ node: SVGNode) -> SVGStyle {
    var result = self
    result.own = [:]
    for (key, value) in node.declared where key.hasPrefix("--") { result.inherited[key] = value }
    for (key, text) in node.declared where !key.hasPrefix("--") {
      guard let value = result.resolved(text) else { continue }
      let isInherited = SVGProperty.inherited[key] != nil
      switch value {
      case "inherit", "no-change": if !isInherited { result.own[key] = own[key] }
      case "initial": result.set(key, SVGProperty.inherited[key], isInherited)
      case "unset": if !isInherited { result.own[key] = nil }
      default: result.set(key, value, isInherited)
      }
    }
    if let size = node.declared["font-size"].flatMap({ result.resolved($0) }) {
      result.fontSize = SVGLength.fontSize(size, in: fontSize)
    }
    if let weight = node.declared["font-weight"], weight == "bolder" || weight == "lighter" {
      let outer = SVGFont.weight(self["font-weight"])
      let heavier = outer < 350 ? 400 : outer < 550 ? 700 : 900
      let lighter = outer < 550 ? 100 : outer < 750 ? 400 : 700
      let own = weight == "bolder" ? heavier : lighter
      result.set("font-weight", "\(own)", true)
    }
    return result
  }

  private mutating func set(_ key: String, _ value: String?, _ isInherited: Bool) {
    if isInherited { inherited[key] = value } else { own[key] = value }
  }

  /// Replaces variables in a value. Returns nil if one is missing.
  private func resolved(_ text: String) -> String? {
    var (result, count) = (text, 0)
    while let start = result.range(of: "var("), count < 32, result.utf8.count < 10_000 {
      guard let end = result[start.upperBound...].end("(", ")") else { return nil }
      let parts = result[start.upperBound..<end].split(separator: ",", maxSplits: 1)
      let name = parts.first?.trimmingCharacters(in: .whitespaces) ?? ""
      let fallback = parts.count > 1 ? String(parts[1]) : nil
      guard let value = inherited[name] ?? fallback else { return nil }
      result.replaceSubrange(start.lowerBound..<result.index(after: end), with: value)
      count += 1
    }
    return count < 32 ? result.trimmingCharacters(in: .whitespacesAndNewlines) : nil
  }

  subscript(key: String) -> String {
    inherited[key] ?? own[key] ?? SVGProperty.inherited[key] ?? SVGProperty.initial[key] ?? ""
  }

  func given(_ key: String) -> String? { own[key] ?? inherited[key] }
}

extension Substring {
  /// The index of the bracket that closes the first one.
  func end(_ opening: Character, _ closing: Character) -> Index? {
    var depth = 1
    return indices.first { index in
      depth += self[index] == opening ? 1 : self[index] == closing ? -1 : 0
      return depth == 0
    }
  }
}

extension [SVGNode] {
  subscript(key: String) -> String? { lazy.compactMap { $0[key] }.first }
}
