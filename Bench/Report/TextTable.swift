/// Rows under a heading; the first column and those named are text, the others numbers.
package struct TextTable {
  package var heading: [String]
  package var rows: [[String]] = []
  /// Columns that are set flush left.
  package var textColumns: Set<Int>

  package init(heading: [String], rows: [[String]] = [], textColumns: Set<Int> = [0]) {
    (self.heading, self.rows, self.textColumns) = (heading, rows, textColumns)
  }

  /// For terminals: columns as wide as their widest cell.
  package var aligned: String {
    let widths = heading.indices.map { column in ([heading] + rows).map { $0[column].count }.max() ?? 0 }
    return ([heading] + rows).map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return textColumns.contains(column) ? cell + padding : padding + cell
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  package var markdown: String {
    let rule = heading.indices.map { textColumns.contains($0) ? "---" : "---:" }
    return ([heading, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  /// RFC 4180.
  package var csv: String {
    ([heading] + rows).map { row in
      row.map { cell in
        cell.contains { $0 == "," || $0 == "\"" || $0 == "\n" }
          ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
      }.joined(separator: ",")
    }.joined(separator: "\r\n") + "\r\n"
  }
}
