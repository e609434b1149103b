import Foundation

/// An error for a string that is not a hexadecimal colour.
package struct HexColorError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case missingNumberSign
    case digitCount(Int)
    /// The first invalid character, and its position among the digits, from 1.
    case notADigit(Character, position: Int)
  }

  package let text: String
  package let reason: Reason

  package var description: String {
    let problem =
      switch reason {
      case .missingNumberSign: "it does not start with #"
      case .digitCount(let count): "it has \(count) digits"
      case .notADigit(let character, let position): "\"\(character)\" at digit \(position) is not hexadecimal"
      }
    return "\"\(text)\" is not a colour: \(problem); write #rgb, #rgba, #rrggbb or #rrggbbaa, such as #ff8800"
  }
}

extension HexColorError {
  /// - Parameter text: a string that is not a colour.
  fileprivate init(of text: String) {
    guard text.hasPrefix("#") else {
      self.init(text: text, reason: .missingNumberSign)
      return
    }
    // `hexDigitValue` also accepts full-width digits.
    let wrong = text.dropFirst().enumerated().first { !$0.element.isASCII || $0.element.hexDigitValue == nil }
    let reason = wrong.map { Reason.notADigit($0.element, position: $0.offset + 1) }
    self.init(text: text, reason: reason ?? .digitCount(text.count - 1))
  }
}

extension CGColor {
  /// Reads `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` in upper or lower case. A single digit means two equal ones.
  /// Without alpha the colour is opaque (CSS Colour 4).
  package init(parsingHex text: String) throws(HexColorError) {
    guard let (digits, count) = Self.hexDigits(text.utf8) else { throw HexColorError(of: text) }
    let bytes: UInt32
    switch count {
    case 3: bytes = Self.doubled(digits << 4 | 0xF)
    case 4: bytes = Self.doubled(digits)
    case 6: bytes = digits << 8 | 0xFF
    case 8: bytes = digits
    default: throw HexColorError(of: text)
    }
    func part(_ shift: UInt32) -> Double { Double(bytes >> shift & 0xFF) / 255 }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  /// The digits after a number sign; nil for other strings, and for more than eight.
  private static func hexDigits(_ text: String.UTF8View) -> (value: UInt32, count: Int)? {
    guard text.first == UInt8(ascii: "#"), text.count <= 9 else { return nil }
    var value: UInt32 = 0
    for byte in text.dropFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return (value, text.count - 1)
  }

  private static func doubled(_ digits: UInt32) -> UInt32 {
    [12, 8, 4, 0].reduce(0) { $0 << 8 | (digits >> $1 & 0xF) * 17 }
  }

  /// Creates a colour from `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. Nil for another string.
  public init?(hex text: String) {
    do {
      try self.init(parsingHex: text)
    } catch {
      return nil
    }
  }

  /// `#rrggbb`, or `#rrggbbaa` if not opaque. Components are limited and rounded to 8 bits.
  package var hexText: String {
    let bytes = [red, green, blue, alpha].map { Self.byte(Self.clamped($0)) }
    let shown = bytes[3] == 255 ? bytes.prefix(3) : bytes[...]
    return "#" + shown.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
