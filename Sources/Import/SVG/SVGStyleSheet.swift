struct SVGDeclaration {
  let key: String
  let value: String
  let isImportant: Bool

  /// `fill: red; stroke: blue !important`.
  static func list(_ text: String) -> [SVGDeclaration] {
    text.split(separator: ";").flatMap { item -> [SVGDeclaration] in
      guard let colon = item.firstIndex(of: ":") else { return [] }
      var value = item[item.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
      let name = item[..<colon].trimmingCharacters(in: .whitespacesAndNewlines)
      let mark = value.range(of: #"!\s*important$"#, options: .regularExpression)
      if let mark { value = value[..<mark.lowerBound].trimmingCharacters(in: .whitespaces) }
      return SVGProperty.longhands(name.hasPrefix("--") ? name : name.lowercased(), value).map {
        SVGDeclaration(key: $0.0, value: $0.1, isImportant: mark != nil)
      }
    }
  }
}

/// A selector such as `g > .name:first-child`.
struct SVGSelector {
  struct Compound {
    var name: String?
    var tests: [(SVGNode) -> Bool] = []
    /// Relation to the previous compound: a space, `>`, `+` or `~`.
    var combinator: Character = " "

    func matches(_ node: SVGNode) -> Bool { (name == nil || name == node.name) && tests.allSatisfy { $0(node) } }
  }

  private var compounds: [Compound] = []
  /// Numbers of IDs, classes and names, combined to one number.
  private(set) var specificity = 0

  /// Returns nil for an unsupported selector.
  init?(_ text: String) {
    var rest = text.trimmingCharacters(in: .whitespacesAndNewlines)[...]
    var combinator: Character = " "
    while !rest.isEmpty {
      var compound = Compound(combinator: combinator)
      let start = rest.startIndex
      while let match = rest.prefixMatch(of: /\*|[-\w]+|[.#][-\w]+|\[[^\]]*\]|:[-\w]+(\([^)]*\))?/) {
        guard add(String(match.0), to: &compound) else { return nil }
        rest = rest[match.range.upperBound...]
      }
      guard rest.startIndex > start else { return nil }
      compounds.append(compound)
      guard let next = rest.prefixMatch(of: /\s*([>+~])\s*|\s+/) else {
        if rest.isEmpty { break }
        return nil
      }
      combinator = next.1?.first ?? " "
      rest = rest[next.range.upperBound...]
    }
    guard (1...50).contains(compounds.count) else { return nil }
  }

  private mutating func add(_ part: String, to compound: inout Compound) -> Bool {
    let body = String(part.dropFirst())
    switch part.first {
    case "*": return true
    case "#":
      specificity += 10_000
      compound.tests.append { $0["id"] == body }
    case ".":
      specificity += 100
      compound.tests.append { $0.classes.contains { $0 == body } }
    case "[":
      specificity += 100
      guard let match = part.wholeMatch(of: /\[\s*([-\w:]+)\s*(?:([~|^$*]?)=\s*["']?([^"'\]]*?)["']?\s*)?\]/) else {
        return false
      }
      let (key, value) = (String(match.1), match.3.map(String.init))
      let kind = match.2.map(String.init) ?? ""
      compound.tests.append { Self.matches($0[key], kind, value) }
    case ":":
      specificity += 100
      guard part == ":first-child" else { return false }
      compound.tests.append { $0.previous == nil }
    default:
      specificity += 1
      compound.name = part
    }
    return true
  }

  private static func matches(_ found: String?, _ kind: String, _ value: String?) -> Bool {
    guard let found else { return false }
    guard let value else { return true }
    switch kind {
    case "~": return found.split(separator: " ").contains { $0 == value }
    case "|": return found == value || found.hasPrefix(value + "-")
    case "^": return found.hasPrefix(value)
    case "$": return found.hasSuffix(value)
    case "*": return found.contains(value)
    default: return found == value
    }
  }

  /// - Parameter steps: Remaining number of elements that may be visited.
  func matches(_ node: SVGNode, _ steps: inout Int) -> Bool { matches(node, compounds.count - 1, &steps) }

  private func matches(_ node: SVGNode, _ index: Int, _ steps: inout Int) -> Bool {
    steps -= 1
    guard steps > 0, compounds[index].matches(node) else { return false }
    guard index > 0 else { return true }
    let isSibling = compounds[index].combinator == "+" || compounds[index].combinator == "~"
    let isNear = compounds[index].combinator == ">" || compounds[index].combinator == "+"
    var other = isSibling ? node.previous : node.parent
    while let candidate = other {
      if matches(candidate, index - 1, &steps) { return true }
      if isNear { return false }
      other = isSibling ? candidate.previous : candidate.parent
    }
    return false
  }
}

struct SVGStyleSheet {
  private var rules: [(selector: SVGSelector, order: Int, declarations: [SVGDeclaration])] = []
  /// Selectors and rules that are not supported.
  private(set) var refused: [String] = []
  private(set) var keyframes: [String: SVGKeyframes] = [:]
  private var steps = 4_000_000

  init(_ text: String) {
    let plain = text.replacing(/(?s)\/\*.*?\*\//, with: " ").replacing("<!--", with: "").replacing("-->", with: "")
    var rest = plain[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == ";" }) {
      let head = rest[..<open].trimmingCharacters(in: .whitespacesAndNewlines)
      guard rest[open] == "{" else {
        if head.hasPrefix("@"), !head.hasPrefix("@charset") { refused.append(head) }
        rest = rest[rest.index(after: open)...]
        continue
      }
      let end = rest[rest.index(after: open)...].end("{", "}") ?? rest.endIndex
      let body = rest[rest.index(after: open)..<end]
      rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
      if let match = head.wholeMatch(of: /@(?:-webkit-)?keyframes\s+["']?(.*?)["']?/) {
        keyframes[String(match.1)] = SVGKeyframes(body)
      } else if head.hasPrefix("@") {
        refused.append(head)
      } else {
        add(head, String(body))
      }
    }
    rules.sort { ($0.selector.specificity, $0.order) < ($1.selector.specificity, $1.order) }
  }

  private mutating func add(_ head: String, _ body: String) {
    let declarations = SVGDeclaration.list(body)
    for part in head.split(separator: ",") {
      if let selector = SVGSelector(String(part)) {
        rules.append((selector, rules.count, declarations))
      } else {
        refused.append(String(part))
      }
    }
  }

  /// Writes the cascaded values of an element into it. Returns false if that takes too long.
  mutating func apply(to node: SVGNode) -> Bool {
    var values: [String: String] = [:]
    for (key, value) in node.attributes where SVGProperty.isKnown(key) && !SVGProperty.styleOnly.contains(key) {
      values[key] = value
    }
    let inline = node["style"].map { SVGDeclaration.list($0.replacing(/(?s)\/\*.*?\*\//, with: " ")) } ?? []
    let sheet = rules.flatMap { $0.selector.matches(node, &steps) ? $0.declarations : [] }
    let all = sheet + inline
    for item in all where !item.isImportant { values[item.key] = item.value }
    for item in all where item.isImportant { values[item.key] = item.value }
    node.declared = values
    return steps > 0
  }
}
