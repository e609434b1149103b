/// Reads numbers and letters from the bytes of a string.
package struct TextScanner {
  private let bytes: [UInt8]
  private(set) var offset = 0

  package init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var isAtEnd: Bool { offset == bytes.count }

  var rest: String { String(decoding: bytes[offset...].prefix(100), as: UTF8.self).excerpt(20) }

  mutating func advance() { offset += 1 }

  package mutating func skip(while belongs: (UInt8) -> Bool) {
    while offset < bytes.count, belongs(bytes[offset]) { offset += 1 }
  }

  package mutating func skipSpace() { skip(while: \.isSpace) }

  mutating func take(_ text: StaticString) -> Bool {
    let isNext = text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    if isNext { offset += text.utf8CodeUnitCount }
    return isNext
  }

  /// Reads a number such as `-1.5e3` or `.5`. Nil, without a change of the position, if there is none.
  package mutating func number() -> Double? {
    let start = offset
    if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
    let digits = offset
    skip(while: \.isDigit)
    var count = offset - digits
    // A point needs a digit on one side.
    if byte == UInt8(ascii: "."), count > 0 || digit(at: offset + 1) {
      offset += 1
      let decimals = offset
      skip(while: \.isDigit)
      count += offset - decimals
    }
    guard count > 0 else {
      offset = start
      return nil
    }
    skipExponent()
    return Double(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  /// An `e` without digits is not part of the number.
  private mutating func skipExponent() {
    guard let letter = byte, letter | 0x20 == UInt8(ascii: "e") else { return }
    let next = offset + 1
    let isSigned = next < bytes.count && (bytes[next] == UInt8(ascii: "+") || bytes[next] == UInt8(ascii: "-"))
    guard digit(at: isSigned ? next + 1 : next) else { return }
    offset = isSigned ? next + 1 : next
    skip(while: \.isDigit)
  }

  private func digit(at index: Int) -> Bool { index < bytes.count && bytes[index].isDigit }

  /// The rest of the string, trimmed and in lower case.
  package func word() -> String {
    var end = bytes.count
    while end > offset, bytes[end - 1].isSpace { end -= 1 }
    return String(decoding: bytes[offset..<end], as: UTF8.self).lowercased()
  }
}

extension UInt8 {
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
