/// Why an embedded picture is not used.
struct EmbeddedImageError: Error {
  package let message: String

  init(_ message: String) { self.message = message }
}

/// Embedded pictures of a document. Each is decompressed once, to no more bytes than its size in pixels allows, and all
/// share a budget.
final class PictureStore {
  /// Limit of bytes of all pictures. Pictures in variables count once, others at each use.
  static let maximumBytes = 64 << 20
  /// Largest number of bytes per pixel: four components of 16 bits.
  private static let bytesPerPixel = 8
  /// Bytes besides the pixels, such as profiles and metadata.
  private static let extraBytes = 1 << 20

  private var known: [[UInt8]: Result<DocumentValue, EmbeddedImageError>] = [:]
  private var bytes = 0
  /// Bytes of a reference to a variable.
  private static let reference = 64

  /// A picture, optionally compressed by gzip or zlib, as a value of a document.
  func value(_ packed: [UInt8]) throws(EmbeddedImageError) -> DocumentValue {
    let earlier = known[packed]
    let result = earlier ?? Result { () throws(EmbeddedImageError) in try make(packed) }
    known[packed] = result
    let value = try result.get()
    let isShared = earlier != nil && known.count <= DocumentValue.mostSharedPictures
    try spend(isShared ? Self.reference : value.text?.utf8.count ?? 0)
    return value
  }

  private func make(_ packed: [UInt8]) throws(EmbeddedImageError) -> DocumentValue {
    let picture = try Inflater.isWrapped(packed) ? unpack(packed) : packed
    guard let type = PictureHeader.mediaType(picture) else {
      throw EmbeddedImageError("it is not a PNG, JPEG, TIFF, GIF or WebP")
    }
    return .text("data:image/\(type);base64," + Data(picture).base64EncodedString())
  }

  private func spend(_ count: Int) throws(EmbeddedImageError) {
    guard bytes + count <= Self.maximumBytes else {
      throw EmbeddedImageError("its pictures have more than \(Self.maximumBytes) bytes together")
    }
    bytes += count
  }

  private func unpack(_ packed: [UInt8]) throws(EmbeddedImageError) -> [UInt8] {
    do {
      var inflater = try Inflater(packed[...])
      var picture = try inflater.read(atMost: PictureHeader.beginning)
      guard !inflater.isFinished else { return picture }
      let reach = min(PictureHeader.reach(picture), Self.maximumBytes - bytes)
      picture += try inflater.read(atMost: reach - picture.count)
      guard let size = PictureHeader.size(picture) else {
        throw EmbeddedImageError("no image dimensions in the first \(picture.count) bytes")
      }
      let (pixels, isHuge) = size.width.multipliedReportingOverflow(by: size.height * Self.bytesPerPixel)
      let limit = isHuge ? Self.maximumBytes : min(Self.maximumBytes, max(0, pixels) + Self.extraBytes)
      picture += try inflater.read(atMost: limit - picture.count)
      // Only a checksum may remain.
      let rest = try inflater.read(atMost: 1)
      guard inflater.isFinished, rest.isEmpty else {
        throw EmbeddedImageError(
          "a picture of \(size.width) x \(size.height) pixels has more than \(limit) compressed bytes")
      }
      return picture
    } catch let error as EmbeddedImageError {
      throw error
    } catch {
      throw EmbeddedImageError("its compressed data is damaged")
    }
  }
}

/// Determines a picture's format and size from its first bytes.
enum PictureHeader {
  /// Number of bytes in which the size is searched, except for TIFF, which stores its position.
  static let beginning = 1 << 18
  /// Limit of TIFF directory entries that are read.
  private static let mostEntries = 200

  /// The subtype, such as `png` of `image/png`; nil for unsupported formats.
  static func mediaType(_ bytes: [UInt8]) -> String? {
    let starts: [(String, [UInt8])] = [
      ("png", [0x89, 0x50, 0x4E, 0x47]), ("jpeg", [0xFF, 0xD8, 0xFF]), ("tiff", [0x4D, 0x4D, 0, 0x2A]),
      ("tiff", [0x49, 0x49, 0x2A, 0]), ("gif", Array("GIF8".utf8)), ("webp", Array("RIFF".utf8)),
    ]
    return starts.first { bytes.starts(with: $0.1) }?.0
  }

  /// Pixels; nil if unknown.
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

  /// Number of leading bytes that contain the size.
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
