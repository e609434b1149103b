/// A syntax error of a document: the first one ends the reading.
package struct JSON5Error: Error, Equatable, CustomStringConvertible {
  package let location: SourceLocation
  package let message: String
  package var description: String { "\(location): \(message)" }
}

/// A position in UTF-8 bytes. Lines and columns are counted only as far as somebody asks for them.
package struct JSON5Cursor {
  private let bytes: [UInt8]
  package private(set) var offset = 0
  /// Where counting begins, and how far it has come.
  private let origin: Int
  private var counted: (offset: Int, location: SourceLocation)

  init(_ bytes: [UInt8]) {
    self.init(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// A cursor somewhere in a text, which counts lines from there.
  package init(_ bytes: [UInt8], at offset: Int) {
    (self.bytes, self.offset, origin) = (bytes, offset, offset)
    counted = (offset, SourceLocation(line: 1, column: 1))
  }

  /// The place of the byte here, from which later ones are counted.
  mutating func mark() -> SourceLocation {
    counted = (offset, location(of: offset))
    return counted.location
  }

  /// The place of a byte at or behind the first.
  func location(of offset: Int) -> SourceLocation {
    let isAhead = offset >= counted.offset
    var (line, column) = isAhead ? (counted.location.line, counted.location.column) : (1, 1)
    bytes.withUnsafeBufferPointer { bytes in
      var index = isAhead ? counted.offset : origin
      while index < offset {
        let passed = bytes[index]
        index += 1
        let next = index < bytes.count ? bytes[index] : 0
        // A line feed, or a carriage return without one, starts a new line.
        if passed == 0x0A || (passed == 0x0D && next != 0x0A) {
          (line, column) = (line + 1, 1)
        } else if next & 0xC0 != 0x80 {
          column += 1
        }
      }
    }
    return SourceLocation(line: line, column: column)
  }

  /// The byte here, nil at the end.
  package var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func byte(ahead distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  func slice(from start: Int) -> ArraySlice<UInt8> { bytes[start..<offset] }

  /// Steps over one byte.
  mutating func advance() { offset += 1 }

  mutating func advance(by count: Int) { offset = min(offset + count, bytes.count) }

  /// Steps over `expected` if it is next.
  mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    advance()
    return true
  }

  @inline(__always)
  mutating func take(while belongs: (UInt8) -> Bool) {
    offset = bytes.withUnsafeBufferPointer { bytes in
      var end = offset
      while end < bytes.count, belongs(bytes[end]) { end += 1 }
      return end
    }
  }

  /// Steps over white space and comments.
  package mutating func skipSpace() throws(JSON5Error) {
    while let next = byte, next <= 0x20 || next >= 0x80 || next == UInt8(ascii: "/") {
      if let width = spaceWidth(next) {
        advance(by: width)
      } else if next == UInt8(ascii: "/") {
        try skipComment()
      } else {
        return
      }
    }
  }

  /// Length in bytes of the white space here: ASCII, no-break space, byte order mark, line and paragraph separators.
  private func spaceWidth(_ first: UInt8) -> Int? {
    switch first {
    case 0x20, 0x09...0x0D: 1
    case 0xC2 where byte(ahead: 1) == 0xA0: 2
    case 0xEF where byte(ahead: 1) == 0xBB && byte(ahead: 2) == 0xBF: 3
    case 0xE2 where byte(ahead: 1) == 0x80 && (byte(ahead: 2) == 0xA8 || byte(ahead: 2) == 0xA9): 3
    default: nil
    }
  }

  private mutating func skipComment() throws(JSON5Error) {
    let start = offset
    advance()
    if take(UInt8(ascii: "/")) {
      take { $0 != 0x0A && $0 != 0x0D }
    } else if take(UInt8(ascii: "*")) {
      while byte != UInt8(ascii: "*") || byte(ahead: 1) != UInt8(ascii: "/") {
        guard byte != nil else { throw error("comment is not closed with */", at: start) }
        advance()
      }
      advance(by: 2)
    } else {
      throw error("unexpected /", at: start)
    }
  }

  func error(_ message: String, at offset: Int) -> JSON5Error {
    JSON5Error(location: location(of: offset), message: message)
  }

  /// Text that stands here, for messages.
  var found: String {
    guard let byte else { return "the end of the file" }
    guard byte >= 0x80 else {
      return byte < 0x20 || byte == 0x7F ? "a control character" : "'\(Character(UnicodeScalar(byte)))'"
    }
    let scalar = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).first
    return "'\(scalar.map(String.init) ?? "?")'"
  }
}
