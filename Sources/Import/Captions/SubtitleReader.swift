/// Reads SubRip (.srt) and WebVTT (.vtt).
struct SubtitleReader {
  /// Seconds, the line of the file, and the settings of the cue.
  private typealias Times = (start: Double, end: Double, line: Int, settings: String)

  private let source: ImportSource
  private let isWebVTT: Bool
  private(set) var cues: [CaptionCue] = []
  private var count = 0

  init(_ source: ImportSource) throws(ImportError) {
    (self.source, isWebVTT) = (source, source.url.pathExtension.lowercased() == "vtt")
    let lines = Self.text(source.bytes).split(separator: "\n", omittingEmptySubsequences: false)
    if isWebVTT, lines[0].wholeMatch(of: /WEBVTT(?:[ \t].*)?/) == nil {
      throw source.error("The first line is not WEBVTT.", at: SourceLocation(line: 1, column: 1))
    }
    var (open, text): (Times?, [Substring]) = (nil, [])
    for (index, line) in lines.enumerated() {
      if let times = times(line, at: index + 1) {
        try close(open, text, isLast: false)
        (open, text) = (times, [])
      } else if isWebVTT, line.isEmpty || line.contains("-->") {
        try close(open, text, isLast: true)
        (open, text) = (nil, [])
      } else if open != nil {
        text.append(line)
      }
    }
    try close(open, text, isLast: true)
  }

  /// Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252.
  private static func text(_ bytes: [UInt8]) -> String {
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let wide = isWide ? String(bytes: bytes, encoding: .utf16) : nil
    let text = wide ?? String(validating: bytes, as: UTF8.self) ?? String(bytes: bytes, encoding: .windowsCP1252)
    return String((text ?? String(decoding: bytes, as: UTF8.self)).trimmingPrefix("\u{FEFF}"))
      .replacing("\0", with: "\u{FFFD}").replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  private func times(_ line: Substring, at number: Int) -> Times? {
    guard let arrow = line.firstRange(of: "-->") else { return nil }
    let starts = line[..<arrow.lowerBound].split(whereSeparator: \.isWhitespace)
    let rest = line[arrow.upperBound...].split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard starts.count == 1, let start = Self.seconds(starts[0], isStrict: isWebVTT),
      let last = rest.first, let end = Self.seconds(last, isStrict: isWebVTT)
    else { return nil }
    return (start, end, number, isWebVTT && rest.count > 1 ? String(rest[1].prefix(200)) : "")
  }

  /// Seconds of `1:02:03.500`. WebVTT requires two digits for minutes and seconds, a point, and three decimals.
  private static func seconds(_ text: Substring, isStrict: Bool) -> Double? {
    let pattern =
      isStrict
      ? /(?:([0-9]{1,9}):)?([0-5][0-9]):([0-5][0-9])\.([0-9]{3})/
      : /(?:([0-9]{1,3}):)?([0-9]{1,2}):([0-9]{1,2})[.,]([0-9]{1,3})/
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    let parts = [match.1 ?? "0", match.2, match.3, "0." + match.4].map { Double($0) ?? 0 }
    return parts[0] * 3600 + parts[1] * 60 + parts[2] + parts[3]
  }

  /// - Parameter isLast: Whether no number of a following cue can be at the end of the text.
  private mutating func close(_ times: Times?, _ lines: [Substring], isLast: Bool) throws(ImportError) {
    guard let times else { return }
    var lines = lines
    if !isWebVTT {
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      if !isLast, lines.last?.wholeMatch(of: /\s*\d+\s*/) != nil { lines.removeLast() }
    }
    let place = SourceLocation(line: times.line, column: 1)
    let words = words(lines)
    count += words.count
    if let reason = CaptionCue.reason(against: words, of: count, until: times.end) {
      throw source.error(reason, at: place)
    }
    if times.end <= times.start { source.record.lose("", "the cue ends before it starts", at: place) }
    source.record.use()
    var cue = CaptionCue(times.start, times.end, words)
    cue.settings = times.settings
    cues.append(cue)
  }

  private static let characters = [
    "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}",
  ]

  /// The words of a cue without tags. WebVTT timestamps apply to the words that follow.
  private func words(_ lines: [Substring]) -> [CaptionWord] {
    var (words, word) = ([CaptionWord](), CaptionWord(text: ""))
    func finish() {
      if !word.text.isEmpty { words.append(word) }
      word = word.text.isEmpty ? word : CaptionWord(text: "")
    }
    for line in lines {
      finish()
      word.breaksLine = !words.isEmpty
      var rest = line
      while let character = rest.first, words.count <= CaptionCue.mostWords {
        if let tag = tag(rest) {
          if isWebVTT, let time = Self.seconds(tag.dropFirst().dropLast(), isStrict: true) {
            finish()
            word.start = time
          }
          rest = rest[tag.endIndex...]
        } else if isWebVTT, character == "&", let end = rest.prefix(6).firstIndex(of: ";"),
          let meant = Self.characters[String(rest[..<end].dropFirst())]
        {
          if meant == "\u{A0}" { finish() } else { word.text += meant }
          rest = rest[end...].dropFirst()
        } else {
          if character.isWhitespace { finish() } else { word.text.append(character) }
          rest = rest.dropFirst()
        }
      }
    }
    finish()
    return words
  }

  /// The tag at the start of a text. In WebVTT, any text in angle brackets on one line is a tag.
  private func tag(_ text: Substring) -> Substring? {
    guard let first = text.first, first == "<" || first == "{" && !isWebVTT else { return nil }
    let inside = text.dropFirst()
    if isWebVTT { return inside.firstIndex(of: ">").map { text[...$0] } ?? text }
    let last: Character = first == "<" ? ">" : "}"
    guard let second = inside.first, first == "{" ? second == "\\" : second == "/" || second.isLetter,
      let end = inside.prefix(200).firstIndex(where: { $0 == first || $0 == last }), inside[end] == last
    else { return nil }
    return text[...end]
  }
}
