import Foundation

/// A place in a text that names a document: `rendering.md`, `behavior.md 5.12`, `performance.md "Tried and not kept"`.
struct Citation: Hashable {
  /// Line of the file that cites, from 1.
  let line: Int
  /// The last component of the path, with its suffix.
  let document: String
  /// Headings that have to be there: numbers and names; empty where the document as a whole is meant.
  let anchors: [String]
}

extension Citation {
  /// The citations of a text, over the ends of lines and the marks of comments too.
  ///
  /// A name alone between quotation marks, or behind `--markdown`, is a file that something writes.
  static func all(in text: String) -> [Citation] {
    guard text.contains(".md") else { return [] }
    let pattern =
      #/
      (?<output>--markdown\ |")? (?:[\w.\-]+\/)* (?<document>[A-Za-z][\w\-]*\.md)\b
      (?<numbers>`?,?(?:\s|\/\/+)+\d[\d.]*(?:(?:,|\ and|\ to)(?:\s|\/\/+)+\d[\d.]*)*)?
      (?<name>`?(?:\s|\/\/+)+"[^"\n]+")?
      /#
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var result: [Citation] = []
    for (index, line) in lines.enumerated() where line.contains(".md") {
      let window = line + "\n" + (index + 1 < lines.count ? lines[index + 1] : "")
      for match in window.matches(of: pattern) {
        let isOnNextLine = window[..<match.range.lowerBound].contains("\n")
        let (numbers, name) = (match.output.numbers ?? "", match.output.name ?? "")
        if isOnNextLine || (match.output.output != nil && numbers.isEmpty && name.isEmpty) { continue }
        var anchors = numbers.matches(of: /\d+(?:\.\d+)*/).map { String($0.output) }
        anchors += name.matches(of: /"([^"]+)"/).map { String($0.output.1) }
        result.append(Citation(line: index + 1, document: String(match.output.document), anchors: anchors))
      }
    }
    return result
  }

  /// The lines of a text where a pattern matches, from 1, with what it matches.
  ///
  /// - Parameter signs: texts of which a line has one if the pattern matches in it; looking for them is far faster.
  static func matches(
    of pattern: Regex<Substring>, in text: String, signs: [String]
  ) -> [(line: Int, text: String)] {
    guard signs.contains(where: { text.contains($0) }) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().flatMap { index, line in
      guard signs.contains(where: { line.contains($0) }) else { return [(line: Int, text: String)]() }
      return line.matches(of: pattern).map { (index + 1, String($0.output)) }
    }
  }
}

/// The headings of a document by which it can be cited: their numbers, and their texts without number and backticks.
struct Headings {
  let anchors: Set<String>

  init(markdown: String) {
    var anchors: Set<String> = []
    var isCode = false
    for line in markdown.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, let heading = line.wholeMatch(of: /#+\s+(?:(\d+(?:\.\d+)*)\.?\s+)?(.*)/) else { continue }
      if let number = heading.output.1 { anchors.insert(String(number)) }
      anchors.insert(String(heading.output.2.filter { $0 != "`" }))
    }
    self.anchors = anchors
  }

  private init(anchors: Set<String>) {
    self.anchors = anchors
  }

  /// Headings of two documents of one name.
  static func joined(_ one: Headings, _ other: Headings) -> Headings {
    Headings(anchors: one.anchors.union(other.anchors))
  }
}
