import StarmineTestSupport
import Testing

/// Messages are written in natural English: "it is not a file", not "it is no file".
@Suite struct WordingTests {
  /// Words that read as if they were translated, in texts only.
  private static let signs = [
    "nobody", "whoever", "somebody", "so many", "that many", "has born", " anew", "is none", " is no ", " are no ",
    " was no ",
  ]
  /// The same words in sentences that are natural.
  private static let natural = ["there is no ", "there are no ", " is no longer", " are no longer", "; 0 is none."]

  @Test func messagesAreNatural() throws {
    for path in ["Sources", "Bench"].flatMap({ Checkout.files(under: $0, extensions: ["swift"]) }) {
      let source = try SourceText(path: path)
      for (index, line) in source.lines.enumerated() where line.holdsOne(of: Self.signs) {
        let found = Self.unnatural(in: line, code: source.code[index])
        #expect(found == nil, "\(path):\(index + 1): \"\(found ?? "")\" in \(line)")
      }
    }
  }

  /// The first of the words that is in a text of the line.
  private static func unnatural(in line: String, code: String) -> String? {
    // Comments are blank in the code, and so are texts: without a quotation mark in front it is a comment.
    let isComment = line.contains(/^\s*\/\//)
    guard !isComment else { return nil }
    let text = String(zip(line, code).map { $1 == " " ? $0 : " " })
    let end = text.firstRange(of: " // ")?.lowerBound ?? text.endIndex
    let plain = natural.reduce(String(text[..<end])) { $0.replacing($1, with: "") }
    return signs.first { plain.holds($0) }
  }

  @Test func commentsArePlain() throws {
    let words = ["nobody", "whoever", "somebody", "anybody", "has born", "so many "]
    for path in ["Sources", "Bench", "Tests"].flatMap({ Checkout.files(under: $0, extensions: ["swift"]) }) {
      for (index, line) in try SourceText(path: path).lines.enumerated() where line.contains(/^\s*\/\//) {
        let found = words.first { line.lowercased().holds($0) }
        #expect(found == nil, "\(path):\(index + 1): \(line)")
      }
    }
  }

  @Test func unnaturalWordsAreFound() {
    for line in ["  throw Failure(\"it is no file\")", "  let a = \"whoever \\(name)\"", "    is none of them \\"] {
      let source = SourceText(path: "A.swift", text: line.holds("\"") ? line : "let a = \"\"\"\n\(line)\n\"\"\"")
      let index = line.holds("\"") ? 0 : 1
      #expect(Self.unnatural(in: source.lines[index], code: source.code[index]) != nil, "\(line)")
    }
    for line in ["  // nobody", "  throw Failure(\"there is no file\") // nobody", "  let nobody = 1"] {
      let source = SourceText(path: "A.swift", text: line)
      #expect(Self.unnatural(in: source.lines[0], code: source.code[0]) == nil, "\(line)")
    }
  }
}
