/// Numbers that follow the stage: `stage.width * 0.5`, `(stage.height - 40) / 3`, `min(stage.width, 400)`. With a
/// variable of the document, whose value stands in its place by then: `{margin} * 2`.
///
/// Numbers, `stage.width` and `stage.height` in points, `+ - * /`, parentheses, `min` and `max` of two.
struct StageExpression {
  private let stage: CGSize
  private var rest: Substring
  private var depth = 0

  /// Longest text, and deepest nesting.
  private static let limits = (length: 400, depth: 24)

  /// Whether a text is meant as one: it names the stage, or calculates.
  static func isMeant(by text: String) -> Bool {
    if text.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "(") }) { return true }
    return text.contains("stage.") || [" + ", " - ", " / "].contains { text.contains($0) }
  }

  /// Errors: anything that is not such an expression, a result that is not finite.
  static func value(of text: String, stage: CGSize) throws(ValueMismatchError) -> Double {
    guard text.utf8.count <= limits.length else {
      throw ValueMismatchError("the expression is longer than 400 characters")
    }
    var parser = StageExpression(stage: stage, rest: text[...])
    do throws(ValueMismatchError) {
      let value = try parser.sum()
      parser.skipSpace()
      guard parser.rest.isEmpty, value.isFinite else { throw parser.mismatch }
      return value
    } catch {
      throw ValueMismatchError(
        "\(error.message) in \"\(text.prefix(60))\"; expressions look like stage.width * 0.5 + 20")
    }
  }

  private init(stage: CGSize, rest: Substring) { (self.stage, self.rest) = (stage, rest) }

  private var mismatch: ValueMismatchError {
    ValueMismatchError(rest.isEmpty ? "unexpected end" : "unexpected \"\(rest.prefix(20))\"")
  }

  private mutating func skipSpace() { rest = rest.drop { $0 == " " } }

  private mutating func take(_ text: String) -> Bool {
    skipSpace()
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func sum() throws(ValueMismatchError) -> Double {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.limits.depth else { throw ValueMismatchError("too deeply nested") }
    var value = try product()
    while true {
      if take("+") { value += try product() } else if take("-") { value -= try product() } else { return value }
    }
  }

  private mutating func product() throws(ValueMismatchError) -> Double {
    var value = try factor()
    while true {
      if take("*") { value *= try factor() } else if take("/") { value /= try factor() } else { return value }
    }
  }

  private mutating func factor() throws(ValueMismatchError) -> Double {
    if take("-") {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.limits.depth else { throw ValueMismatchError("too deeply nested") }
      return -(try factor())
    }
    if take("stage.width") { return Double(stage.width) }
    if take("stage.height") { return Double(stage.height) }
    if take("min(") { return try pair(min) }
    if take("max(") { return try pair(max) }
    if take("(") {
      let value = try sum()
      guard take(")") else { throw mismatch }
      return value
    }
    guard let number = number() else { throw mismatch }
    return number
  }

  /// Digits with a point among them, perhaps an exponent. Read by hand: documents hold hundreds, and a regular
  /// expression would take a quarter of the time of loading one.
  private mutating func number() -> Double? {
    let text = rest.utf8
    func digits(from start: Substring.UTF8View.Index) -> Substring.UTF8View.Index {
      text[start...].firstIndex { !$0.isDigit } ?? text.endIndex
    }
    var end = digits(from: text.startIndex)
    if end < text.endIndex, text[end] == UInt8(ascii: ".") { end = digits(from: text.index(after: end)) }
    if end < text.endIndex, text[end] | 0x20 == UInt8(ascii: "e") {
      var exponent = text.index(after: end)
      if exponent < text.endIndex, "+-".utf8.contains(text[exponent]) { exponent = text.index(after: exponent) }
      let last = digits(from: exponent)
      if last > exponent { end = last }
    }
    guard let number = Double(rest[..<end]) else { return nil }
    rest = rest[end...]
    return number
  }

  private mutating func pair(_ choose: (Double, Double) -> Double) throws(ValueMismatchError) -> Double {
    let first = try sum()
    guard take(",") else { throw mismatch }
    let second = try sum()
    guard take(")") else { throw mismatch }
    return choose(first, second)
  }
}
