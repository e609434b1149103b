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
          error == .damaged ? "its compressed data is damaged" : "it has more than \(Importer.maximumBytes) bytes")
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

  /// - Parameter theme: replaces slots of the document.
  private static func scene(
    _ bytes: [UInt8], _ document: LottieDocument, theme: (inout LottieSlots) -> Void = { _ in }
  ) throws(ImportError) -> ForeignScene {
    // A byte order mark before it and zero bytes after it occur.
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while text.last == 0 { text = text.dropLast() }
    let source = ImportSource(bytes: Array(text), url: document.source.url, record: document.record)
    let value = try source.json()
    var slots = LottieSlots(value)
    theme(&slots)
    let variables = slots.variables
    do { try slots.set(document.source.given) } catch { throw source.error(error.message) }
    var scene = try LottieImporter(document, root: try document.open(slots.filling(value))).scene()
    scene.variables = variables
    return scene
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
    let manifest = try json("manifest.json", in: archive, source)
    let id = name.split(separator: "/").last.map { String($0.dropLast(".json".count)) } ?? ""
    let entry = manifest?["animations"]?.items?.first { $0["id"]?.text == id }
    let themes = archive.names.filter { $0.hasPrefix("t/") && $0.hasSuffix(".json") }
    let names = [LottieTheme.none] + themes.map { String($0.dropFirst(2).dropLast(5)) }
    let initial = entry?["initialTheme"]?.text.flatMap { names.contains($0) ? $0 : nil } ?? LottieTheme.none
    let chosen = source.given[LottieTheme.variable] ?? initial
    guard names.contains(chosen) else {
      throw source.error("unknown theme \"\(chosen.excerpt())\". Themes of the file: \(names.listed())")
    }
    let rules = chosen == LottieTheme.none ? nil : try json("t/\(chosen).json", in: archive, source)
    var scene = try Self.scene(try archive.bytes(of: name), document) { slots in
      guard let rules else { return }
      LottieTheme.apply(rules, to: &slots, animation: id) { source.record.lose("t/\(chosen).json", $0, at: $1) }
    }
    if !themes.isEmpty {
      let theme = DocumentValue.object([
        ("type", .text("text")), ("default", .text(initial)),
        ("summary", .text("Theme of the Lottie file: \(names.listed())")),
      ])
      scene.variables = [(LottieTheme.variable, theme)] + scene.variables.filter { $0.0 != LottieTheme.variable }
    }
    return scene
  }

  private static func json(
    _ name: String, in archive: ZipArchive, _ source: ImportSource
  ) throws(ImportError) -> ForeignValue? {
    guard archive.has(name) else { return nil }
    return try ImportSource(bytes: try archive.bytes(of: name), url: source.url, record: source.record).json()
  }

  private static func animation(in archive: ZipArchive, _ source: ImportSource) throws(ImportError) -> String {
    let found = archive.names.filter { name in
      name.hasSuffix(".json") && ["animations/", "a/"].contains { name.hasPrefix($0) }
    }
    guard let first = found.first else { throw source.error("the archive has no animation") }
    var others = found.count - 1
    defer {
      if others > 0 {
        source.record.lose("animations", "\(others) more are in the archive", at: SourceLocation(line: 1, column: 1))
      }
    }
    for name in archive.names where name.hasPrefix("s/") || name.hasPrefix("states/") || name.hasPrefix("themes/") {
      let reason = "state machines, and themes of version 1, are not supported"
      source.record.lose(name, reason, at: SourceLocation(line: 1, column: 1))
    }
    guard let manifest = try json("manifest.json", in: archive, source) else { return first }
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
