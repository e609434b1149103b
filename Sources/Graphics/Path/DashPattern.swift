import Foundation

/// Lengths drawn and skipped in turn.
struct DashPattern {
  private let lengths: [CGFloat]
  /// Number of lengths in one period.
  private let count: Int
  private let period: CGFloat
  /// Where a line starts in the pattern, in 0..<period.
  private let phase: CGFloat

  /// Nil for a solid line.
  init?(_ lengths: [CGFloat], phase: CGFloat) {
    // An odd number of lengths swaps drawn and skipped in every other round.
    count = lengths.count % 2 == 0 ? lengths.count : 2 * lengths.count
    var period: CGFloat = 0
    for index in 0..<count { period += lengths[index % lengths.count] }
    guard lengths.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite else { return nil }
    (self.lengths, self.period) = (lengths, period)
    let rest = phase.isFinite ? phase.truncatingRemainder(dividingBy: period) : 0
    self.phase = rest < 0 ? rest + period : rest
  }

  /// Dashes that a length falls into, about.
  func dashCount(along length: CGFloat) -> CGFloat { length / period * CGFloat(count) / 2 }

  /// Nil, for solid lines, where these would fall into too many dashes.
  func limited(to lines: [StrokeLine]) -> DashPattern? {
    dashCount(along: lines.reduce(0) { $0 + $1.length }) < PathLimits.dashes ? self : nil
  }

  private func length(_ index: Int) -> CGFloat { lengths[index < lengths.count ? index : index - lengths.count] }

  /// Calls `body` with the drawn parts of a line. On a closed line, a dash that reaches its end goes on into the one at
  /// its start; then that comes last instead of first, and the answer is true.
  @discardableResult
  func forEachDash(of line: StrokeLine, _ scratch: inout DashScratch, _ body: (StrokeLine) -> Void) -> Bool {
    let total = line.length
    guard total > 0, total.isFinite else {
      body(line)
      return false
    }
    var (index, left) = start
    let holdsFirst = line.isClosed && index % 2 == 0
    var (walk, position, isFirst) = (LineWalk(), CGFloat(0), true)
    while position < total {
      let length = min(left, total - position)
      walk.advance(by: length, along: line, into: &scratch.dash)
      position += length
      if index % 2 == 0 {
        if isFirst, holdsFirst {
          // A dash that reaches all around is the line itself.
          if position >= total {
            body(line)
            return true
          }
          swap(&scratch.first, &scratch.dash)
        } else if holdsFirst, position >= total {
          scratch.dash.continueWith(scratch.first, isCorner: line.nodes[0].isCorner)
          body(scratch.dash)
          return true
        } else {
          body(scratch.dash)
        }
      }
      isFirst = false
      index = (index + 1) % count
      left = self.length(index)
    }
    if holdsFirst { body(scratch.first) }
    return holdsFirst
  }

  /// The length that a line starts in, and what is left of it.
  private var start: (index: Int, left: CGFloat) {
    var rest = phase
    for index in 0..<count {
      let length = length(index)
      // A length of 0 counts where the line starts exactly at it: a dot.
      if rest < length || (rest == 0 && length == 0) { return (index, length - rest) }
      rest -= length
    }
    return (0, lengths[0])
  }
}

/// Memory that dashes are cut into.
struct DashScratch {
  var dash = StrokeLine()
  var first = StrokeLine()
}
