extension String {
  /// As comments and messages repeat it: what is not seen, or would end the line, is spelled out.
  package func onOneLine(_ length: Int) -> String {
    let short = String(String.UnicodeScalarView(unicodeScalars.prefix(length)))
    let text = short.unicodeScalars.map { $0.isHidden ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    return text + (unicodeScalars.count > length ? "..." : "")
  }
}

extension Unicode.Scalar {
  /// Whether it is not seen, turns what is around it, or is not a character: written files spell it out.
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
