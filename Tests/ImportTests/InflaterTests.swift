import Foundation
import StarmineImport
import Testing

/// Unpacked bytes, against what Python's zlib and gzip packed.
struct InflaterTests {
  private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }

  /// `starmine ` a thousand times, as zlib, gzip, and without a header.
  private static let expected = Array(String(repeating: "starmine ", count: 1000).utf8)
  private static let zlib = bytes("eNrtxrENACAIALBXeM2BgQEH8f/4h2mnzl2na2eMiIiIiIiIiIiIiIiIiIiIiMi/eQ4ouHw=")
  private static let gzip = bytes(
    "H4sIAAAAAAACA+3GsQ0AIAgAsFd4zYGBAQfx//iHaafOXadrZ4yIiIiIiIiIiIiIiIiIiIiIyL957ceUSygjAAA=")
  private static let bare = bytes("7caxDQAgCACwV3jNgYEBB/H/+Idpp85dp2tnjIiIiIiIiIiIiIiIiIiIiIjIv3k=")

  @Test func everyWrapping() throws {
    for packed in [Self.zlib, Self.gzip] {
      #expect(Inflater.isWrapped(packed))
      #expect(try Inflater.unpack(packed[...], atMost: 9000) == Self.expected)
    }
    #expect(try Inflater.unpack(Self.bare[...], .bare, atMost: 9000) == Self.expected)
    #expect(!Inflater.isWrapped(Self.expected) && !Inflater.isWrapped([0x78]))
  }

  @Test func pieceByPiece() throws {
    var inflater = try Inflater(([7, 7] + Self.gzip)[2...])
    #expect(try inflater.read(atMost: 8) == Array("starmine".utf8))
    let isFinishedEarly = inflater.isFinished
    #expect(try inflater.read(atMost: 100_000).count == 8992)
    let isFinished = inflater.isFinished
    #expect(!isFinishedEarly && isFinished)
    #expect(try inflater.read(atMost: 1).isEmpty)
  }

  @Test func neverBeyondALimit() {
    #expect(throws: InflateError.tooLarge) { try Inflater.unpack(Self.zlib[...], atMost: 8999) }
  }

  /// Any byte that is missing or changed is noticed, by the checksum at the latest.
  @Test func damage() {
    for packed in [Self.zlib, Self.gzip] {
      for count in 0..<packed.count {
        #expect(throws: InflateError.damaged) { try Inflater.unpack(packed[..<count], atMost: 9000) }
      }
      for place in packed.indices.dropFirst(10) {
        var changed = packed
        changed[place] ^= 0x55
        #expect(throws: InflateError.self) { try Inflater.unpack(changed[...], atMost: 9000) }
      }
    }
  }

  /// The check value of CRC-32 that its catalogues give.
  @Test func checksum() {
    #expect(Inflater.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(Inflater.checksum([UInt8]()) == 0)
  }
}
