/// Reads words with times from JSON: `segments` with `words` as written by Whisper, `words` alone, or a list of
/// `{"text": "Hello", "startMs": 0, "endMs": 400}` as written by Remotion.
struct TranscriptReader {
  private let file: String
  private var count = 0
  private(set) var cues: [CaptionCue] = []

  /// - Parameter file: File name for messages.
  init(_ value: DocumentValue, file: String) throws(ImportError) {
    self.file = file
    if let segments = value[key: "segments"] {
      for item in segments.items { cues.append(try segment(item)) }
      return
    }
    guard case .array(let items) = (value[key: "words"] ?? value).content else {
      throw error("expected a file, segments, words, or a list of texts with startMs and endMs", at: value)
    }
    let words = try self.words(items)
    if !words.isEmpty { cues = [try cue(nil, nil, words, value)] }
  }

  private mutating func segment(_ item: DocumentValue) throws(ImportError) -> CaptionCue {
    let (start, end) = (try time(item, "start"), try time(item, "end"))
    if case .array(let words)? = item[key: "words"]?.content, !words.isEmpty {
      return try cue(start, end, try self.words(words), item)
    }
    var words: [CaptionWord] = []
    for line in (item[key: "text"]?.text ?? "").split(separator: "\n") {
      for (index, word) in line.split(separator: " ").enumerated() {
        words.append(CaptionWord(text: String(word), breaksLine: index == 0 && !words.isEmpty))
      }
    }
    return try cue(start, end, words, item)
  }

  private mutating func cue(
    _ start: Double?, _ end: Double?, _ words: [CaptionWord], _ place: DocumentValue
  ) throws(ImportError) -> CaptionCue {
    count += words.count
    guard let first = start ?? words.first(where: { $0.start.isFinite })?.start,
      let last = end ?? words.last(where: { $0.end.isFinite })?.end
    else { throw error("expected start and end in seconds", at: place) }
    if let reason = CaptionCue.reason(against: words, of: count, until: last) { throw error(reason, at: place) }
    var cue = CaptionCue(first, last, words)
    cue.settings = place[key: "settings"]?.text ?? ""
    return cue
  }

  /// In files with leading spaces, a text without one continues the previous word.
  private func words(_ items: [DocumentValue]) throws(ImportError) -> [CaptionWord] {
    let hasSpaces = items.dropFirst().contains { Self.text($0).first == " " }
    var words: [CaptionWord] = []
    for item in items {
      let text = Self.text(item)
      var parts = text.split(whereSeparator: \.isWhitespace).map { CaptionWord(text: String($0)) }
      if parts.isEmpty { continue }
      parts[0].start = try time(item, "start") ?? .nan
      parts[parts.count - 1].end = try time(item, "end") ?? .nan
      if hasSpaces, text.first != " ", let last = words.popLast() {
        parts[0].text = last.text + parts[0].text
        parts[0].start = last.start
      }
      words += parts
    }
    return words
  }

  private static func text(_ item: DocumentValue) -> String {
    (item[key: "word"] ?? item[key: "text"] ?? item).text ?? ""
  }

  /// Seconds; nil if the item has no such time.
  private func time(_ item: DocumentValue, _ key: String) throws(ImportError) -> Double? {
    let (seconds, milliseconds) = (item[key: key], item[key: key + "Ms"])
    guard let value = seconds ?? milliseconds, value != DocumentValue(.null) else { return nil }
    guard case .number(let number) = value.content, number >= 0, number <= 1e9 else {
      throw error("\(key): expected a time, 0 or more", at: value)
    }
    return seconds == nil ? number / 1000 : number
  }

  private func error(_ message: String, at place: DocumentValue) -> ImportError {
    ImportError(file: "\(file):\(place.location)", message)
  }
}
