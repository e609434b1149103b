import Foundation

struct DashPattern {
  private let lengths: [CGFloat]
  private let count: Int
  private let period: CGFloat
  /// Start of a line in the pattern, in 0..<period.
  private let phase: CGFloat

  /// Nil for a solid line.
  init?(_ lengths: [CGFloat], phase: CGFloat) {
    // An odd number of lengths exchanges dashes and gaps in every second period.
    count = lengths.count % 2 == 0 ? lengths.count : 2 * lengths.count
    var period: CGFloat = 0
    for index in 0..<count { period += lengths[index % lengths.count] }
    guard lengths.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite else { return nil }
    (self.lengths, self.period) = (lengths, period)
    let rest = phase.isFinite ? phase.truncatingRemainder(dividingBy: period) : 0
    self.phase = rest < 0 ? rest + period : rest
  }

  /// Approximate number of dashes in a length.
  func dashCount(along length: CGFloat) -> CGFloat { length / period * CGFloat(count) / 2 }

  /// Nil (solid) if the lines would have too many dashes.
  func limited(to lines: [StrokeLine]) -> DashPattern? {
    dashCount(along: lines.reduce(0) { $0 + $1.length }) < PathLimits.dashes ? self : nil
  }

  private func length(_ index: Int) -> CGFloat { lengths[index < lengths.count ? index : index - lengths.count] }

  /// Calls `body` for the dashes of a line. On a closed line, a dash at its end is joined with that at its start. The
  /// joined dash comes last, and the result is true.
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
          // A dash around the whole line is the line itself.
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

  /// Index of the length in which a line starts, and the rest of that length.
  private var start: (index: Int, left: CGFloat) {
    var rest = phase
    for index in 0..<count {
      let length = length(index)
      // A length of 0 exactly at the start is a dot.
      if rest < length || (rest == 0 && length == 0) { return (index, length - rest) }
      rest -= length
    }
    return (0, lengths[0])
  }
}

struct DashScratch {
  var dash = StrokeLine()
  var first = StrokeLine()
}
