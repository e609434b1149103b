/// A location in a text. Line and column start at 1; columns count Unicode scalars.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// Line, starting at 1.
  public var line: Int
  /// Column in Unicode scalars, starting at 1.
  public var column: Int

  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  /// The location as `line:column`.
  public var description: String { "\(line):\(column)" }
}

/// A value of a JSON5 document with its location.
package struct DocumentValue: Sendable {
  package enum Content: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([DocumentValue])
    /// In the order of the text. Keys are unique.
    case object([DocumentMember])
  }

  package var content: Content
  // 32 bits to save memory: documents have millions of values.
  private var line: UInt32
  private var column: UInt32
  private var start: UInt32 = 0
  private var end: UInt32 = 0

  package init(_ content: Content, at location: SourceLocation = SourceLocation(line: 0, column: 0)) {
    self.content = content
    (line, column) = (UInt32(clamping: location.line), UInt32(clamping: location.column))
  }

  package var location: SourceLocation { SourceLocation(line: Int(line), column: Int(column)) }

  /// Range of bytes in the text; empty for a value that was not read from a text.
  package var span: Range<Int> {
    get { Int(start)..<Int(end) }
    set { (start, end) = (UInt32(clamping: newValue.lowerBound), UInt32(clamping: newValue.upperBound)) }
  }

  /// The value for messages, shortened.
  package var quoted: String {
    var text = ""
    write(to: &text)
    return text.excerpt()
  }

  /// Appends the value on one line, up to the length of messages.
  private func write(to text: inout String) {
    guard text.utf8.count <= 240 else { return }
    switch content {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let value): text += value.shortText
    case .string(let string): text += "\"\(string.excerpt())\""
    case .array(let items):
      text += "["
      for (index, item) in items.prefix(30).enumerated() {
        if index > 0 { text += ", " }
        item.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{" + members.prefix(30).map { $0.key.excerpt(30) }.joined(separator: ", ") + "}"
    }
  }
}

package struct DocumentMember: Sendable {
  package var key: String
  package var value: DocumentValue
  private var line: UInt32
  private var column: UInt32
  private var first: UInt32

  package init(_ key: String, _ value: DocumentValue) {
    self.init(key: key, location: value.location, value: value)
  }

  init(key: String, location: SourceLocation, value: DocumentValue, start: Int = 0) {
    (self.key, self.value, first) = (key, value, UInt32(clamping: start))
    (line, column) = (UInt32(clamping: location.line), UInt32(clamping: location.column))
  }

  package var location: SourceLocation { SourceLocation(line: Int(line), column: Int(column)) }

  /// Byte offset of the key in the text.
  package var start: Int { Int(first) }
}

extension Double {
  /// The shortest decimal, without `.0`.
  package var shortText: String {
    self == rounded() && abs(self) < 1e15 ? String(Int64(self)) : String(self)
  }
}

extension DocumentValue: Equatable {
  /// Compares contents, not locations.
  package static func == (left: DocumentValue, right: DocumentValue) -> Bool {
    switch (left.content, right.content) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && $0.value == $1.value }
    default: false
    }
  }
}
