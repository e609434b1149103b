/// Reads fields of comma-separated values: RFC 4180, with `,`, `;` or tab as separators and any line ends. Every field
/// has its location, and an error in a record does not affect the next one.
struct CSVReader: Sendable {
  struct Mark: Sendable {
    var offset = 0
    var line = 1
    /// Byte offset.
    var lineStart = 0
  }

  struct Field {
    var bytes: Range<Int>
    var mark: Mark
    var hasDoubledQuotes = false
    var isLast = false
    var mistake: String?
  }

  let bytes: [UInt8]
  let separator: UInt8

  private static let quote = UInt8(ascii: "\"")
  private static let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  let start: Mark

  /// - Parameter start: offset after a byte order mark.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    // `sep=;`, the first line in files of Excel.
    let line = bytes[start...].prefix(6)
    let isDirective = line.count > 4 && String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep="
    var mark = Mark(offset: start, line: 1, lineStart: start)
    let isLine = line.count == 5 || line.last == Self.feed || line.last == Self.carriage
    guard isDirective, isLine, let given = line.dropFirst(4).first, Self.separators.contains(given) else {
      (separator, self.start) = (Self.separator(in: bytes[start...]), mark)
      return
    }
    separator = given
    mark.offset += 5
    self.start = mark
  }

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  /// The first known separator in the first line, outside quotes.
  private static func separator(in bytes: ArraySlice<UInt8>) -> UInt8 {
    var isQuoted = false
    for byte in bytes.prefix(100_000) {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == feed || byte == carriage { break }
      if separators.contains(byte) { return byte }
    }
    return UInt8(ascii: ",")
  }

  /// Whether a record begins here. Skips empty lines.
  func hasRecord(at mark: inout Mark) -> Bool {
    while mark.offset < bytes.count, bytes[mark.offset] == Self.feed || bytes[mark.offset] == Self.carriage {
      endLine(&mark)
    }
    return mark.offset < bytes.count
  }

  /// Returns the field here and advances the mark to the next field or record.
  func field(at mark: inout Mark) -> Field {
    var field = Field(bytes: mark.offset..<mark.offset, mark: mark)
    if mark.offset < bytes.count, bytes[mark.offset] == Self.quote {
      takeQuoted(&field, &mark)
    } else {
      skipToEnd(&mark)
      field.bytes = field.bytes.lowerBound..<mark.offset
    }
    if mark.offset < bytes.count, bytes[mark.offset] == separator {
      mark.offset += 1
    } else {
      field.isLast = true
      if mark.offset < bytes.count { endLine(&mark) }
    }
    return field
  }

  /// Skips to the next record. Returns whether this one has a value.
  func skipRecord(at mark: inout Mark) -> Bool {
    var hasValue = false
    while true {
      let field = field(at: &mark)
      hasValue = hasValue || field.mistake != nil || !bytes[field.bytes].allSatisfy(\.isSpace)
      if field.isLast { return hasValue }
    }
  }

  private func takeQuoted(_ field: inout Field, _ mark: inout Mark) {
    mark.offset += 1
    let first = mark.offset
    while mark.offset < bytes.count {
      let byte = bytes[mark.offset]
      if byte == Self.feed || byte == Self.carriage {
        endLine(&mark)
      } else if byte != Self.quote {
        mark.offset += 1
      } else if mark.offset + 1 < bytes.count, bytes[mark.offset + 1] == Self.quote {
        field.hasDoubledQuotes = true
        mark.offset += 2
      } else {
        field.bytes = first..<mark.offset
        mark.offset += 1
        let end = mark.offset
        skipToEnd(&mark)
        if mark.offset > end { field.mistake = "there is text after the closing quote" }
        return
      }
    }
    field.bytes = first..<mark.offset
    field.mistake = "the quote is not closed; the text after it is not read"
  }

  private func skipToEnd(_ mark: inout Mark) {
    while mark.offset < bytes.count {
      let byte = bytes[mark.offset]
      if byte == separator || byte == Self.feed || byte == Self.carriage { return }
      mark.offset += 1
    }
  }

  private func endLine(_ mark: inout Mark) {
    let isPair =
      bytes[mark.offset] == Self.carriage && mark.offset + 1 < bytes.count
      && bytes[mark.offset + 1] == Self.feed
    mark.offset += isPair ? 2 : 1
    (mark.line, mark.lineStart) = (mark.line + 1, mark.offset)
  }

  struct Value {
    var text: String
    var location: SourceLocation
  }

  struct Record {
    /// The first fields, up to the requested number.
    var values: [Value] = []
    /// Number of all fields, without empty ones after the requested fields.
    var count = 0
    var end = SourceLocation(line: 1, column: 1)
  }

  /// Returns the record here and advances the mark to the next one. Errors: the first field that is not text or is too
  /// long.
  /// - Parameter most: maximum number of stored fields.
  /// - Parameter longest: maximum bytes of a field.
  func record(
    at mark: inout Mark, in file: String, atMost most: Int, longest: Int
  ) throws(DataError) -> Record {
    var (record, offset, column, number) = (Record(), mark.lineStart, 1, 0)
    while true {
      let field = field(at: &mark)
      if field.mark.lineStart > offset { (offset, column) = (field.mark.lineStart, 1) }
      column += bytes[offset..<field.mark.offset].count { $0 & 0xC0 != 0x80 }
      offset = field.mark.offset
      record.end = SourceLocation(line: field.mark.line, column: column)
      if let mistake = field.mistake { throw DataError(mistake, in: file, at: record.end) }
      guard field.bytes.count <= longest else {
        throw DataError("the value is longer than \(longest) bytes", in: file, at: record.end)
      }
      guard let text = text(of: field), !text.utf8.contains(0) else {
        throw DataError("the table is not UTF-8; save it as UTF-8 (CSV UTF-8)", in: file, at: record.end)
      }
      number += 1
      if number <= most || !text.isEmpty { record.count = number }
      if number <= most { record.values.append(Value(text: text, location: record.end)) }
      if field.isLast { return record }
    }
  }

  private func text(of field: Field) -> String? {
    let text = String(validating: bytes[field.bytes], as: UTF8.self)
    return field.hasDoubledQuotes ? text?.replacing("\"\"", with: "\"") : text
  }
}
