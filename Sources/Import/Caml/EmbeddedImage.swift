/// Pictures that are embedded in imported documents or are files in their folder.
enum EmbeddedImage {
  /// A base64 picture, optionally compressed by gzip or zlib.
  static func value(base64 text: String, _ record: ImportRecord) throws(EmbeddedImageError) -> DocumentValue {
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw EmbeddedImageError("it is not base64")
    }
    return try value(Array(data), record)
  }

  static func value(_ bytes: [UInt8], _ record: ImportRecord) throws(EmbeddedImageError) -> DocumentValue {
    try record.pictures.value(bytes)
  }

  /// Size in pixels; nil if unknown.
  static func size(_ value: DocumentValue?, folder: URL) -> CGSize? {
    guard case .string(let text)? = value?.content else { return nil }
    var bytes: [UInt8] = []
    if let comma = text.firstIndex(of: ","), text.hasPrefix("data:") {
      bytes = Data(base64Encoded: String(text[text.index(after: comma)...])).map(Array.init) ?? []
    } else {
      let path = folder.appendingPathComponent(text).path
      bytes = (try? InputFile(path, in: FileScope(folder: folder.path)).bytes(atMost: 1 << 20)) ?? []
    }
    return PictureHeader.size(bytes).map { CGSize(width: $0.width, height: $0.height) }
  }

  /// A referenced file, percent-encoded or not, in the document's folder or below. Reports others and returns nil.
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

  static func standIn(_ shape: String = "glow", size: Double = 64) -> DocumentValue {
    .object([("sprite", .text(shape)), ("size", .number(size))])
  }
}
