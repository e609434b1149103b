import StarmineMedia
import StarmineRaster

/// Files of pictures with more than their pixels, put together by hand from what formats say.
enum PictureFiles {
  /// A PNG file of opaque colours, with one more part behind its header.
  static func png(_ rows: [[UInt32]], _ kind: String, _ content: [UInt8]) throws -> [UInt8] {
    let frame = makeFrame(rows[0].count, rows.count) { x, y in rows[y][x] | 0xFF00_0000 }
    var bytes = try PictureFormat.png.encode(frame)
    bytes.insert(contentsOf: chunk(kind, content), at: 33)
    return bytes
  }

  /// What keeps a colour profile in a PNG file: a name, and the profile in one stored block of zlib's format.
  static func packed(profile: [UInt8]) -> [UInt8] {
    let length = profile.count
    var (low, high) = (1, 0)
    for byte in profile {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    let header = [0x78, 0x01, 0x01, length & 255, length >> 8, ~length & 255, ~length >> 8 & 255].map { UInt8($0) }
    return Array("test\0\0".utf8) + header + profile + big(high << 16 | low, 4)
  }

  static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(kind.utf8) + content
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return big(content.count, 4) + body + big(Int(~sum), 4)
  }

  /// Notes of a camera that say nothing but how it was held.
  static func notes(orientation: Int, isLittle: Bool) -> [UInt8] {
    let entry = number(0x0112, 2, isLittle) + number(3, 2, isLittle) + number(1, 4, isLittle)
    let value = number(orientation, 2, isLittle) + [0, 0]
    return Array((isLittle ? "II*\0" : "MM\0*").utf8) + number(8, 4, isLittle) + number(1, 2, isLittle) + entry + value
      + [0, 0, 0, 0]
  }

  /// A TIFF file of greys.
  static func tiff(_ rows: [[UInt8]], orientation: Int) -> [UInt8] {
    let pixels = Array(rows.joined())
    let entries = [
      (256, rows[0].count), (257, rows.count), (258, 8), (259, 1), (262, 1), (273, 8 + 2 + 12 * 10 + 4),
      (274, orientation), (277, 1), (278, rows.count), (279, pixels.count),
    ]
    let directory = entries.flatMap { tag, value in
      number(tag, 2, true) + number(4, 2, true) + number(1, 4, true) + number(value, 4, true)
    }
    return Array("II*\0".utf8) + number(8, 4, true) + number(entries.count, 2, true) + directory + [0, 0, 0, 0] + pixels
  }

  /// A colour profile of a matrix and one curve.
  static func profile(
    _ columns: [[Double]], curve: [UInt8], name: String = "Test", space: String = "RGB ", leavingOut: String = ""
  ) -> [UInt8] {
    let points = columns.map { Array("XYZ \0\0\0\0".utf8) + $0.flatMap(fixed) }
    let text = Array("desc\0\0\0\0".utf8) + big(name.utf8.count + 1, 4) + Array(name.utf8) + [0]
    let parts = [
      ("desc", text), ("rXYZ", points[0]), ("gXYZ", points[1]), ("bXYZ", points[2]), ("rTRC", curve), ("gTRC", curve),
      ("bTRC", curve), ("kTRC", curve),
    ].filter { $0.0 != leavingOut }
    var (table, data) = (big(parts.count, 4), [UInt8]())
    for (tag, part) in parts {
      table += Array(tag.utf8) + big(128 + 4 + 12 * parts.count + data.count, 4) + big(part.count, 4)
      data += part + [UInt8](repeating: 0, count: -part.count & 3)
    }
    let head = [UInt8](repeating: 0, count: 12) + Array("mntr\(space)XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
    let header = big(132 + table.count - 4 + data.count, 4) + head[4...] + [0, 0, 0, 0]
    return Array(header.prefix(36)) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 88) + table + data
  }

  static func power(_ exponent: Double) -> [UInt8] {
    Array("curv\0\0\0\0".utf8) + big(1, 4) + big(Int((exponent * 256).rounded()), 2)
  }

  /// sRGB's curve as a formula.
  static let formula: [UInt8] =
    Array("para\0\0\0\0".utf8) + [0, 3, 0, 0]
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded()) & 0xFFFF_FFFF, 4) }

  static func big(_ value: Int, _ size: Int) -> [UInt8] { number(value, size, false) }

  static func number(_ value: Int, _ size: Int, _ isLittle: Bool) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(value >> (8 * $0) & 255) }
    return isLittle ? bytes : bytes.reversed()
  }
}
