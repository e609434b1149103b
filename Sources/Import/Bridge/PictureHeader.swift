/// The kind and size of a picture from its first bytes.
enum PictureHeader {
  /// Bytes in which the size of a picture is looked for, besides a TIFF's, which says where it stands.
  static let beginning = 1 << 18
  /// Entries of a TIFF's directory that are read.
  private static let mostEntries = 200

  /// The second half of `image/png`; nil for what is not a picture that documents may hold.
  static func mediaType(_ bytes: [UInt8]) -> String? {
    let starts: [(String, [UInt8])] = [
      ("png", [0x89, 0x50, 0x4E, 0x47]), ("jpeg", [0xFF, 0xD8, 0xFF]), ("tiff", [0x4D, 0x4D, 0, 0x2A]),
      ("tiff", [0x49, 0x49, 0x2A, 0]), ("gif", Array("GIF8".utf8)), ("webp", Array("RIFF".utf8)),
    ]
    return starts.first { bytes.starts(with: $0.1) }?.0
  }

  /// Pixels; nil where they are not found.
  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    switch mediaType(bytes) {
    case "png": bytes.count < 24 ? nil : (number(bytes[16..<20]), number(bytes[20..<24]))
    case "gif": bytes.count < 10 ? nil : (number(bytes[6..<8].reversed()), number(bytes[8..<10].reversed()))
    case "jpeg": jpeg(bytes)
    case "tiff": tiff(bytes, isBig: bytes[0] == 0x4D)
    case "webp": webp(bytes)
    default: nil
    }
  }

  /// Bytes of the beginning in which the size stands.
  static func reach(_ start: [UInt8]) -> Int {
    guard mediaType(start) == "tiff", start.count >= 8 else { return beginning }
    let directory = start[0] == 0x4D ? number(start[4..<8]) : number(start[4..<8].reversed())
    return max(beginning, directory + 2 + 12 * mostEntries)
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private static func jpeg(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var offset = 2
    while offset + 9 < bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      if (0xC0...0xC3).contains(marker) {
        return (number(bytes[offset + 7..<offset + 9]), number(bytes[offset + 5..<offset + 7]))
      }
      offset += 2 + number(bytes[offset + 2..<offset + 4])
    }
    return nil
  }

  private static func webp(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 30 else { return nil }
    func read(_ range: Range<Int>) -> Int { number(bytes[range].reversed()) }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X": return (read(24..<27) + 1, read(27..<30) + 1)
    case "VP8L": return (read(21..<25) & 0x3FFF + 1, read(21..<25) >> 14 & 0x3FFF + 1)
    default: return (read(26..<28) & 0x3FFF, read(28..<30) & 0x3FFF)
    }
  }

  private static func tiff(_ bytes: [UInt8], isBig: Bool) -> (width: Int, height: Int)? {
    func read(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - count else { return nil }
      let part = bytes[offset..<offset + count]
      return isBig ? number(part) : number(part.reversed())
    }
    guard let directory = read(4, 4), let count = read(directory, 2) else { return nil }
    var sides: [Int: Int] = [:]
    for index in 0..<min(count, mostEntries) {
      let entry = directory + 2 + 12 * index
      guard let tag = read(entry, 2), tag == 256 || tag == 257 else { continue }
      sides[tag] = read(entry + 2, 2) == 3 ? read(entry + 8, 2) : read(entry + 8, 4)
    }
    guard let width = sides[256], let height = sides[257] else { return nil }
    return (width, height)
  }
}
