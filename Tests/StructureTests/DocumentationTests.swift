import Foundation
import StarmineTestSupport
import Testing

/// README and documentation say what the sources say.
struct DocumentationTests {
  private static let pages =
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] + Checkout.files(under: "Documentation", extensions: ["md"])

  @Test func readmeIsReadInThreeMinutes() throws {
    #expect(try Checkout.text(of: "README.md").split(whereSeparator: \.isWhitespace).count < 500)
  }

  /// Every relative link leads to a file, and to a heading where it names one.
  @Test func linksLeadSomewhere() throws {
    var count = 0
    for page in Self.pages {
      let folder = Checkout.root.appending(path: page).deletingLastPathComponent()
      for match in try Checkout.text(of: page).matches(of: /\]\(([^)\s]+)\)/) {
        let link = String(match.output.1)
        if link.contains("://") || link.hasPrefix("#") { continue }
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1).map(String.init)
        let target = folder.appending(path: parts[0])
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(link)")
        guard parts.count > 1 else { continue }
        let anchors = Self.anchors(in: (try? String(contentsOf: target, encoding: .utf8)) ?? "")
        #expect(anchors.contains(parts[1]), "\(page): \(link)")
      }
    }
    #expect(count > 40)
  }

  /// Headings as links name them.
  private static func anchors(in text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.replacing(" ", with: "-")
      })
  }

  @Test func documentationMatchesTheSources() throws {
    #expect(try GeneratedPart("examples", of: "Documentation/examples.md").matches(Self.examples()))
    #expect(try GeneratedPart("names", of: "Documentation/compatibility.md").matches(Self.names()))
  }

  /// A row for each example: its folder and the first sentence of its comment.
  private static func examples() throws -> String {
    let list = try Checkout.text(of: "Examples/Package.swift")
    let body = try #require(list.firstMatch(of: /let examples = \[([^\]]*)\]/)).output.1
    let rows = try body.matches(of: /"([^"]+)"/).map { match in
      let name = String(match.output.1)
      let sentence = try firstSentence(of: name)
      return "| `\(name)` | \(sentence) |"
    }
    return "| example | what it shows |\n|---|---|\n" + rows.joined(separator: "\n") + "\n"
  }

  private static func firstSentence(of example: String) throws -> String {
    let file = try #require(Checkout.files(under: "Examples/\(example)", extensions: ["swift"]).first)
    let lines = try Checkout.text(of: file).split(separator: "\n")
      .drop { !$0.hasPrefix("/// ") }.prefix { $0.hasPrefix("///") }
      .map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }
    let text = lines.prefix { !$0.isEmpty }.joined(separator: " ")
    let end = text.firstRange(of: /\.(?=\s+[A-Z])|\.$/)?.lowerBound ?? text.endIndex
    return String(text[..<end]).replacing(/\s*\(listings?[^)]*\)/, with: "")
  }

  private static var type: Regex<(Substring, Substring)> {
    /^(?:@\S+\s+)*(?:public|open)\s+(?:final |indirect )?(?:struct|class|enum|protocol|typealias)\s+(\w+)/
  }

  /// Public types by family, in alphabetical order.
  private static func names() throws -> String {
    let families = [
      ("Core Animation", ["CA"]), ("Core Graphics", ["CG", "CT", "CF"]), ("UIKit", ["UI", "NS"]), ("POP", ["POP"]),
    ]
    var found: Set<String> = []
    for file in SurfaceTests.files {
      let source = try SourceText(path: file)
      for index in PublicNames(source).declarations {
        if let type = source.code[index].firstMatch(of: Self.type) { found.insert(String(type.output.1)) }
      }
    }
    return families.map { family, prefixes in
      let names = found.filter { name in prefixes.contains { name.hasPrefix($0) } }.sorted()
      return "* **\(family)** (\(names.count)): " + names.map { "`\($0)`" }.joined(separator: ", ") + "\n"
    }.joined()
  }
}
