import Foundation

/// Lengths drawn and skipped in turn.
struct DashPattern {
  private let lengths: [CGFloat]
  private let period: CGFloat
  /// Where a line starts in the pattern, in 0..<period.
  private let phase: CGFloat

  /// A line that would fall into more dashes than this is drawn solid: they would be far below a pixel.
  private static let dashLimit: CGFloat = 100_000

  /// Nil for a solid line.
  init?(_ lengths: [CGFloat], phase: CGFloat) {
    // An odd number of lengths swaps drawn and skipped in every other round.
    let lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
    let period = lengths.reduce(0, +)
    guard lengths.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite else { return nil }
    (self.lengths, self.period) = (lengths, period)
    let rest = phase.isFinite ? phase.truncatingRemainder(dividingBy: period) : 0
    self.phase = rest < 0 ? rest + period : rest
  }

  /// The drawn parts of a line. On a closed line, a dash that reaches its end goes on into one at its start.
  func dashes(_ line: StrokeLine) -> [StrokeLine] {
    let total = line.length
    guard total > 0, total / period * CGFloat(lengths.count) < Self.dashLimit else { return [line] }
    var (index, left) = start
    let startsDrawn = index % 2 == 0
    var (walk, position) = (LineWalk(line), CGFloat(0))
    var result: [StrokeLine] = []
    var endsDrawn = false
    while position < total {
      let length = min(left, total - position)
      let part = walk.advance(by: length)
      endsDrawn = index % 2 == 0
      if endsDrawn { result.append(part) }
      position += length
      index = (index + 1) % lengths.count
      left = lengths[index]
    }
    guard line.isClosed, startsDrawn, endsDrawn, var last = result.popLast() else { return result }
    guard let first = result.first else { return [line] }
    last.corners[last.corners.count - 1] = line.corners[0]
    last.points += first.points.dropFirst()
    last.corners += first.corners.dropFirst()
    result[0] = last
    return result
  }

  /// The length that a line starts in, and what is left of it.
  private var start: (index: Int, left: CGFloat) {
    var rest = phase
    for (index, length) in lengths.enumerated() {
      // A length of 0 counts where the line starts exactly at it: a dot.
      if rest < length || (rest == 0 && length == 0) { return (index, length - rest) }
      rest -= length
    }
    return (0, lengths[0])
  }
}
