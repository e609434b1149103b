import StarmineTestSupport
import Testing

/// Sizes (CONTRIBUTING.md "Sizes").
struct BudgetTests {
  static let linesPerFile = 500
  static let linesPerFunction = 40

  /// Tables of data, which a reader does not read through, by path.
  static let tables: Set<String> = []

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

  @Test func exceptionsExist() {
    #expect(Self.tables.isSubset(of: files))
  }
}
