extension StringProtocol {
  /// The string for a terminal. Characters that move the cursor, change colours or change the text direction are
  /// escaped, except line feeds and tabs. JSON remains equivalent.
  package var printable: String {
    guard unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) else { return String(self) }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isControl, scalar != "\n", scalar != "\t" {
        result += scalar.escapedJSON
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The string for a message: at most `length` Unicode scalars, with escaped control characters. The original can be a
  /// whole document.
  package func excerpt(_ length: Int = 60) -> String {
    var result = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      guard index < length else { return result + "..." }
      if scalar.isControl { result += scalar.escapedJSON } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

extension [String] {
  /// A list of names for a message: `rain, snow`. After the first `count`, only the number of the others.
  package func listed(_ count: Int = 40) -> String {
    let shown = prefix(count).map { $0.excerpt(40) }.joined(separator: ", ")
    return self.count > count ? shown + " and \(self.count - count) more" : shown
  }
}

extension Unicode.Scalar {
  /// Whether the character moves a terminal's cursor or changes its colours (C0, delete and C1), breaks lines, or
  /// changes the text direction (Unicode marks, embeddings, overrides and isolates).
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  var escapedJSON: String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(value, radix: 16)
      return "\\u" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
    }
  }
}

extension Int {
  /// The number with a noun: `1 frame`, `2 frames`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
