import StarmineTestSupport
import Testing

/// Sizes (CONTRIBUTING.md "Sizes").
struct BudgetTests {
  static let linesPerFile = 500
  static let linesPerFunction = 40
  /// Nine functions in ten are shorter.
  static let linesOfMostFunctions = 25
  static let columns = 120

  /// Tables of data, which a reader does not read through, by path.
  static let tables: Set = [
    "Tests/StarmineTests/DrawingScenes.swift", "Sources/Layers/Layer/Rows/CAEmitterBehaviorProperties.swift",
    // Written by `starmine save --as swift`.
    "Tests/ImportTests/WrittenFireworks.swift", "Tests/ImportTests/WrittenTimeline.swift",
  ]

  private var files: [String] {
    ["Sources", "Bench", "Tests"].flatMap { Checkout.files(under: $0, extensions: ["swift", "c", "h"]) }
  }

  @Test func filesAreShort() throws {
    #expect(files.count > 20)
    for path in files where !Self.tables.contains(path) {
      let count = try SourceText(path: path).lines.count
      #expect(count <= Self.linesPerFile, "\(path) has \(count) lines")
    }
  }

  @Test func functionsAreShort() throws {
    for path in files where !Self.tables.contains(path) {
      for function in try SourceText(path: path).functions {
        #expect(
          function.count <= Self.linesPerFunction,
          "\(path):\(function.line): \(function.name) has \(function.count) lines")
      }
    }
  }

  @Test func mostFunctionsAreVeryShort() throws {
    let counts = try files.flatMap { try SourceText(path: $0).functions.map(\.count) }.sorted()
    #expect(counts.count > 4000)
    #expect(counts[counts.count * 9 / 10] < Self.linesOfMostFunctions)
  }

  /// Columns are characters. A text or pattern that cannot be broken may be longer.
  @Test func linesAreShort() throws {
    for path in files {
      for (index, line) in try SourceText(path: path).lines.enumerated() where line.count > Self.columns {
        let start = line.trimmingPrefix(/\s*/)
        let isRegex = start.hasPrefix("/") && !start.hasPrefix("//") && !start.hasPrefix("/*")
        let isLiteral = start.hasPrefix("\"") || isRegex
        #expect(isLiteral, "\(path):\(index + 1) has \(line.count) columns")
      }
    }
  }

  @Test func exceptionsExist() {
    #expect(Self.tables.isSubset(of: files))
  }
}
