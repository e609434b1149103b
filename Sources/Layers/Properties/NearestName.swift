extension String {
  /// The candidate that looks most like this text, nil if none is close.
  package func nearest(in candidates: some Sequence<String>) -> String? {
    let wanted = lowercased()
    let scored = candidates.map { (name: $0, distance: wanted.editDistance(to: $0.lowercased())) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= Swift.max(2, count / 3) ? best.name : nil
  }

  /// Levenshtein distance: insertions, deletions and replacements of one character.
  package func editDistance(to other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (i, character) in enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in other.indices {
        let replaced = diagonal + (character == other[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = Swift.min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[other.count]
  }
}
