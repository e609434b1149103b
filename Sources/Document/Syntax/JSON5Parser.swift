/// Reads JSON5: JSON with comments, trailing commas, single quotes, unquoted keys, hexadecimal numbers.
///
/// A custom parser, because errors in values are reported with line and column long after parsing. It accepts any
/// bytes; nesting and memory are limited.
package struct JSON5Parser {
  /// Maximum nesting of arrays and objects.
  package static let maximumDepth = 100

  var cursor: JSON5Cursor
  private var depth = 0
  var keys = KnownKeys()
  private let memory: Int
  /// Approximate memory of the values so far, in bytes.
  private var used = 0
  /// Keys of the document's object that are still needed; nil to read all.
  private var awaited: Set<String>?

  /// Returns the value of a document. Errors: the first syntax error, with its location.
  /// - Parameter memory: limit in bytes for the values, which use several times the size of the text.
  package static func parse(
    _ bytes: [UInt8], memory: Int = DocumentMemory.standardLimit
  ) throws(JSON5Error) -> DocumentValue {
    var parser = JSON5Parser(cursor: JSON5Cursor(bytes), memory: memory)
    try parser.cursor.skipSpace()
    let value = try parser.value()
    try parser.cursor.skipSpace()
    guard parser.cursor.byte == nil else {
      throw parser.unexpected(instead: "the end of the file after the value")
    }
    return value
  }

  /// Returns the members of a document's object up to the last of some keys. The text after it is not parsed, so its
  /// errors are not found. Returns all members if a key is missing.
  package static func head(
    _ bytes: [UInt8], through keys: Set<String>, memory: Int = DocumentMemory.standardLimit
  ) throws(JSON5Error) -> DocumentValue {
    var parser = JSON5Parser(cursor: JSON5Cursor(bytes), memory: memory)
    parser.awaited = keys
    try parser.cursor.skipSpace()
    return try parser.value()
  }

  package static func parse(_ text: String) throws(JSON5Error) -> DocumentValue {
    try parse(Array(text.utf8))
  }

  private init(cursor: JSON5Cursor, memory: Int) {
    (self.cursor, self.memory) = (cursor, memory)
  }

  @inline(__always)
  private mutating func use(_ bytes: Int) throws(JSON5Error) {
    used += bytes
    guard used <= memory else { throw error("the document takes more than \(DocumentMemory.text(memory)) of memory") }
  }

  /// - Parameter offset: offset of a byte; nil: the next one.
  func error(_ message: String, at offset: Int? = nil) -> JSON5Error {
    cursor.error(message, at: offset ?? cursor.offset)
  }

  private func unexpected(instead expected: String) -> JSON5Error {
    error("expected \(expected), found \(cursor.found)")
  }

  /// - Parameter place: place of the value's key, used to guess the size of arrays and objects.
  private mutating func value(_ place: Int = 0) throws(JSON5Error) -> DocumentValue {
    let (location, start) = (cursor.mark(), cursor.offset)
    let content: DocumentValue.Content
    switch cursor.byte {
    case UInt8(ascii: "{"): content = try nested { parser throws(JSON5Error) in try parser.object(place) }
    case UInt8(ascii: "["): content = try nested { parser throws(JSON5Error) in try parser.array(place) }
    case UInt8(ascii: "\""), UInt8(ascii: "'"): content = .string(try string(place))
    case let byte? where byte.startsNumber: content = .number(try number())
    case let byte? where byte.startsName: content = try word()
    default: throw unexpected(instead: "a value")
    }
    // Twice the size, because arrays grow by doubling. Short strings are stored inline.
    try use(2 * MemoryLayout<DocumentValue>.stride + (content.isText ? cursor.offset - start : 0))
    var value = DocumentValue(content, at: location)
    value.span = start..<cursor.offset
    return value
  }

  private mutating func nested(
    _ body: (inout JSON5Parser) throws(JSON5Error) -> DocumentValue.Content
  ) throws(JSON5Error) -> DocumentValue.Content {
    guard depth < Self.maximumDepth else { throw error("nested deeper than \(Self.maximumDepth) levels") }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private mutating func array(_ place: Int) throws(JSON5Error) -> DocumentValue.Content {
    let start = cursor.offset
    cursor.advance()
    var items: [DocumentValue] = []
    items.reserveCapacity(keys.usual[place])
    while true {
      try cursor.skipSpace()
      if cursor.take(UInt8(ascii: "]")) { break }
      items.append(try value(place | KnownKeys.inside))
      try separator(closing: UInt8(ascii: "]"), of: start)
    }
    keys.usual[place] = min(items.count, Self.few)
    return .array(items)
  }

  private mutating func object(_ place: Int) throws(JSON5Error) -> DocumentValue.Content {
    let start = cursor.offset
    cursor.advance()
    var members: [DocumentMember] = []
    members.reserveCapacity(keys.usual[place + KnownKeys.objects])
    var places: [String: SourceLocation]?
    // A bit for a few places of keys: it excludes most keys quickly.
    var seen: UInt64 = 0
    while true {
      try cursor.skipSpace()
      if cursor.take(UInt8(ascii: "}")) { break }
      let (location, offset) = (cursor.mark(), cursor.offset)
      let (key, ownPlace) = try key()
      let bit: UInt64 = 1 << UInt64(ownPlace >> 4 & 63)
      if seen & bit != 0 || members.count > Self.few, let first = Self.place(of: key, in: members, &places) {
        throw error("\"\(key.excerpt())\" is given twice, first at \(first)", at: offset)
      }
      seen |= bit
      try cursor.skipSpace()
      guard cursor.take(UInt8(ascii: ":")) else { throw unexpected(instead: "':' after the key \"\(key.excerpt())\"") }
      try cursor.skipSpace()
      // Counted twice, because keys are also stored to find duplicates.
      try use(2 * MemoryLayout<DocumentMember>.stride + 64 + 2 * (cursor.offset - offset))
      let isLast = depth == 1 && awaited?.remove(key) != nil && awaited?.isEmpty == true
      members.append(DocumentMember(key: key, location: location, value: try value(ownPlace), start: offset))
      if isLast { break }
      try separator(closing: UInt8(ascii: "}"), of: start)
    }
    keys.usual[place + KnownKeys.objects] = min(members.count, Self.few)
    return .object(members)
  }

  /// Objects with more members use a dictionary. For few members, comparing is faster.
  private static let few = 16

  /// Index of a key among the members so far.
  /// - Parameter places: indices by key, if there are more than a few members.
  private static func place(
    of key: String, in members: [DocumentMember], _ places: inout [String: SourceLocation]?
  ) -> SourceLocation? {
    guard members.count > few else { return members.first { $0.key == key }?.location }
    if places == nil {
      // A key outside ASCII can equal an ASCII key (K and the Kelvin sign), which was not found.
      places = Dictionary(members.map { ($0.key, $0.location) }, uniquingKeysWith: { $1 })
    } else if let last = members.last {
      places?[last.key] = last.location
    }
    return places?[key]
  }

  /// Skips a comma. The closing bracket remains for the caller.
  /// - Parameter start: offset of the opening bracket.
  @inline(__always)
  private mutating func separator(closing: UInt8, of start: Int) throws(JSON5Error) {
    try cursor.skipSpace()
    guard !cursor.take(UInt8(ascii: ",")), cursor.byte != closing else { return }
    throw missingSeparator(closing, of: start)
  }

  private func missingSeparator(_ closing: UInt8, of start: Int) -> JSON5Error {
    let bracket = Character(UnicodeScalar(closing))
    return unexpected(instead: "',' or '\(bracket)' (opened at \(cursor.location(of: start)))")
  }

  private mutating func key() throws(JSON5Error) -> (key: String, place: Int) {
    let start = cursor.offset
    switch cursor.byte {
    case let quote? where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
      cursor.advance()
      cursor.takeText(endedBy: quote)
      guard cursor.byte == quote else {
        cursor.goBack(to: start)
        let key = try string()
        return (key, KnownKeys.place(of: key))
      }
      let key = try known(from: start + 1, at: start)
      cursor.advance()
      return key
    case let byte? where byte.startsName:
      cursor.take { $0.startsName || $0.isDigit }
      return try known(from: start, at: start)
    default: throw unexpected(instead: "a key or '}'")
    }
  }

  /// The key that ends here.
  /// - Parameter first: offset of its first byte.
  /// - Parameter start: offset for messages.
  private mutating func known(from first: Int, at start: Int) throws(JSON5Error) -> (key: String, place: Int) {
    let index = cursor.withBytes(from: first, KnownKeys.place)
    let (count, entry) = (cursor.offset - first, keys.entries[index])
    if entry.count == count, cursor.isEqual(from: first, to: entry.start) { return (entry.text, entry.place) }
    let text = try text(cursor.slice(from: first), at: start)
    keys.entries[index] = KnownKeys.Entry(start: first, count: count, text: text, place: KnownKeys.place(of: text))
    return (text, keys.entries[index].place)
  }

  private mutating func name() throws(JSON5Error) -> String {
    let start = cursor.offset
    cursor.take { $0.startsName || $0.isDigit }
    return try text(cursor.slice(from: start), at: start)
  }

  private mutating func word() throws(JSON5Error) -> DocumentValue.Content {
    let start = cursor.offset
    let word = try name()
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    case "Infinity", "NaN": throw error("\(word) is not a finite number", at: start)
    default: throw error("expected a value, found \(word.excerpt(40)) (strings need quotes)", at: start)
    }
  }
}

extension UInt8 {
  var isHexadecimalDigit: Bool {
    isDigit || self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "f")
  }
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var startsName: Bool {
    self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "$") || self >= 0x80
  }
  var startsNumber: Bool {
    isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
  }
}

extension DocumentValue.Content {
  fileprivate var isText: Bool { if case .string = self { true } else { false } }
}

package enum DocumentMemory {
  /// Bytes: a quarter of the available memory, from 64 MB to 4 GB.
  package static var standardLimit: Int { min(max(MemoryBudget.available / 4, 64 << 20), 4 << 30) }

  package static func text(_ bytes: Int) -> String { "\(bytes >> 20) MB" }
}
