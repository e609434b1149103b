import Foundation
import StarmineDocument

/// Reads SubRip (.srt) and WebVTT (.vtt).
struct SubtitleReader {
  private let source: ImportSource
  private let isWebVTT: Bool
  private var cues: [CaptionCue] = []
  private var words = 0

  static func cues(_ source: ImportSource) throws(ImportError) -> [CaptionCue] {
    var reader = SubtitleReader(source)
    return try reader.read()
  }

  private init(_ source: ImportSource) {
    (self.source, isWebVTT) = (source, source.url.pathExtension.lowercased() == "vtt")
  }

  private mutating func read() throws(ImportError) -> [CaptionCue] {
    let lines = Self.text(source.bytes).split(separator: "\n", omittingEmptySubsequences: false)
    if isWebVTT, lines[0].wholeMatch(of: /WEBVTT(?:[ \t].*)?/) == nil {
      throw source.error("The first line is not WEBVTT.", at: SourceLocation(line: 1, column: 1))
    }
    var (open, text): ((start: Double, end: Double)?, [Substring]) = (nil, [])
    for (index, line) in lines.enumerated() {
      if line.contains("-->"), let times = times(line) {
        try close(open, text, isLast: false, before: index)
        (open, text) = (times, [])
      } else if isWebVTT, line.isEmpty || line.contains("-->") {
        try close(open, text, isLast: true, before: index)
        (open, text) = (nil, [])
      } else {
        text.append(line)
      }
    }
    try close(open, text, isLast: true, before: lines.count)
    return cues
  }

  /// UTF-8; UTF-16 with a byte order mark; Windows-1252 where it is not UTF-8 and not WebVTT.
  private static func text(_ bytes: [UInt8]) -> String {
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let wide = isWide ? String(bytes: bytes, encoding: .utf16) : nil
    let text = wide ?? String(validating: bytes, as: UTF8.self) ?? String(bytes: bytes, encoding: .windowsCP1252)
    return String((text ?? String(decoding: bytes, as: UTF8.self)).trimmingPrefix("\u{FEFF}"))
      .replacing("\0", with: "\u{FFFD}").replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  private func times(_ line: Substring) -> (start: Double, end: Double)? {
    let parts = line.split(separator: /\s*-->\s*/, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].split(whereSeparator: \.isWhitespace).first,
      let last = Self.seconds(end, isStrict: isWebVTT)
    else { return nil }
    let start = parts[0].trimmingPrefix(/\s+/)
    return Self.seconds(start, isStrict: isWebVTT).map { ($0, last) }
  }

  /// Seconds of `1:02:03.500`. WebVTT has two digits for minutes and seconds, a point, and three digits behind it.
  static func seconds(_ text: Substring, isStrict: Bool) -> Double? {
    let pattern = isStrict
      ? /(?:(\d{1,9}):)?([0-5]\d):([0-5]\d)\.(\d{3})/ : /(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    let parts = [match.1 ?? "0", match.2, match.3, "0." + match.4].map { Double($0) ?? 0 }
    return parts[0] * 3600 + parts[1] * 60 + parts[2] + parts[3]
  }

  /// - Parameter isLast: whether no number of a next cue can stand at the end of the text.
  private mutating func close(
    _ times: (start: Double, end: Double)?, _ lines: [Substring], isLast: Bool, before line: Int
  ) throws(ImportError) {
    guard let times else { return }
    var lines = lines
    if !isWebVTT {
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      if !isLast, lines.last?.wholeMatch(of: /\s*\d+\s*/) != nil { lines.removeLast() }
    }
    let place = SourceLocation(line: line - lines.count, column: 1)
    let words = CaptionMarkup(isWebVTT: isWebVTT).words(lines)
    self.words += words.count
    guard self.words <= CaptionCue.mostWords, words.allSatisfy({ $0.text.count <= CaptionCue.longestWord }) else {
      throw source.error(
        "More than \(CaptionCue.mostWords) words, or a word of more than \(CaptionCue.longestWord) characters.",
        at: place)
    }
    guard times.end <= CaptionCue.latest else {
      throw source.error("The cue ends after 24 hours.", at: place)
    }
    if times.end <= times.start { source.record.lose("", "the cue ends before it starts", at: place) }
    source.record.use()
    cues.append(CaptionCue(times.start, times.end, words))
  }
}

/// The words of a cue without tags. Times in WebVTT tags are those of the words behind them.
struct CaptionMarkup {
  let isWebVTT: Bool
  private static let characters = [
    "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}",
  ]

  func words(_ lines: [Substring]) -> [CaptionWord] {
    var (words, word) = ([CaptionWord](), CaptionWord(text: ""))
    func finish() {
      if !word.text.isEmpty {
        words.append(word)
        word = CaptionWord(text: "")
      }
    }
    for line in lines {
      finish()
      word.breaksLine = !words.isEmpty
      var rest = line
      while let character = rest.first {
        if let tag = tag(rest) {
          if isWebVTT, let time = SubtitleReader.seconds(tag.dropFirst().dropLast(), isStrict: true) {
            finish()
            word.start = time
          }
          rest = rest[tag.endIndex...]
        } else if isWebVTT, character == "&", let name = rest.prefixMatch(of: /&([a-z]+);/),
          let meant = Self.characters[String(name.1)]
        {
          if meant == "\u{A0}" { finish() } else { word.text += meant }
          rest = rest[name.range.upperBound...]
        } else {
          if character.isWhitespace { finish() } else { word.text.append(character) }
          rest = rest.dropFirst()
        }
      }
    }
    finish()
    return words
  }

  private func tag(_ text: Substring) -> Substring? {
    let pattern = isWebVTT ? /<[^>]*(?:>|$)/ : /<\/?[A-Za-z][^>]*>|\{\\[^}]*\}/
    guard text.first == "<" || text.first == "{" else { return nil }
    return text.prefixMatch(of: pattern).map { text[$0.range] }
  }

}
