extension PropertyInfo {
  /// Values that the property takes, after one that it refused: whole numbers are refused where they do not fit its
  /// type.
  package var expectation: String {
    guard kind == .integer, let range else { return "\(kind)" }
    return "\(kind) such as \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
  }
}

extension String {
  /// Names that a user could have meant instead: `; did you mean "snow"? There are rain, snow`.
  package func alternatives(among names: [String]) -> String {
    let shown = names.filter { !$0.isEmpty }
    guard let nearest = meant(among: shown) else { return "; there are \(shown.listed())" }
    return "; did you mean \"\(nearest)\"? There are \(shown.listed())"
  }

  /// The one name that a user could have meant instead: `; did you mean "snow"?`, empty if none is close.
  package func suggestion(among names: some Sequence<String>) -> String {
    meant(among: Array(names.prefix(2000))).map { "; did you mean \"\($0)\"?" } ?? ""
  }
}

/// "expected one of a, b, found "c"; did you mean "b"?"
func unknownSpelling(_ value: DocumentValue, among names: [String]) -> String {
  let shown = names.filter { !$0.isEmpty }
  let hint = if case .string(let text) = value.content { text.suggestion(among: shown) } else { "" }
  return "expected one of \(shown.listed()), found \(value.quoted)\(hint)"
}
