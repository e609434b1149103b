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

  /// Most words of a file, and most characters of a word.
  static let (mostWords, longestWord) = (100_000, 500)
  /// Seconds at which a cue may end.
  static let latest = 86_400.0

  /// Gives words without a time one by their length, between the times that are known.
  init(_ start: Double, _ end: Double, _ words: [CaptionWord]) {
    (self.start, self.end, self.words) = (start, end, words)
    isTimed = words.contains { $0.start.isFinite }
    var (first, time) = (0, start)
    while first < words.count {
      if words[first].start.isFinite { time = min(max(time, words[first].start), end) }
      let next = words[(first + 1)...].firstIndex { $0.start.isFinite } ?? words.count
      let own = words[next - 1].end
      let limit = own.isFinite ? own : next < words.count ? words[next].start : end
      let until = min(max(time, limit), end)
      let length = words[first..<next].reduce(0) { $0 + $1.text.count + 1 }
      let step = (until - time) / Double(max(1, length))
      for index in first..<next {
        self.words[index].start = time
        time = index == next - 1 ? until : time + step * Double(words[index].text.count + 1)
        self.words[index].end = time
      }
      first = next
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
