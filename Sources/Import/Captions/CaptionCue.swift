struct CaptionWord: Equatable {
  var text: String
  /// Seconds; NaN until `CaptionCue` derives it from the neighbouring words.
  var start = Double.nan
  var end = Double.nan
  /// Whether the file breaks the line before the word.
  var breaksLine = false
}

struct CaptionCue: Equatable {
  /// Seconds.
  var start: Double
  var end: Double
  var words: [CaptionWord]
  /// Whether the file has word times.
  let isTimed: Bool
  /// Settings for `CaptionPlacement`.
  var settings = ""

  /// Latest end of a cue in seconds.
  static let latest = 86_400.0
  /// Limit of words per file.
  static let mostWords = 100_000

  /// Why words cannot be shown; nil if they can.
  /// - Parameter count: Number of words of the file so far.
  static func reason(against words: [CaptionWord], of count: Int, until end: Double) -> String? {
    if count > mostWords { return "The file has more than \(mostWords) words. Divide it." }
    if words.contains(where: { $0.text.count > 500 }) { return "A word has more than 500 characters." }
    return end <= latest ? nil : "The cue ends after 24 hours."
  }

  /// Distributes missing word times by word length between known times. A word ends no later than the next one starts.
  init(_ start: Double, _ end: Double, _ words: [CaptionWord]) {
    (self.start, self.end, self.words) = (start, end, words)
    isTimed = words.contains { $0.start.isFinite }
    var (latest, first) = (start, 0)
    for index in words.indices where words[index].start.isFinite {
      latest = min(max(latest, words[index].start), end)
      self.words[index].start = latest
    }
    while first < words.count {
      let next = words[(first + 1)...].firstIndex { $0.start.isFinite } ?? words.count
      var time = words[first].start.isFinite ? self.words[first].start : start
      let limit = next < words.count ? self.words[next].start : end
      let own = words[next - 1].end
      let length = (own.isFinite ? min(max(time, own), limit) : limit) - time
      let count = words[first..<next].reduce(0) { $0 + $1.text.count }
      for index in first..<next {
        self.words[index].start = time
        time += length * Double(words[index].text.count) / Double(count)
        self.words[index].end = time
      }
      first = next
    }
  }
}

extension [CaptionCue] {
  /// Sorted by time. Cues with equal times become lines of one cue, and a cue ends when the next one starts.
  var inOrder: [CaptionCue] {
    var cues: [CaptionCue] = []
    // `sorted` is stable.
    for var cue in sorted(by: { $0.start < $1.start }) where cue.end > cue.start && !cue.words.isEmpty {
      if let last = cues.last, last.start == cue.start {
        cue.words[0].breaksLine = true
        (cue.words, cue.end) = (last.words + cue.words, Swift.max(last.end, cue.end))
        cues.removeLast()
      }
      if let last = cues.indices.last { cues[last].end = Swift.min(cues[last].end, cue.start) }
      cues.append(cue)
    }
    return cues
  }
}
