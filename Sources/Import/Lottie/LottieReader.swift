import Foundation
import StarmineDocument

/// Reads Lottie documents: JSON, compressed Telegram stickers, and archives.
enum LottieReader {
  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    if source.bytes.starts(with: "PK".utf8) { return try archived(source) }
    var bytes = source.bytes
    if Inflater.isWrapped(bytes) {
      do throws(InflateError) {
        bytes = try Inflater.unpack(bytes[...], atMost: Importer.maximumBytes)
      } catch {
        throw source.error(
          error == .damaged ? "it is packed, and damaged" : "more than \(Importer.maximumBytes) bytes are packed in it")
      }
    }
    let document = LottieDocument(source) { folder, name, place in
      for path in [folder + name, name, "images/" + name] where FolderSource.isInside(path, source.folder) {
        if FileManager.default.fileExists(atPath: source.folder.appendingPathComponent(path).path) {
          return .text(path)
        }
      }
      return EmbeddedImage.file(named: folder + name, in: source.folder, source.record, at: place)
    }
    return try scene(bytes, document)
  }

  private static func scene(_ bytes: [UInt8], _ document: LottieDocument) throws(ImportError) -> ForeignScene {
    // A byte order mark before it and zero bytes after it occur.
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while text.last == 0 { text = text.dropLast() }
    let source = ImportSource(bytes: Array(text), url: document.source.url, record: document.record)
    return try LottieWriter(document, root: try document.open(try source.json())).scene()
  }

  /// The first animation of an archive: `animations/ID.json` and `images/`, or `a/ID.json` and `i/`.
  private static func archived(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let archive = try ZipArchive(source)
    let name = try animation(in: archive, source)
    let document = LottieDocument(source) { folder, name, place in
      let paths = ["\(folder)\(name)", "images/\(name)", "i/\(name)", "animations/\(folder)\(name)", name]
      guard let path = paths.first(where: archive.has) else {
        source.record.lose("assets", "no picture \(name.excerpt()) in the archive", at: place)
        return nil
      }
      guard let bytes = try? archive.bytes(of: path), let value = try? source.record.pictures.value(bytes) else {
        source.record.lose("assets", "\(name.excerpt()) cannot be used", at: place)
        return nil
      }
      return value
    }
    return try scene(try archive.bytes(of: name), document)
  }

  private static func animation(in archive: ZipArchive, _ source: ImportSource) throws(ImportError) -> String {
    let found = archive.names.filter { name in
      name.hasSuffix(".json") && ["animations/", "a/"].contains { name.hasPrefix($0) }
    }
    guard let first = found.first else { throw source.error("the archive has no animation") }
    var others = found.count - 1
    defer {
      if others > 0 {
        source.record.lose(
          "animations", "\(others) more are in the archive", at: SourceLocation(line: 1, column: 1))
      }
    }
    for name in archive.names where name.hasPrefix("t/") || name.hasPrefix("s/") || name.hasPrefix("themes/") {
      source.record.lose(name, "themes and state machines are not read", at: SourceLocation(line: 1, column: 1))
    }
    guard archive.has("manifest.json") else { return first }
    let text = ImportSource(bytes: try archive.bytes(of: "manifest.json"), url: source.url, record: source.record)
    let manifest = try text.json()
    let ids = manifest["animations"]?.items?.compactMap { $0["id"]?.text } ?? []
    let named = ids.lazy.flatMap { ["animations/\($0).json", "a/\($0).json"] }.first { archive.has($0) }
    others = found.count - 1
    return named ?? first
  }
}

extension [UInt8] {
  /// Whether JSON text is a Lottie document, which has layers, a first and last frame, and a version or frame rate.
  var isLottie: Bool {
    holds("\"layers\"") && holds("\"ip\"") && holds("\"op\"") && (holds("\"v\"") || holds("\"fr\""))
  }
}
