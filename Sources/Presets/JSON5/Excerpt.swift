extension StringProtocol {
  /// The text as a message repeats it: at most `length` characters (Unicode scalars), control characters spelled out.
  /// Messages are for people; the text can be all of a document.
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
  /// The names as a message lists them: `rain, snow`; after the first `count` their number.
  package func listed(_ count: Int = 40) -> String {
    let shown = prefix(count).map { $0.excerpt(40) }.joined(separator: ", ")
    return self.count > count ? shown + " and \(self.count - count) more" : shown
  }
}

extension Unicode.Scalar {
  /// Characters that move a terminal's cursor or colour its text (C0, delete and C1).
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// As an escape of JSON.
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
