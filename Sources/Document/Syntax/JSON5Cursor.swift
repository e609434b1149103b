/// A syntax error. The first one ends the reading.
package struct JSON5Error: Error, Equatable, CustomStringConvertible {
  package let location: SourceLocation
  package let message: String
  package var description: String { "\(location): \(message)" }
}

/// A position in UTF-8 bytes. Lines and columns are counted only as far as needed.
package struct JSON5Cursor {
  private let bytes: [UInt8]
  package private(set) var offset = 0
  /// Start and present end of counting.
  private let origin: Int
  private var counted: (offset: Int, location: SourceLocation)
  /// Up to here, each uncounted byte is one column.
  private var plainEnd = 0

  init(_ bytes: [UInt8]) {
    self.init(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// Creates a cursor at an offset. Lines are counted from there.
  package init(_ bytes: [UInt8], at offset: Int) {
    (self.bytes, self.offset, origin) = (bytes, offset, offset)
    counted = (offset, SourceLocation(line: 1, column: 1))
  }

  /// The location of the current byte. Later locations are counted from it.
  @inline(__always)
  mutating func mark() -> SourceLocation {
    if offset < plainEnd {
      counted.location.column += offset - counted.offset
      counted.offset = offset
    } else {
      counted = (offset, location(of: offset))
      plainEnd = endOfPlainText()
    }
    return counted.location
  }

  func location(of offset: Int) -> SourceLocation {
    let isAhead = offset >= counted.offset
    var (line, column) = isAhead ? (counted.location.line, counted.location.column) : (1, 1)
    let bytes = bytes.span
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
    return SourceLocation(line: line, column: column)
  }

  /// An end of the ASCII characters from here that are not control characters.
  private func endOfPlainText() -> Int {
    let bytes = bytes.span
    var end = offset
    while end + 8 <= bytes.count {
      let eight = EightBytes(bytes.bytes, at: end)
      if (eight.highest | eight.below(0x20)) != 0 { break }
      end += 8
    }
    return end
  }

  package var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func byte(ahead distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  func slice(from start: Int) -> ArraySlice<UInt8> { bytes[start..<offset] }

  @inline(__always)
  func withBytes<Result>(from start: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(bytes.span.extracting(start..<offset))
  }

  @inline(__always)
  func isEqual(from start: Int, to other: Int) -> Bool {
    let (one, two) = (bytes.span.extracting(start..<offset), bytes.span.extracting(other..<other + offset - start))
    var place = 0
    while place < one.count, one[place] == two[place] { place += 1 }
    return place == one.count
  }

  mutating func advance() { offset += 1 }

  mutating func advance(by count: Int) { offset = min(offset + count, bytes.count) }

  /// Skips `expected` if it is the next byte.
  mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    advance()
    return true
  }

  @inline(__always)
  mutating func take(while belongs: (UInt8) -> Bool) {
    offset = end(while: belongs)
  }

  @inline(__always)
  private func end(while belongs: (UInt8) -> Bool) -> Int {
    let bytes = bytes.span
    var end = offset
    while end < bytes.count, belongs(bytes[end]) { end += 1 }
    return end
  }

  /// Skips the text of a string up to its end or the first special character.
  mutating func takeText(endedBy quote: UInt8) {
    offset = endOfText(endedBy: quote)
  }

  private func endOfText(endedBy quote: UInt8) -> Int {
    let bytes = bytes.span
    var end = offset
    while end + 8 <= bytes.count {
      let eight = EightBytes(bytes.bytes, at: end)
      let others = eight.equal(to: quote) | eight.equal(to: UInt8(ascii: "\\")) | eight.below(0x20)
      if others != 0 { return end + others.trailingZeroBitCount / 8 }
      end += 8
    }
    while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\\"), bytes[end] >= 0x20 { end += 1 }
    return end
  }

  mutating func goBack(to offset: Int) { self.offset = offset }

  @inline(__always)
  package mutating func skipSpace() throws(JSON5Error) {
    // Usually there is no space or a single one.
    guard let first = byte, first.maySeparate else { return }
    if first == 0x20 { advance() }
    if let next = byte, next.maySeparate { try skipRareSpace() }
  }

  private mutating func skipRareSpace() throws(JSON5Error) {
    while let next = byte, next.maySeparate {
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

  var found: String {
    guard let byte else { return "the end of the file" }
    guard byte >= 0x80 else {
      return byte < 0x20 || byte == 0x7F ? "a control character" : "'\(Character(UnicodeScalar(byte)))'"
    }
    let scalar = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).first
    return "'\(scalar.map(String.init) ?? "?")'"
  }
}

extension UInt8 {
  fileprivate var maySeparate: Bool { self <= 0x20 || self >= 0x80 || self == UInt8(ascii: "/") }
}

/// Eight bytes of a text. In a result, the lowest set bit marks the first matching byte. Higher bits may be set
/// incorrectly.
private struct EightBytes {
  private let word: UInt64

  @inline(__always)
  init(_ bytes: RawSpan, at offset: Int) {
    word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Bytes from 0x80.
  @inline(__always) var highest: UInt64 { word & Self.highBits }

  /// - Parameter limit: at most 0x80.
  @inline(__always)
  func below(_ limit: UInt8) -> UInt64 { (word &- Self.ones &* UInt64(limit)) & ~word & Self.highBits }

  @inline(__always)
  func equal(to byte: UInt8) -> UInt64 {
    let difference = word ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highBits
  }
}
