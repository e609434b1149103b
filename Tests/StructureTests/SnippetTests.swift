import StarmineTestSupport
import Testing

/// The snippets of `Documentation/swift.md` are programs that `Examples/run` builds and runs.
struct SnippetTests {
  /// The texts of the blocks of Swift code that are whole programs: those that use what they declare.
  private static func snippets(in text: String) -> [[String]] {
    var result: [[String]] = []
    var block: [String]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```swift" {
        block = []
      } else if line == "```", let lines = block {
        result.append(lines)
        block = nil
      } else {
        block?.append(line.trimmingPrefix(/\s*/).description)
      }
    }
    return result.filter { $0.contains { $0.hasPrefix("let movie") } }
  }

  @Test func snippetsAreInTheExample() throws {
    let example = try Checkout.text(of: "Examples/readme/ReadmeSnippets.swift")
      .split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingPrefix(/\s*/).description }
    let snippets = Self.snippets(in: try Checkout.text(of: "Documentation/swift.md"))
    #expect(snippets.count == 2)
    for snippet in snippets {
      let lines = snippet.filter { !$0.hasPrefix("import ") }.drop { $0.isEmpty }
      let isThere = example.indices.contains { example[$0...].starts(with: lines) }
      #expect(isThere, "Examples/readme differs from: \(lines.first ?? "")")
    }
  }

  @Test func readsSnippets() {
    let text = "a\n```swift\nlet movie = 1\n  b\n```\n```swift\nlet c = 1\n```\n"
    #expect(Self.snippets(in: text) == [["let movie = 1", "b"]])
  }
}
