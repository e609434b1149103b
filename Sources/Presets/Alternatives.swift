import StarmineLayers

extension PropertyInfo {
  /// Values that the property takes, after one that it refused: whole numbers are refused where they do not fit its
  /// type.
  var expectation: String {
    guard kind == .integer, let range else { return "\(kind)" }
    return "\(kind) such as \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
  }
}

extension String {
  /// Names that a user could have meant instead: `; did you mean "snow"? There are rain, snow`.
  package func alternatives(among names: [String]) -> String {
    let shown = names.filter { !$0.isEmpty }.joined(separator: ", ")
    guard let nearest = nearest(in: names) else { return "; there are \(shown)" }
    return "; did you mean \"\(nearest)\"? There are \(shown)"
  }
}
