extension JSON5Parser {
  mutating func number() throws(JSON5Error) -> Double {
    let start = cursor.offset
    cursor.take { $0.startsNumber || $0.startsName }
    if let value = cursor.withBytes(from: start, Self.shortNumber) { return value }
    let bytes = cursor.slice(from: start)
    guard let value = Self.number(bytes), value.isFinite else {
      let text = String(decoding: bytes.prefix(200), as: UTF8.self).excerpt(40)
      throw error("\(text) is not a \(Self.number(bytes) == nil ? "" : "finite ")number", at: start)
    }
    return value
  }

  /// A decimal number of at most 15 digits without an exponent, the usual case. Integers below 2^53 and powers of ten
  /// up to 10^22 are exact doubles, so their quotient is rounded once (Clinger, 1990). Nil for other numbers.
  private static func shortNumber(_ bytes: Span<UInt8>) -> Double? {
    let isNegative = !bytes.isEmpty && bytes[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    var (digits, power, point) = (Int64(0), 1.0, -1)
    for index in first..<bytes.count {
      let byte = bytes[index]
      if byte.isDigit {
        digits = digits &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
        if point >= 0 { power *= 10 }
      } else if byte == UInt8(ascii: "."), point < 0, index > first {
        point = index
      } else {
        return nil
      }
    }
    let count = bytes.count - first - (point < 0 ? 0 : 1)
    // The other reader decides about a point without digits on both sides.
    guard (1...15).contains(count), point != bytes.count - 1 else { return nil }
    let magnitude = Double(digits) / power
    return isNegative ? -magnitude : magnitude
  }

  /// Nil unless all bytes are one JSON5 number. Infinite if out of range.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    var digits = bytes
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let magnitude: Double?
    if digits.elementsEqual("Infinity".utf8) || digits.elementsEqual("NaN".utf8) {
      magnitude = .infinity
    } else if digits.first == UInt8(ascii: "0"), digits.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
      let isWhole = digits.dropFirst(2).allSatisfy(\.isHexadecimalDigit)
      magnitude = isWhole ? Double(String(decoding: digits, as: UTF8.self)) : nil
    } else {
      let isDecimal = digits.allSatisfy { $0.isDigit || ".eE+-".utf8.contains($0) }
      let isUnsigned = digits.first.map { !"+-".utf8.contains($0) } ?? false
      magnitude = isDecimal && isUnsigned ? Double(String(decoding: digits, as: UTF8.self)) : nil
    }
    return magnitude.map { isNegative ? -$0 : $0 }
  }

  /// Bytes of a string that is stored inline. Longer ones need memory.
  private static let short = 15

  /// A string in single or double quotes. If it equals the previous string of the same key, both share memory.
  mutating func string(_ place: Int) throws(JSON5Error) -> String {
    let start = cursor.offset
    let quote = cursor.byte ?? 0
    cursor.advance()
    cursor.takeText(endedBy: quote)
    guard cursor.byte == quote else {
      cursor.goBack(to: start)
      return try string()
    }
    let count = cursor.offset - start - 1
    if keys.texts[place].count == count, cursor.isEqual(from: start + 1, to: keys.texts[place].start) {
      cursor.advance()
      return keys.texts[place].text
    }
    let text = try text(cursor.slice(from: start + 1), at: start)
    cursor.advance()
    if count > Self.short { keys.texts[place] = KnownKeys.Entry(start: start + 1, count: count, text: text) }
    return text
  }

  mutating func string() throws(JSON5Error) -> String {
    let start = cursor.offset
    let quote = cursor.byte ?? 0
    cursor.advance()
    cursor.takeText(endedBy: quote)
    var bytes = cursor.slice(from: start + 1)
    if cursor.take(quote) { return try text(bytes, at: start) }
    while let byte = cursor.byte, byte != quote {
      switch byte {
      case UInt8(ascii: "\\"): try escape(into: &bytes)
      case 0x0A, 0x0D: throw error("the string is not closed on its line", at: start)
      default:
        bytes.append(byte)
        cursor.advance()
      }
    }
    guard cursor.byte != nil else { throw error("the string is not closed", at: start) }
    cursor.advance()
    return try text(bytes, at: start)
  }

  /// Converts bytes to a string. Most are ASCII and need no check, which takes a fifth of the reading.
  /// - Parameter start: offset of the bytes.
  func text(_ bytes: ArraySlice<UInt8>, at start: Int) throws(JSON5Error) -> String {
    if Self.isASCII(bytes.span) { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw error("the text is not valid UTF-8", at: start)
    }
    return text
  }

  private static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for index in bytes.indices { all |= bytes[index] }
    return all < 0x80
  }

  private mutating func escape(into bytes: inout ArraySlice<UInt8>) throws(JSON5Error) {
    let start = cursor.offset
    cursor.advance()
    guard let escaped = cursor.byte else { throw error("the string is not closed", at: start) }
    cursor.advance()
    switch escaped {
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "v"): bytes.append(0x0B)
    case UInt8(ascii: "0"): bytes.append(0x00)
    case UInt8(ascii: "x"): bytes.append(contentsOf: utf8(try hexadecimal(digits: 2)))
    case UInt8(ascii: "u"): bytes.append(contentsOf: utf8(try unicodeEscape(at: start)))
    case 0x0A: break
    case 0x0D: _ = cursor.take(0x0A)
    case UInt8(ascii: "1")...UInt8(ascii: "9"): throw error("unknown escape", at: start)
    default: bytes.append(escaped)
    }
  }

  /// The scalar of `\u` and four hexadecimal digits, or of a surrogate pair.
  private mutating func unicodeEscape(at start: Int) throws(JSON5Error) -> UInt32 {
    let first = try hexadecimal(digits: 4)
    guard (0xD800...0xDFFF).contains(first) else { return first }
    guard first < 0xDC00, cursor.take(UInt8(ascii: "\\")), cursor.take(UInt8(ascii: "u")) else {
      throw error("half of a surrogate pair", at: start)
    }
    let second = try hexadecimal(digits: 4)
    guard (0xDC00...0xDFFF).contains(second) else { throw error("half of a surrogate pair", at: start) }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  private mutating func hexadecimal(digits: Int) throws(JSON5Error) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let byte = cursor.byte, let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error("expected a hexadecimal digit, found \(cursor.found)")
      }
      value = value << 4 | UInt32(digit)
      cursor.advance()
    }
    return value
  }

  private func utf8(_ scalar: UInt32) -> [UInt8] {
    Array(String(Character(UnicodeScalar(scalar) ?? "\u{FFFD}")).utf8)
  }
}
