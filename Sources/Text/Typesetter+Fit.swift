extension Typesetter {
  /// Smallest font size for fitting, in points.
  private static let smallestSize: CGFloat = 8
  /// Maximum number of characters for fitting, because each attempt lays out the whole text.
  private static let longest = 2000
  /// Maximum number of attempts. The last sizes differ by less than 1%.
  private static let attempts = 10

  /// Lays out text at the largest font size at which it is inside the frame, up to that of the runs. If no size fits,
  /// the text is cut.
  func fitted(_ runs: [TextRun], in frame: TextFrame) -> TypesetText {
    guard runs.reduce(0, { $0 + $1.text.unicodeScalars.count }) <= Self.longest else { return set(runs, in: frame) }
    // Lines below the frame count too.
    var tall = frame
    (tall.size.height, tall.truncation) = (1_000_000, .none)
    let natural = set(runs, in: tall)
    guard !natural.isInside(frame.size) else { return natural.placed(in: frame, below: natural.heightAbove) }
    if frame.fit != .shrink { tall.isWrapped = true }
    let limit = frame.size
    var best = set(runs, in: tall)
    if !best.isInside(limit) {
      var (low, high) = (min(1, Self.smallestSize / (runs.map(\.size).max() ?? 1)), CGFloat(1))
      best = set(runs, in: tall, scale: low)
      for _ in 0..<Self.attempts where best.isInside(limit) {
        let middle = (low * high).squareRoot()
        let text = set(runs, in: tall, scale: middle)
        if text.isInside(limit) { (low, best) = (middle, text) } else { high = middle }
      }
    }
    if frame.fit == .balance { best = balanced(best, runs, in: tall) }
    // Avoids a jump in a text that shrinks slowly.
    best.isFitted = true
    let middle = (min(natural.size.height, limit.height) - best.size.height) / 2
    return best.placed(in: frame, below: max(middle, best.heightAbove))
  }

  /// The same number of lines, with the longest one as short as possible.
  private func balanced(_ text: TypesetText, _ runs: [TextRun], in frame: TextFrame) -> TypesetText {
    var (best, narrow, wide) = (text, CGFloat(0), frame.size.width)
    guard text.lines.count > 1 else { return text }
    for _ in 0..<Self.attempts {
      var narrower = frame
      narrower.lineWidth = (narrow + wide) / 2
      let attempt = set(runs, in: narrower, scale: text.scale)
      let isInside = attempt.isInside(CGSize(width: (narrow + wide) / 2, height: frame.size.height))
      if isInside, attempt.lines.count == text.lines.count {
        (best, wide) = (attempt, (narrow + wide) / 2)
      } else {
        narrow = (narrow + wide) / 2
      }
    }
    return best
  }

  private func set(_ runs: [TextRun], in frame: TextFrame, scale: CGFloat) -> TypesetText {
    var scaled = runs
    for index in runs.indices {
      scaled[index].size *= scale
      scaled[index].kern *= scale
    }
    var text = set(scaled, in: frame)
    text.scale = scale
    return text
  }
}

extension TypesetText {
  /// The height of accents above the first line, in points. Less than a twentieth of the line counts as 0, because in
  /// some fonts round letters are slightly higher than the line.
  fileprivate var heightAbove: CGFloat {
    let height = -inkBox.minY
    return height > (lines.first.map { $0.ascent + $0.descent } ?? 0) / 20 ? height : 0
  }

  /// Whether all lines and the accents above them are in a box of a size, except for trailing spaces.
  func isInside(_ size: CGSize) -> Bool {
    let height = Double(size.height - heightAbove)
    return lines.allSatisfy { line in
      // Descenders end above the bottom of a line.
      let tolerance = (line.ascent + line.descent) / 100
      return line.width - line.hanging <= Double(size.width) + tolerance
        && line.baseline + line.descent <= height + tolerance
    }
  }

  /// Returns the text in another frame of the same width, moved down.
  fileprivate func placed(in frame: TextFrame, below top: CGFloat) -> TypesetText {
    var text = self
    text.frame = frame
    guard top > 0 else { return text }
    for index in lines.indices { text.lines[index].baseline += Double(top) }
    for index in glyphs.indices { text.glyphs[index].y += Double(top) }
    return text
  }
}
