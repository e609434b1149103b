/// Rows of values by column name, from CSV, a JSON array of objects or JSON Lines. Rows are decoded on access, so an
/// error in one does not affect others.
package struct DataTable: Sendable {
  package struct Field: Sendable {
    /// Nil for null and missing values.
    package let text: String?
    package let location: SourceLocation
  }

  package struct Row: Sendable {
    package let location: SourceLocation
    package let fields: [String: Field]
  }

  package let file: String
  /// Base folder of paths in the table.
  package let folder: URL
  package let columns: [String]
  private let content: Content

  private enum Content: Sendable {
    case records(CSVReader, [CSVReader.Mark])
    case objects([DocumentValue])
  }

  package var count: Int {
    switch content {
    case .records(_, let marks): marks.count
    case .objects(let items): items.count
    }
  }

  /// Maximum size of a table in bytes.
  package static let mostBytes = 256 << 20
  static let (mostRows, mostColumns) = (100_000, 1000)
  /// Bytes.
  static let longest = VariableValue.longest

  /// Reads a table. Errors: a table without readable rows, for example with an invalid header.
  package init(_ bytes: [UInt8], file: String, folder: URL) throws(DataError) {
    (self.file, self.folder) = (file, folder)
    let (bytes, start) = try Self.decoded(bytes, file)
    let isJSON = bytes[start...].first { !$0.isSpace }.map { [UInt8(ascii: "["), UInt8(ascii: "{")].contains($0) }
    if isJSON == true, !file.lowercased().hasSuffix(".csv"), !file.lowercased().hasSuffix(".tsv") {
      (columns, content) = try Self.objects(bytes, file)
    } else {
      (columns, content) = try Self.records(bytes, start, file)
    }
    guard !columns.isEmpty else { throw DataError("the table is empty", in: file) }
  }

  /// Returns UTF-8 bytes and the start of the text. Also accepts UTF-16 with a byte order mark, for spreadsheets.
  private static func decoded(_ bytes: [UInt8], _ file: String) throws(DataError) -> ([UInt8], Int) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (bytes, 3) }
    let isSmall = bytes.starts(with: [0xFF, 0xFE])
    guard isSmall || bytes.starts(with: [0xFE, 0xFF]) else { return (bytes, 0) }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isSmall ? first | second << 8 : first << 8 | second
    }
    guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
      throw DataError("the file has a UTF-16 mark but other content; save it as UTF-8", in: file)
    }
    return (Array(text.utf8), 0)
  }

  package func row(_ index: Int) throws(DataError) -> Row {
    switch content {
    case .records(let reader, let marks): try row(reader, marks[index])
    case .objects(let items): try row(items[index])
    }
  }

  /// Spreadsheets with decimal commas use another separator.
  fileprivate func number(_ text: String) -> String {
    guard case .records(let reader, _) = content, reader.separator != UInt8(ascii: ","),
      text.wholeMatch(of: /[+-]?[0-9]*,[0-9]+/) != nil
    else { return text }
    return text.replacing(",", with: ".")
  }

  // MARK: CSV

  private static func records(
    _ bytes: [UInt8], _ start: Int, _ file: String
  ) throws(DataError) -> ([String], Content) {
    let reader = CSVReader(bytes, from: start)
    var mark = reader.start
    guard reader.hasRecord(at: &mark) else { throw DataError("the table is empty", in: file) }
    let columns = try columns(reader, &mark, file)
    var marks: [CSVReader.Mark] = []
    while reader.hasRecord(at: &mark) {
      let row = mark
      // Spreadsheets write empty rows at the end.
      guard reader.skipRecord(at: &mark) else { continue }
      marks.append(row)
      guard marks.count <= mostRows else {
        throw DataError("more than \(mostRows) rows; split the table", in: file)
      }
    }
    return (columns, .records(reader, marks))
  }

  private static func columns(
    _ reader: CSVReader, _ mark: inout CSVReader.Mark, _ file: String
  ) throws(DataError) -> [String] {
    let record = try reader.record(at: &mark, in: file, atMost: mostColumns, longest: 1000)
    guard record.count <= mostColumns else { throw DataError("more than \(mostColumns) columns", in: file) }
    var names: [String] = []
    for value in record.values {
      let name = value.text.trimmingCharacters(in: .whitespaces)
      if !name.isEmpty, names.contains(name) {
        throw DataError("two columns are called \"\(name.excerpt())\"", in: file, at: value.location)
      }
      names.append(name)
    }
    return names.allSatisfy(\.isEmpty) ? [] : names
  }

  private func row(_ reader: CSVReader, _ start: CSVReader.Mark) throws(DataError) -> Row {
    var (mark, fields) = (start, [String: Field]())
    let record = try reader.record(at: &mark, in: file, atMost: columns.count, longest: Self.longest)
    guard record.count == columns.count else {
      throw DataError(
        "\(record.count.counted("value")), and \(columns.count.counted("column"))", in: file, at: record.end)
    }
    for (name, value) in zip(columns, record.values) where !name.isEmpty {
      fields[name] = Field(text: value.text, location: value.location)
    }
    return Row(location: SourceLocation(line: start.line, column: 1), fields: fields)
  }

  // MARK: JSON

  private static func objects(_ bytes: [UInt8], _ file: String) throws(DataError) -> ([String], Content) {
    let value: DocumentValue
    do throws(JSON5Error) { value = try JSON5Parser.parse(lineObjects(bytes) ?? bytes) } catch {
      throw DataError(error.message, in: file, at: error.location)
    }
    guard case .array(let items) = value.content else {
      throw DataError("expected a list of objects, one for each row", in: file, at: value.location)
    }
    guard items.count <= mostRows else {
      throw DataError("more than \(mostRows) rows; split the table", in: file)
    }
    var (columns, known) = ([String](), Set<String>())
    for item in items {
      for member in item.members where known.insert(member.key).inserted { columns.append(member.key) }
      guard columns.count <= mostColumns else { throw DataError("more than \(mostColumns) columns", in: file) }
    }
    return (columns, .objects(items))
  }

  /// Converts JSON Lines, an object per line, to an array with the same lines; nil for other texts.
  private static func lineObjects(_ bytes: [UInt8]) -> [UInt8]? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var array = [UInt8(ascii: "[")]
    for var line in lines {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      let isEmpty = line.allSatisfy(\.isSpace)
      guard isEmpty || line.first == UInt8(ascii: "{") && line.last(where: { !$0.isSpace }) == UInt8(ascii: "}") else {
        return nil
      }
      array += line + (isEmpty ? [] : [UInt8(ascii: ",")]) + [UInt8(ascii: "\n")]
    }
    return array + [UInt8(ascii: "]")]
  }

  private func row(_ item: DocumentValue) throws(DataError) -> Row {
    guard case .object(let members) = item.content else {
      throw DataError(
        "expected an object with a value for each column, found \(item.quoted)", in: file, at: item.location)
    }
    var fields: [String: Field] = [:]
    for member in members {
      let text: String?
      switch member.value.content {
      case .null: text = nil
      case .array, .object:
        throw DataError(
          "expected a text, a number, true or false, found \(member.value.quoted)", in: file, at: member.value.location)
      default: text = member.value.variableText
      }
      guard text.map({ $0.utf8.count <= Self.longest && !$0.utf8.contains(0) }) ?? true else {
        throw DataError(
          "the value is longer than \(Self.longest) bytes, or is not text", in: file, at: member.value.location)
      }
      fields[member.key] = Field(text: text, location: member.value.location)
    }
    return Row(location: item.location, fields: fields)
  }
}

extension DataTable.Row {
  /// Values for a document's variables. Missing values keep their default, as do empty fields unless an empty string is
  /// valid.
  package func given(_ variables: [PresetVariable], of table: DataTable) -> GivenVariables {
    var given = GivenVariables()
    for variable in variables {
      guard let field = fields[variable.name], let text = field.text, !text.isEmpty || variable.kind == .text else {
        continue
      }
      given[variable.name] = GivenVariables.Value(
        variable.kind == .number ? table.number(text) : text, file: table.file, at: field.location, folder: table.folder
      )
    }
    return given
  }
}

/// An error in a table of values, with its location: `people.csv:3:7: ...`.
package struct DataError: Error, Equatable, CustomStringConvertible {
  package let file: String
  package let location: SourceLocation?
  package let message: String

  package init(_ message: String, in file: String, at location: SourceLocation? = nil) {
    (self.message, self.file, self.location) = (message, file, location)
  }

  package var description: String { "\(file)\(location.map { ":\($0)" } ?? ""): \(message)" }
}
