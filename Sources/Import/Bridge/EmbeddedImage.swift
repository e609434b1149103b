import Foundation
import StarminePresets

/// Pictures of foreign documents: inside of them, or files beside them.
enum EmbeddedImage {
  /// Bytes that a picture may have when it is unpacked.
  static let maximumBytes = 64 << 20

  /// A picture that a document holds as base64, perhaps packed by gzip or zlib, as documents of ours hold it.
  static func value(base64 text: String) -> DocumentValue? {
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return nil }
    return value(Array(data))
  }

  static func value(_ bytes: [UInt8]) -> DocumentValue? {
    guard let picture = Inflate.unpack(bytes, atMost: maximumBytes), let type = mediaType(picture) else { return nil }
    return .text("data:image/\(type);base64," + Data(picture).base64EncodedString())
  }

  /// The width of a PNG, TIFF or JPEG in pixels, which sizes in pixels are divided by; nil if it is not found.
  static func width(_ value: DocumentValue?, folder: URL) -> Double? {
    guard case .string(let text)? = value?.content else { return nil }
    var bytes: [UInt8] = []
    if let comma = text.firstIndex(of: ","), text.hasPrefix("data:") {
      bytes = Data(base64Encoded: String(text[text.index(after: comma)...])).map(Array.init) ?? []
    } else if let handle = try? FileHandle(forReadingFrom: folder.appendingPathComponent(text)) {
      bytes = (try? handle.read(upToCount: 1 << 20)).flatMap { $0 }.map(Array.init) ?? []
      try? handle.close()
    }
    return PictureHeader.width(bytes).map(Double.init)
  }

  private static func mediaType(_ bytes: [UInt8]) -> String? {
    let starts: [(String, [UInt8])] = [
      ("png", [0x89, 0x50, 0x4E, 0x47]), ("jpeg", [0xFF, 0xD8, 0xFF]), ("tiff", [0x4D, 0x4D, 0, 0x2A]),
      ("tiff", [0x49, 0x49, 0x2A, 0]), ("gif", Array("GIF8".utf8)), ("webp", Array("RIFF".utf8)),
    ]
    return starts.first { bytes.starts(with: $0.1) }?.0
  }

  /// A file that a document names, percent-encoded or not: in its folder, or below. Nil, and a note, for others.
  static func file(
    named name: String, in folder: URL, below subfolder: String = "", _ record: ImportRecord, at place: SourceLocation
  ) -> DocumentValue? {
    let decoded = name.removingPercentEncoding ?? name
    for text in [name, decoded] {
      for prefix in ["", subfolder].filter({ $0.isEmpty || !subfolder.isEmpty }) {
        let path = prefix.isEmpty ? text : prefix + "/" + text
        guard FolderSource.isInside(path, folder) else { continue }
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) { return .text(path) }
      }
    }
    let isInside = FolderSource.isInside(decoded, folder)
    record.lose(
      "contents", isInside ? "no file \(name.excerpt()) in the folder" : "\(name.excerpt()) is outside of the folder",
      at: place)
    return nil
  }

  /// Stand-in for a picture that is not there.
  static func standIn(_ shape: String = "glow", size: Double = 64) -> DocumentValue {
    .object([("sprite", .text(shape)), ("size", .number(size))])
  }
}

/// The size of a picture from its first bytes.
enum PictureHeader {
  static func width(_ bytes: [UInt8]) -> Int? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 { return number(bytes[16..<20]) }
    if bytes.starts(with: [0xFF, 0xD8]) { return jpeg(bytes) }
    if bytes.starts(with: [0x4D, 0x4D]) { return tiff(bytes, isBig: true) }
    if bytes.starts(with: [0x49, 0x49]) { return tiff(bytes, isBig: false) }
    return nil
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private static func jpeg(_ bytes: [UInt8]) -> Int? {
    var offset = 2
    while offset + 9 < bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      if (0xC0...0xC3).contains(marker) { return number(bytes[offset + 7..<offset + 9]) }
      offset += 2 + number(bytes[offset + 2..<offset + 4])
    }
    return nil
  }

  private static func tiff(_ bytes: [UInt8], isBig: Bool) -> Int? {
    func read(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - count else { return nil }
      let part = bytes[offset..<offset + count]
      return isBig ? number(part) : number(part.reversed())
    }
    guard let directory = read(4, 4), let count = read(directory, 2) else { return nil }
    for index in 0..<min(count, 200) {
      let entry = directory + 2 + 12 * index
      guard read(entry, 2) == 256 else { continue }
      return read(entry + 2, 2) == 3 ? read(entry + 8, 2) : read(entry + 8, 4)
    }
    return nil
  }
}
