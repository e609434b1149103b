import Foundation
import StarmineLayers
import StarminePresets
import StarmineTestSupport
import Testing

/// The texts of JSONTestSuite, which says of each whether a reader of JSON must read it. What our reader of JSON5 does
/// otherwise is listed in the documentation.
@Suite struct JSONSuiteTests {
  private struct Row {
    let name: String
    let bytes: [UInt8]

    init(_ fields: JSONValue) {
      name = fields["name"].string ?? ""
      let text = String(repeating: fields["text"].string ?? "", count: Int(fields["times"].number ?? 1))
      let end = String(repeating: fields["end"].string ?? "", count: Int(fields["times"].number ?? 0))
      let digits = Array((fields["bytes"].string ?? "").utf8)
      let given = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
      }
      bytes = Array((text + end).utf8) + given
    }

    var isRead: Bool { (try? JSON5Parser.parse(bytes)) != nil }

    /// A line of the table.
    var line: String {
      let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
        $0.value < 0x20 || $0.value > 0x7E ? "\\u{\(String($0.value, radix: 16))}" : String($0)
      }
      return "| `\(name)` | `\(text.joined())` |\n"
    }
  }

  @Test func whatIsReadOtherwiseIsListed() throws {
    let rows = try ConformanceCases("json").all.map { Row($0.fields) }
    #expect(rows.count == 318)
    func lines(_ prefix: Character, isRead: Bool) -> String {
      rows.filter { $0.name.first == prefix && $0.isRead == isRead }.map(\.line).joined()
    }
    let expected = """
      | read, and not JSON | text |
      |---|---|
      \(lines("n", isRead: true))
      | refused, and JSON | text |
      |---|---|
      \(lines("y", isRead: false))
      | read, where JSON leaves it open | text |
      |---|---|
      \(lines("i", isRead: true))
      """
    #expect(try GeneratedPart("json", of: "Documentation/documents.md").matches(expected))
  }
}
