import Foundation
import StarmineLayers
import StarminePresets
import Testing

/// Tables of values: what spreadsheets write, and what strangers send.
@Suite struct DataTableTests {
  private func table(_ text: String, _ file: String = "a.csv") throws -> DataTable { try table(Array(text.utf8), file) }

  private func table(_ bytes: [UInt8], _ file: String = "a.csv") throws -> DataTable {
    try DataTable(bytes, file: file, folder: URL(filePath: "/data"))
  }

  private func values(_ table: DataTable) throws -> [[String]] {
    try (0..<table.count).map { index in
      let row = try table.row(index)
      return table.columns.map { row.fields[$0]?.text ?? "-" }
    }
  }

  /// The message of a row, or of the table.
  private func mistake(_ text: String, row: Int? = nil, _ file: String = "a.csv") -> String {
    do {
      let table = try table(text, file)
      if let row { _ = try table.row(row) }
      return ""
    } catch { return "\(error)" }
  }

  @Test func quotesLinesAndMarks() throws {
    let text = "\u{FEFF}name;title\r\n\"a;b\";\"say \"\"hi\"\"\r\nthere\"\r\n\r\n李雷;=HYPERLINK(\"x\")\r\n;\r\nlast;"
    let table = try table(text)
    #expect(table.columns == ["name", "title"])
    #expect(
      try values(table) == [
        ["a;b", "say \"hi\"\r\nthere"], ["李雷", "=HYPERLINK(\"x\")"], ["last", ""],
      ])
    let row = try table.row(1)
    #expect(row.location.line == 5 && row.fields["title"]?.location.column == 4)
    #expect(try values(self.table("a\tb\n1\t2\n3\t4")) == [["1", "2"], ["3", "4"]])
    #expect(try values(self.table("a,b\r1,2\r3,4\r")) == [["1", "2"], ["3", "4"]])
  }

  @Test func spreadsheetsAreReadAsTheyWrite() throws {
    for separator in [";", ",", "\t"] {
      for end in ["\r\n", "\n", "\r"] {
        let text = "\u{FEFF}Sep=\(separator)\(end)name\(separator)gold\(end)a\(separator)red\(end)"
        let table = try table(text)
        #expect(try table.columns == ["name", "gold"] && values(table) == [["a", "red"]], "\(text.debugDescription)")
        #expect(try table.row(0).location.line == 3)
      }
    }
    #expect(try table("sep=x\n1\n").columns == ["sep=x"] && table("sep=\n1\n").columns == ["sep="])
    let gaps = try table("name,gold,,\n,,,\na,red,,,,\n , ,,\n\"\",,,\nb,,,\n,,,\n")
    #expect(try gaps.count == 2 && gaps.row(0).fields.count == 2 && gaps.row(1).fields["name"]?.text == "b")
    #expect(mistake("a,b\n1,2,,3\n", row: 0).hasSuffix("4 values, and 2 columns"))
  }

  @Test func decimalCommasAreNumbersBetweenSemicolons() throws {
    let document = "{ vars: { n: { type: 'number', default: 0 }, t: { type: 'text' } }, layer: {} }"
    let variables = try PresetSource(
      bytes: Array(document.utf8), file: "a.json", directory: URL(filePath: "/data"),
      loader: PresetLoader { _ in throw CocoaError(.fileNoSuchFile) }
    ).scene().variables
    for (text, number) in [("5,5", "5.5"), ("-,25", "-.25"), ("6", "6"), ("1,2,3", "1,2,3"), ("5.5", "5.5")] {
      let table = try table("n;t\n\(text);\(text)\n")
      let given = try table.row(0).given(variables, of: table)
      #expect(given["n"]?.text == number && given["t"]?.text == text)
      let quoted = try self.table("n,t\n\"\(text)\",x\n")
      #expect(try quoted.row(0).given(variables, of: quoted)["n"]?.text == text)
    }
  }

  @Test func linesOfObjectsAreRows() throws {
    let table = try table("{\"a\": \"x\"}\r\n\n{\"a\": \"y\", \"n\": 1} \n", "a.jsonl")
    #expect(try table.columns == ["a", "n"] && values(table) == [["x", "-"], ["y", "1"]])
    #expect(try table.row(1).location.line == 3)
    #expect(try values(self.table(#"{"a": 1}"#, "a.json")) == [["1"]])
    #expect(mistake("{\"a\": 1}\n{\"a\" 2}", "a.jsonl").hasPrefix("a.jsonl:2:"))
  }

  @Test func otherEncodings() throws {
    let units = Array("a,b\nü,李\n".utf16)
    let small: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [small, big] { #expect(try values(table(bytes)) == [["ü", "李"]]) }
    // A row in Latin-1 says nothing about the next one.
    let table = try table(Array("a,b\n1,".utf8) + [0xE9] + Array("\n3,4\n".utf8))
    #expect(throws: DataError.self) { try table.row(0) }
    #expect(try table.row(1).fields["b"]?.text == "4")
    #expect(throws: DataError.self) { try self.table([0xFF, 0xFE, 0x00]) }
    #expect(throws: DataError.self) { try self.table([0x61, 0x00, 0x2C, 0x00]) }
  }

  @Test func mistakesSayTheirPlace() throws {
    #expect(mistake("").contains("a.csv: the table is empty") && mistake("\n\n").contains("the table is empty"))
    #expect(mistake("a,a\n1,2") == "a.csv:1:3: two columns are called \"a\"")
    #expect(mistake("a,b\n1\n", row: 0) == "a.csv:2:1: 1 value, and 2 columns")
    #expect(mistake("a,b\n1,2,3\n", row: 0) == "a.csv:2:5: 3 values, and 2 columns")
    #expect(mistake("a,b\n1,\"2\"x\n", row: 0) == "a.csv:2:3: there is text after the closing quote")
    #expect(mistake("a,b\n1,\"2\n3,4\n", row: 0).hasPrefix("a.csv:2:3: the quote is not closed"))
    #expect(try table("a,b\n1,\"2\n3,4\n").count == 1)
    let many = "a\n" + String(repeating: "1\n", count: 100_001)
    #expect(mistake(many) == "a.csv: more than 100000 rows; split the table")
    let wide = String(repeating: "x,", count: 1001)
    #expect(!mistake(wide).isEmpty)
    // Places are counted on, not each from the beginning of the line.
    let commas = String(repeating: ",", count: 1_000_000)
    #expect(mistake("a\n\(commas)x\n", row: 0) == "a.csv:2:1000001: 1000001 values, and 1 column")
    #expect(mistake("a,b\n\"x\ny\",\"é\",z\n", row: 0) == "a.csv:3:8: 3 values, and 2 columns")
    let long = "a\n" + String(repeating: "x", count: 2 << 20)
    #expect(mistake(long, row: 0).contains("a.csv:2:1: the value is longer than 1048576 bytes"))
  }

  @Test func objectsAreRowsToo() throws {
    let table = try table(#"[{ "a": "x", "n": 1.5 }, { "n": null, "on": true }]"#, "a.json")
    #expect(table.columns == ["a", "n", "on"])
    #expect(try values(table) == [["x", "1.5", "-"], ["-", "-", "true"]])
    #expect(mistake(#"[{ "a": [1] }]"#, row: 0, "a.json").hasPrefix("a.json:1:9: expected a text, a number"))
    #expect(mistake("{\n \"a\": 1 }", "a.json") == "a.json:1:1: expected a list of objects, one for each row")
    #expect(mistake("[1]", "a.json").contains("the table is empty"))
    #expect(mistake(#"[{ "a": 1 }, 2]"#, row: 1, "a.json").contains("expected an object"))
    #expect(mistake("[{", "a.json").hasPrefix("a.json:1:"))
  }
}
