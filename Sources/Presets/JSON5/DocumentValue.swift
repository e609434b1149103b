/// A place in a text: 1-based, columns count characters (Unicode scalars).
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  public var description: String { "\(line):\(column)" }
}

/// A value of a JSON5 document that knows where it was written.
package struct DocumentValue: Sendable {
  package indirect enum Content: Sendable {
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
  package var location: SourceLocation
  /// Bytes of the text; empty for a value that was not read from one.
  package var span = 0..<0

  package init(_ content: Content, at location: SourceLocation = SourceLocation(line: 1, column: 1)) {
    (self.content, self.location) = (content, location)
  }

  /// Kind of this value, for messages.
  package var kindName: String {
    switch content {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value as a message quotes it, cut to a readable length.
  package var quoted: String {
    let text = compactText
    return text.count > 60 ? String(text.prefix(57)) + "..." : text
  }

  private var compactText: String {
    switch content {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): value.shortText
    case .string(let text): "\"\(text.prefix(60))\""
    case .array(let items): "[" + items.prefix(20).map(\.compactText).joined(separator: ", ") + "]"
    case .object(let members): "{" + members.prefix(8).map(\.key).joined(separator: ", ") + "}"
    }
  }
}

/// One `key: value` of an object.
package struct DocumentMember: Sendable {
  package var key: String
  package var location: SourceLocation
  package var value: DocumentValue
  /// Offset of the key's first byte in the text.
  package var start = 0

  package init(_ key: String, _ value: DocumentValue) {
    self.init(key: key, location: value.location, value: value)
  }

  init(key: String, location: SourceLocation, value: DocumentValue, start: Int = 0) {
    (self.key, self.location, self.value, self.start) = (key, location, value, start)
  }
}

extension Double {
  /// Without a needless `.0`.
  var shortText: String {
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
