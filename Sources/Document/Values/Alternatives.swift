extension PropertyInfo {
  /// Accepted values for an error message. Integers are refused if they do not fit the type.
  package var expectation: String {
    guard kind == .integer, let range else { return "\(kind)" }
    return "\(kind) such as \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
  }
}

extension String {
  /// Suggested names for a message: `; did you mean "snow"? There are rain, snow`.
  package func alternatives(among names: [String]) -> String {
    let shown = names.filter { !$0.isEmpty }
    guard let nearest = meant(among: shown) else { return "; there are \(shown.listed())" }
    return "; did you mean \"\(nearest)\"? There are \(shown.listed())"
  }

  /// The suggested name for a message: `; did you mean "snow"?`. Empty if no name is similar.
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
