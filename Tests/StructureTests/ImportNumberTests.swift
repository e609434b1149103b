import Foundation
import StarmineTestSupport
import Testing

/// Whole numbers are made of numbers from files only where something bounds them: `Int(1e25)` ends the program.
struct ImportNumberTests {
  /// Lines of the readers that make one, with what bounds it.
  private static let bounded: [(line: String, by: String)] = [
    ("Int(exactly:", "it is nil for what does not fit"),
    ("Int(number))", "below 1e9 in the line before"),
    ("Int(rounded)", "below 1e9 in the line before"),
    ("Int((min(half, .pi) * 2 / 0.0873).rounded(.up))", "half a turn at most"),
    ("Int($1)", "a byte"), ("Int(bytes[", "a byte"), ("Int(start[1])", "a byte"),
    ("Int(digits, radix: 16)", "six digits"), ("Int(stream.pointee.", "zlib's own count"),
    ("UInt16(", "a byte"), ("UInt64(", "a byte"), ("Int64(bitPattern", "bits"), ("UInt32(truncatingIfNeeded", "cut"),
    ("UInt32(rest.count)", "2^30 at most"), ("UInt32(count)", "a step of 1 MB at most"), ("UInt32(bits)", "4 bytes"),
    ("Int32(MemoryLayout", "a constant"), ("Int(number(key, default", "numbers of Lottie are 1e7 at most"),
    ("Int(ridges.rounded()", "1e7, and 1000 times that where it overshoots"), ("Int(points.rounded(", "the same"),
    ("Int(most.rounded(", "1e7 at most"), ("Int($0) } ?? 0, isAfter", "nil for what does not fit"),
    ("through: Int(repeats)", "room for keys in the lines before"), ("Int(all)", "1000 at most in the line before"),
    ("radix: 10)", "nil for what does not fit"), ("Int16(parts[0])", "nil for what does not fit"),
    ("Int(count >= 1", "40 at most"), ("Int(lines)", "10 at most"), ("Int(words)", "100 at most"),
  ]

  @Test func wholeNumbersAreBounded() throws {
    for path in Checkout.files(under: "Sources/Import", extensions: ["swift"]) where !path.contains("/Writing/") {
      for line in try SourceText(path: path).code where line.contains(/\bU?Int(?:16|32|64)?\(/) {
        #expect(Self.bounded.contains { line.contains($0.line) }, "\(path): \(line)")
      }
    }
  }
}
