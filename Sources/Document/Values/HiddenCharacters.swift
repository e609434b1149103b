extension String {
  /// The string for comments and messages. Invisible characters and line breaks are escaped.
  package func onOneLine(_ length: Int) -> String {
    let short = String(String.UnicodeScalarView(unicodeScalars.prefix(length)))
    let text = short.unicodeScalars.map { $0.isHidden ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    return text + (unicodeScalars.count > length ? "..." : "")
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible, changes the text direction, or is not assigned. Written files escape it.
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
