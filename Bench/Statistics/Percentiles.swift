import Foundation

/// Orders of a list of numbers.
package enum Statistics {
  /// The least number that a share of the list does not exceed (nearest rank); 0 for an empty list.
  ///
  /// - Parameter share: 0.95 for the 95th percentile; 0 is the least, 1 the greatest.
  package static func percentile(_ numbers: [Double], _ share: Double) -> Double {
    percentile(ofSorted: numbers.sorted(), share)
  }

  package static func percentile(ofSorted sorted: [Double], _ share: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let rank = Int((share * Double(sorted.count)).rounded(.up)) - 1
    return sorted[min(sorted.count - 1, max(0, rank))]
  }

  /// The middle; of an even number, the mean of the two in the middle.
  package static func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    guard let last = sorted.last else { return 0 }
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : half == 0 ? last : (sorted[half - 1] + sorted[half]) / 2
  }

  /// The geometric mean of positive numbers; 0 for an empty list.
  package static func geometricMean(_ numbers: [Double]) -> Double {
    guard !numbers.isEmpty else { return 0 }
    return exp(numbers.reduce(0) { $0 + log($1) } / Double(numbers.count))
  }
}
