import Foundation

/// Why a text is not a hexadecimal colour.
package struct HexColorError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case missingNumberSign
    /// How many digits there are.
    case digitCount(Int)
    /// The first character that is not a digit, and its position among the digits, from 1.
    case notADigit(Character, position: Int)
  }

  /// The text as given.
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

extension CGColor {
  /// Reads `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, in either letter case; a single digit stands for two equal ones,
  /// and without alpha the colour is opaque (CSS Color 4).
  package init(parsingHex text: String) throws(HexColorError) {
    guard text.hasPrefix("#") else { throw HexColorError(text: text, reason: .missingNumberSign) }
    var digits: [Int] = []
    for (index, character) in text.dropFirst().enumerated() {
      // `hexDigitValue` also accepts full-width forms, which no colour notation has.
      guard character.isASCII, let digit = character.hexDigitValue else {
        throw HexColorError(text: text, reason: .notADigit(character, position: index + 1))
      }
      digits.append(digit)
    }
    let bytes: [Int]
    switch digits.count {
    case 3, 4: bytes = digits.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: throw HexColorError(text: text, reason: .digitCount(digits.count))
    }
    let parts = bytes.map { Double($0) / 255 }
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
  }

  /// As `init(parsingHex:)`, with nil instead of an error.
  public init?(hex text: String) {
    do {
      try self.init(parsingHex: text)
    } catch {
      return nil
    }
  }

  /// `#rrggbb`, or `#rrggbbaa` where not opaque; components are clamped and rounded to 8 bits.
  package var hexText: String {
    let bytes = [red, green, blue, alpha].map { Self.byte(Self.clamped($0)) }
    let shown = bytes[3] == 255 ? bytes.prefix(3) : bytes[...]
    return "#" + shown.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
