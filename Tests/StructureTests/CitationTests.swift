import Foundation
import StarmineTestSupport
import Testing

/// Everything that is cited exists, inside of this repository.
struct CitationTests {
  private static let folders = ["Sources", "Tests", "Bench", "Examples", "Documentation", "presets", "schema"]
  private static let extensions: Set = ["swift", "c", "h", "modulemap", "md", "json", "json5"]

  /// Everything that may cite, by path.
  private static let texts: [(path: String, text: String)] = {
    let inside = folders.flatMap { Checkout.files(under: $0, extensions: extensions) }.filter {
      !$0.contains("/.build/")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Checkout.root.path(percentEncoded: false))) ?? []
    let outside = names.filter { $0.hasSuffix(".md") || ["Package.swift", "setup"].contains($0) }.sorted()
    return (outside + inside + ["Bench/Peers/run"]).compactMap { path in
      (try? Checkout.text(of: path)).map { (path, $0) }
    }
  }()

  /// Headings of every document, by its file name.
  private static let documents: [String: Headings] = {
    let files = texts.filter { $0.path.hasSuffix(".md") }
    return Dictionary(files.map { (($0.path as NSString).lastPathComponent, Headings(markdown: $0.text)) }) {
      Headings.joined($0, $1)
    }
  }()

  @Test func citationsLeadToHeadings() {
    var count = 0
    for (path, text) in Self.texts {
      for citation in Citation.all(in: text) {
        count += 1
        let problem = Self.problem(of: citation, in: Self.documents)
        #expect(problem == nil, "\(path):\(citation.line): \(problem ?? "")")
      }
    }
    #expect(count > 100)
  }

  /// Why a citation leads nowhere; nil if it does not.
  static func problem(of citation: Citation, in documents: [String: Headings]) -> String? {
    guard let headings = documents[citation.document] else { return "there is no \(citation.document)" }
    let missing = citation.anchors.filter { !headings.anchors.contains($0) }
    return missing.isEmpty ? nil : "\(citation.document) has no heading \(missing.joined(separator: ", "))"
  }

  /// Sections of the document itself: "section 5.2", "sections 1 to 5".
  @Test func documentsHaveTheirOwnSections() throws {
    for (path, text) in Self.texts where path.hasPrefix("Documentation/") {
      let headings = Headings(markdown: text)
      let pattern = /\b[Ss]ections?\s+\d[\d.]*(?:(?:,|\sand|\sto)\s\d[\d.]*)*/
      for (line, found) in Citation.matches(of: pattern, in: text, signs: ["ection"]) {
        for number in found.matches(of: /\d+(?:\.\d+)*/).map({ String($0.output) }) {
          let isThere = headings.anchors.contains(number)
          #expect(isThere, "\(path):\(line): there is no section \(number)")
        }
      }
    }
  }

  /// Source files that documents name, in backticks or links.
  @Test func documentsNameFilesThatExist() {
    let names = Set(Self.texts.map { ($0.path as NSString).lastPathComponent })
    for (path, text) in Self.texts where path.hasSuffix(".md") && !path.hasPrefix("CHANGELOG") {
      let pattern = /`[\w+\-\/]+\.(?:swift|c|h)`/
      for (line, found) in Citation.matches(of: pattern, in: text, signs: [".swift`", ".c`", ".h`"]) {
        let name = (found.filter { $0 != "`" } as NSString).lastPathComponent
        let isThere = names.contains(name)
        #expect(isThere, "\(path):\(line): there is no \(name)")
      }
    }
  }

  /// Folders and files that documents name from the root: `Sources/Scene/State/`.
  @Test func documentsNamePathsThatExist() {
    var count = 0
    for (path, text) in Self.texts where path.hasSuffix(".md") && !path.hasPrefix("CHANGELOG") {
      let pattern = /`(?:Sources|Tests|Bench|Examples|Documentation|presets|schema)\/[\w+\-\/]*(?:\.\w+)?`/
      for (line, found) in Citation.matches(of: pattern, in: text, signs: ["/"]) {
        count += 1
        let url = Checkout.root.appending(path: found.filter { $0 != "`" })
        let isThere = FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
        #expect(isThere, "\(path):\(line): there is no \(found)")
      }
    }
    #expect(count > 40)
  }

  /// Types that the pages for developers name: `DisplayList`, `RenderTree`.
  @Test func documentsNameTypesThatExist() throws {
    let sources = Self.texts.filter { !$0.path.hasSuffix(".md") && !$0.path.hasSuffix("CitationTests.swift") }
    let words = Set(sources.flatMap { $0.text.matches(of: /[A-Za-z_]\w+/).map { String($0.output) } })
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "Documentation/decisions.md"] {
      let names = try Checkout.text(of: page).matches(of: /`([A-Z]\w+)(?:\.\w+)?(?:\(\w*:?\))?`/)
      #expect(names.count > 5)
      for name in names where !name.output.1.allSatisfy({ $0.isUppercase || $0 == "_" || $0.isNumber }) {
        let isThere = words.contains(String(name.output.1)) || Self.isRoom(String(name.output.1))
        #expect(isThere, "\(page): there is no \(name.output.0)")
      }
    }
  }

  /// Whether a module has a folder of that name.
  private static func isRoom(_ name: String) -> Bool {
    texts.contains { $0.path.hasPrefix("Sources/") && $0.path.contains("/\(name)/") }
  }

  /// "listing B4" stands in chapter 11 of behavior.md.
  @Test func listingsExist() throws {
    let known = try Checkout.text(of: "Documentation/behavior.md")
    for (path, text) in Self.texts where !path.hasSuffix(".md") {
      for (line, found) in Citation.matches(of: /\b[Ll]istings? [A-D]\d+/, in: text, signs: ["isting"]) {
        let name = found.split(separator: " ").last.map(String.init) ?? ""
        let isThere = try known.contains(Regex("\\b\(name)\\b"))
        #expect(isThere, "\(path):\(line): there is no listing \(name)")
      }
    }
  }

  /// Papers that are not part of the repository.
  static var outside: Regex<Substring> {
    #/
      DESIGN\.md | \breference\ sections?\b | \breference\/[a-z\-]+ | \breference\ (?:part\ )?[A-D]?\d
      | \.\.\/shared\b | \bseed\ ?00\d
      /#
  }

  static let outsideSigns = ["reference", "DES" + "IGN", "shared", "seed"]

  @Test func nothingLeadsOutside() {
    for (path, text) in Self.texts {
      for (line, found) in Citation.matches(of: Self.outside, in: text, signs: Self.outsideSigns) {
        Issue.record("\(path):\(line): \(found)")
      }
    }
  }
}

/// The reader itself.
struct CitationReaderTests {
  private static let name = "behavior"

  @Test func readsCitations() {
    let text = """
      /// As measured (\(Self.name).md 5.12). See `\(Self.name).md`, `\(Self.name).md 2.1` and [it](../\(Self.name).md).
      /// \(Self.name).md
      /// 5.15 and 7; \(Self.name).md "Not kept", --markdown a\(Self.name).md, "a\(Self.name).md"
      """
    let found = Citation.all(in: text)
    #expect(found.map(\.document) == Array(repeating: "\(Self.name).md", count: 6))
    #expect(found.map(\.anchors) == [["5.12"], [], ["2.1"], [], ["5.15", "7"], ["Not kept"]])
    #expect(found.map(\.line) == [1, 1, 1, 1, 2, 3])
  }

  @Test func readsHeadings() {
    let text = "# Title\n## 5. Emitters\n### 5.12 `KeyPaths` here\n```\n# 6 code\n```\ntext 7"
    #expect(Headings(markdown: text).anchors == ["Title", "5", "Emitters", "5.12", "KeyPaths here"])
  }

  @Test func findsWhatIsMissing() {
    let documents = ["\(Self.name).md": Headings(markdown: "## 5 Emitters\n### 5.12 Key paths")]
    func problem(_ document: String, _ anchors: [String]) -> String? {
      CitationTests.problem(of: Citation(line: 1, document: document, anchors: anchors), in: documents)
    }
    #expect(problem("\(Self.name).md", ["5.12", "Key paths"]) == nil)
    #expect(problem("\(Self.name).md", ["5.12", "5.13"])?.contains("5.13") == true)
    #expect(problem("other.md", []) != nil)
  }

  @Test func findsWhatLeadsOutside() {
    let texts = ["(refer\("ence section 4.1"))", "DES\("IGN.md")", "refer\("ence A2.1")", "../sh\("ared/x")"]
    func count(_ text: String) -> Int {
      Citation.matches(of: CitationTests.outside, in: text, signs: CitationTests.outsideSigns).count
    }
    for text in texts { #expect(count(text) == 1, "\(text)") }
    #expect(count("a reference to 5 things, seed 7") == 0)
  }
}
