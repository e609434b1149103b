/// A NAL unit of HEVC: a header of two bytes and an escaped payload (H.265 7.3.1).
struct HEVCUnit: Equatable, Sendable {
  static let (video, sequence, picture, information) = (32, 33, 34, 39)

  private(set) var bytes: [UInt8]

  /// Type of the unit.
  var kind: Int { Int(bytes[0] >> 1 & 63) }
  var isSlice: Bool { kind < 32 }
  /// The payload without escapes.
  var payload: [UInt8] {
    var (result, zeros) = ([UInt8](), 0)
    result.reserveCapacity(bytes.count)
    for byte in bytes.dropFirst(2) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }

  init(kind: Int, layer: Int, payload: [UInt8]) {
    bytes = [UInt8(kind << 1 | layer >> 5), UInt8(truncatingIfNeeded: layer << 3 | 1)]
    bytes.reserveCapacity(payload.count + 8)
    var zeros = 0
    for byte in payload {
      if zeros >= 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      bytes.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The units of a stream with start codes (H.265 annex B).
  static func split(_ stream: [UInt8]) -> [HEVCUnit] {
    var (units, start, zeros) = ([HEVCUnit](), Int?.none, 0)
    func close(_ end: Int) {
      guard let start, let last = stream[start..<end].lastIndex(where: { $0 != 0 }), last > start + 1 else { return }
      units.append(HEVCUnit(Array(stream[start...last])))
    }
    for (place, byte) in stream.enumerated() {
      if byte == 1, zeros >= 2 {
        close(place - zeros)
        start = place + 1
      }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    close(stream.count)
    return units
  }

  /// The unit after its length in four bytes, as in MP4 and QuickTime files.
  var withLength: [UInt8] { bytes.count.bigEndianBytes(4) + bytes }
}

extension Int {
  func bigEndianBytes(_ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}
