import Layers

extension String {
  /// What a user could have meant instead: `; did you mean "snow"? There are rain, snow`.
  package func alternatives(among names: [String]) -> String {
    let shown = names.filter { !$0.isEmpty }.joined(separator: ", ")
    guard let nearest = nearest(in: names) else { return "; there are \(shown)" }
    return "; did you mean \"\(nearest)\"? There are \(shown)"
  }
}
