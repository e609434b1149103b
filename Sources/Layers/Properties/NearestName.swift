/// How far a text may be from a name to be taken for it, and how much is compared. Texts come from documents: the work
/// is bounded whatever they hold.
private enum Likeness {
  /// Longer texts are not compared, in bytes.
  static let longest = 80
  /// Names that are compared at most.
  static let mostCandidates = 2000

  /// Mistakes that a writer makes in a word of a number of bytes: none in `x`, one in `trail`, two in `opacity`.
  static func mistakes(in count: Int) -> Int {
    switch count {
    case ..<3: 0
    case ..<6: 1
    default: min(3, count / 3)
    }
  }
}

extension String {
  /// The candidate that a writer most likely meant: the one with the fewest mistakes between, of equal ones the first
  /// by alphabet. Never the text itself. Nil if none is close.
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
  /// Insertions, deletions, replacements and swaps of neighbours that lead to other bytes; nil if there are more than
  /// `limit`. Compares only pairs that this many mistakes can bring together.
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
