/// A place in a text: 1-based, columns count characters (Unicode scalars).
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// Line, from 1.
  public var line: Int
  /// Column in characters, from 1.
  public var column: Int

  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  /// `line:column`.
  public var description: String { "\(line):\(column)" }
}

/// A value of a JSON5 document that knows where it was written.
package struct DocumentValue: Sendable {
  package enum Content: Sendable {
    case null
    case boolean(Bool)
    /// Always finite.
    case number(Double)
    case string(String)
    case array([DocumentValue])
    /// In the order of the text; keys are unique.
    case object([DocumentMember])
  }

  package var content: Content
  // Half the size of what they hold: documents have millions of values.
  private var line: UInt32
  private var column: UInt32
  private var start: UInt32 = 0
  private var end: UInt32 = 0

  package init(_ content: Content, at location: SourceLocation = SourceLocation(line: 0, column: 0)) {
    self.content = content
    (line, column) = (UInt32(clamping: location.line), UInt32(clamping: location.column))
  }

  package var location: SourceLocation { SourceLocation(line: Int(line), column: Int(column)) }

  /// Bytes of the text; empty for a value that was not read from one.
  package var span: Range<Int> {
    get { Int(start)..<Int(end) }
    set { (start, end) = (UInt32(clamping: newValue.lowerBound), UInt32(clamping: newValue.upperBound)) }
  }

  /// The value as a message quotes it, cut to a readable length.
  package var quoted: String {
    var text = ""
    write(to: &text)
    return text.excerpt()
  }

  /// Appends the value as one line, until that is longer than a message repeats.
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

/// One `key: value` of an object.
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

  /// Offset of the key's first byte in the text.
  package var start: Int { Int(first) }
}

extension Double {
  /// Without a needless `.0`.
  package var shortText: String {
    self == rounded() && abs(self) < 1e15 ? String(Int64(self)) : String(self)
  }
}

extension DocumentValue: Equatable {
  /// Equal contents; locations do not count.
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
