/// Limits of the search for similar names. They bound the work for strings from untrusted documents.
private enum Likeness {
  /// Longer strings are not compared, in bytes.
  static let longest = 80
  /// Maximum number of compared names.
  static let mostCandidates = 2000

  /// Accepted typing errors for a length in bytes: 0 in `x`, 1 in `trail`, 2 in `opacity`.
  static func mistakes(in count: Int) -> Int {
    switch count {
    case ..<3: 0
    case ..<6: 1
    default: min(3, count / 3)
    }
  }
}

extension String {
  /// Returns the most similar candidate: the one with the fewest typing errors, then the first in alphabetical order.
  /// Never returns the same string. Nil if no candidate is similar.
  package func nearest(in candidates: some Sequence<String>) -> String? {
    guard utf8.count <= Likeness.longest else { return nil }
    let wanted = Array(lowercased().utf8)
    var limit = Likeness.mistakes(in: wanted.count)
    var best: String?
    for candidate in candidates.prefix(Likeness.mostCandidates) where candidate != self {
      guard abs(candidate.utf8.count - utf8.count) <= limit else { continue }
      guard let mistakes = wanted.mistakes(to: Array(candidate.lowercased().utf8), atMost: limit) else { continue }
      if let known = best, mistakes == limit, known < candidate { continue }
      (best, limit) = (candidate, mistakes)
    }
    return best
  }
}

extension [UInt8] {
  /// Returns the number of insertions, deletions, replacements and swaps of neighbours between two byte strings; nil if
  /// above `limit`. Compares only pairs within this limit.
  fileprivate func mistakes(to other: [UInt8], atMost limit: Int) -> Int? {
    guard abs(count - other.count) <= limit else { return nil }
    let unreachable = limit + 1
    var (before, above) = ([Int](), [Int](0...other.count))
    for row in 0..<count {
      var current = [Int](repeating: unreachable, count: other.count + 1)
      if row < limit { current[0] = row + 1 }
      for column in Swift.max(0, row - limit)..<Swift.min(other.count, row + limit + 1) {
        let isEqual = self[row] == other[column]
        var least = Swift.min(above[column] + (isEqual ? 0 : 1), above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, self[row] == other[column - 1], self[row - 1] == other[column] {
          least = Swift.min(least, before[column - 1] + 1)
        }
        current[column + 1] = Swift.min(least, unreachable)
      }
      (before, above) = (above, current)
    }
    return above[other.count] <= limit ? above[other.count] : nil
  }
}
