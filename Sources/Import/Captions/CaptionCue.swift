/// A word with the time at which it is spoken.
struct CaptionWord: Equatable {
  var text: String
  /// Seconds; not a number until `CaptionCue` finds it from the words around.
  var start = Double.nan
  var end = Double.nan
  /// Whether the file breaks the line before the word.
  var breaksLine = false
}

/// A cue of a subtitle file, or a segment of a transcript.
struct CaptionCue: Equatable {
  /// Seconds.
  var start: Double
  var end: Double
  var words: [CaptionWord]
  /// Whether the file has times of words.
  let isTimed: Bool

  /// Seconds at which a cue may end.
  static let latest = 86_400.0
  /// Words of a file.
  static let mostWords = 100_000

  /// Why words cannot be shown; nil if they can.
  ///
  /// - Parameter count: words of the file so far.
  static func reason(against words: [CaptionWord], of count: Int, until end: Double) -> String? {
    if count > mostWords { return "The file has more than \(mostWords) words. Divide it." }
    if words.contains(where: { $0.text.count > 500 }) { return "A word has more than 500 characters." }
    return end <= latest ? nil : "The cue ends after 24 hours."
  }

  /// Gives words without a time one by their length, between the times that are known.
  init(_ start: Double, _ end: Double, _ words: [CaptionWord]) {
    (self.start, self.end, self.words) = (start, end, words)
    isTimed = words.contains { $0.start.isFinite }
    var (first, time) = (0, start)
    while first < words.count {
      let next = words[(first + 1)...].firstIndex { $0.start.isFinite } ?? words.count
      if words[first].start.isFinite { time = clamped(words[first].start, after: first) }
      let own = words[next - 1].end
      let limit = own.isFinite ? own : next < words.count ? words[next].start : end
      spread(first..<next, from: time, until: min(max(time, limit), end))
      (first, time) = (next, self.words[next - 1].end)
    }
  }

  /// A time that is not before the word before, which ends there at the latest.
  private mutating func clamped(_ time: Double, after index: Int) -> Double {
    let time = min(max(time, index > 0 ? words[index - 1].start : start), end)
    if index > 0 { words[index - 1].end = min(words[index - 1].end, time) }
    return time
  }

  private mutating func spread(_ range: Range<Int>, from start: Double, until end: Double) {
    let length = range.reduce(0) { $0 + words[$1].text.count + 1 }
    var time = start
    for index in range {
      words[index].start = time
      time += (end - start) * Double(words[index].text.count + 1) / Double(length)
      words[index].end = index == range.upperBound - 1 ? end : time
    }
  }
}

extension [CaptionCue] {
  /// By time. Cues of one time become lines of one cue, and a cue ends where the next one begins.
  var inOrder: [CaptionCue] {
    var cues: [CaptionCue] = []
    for cue in enumerated().sorted(by: { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }).map(\.element)
    where cue.end > cue.start && !cue.words.isEmpty {
      if let last = cues.last, last.start == cue.start {
        var words = cue.words
        words[0].breaksLine = true
        cues[cues.count - 1].words += words
        cues[cues.count - 1].end = Swift.max(last.end, cue.end)
        continue
      }
      if let last = cues.last, last.end > cue.start { cues[cues.count - 1].end = cue.start }
      cues.append(cue)
    }
    return cues
  }
}
