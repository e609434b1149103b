import Foundation
import StarmineGraphics
import Testing

struct ColorTests {
  private static let readable: [(String, [Double])] = [
    ("#f80", [255, 136, 0, 255]), ("#F80c", [255, 136, 0, 204]), ("#000018", [0, 0, 24, 255]),
    ("#ff8800Cc", [255, 136, 0, 204]),
  ]

  @Test(arguments: readable)
  func readsHex(text: String, bytes: [Double]) throws {
    let color = try CGColor(parsingHex: text)
    #expect(color.components?.map { Double($0) } == bytes.map { $0 / 255 })
    #expect(CGColor(hex: text) == color)
  }

  private static let unreadable: [(String, HexColorError.Reason)] = [
    ("", .missingNumberSign), ("ff8800", .missingNumberSign), ("#", .digitCount(0)),
    ("#ff", .digitCount(2)), ("#ff880", .digitCount(5)), ("#ff88000", .digitCount(7)), ("#ff8800cc0", .digitCount(9)),
    ("#ff88g0", .notADigit("g", position: 5)), ("#ff８", .notADigit("８", position: 3)),
    ("# ff", .notADigit(" ", position: 1)), ("#-ff", .notADigit("-", position: 1)),
  ]

  @Test(arguments: unreadable)
  func invalidHexNamesTheMistake(text: String, reason: HexColorError.Reason) {
    #expect(CGColor(hex: text) == nil)
    let error = #expect(throws: HexColorError.self) { try CGColor(parsingHex: text) }
    #expect(error?.text == text && error?.reason == reason)
    #expect(error?.description.contains("#rrggbb") == true)
  }

  @Test func hexTextRoundTrips() throws {
    for value in 0...255 {
      let digits = (value < 16 ? "0" : "") + String(value, radix: 16)
      for text in ["#\(digits)00ff", "#00\(digits)01\(digits)"] {
        let expected = text.hasSuffix("ff") && text.count == 9 ? String(text.dropLast(2)) : text
        #expect(try CGColor(parsingHex: text).hexText == expected)
      }
    }
    #expect(CGColor(red: 2, green: -1, blue: .nan, alpha: 1).hexText == "#ff0000")
  }

  @Test func pixelIsPremultipliedAndRounded() {
    for alpha in 0...255 {
      for component in stride(from: 0, through: 255, by: 5) {
        let color = CGColor(
          red: Double(component) / 255, green: 1, blue: 0, alpha: Double(alpha) / 255)
        // Exact in integers: twice the product plus 255, halved by the division.
        let red = UInt32((2 * component * alpha + 255) / 510)
        let expected = UInt32(alpha) << 24 | red << 16 | UInt32(alpha) << 8
        #expect(color.premultipliedPixel == expected)
      }
    }
  }

  @Test func pixelClamps() {
    #expect(CGColor(red: 2, green: -1, blue: 0.5, alpha: 7).premultipliedPixel == 0xFFFF_0080)
    #expect(CGColor(red: .infinity, green: -.infinity, blue: .nan, alpha: 1).premultipliedPixel == 0xFFFF_0000)
    #expect(CGColor(red: 1, green: 1, blue: 1, alpha: .nan).premultipliedPixel == 0)
    for a in awkward {
      let pixel = CGColor(red: a, green: a, blue: a, alpha: a).premultipliedPixel
      #expect(pixel >> 16 & 255 <= pixel >> 24)
    }
  }

  @Test func coreGraphicsAccessors() {
    let color = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    #expect(color.numberOfComponents == 4 && color.components == [0.1, 0.2, 0.3, 0.4])
    #expect(color.copy(alpha: 0.9) == CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.9))
    #expect(CGColor(gray: 0.5, alpha: 1).components == [0.5, 0.5, 0.5, 1])
    #expect([CGColor.white, .black, .clear].map(\.premultipliedPixel) == [0xFFFF_FFFF, 0xFF00_0000, 0])
    // The ends of the peer-tested cases color.cmyk and color.cmykAdditive.
    let paper = CGColor(genericCMYKCyan: 0, magenta: 0, yellow: 0, black: 0, alpha: 1)
    #expect(paper == .white)
    #expect(
      CGColor(genericCMYKCyan: 0, magenta: 1, yellow: 1, black: 0, alpha: 1)
        == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  }
}
