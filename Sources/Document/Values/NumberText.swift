/// Numbers with units: `90deg`, `0.5pi`, `250ms`, `50%`.
package enum NumberText {
  /// A number without a unit.
  static func plain(_ value: DocumentValue) throws(ValueMismatchError) -> Double {
    switch value.content {
    case .number(let number): return number
    case .string(let text):
      var scanner = TextScanner(text)
      scanner.skipSpace()
      if let number = scanner.number(), number.isFinite {
        scanner.skipSpace()
        if scanner.isAtEnd { return number }
      }
      fallthrough
    default: throw ValueMismatchError("expected a number, found \(value.quoted)")
    }
  }

  /// A spelling behind a number, with what it multiplies and the units of the properties that take it.
  private struct Suffix {
    var text: String
    var factor: Double
    var units: [PropertyUnit]

    init(_ text: String, _ factor: Double, _ units: PropertyUnit...) {
      (self.text, self.factor, self.units) = (text, factor, units)
    }
  }

  private static let suffixes: [Suffix] = [
    Suffix("deg", .pi / 180, .radians, .radiansPerSecond), Suffix("deg/s", .pi / 180, .radiansPerSecond),
    Suffix("pi", .pi, .radians, .radiansPerSecond), Suffix("pi/s", .pi, .radiansPerSecond),
    Suffix("rad", 1, .radians, .radiansPerSecond), Suffix("rad/s", 1, .radiansPerSecond),
    Suffix("grad", .pi / 200, .radians, .radiansPerSecond), Suffix("turn", 2 * .pi, .radians, .radiansPerSecond),
    Suffix("turn/s", 2 * .pi, .radiansPerSecond),
    Suffix("deg", 1, .degrees), Suffix("s", 1, .seconds), Suffix("ms", 0.001, .seconds),
    Suffix("/s", 1, .perSecond), Suffix("hz", 1, .perSecond), Suffix("fps", 1, .framesPerSecond),
    Suffix("pt", 1, .points), Suffix("pt/s", 1, .pointsPerSecond), Suffix("pt/s2", 1, .pointsPerSecondSquared),
    Suffix("px", 1, .pixels), Suffix("%", 0.01, .none), Suffix("nits", 1, .nits), Suffix("nit", 1, .nits),
    // As `show` and `diff` print them.
    Suffix("degrees", .pi / 180, .radians, .radiansPerSecond), Suffix("degrees/s", .pi / 180, .radiansPerSecond),
    Suffix("degrees", 1, .degrees), Suffix("radians", 1, .radians), Suffix("seconds", 1, .seconds),
    Suffix("1/s", 1, .perSecond), Suffix("frames/s", 1, .framesPerSecond), Suffix("points", 1, .points),
    Suffix("points/s", 1, .pointsPerSecond), Suffix("points/s^2", 1, .pointsPerSecondSquared),
    Suffix("pixels", 1, .pixels),
  ]

  /// The number that `text` spells for a property of `unit`. Errors: no number, a unit that does not fit, not finite.
  package static func parse(_ text: some StringProtocol, unit: PropertyUnit) throws(ValueMismatchError) -> Double {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    guard let number = scanner.number(), number.isFinite else { throw mismatch(text, unit) }
    scanner.skipSpace()
    if scanner.isAtEnd { return number }
    if unit == .framesPerSecond, scanner.take("/") {
      // 30000/1001: the rate of television where its colours came later.
      scanner.skipSpace()
      guard let divisor = scanner.number(), scanner.isAtEnd, (number / divisor).isFinite else {
        throw mismatch(text, unit)
      }
      return number / divisor
    }
    let suffix = scanner.word()
    guard let row = suffixes.first(where: { $0.text == suffix && $0.units.contains(unit) }) else {
      throw mismatch(text, unit)
    }
    return number * row.factor
  }

  private static func mismatch(_ text: some StringProtocol, _ unit: PropertyUnit) -> ValueMismatchError {
    ValueMismatchError("expected \(expectation(of: unit)), found \"\(text.excerpt())\"")
  }

  /// A regular expression for the texts that a property of this unit takes, as JSON Schema spells it.
  package static func pattern(of unit: PropertyUnit) -> String {
    let allowed = suffixes.filter { $0.units.contains(unit) }.map(\.text)
    let percent = unit == .points ? ["%"] : []
    let spelled = (allowed + percent).map { $0.replacing("^", with: "\\^") }
    let suffix = spelled.isEmpty ? "" : "\\s*(\(spelled.joined(separator: "|")))?"
    let number = "^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\(suffix)\\s*$"
    let relative = number + "|stage\\.(width|height)" + (unit == .framesPerSecond ? "|^\\s*\\d+\\s*/\\s*\\d+\\s*$" : "")
    return unit == .seconds ? relative + "|^\\s*(now|CACurrentMediaTime\\(\\))" : relative
  }

  /// Spellings that a property of this unit takes, for messages.
  static func expectation(of unit: PropertyUnit) -> String {
    let allowed = suffixes.filter { $0.units.contains(unit) }.map(\.text)
    let base = unit == .none ? "a number" : "a number (\(unit.rawValue))"
    return allowed.isEmpty ? base : base + ", bare or with \(allowed.joined(separator: ", "))"
  }
}

extension DocumentValue {
  /// A value from a command line: JSON5 where it is JSON5, several numbers without brackets, otherwise a plain text.
  package init(argument: String, kind: ValueKind) {
    switch kind {
    case .string, .enumeration:
      self.init(.string(argument))
      return
    case _ where argument == "none" || argument == "nil": self.init(.null)
    case .color where !argument.contains(/^[\[{]/) && !argument.contains(/^[\d.\s,-]+$/): self.init(.string(argument))
    case .size where argument.contains(/^[\d.]+\s*[x×]\s*[\d.]+$/):
      self = Self.json("[\(argument.replacing(/[x×]/, with: ","))]") ?? DocumentValue(.string(argument))
    case .path where !argument.hasPrefix("{"): self.init(.string(argument))
    case .point, .size, .rect, .color, .transform, .numbers:
      let isList = argument.contains(",") && !argument.contains("(") && !argument.contains(/^[\[{]/)
      self =
        Self.json(isList ? "[\(argument)]" : argument) ?? Self.quotedItems(argument) ?? DocumentValue(.string(argument))
    default:
      self = Self.json(argument) ?? DocumentValue(.string(argument))
    }
  }

  private static func json(_ text: String) -> DocumentValue? { try? JSON5Parser.parse(text) }

  /// `10pt, 50pt`: items that are only numbers together with their unit.
  private static func quotedItems(_ text: String) -> DocumentValue? {
    guard text.contains(","), !text.contains("(") else { return nil }
    let items = text.trimmingCharacters(in: CharacterSet(charactersIn: "[] ")).split(separator: ",")
    return DocumentValue(.array(items.map { DocumentValue(.string($0.trimmingCharacters(in: .whitespaces))) }))
  }
}
