protocol CamlFiles {
  /// URL of the document for messages.
  var url: URL { get }

  /// A file of the package; nil if it does not exist.
  func bytes(_ name: String) throws(ImportError) -> [UInt8]?

  /// A picture by its name in the document. Reports a missing one and returns nil.
  func picture(_ name: String, at place: SourceLocation) -> DocumentValue?
}

/// A `.ca` package, or the packages of a wallpaper from bottom to top, combined to one scene with their states.
struct CamlPackage {
  let packages: [any CamlFiles]
  let record: ImportRecord

  /// Limit of packages per scene.
  static let most = 10

  func scene(named name: String) throws(ImportError) -> ForeignScene {
    var scene: ForeignScene?
    for package in packages.prefix(Self.most) {
      let source = ImportSource(bytes: try document(of: package), url: package.url, record: record)
      let part = try CamlReader.scene(source, names: scene?.usedNames ?? []) { package.picture($0, at: $1) }
      guard var whole = scene else {
        scene = part
        continue
      }
      whole.layers += part.layers
      whole.merge(part)
      scene = whole
    }
    guard var scene else { throw ImportError(file: record.file, "it has no .ca folder") }
    scene.name = name
    return scene
  }

  /// The document that `index.xml` names, or `main.caml`.
  private func document(of package: some CamlFiles) throws(ImportError) -> [UInt8] {
    var name = "main.caml"
    if let bytes = try package.bytes("index.xml") {
      let source = ImportSource(bytes: bytes, url: package.url, record: record)
      let named = (try? PropertyList.parse(source))?["rootDocument"]?.text
      if let named, !named.contains("/"), !named.isEmpty { name = named }
    }
    guard let bytes = try package.bytes(name) else {
      throw ImportError(file: record.file, "\(package.url.lastPathComponent.excerpt()) has no \(name.excerpt())")
    }
    return bytes
  }

  /// Sorts backgrounds below floating layers.
  static func fromBottom(_ names: some Sequence<String>) -> [String] {
    func rank(_ name: String) -> Int {
      let name = name.lowercased()
      return name.contains("background") ? 0 : name.contains("floating") || name.contains("foreground") ? 2 : 1
    }
    return names.sorted { (rank($0), $0) < (rank($1), $1) }
  }
}

struct CamlFolder: CamlFiles {
  let url: URL
  /// The path from the scene's picture folder to the package; empty if they are the same.
  let prefix: String
  let record: ImportRecord

  init(_ url: URL, in root: URL, _ record: ImportRecord) {
    let (start, end) = (root.standardizedFileURL.pathComponents, url.standardizedFileURL.pathComponents)
    prefix = end.dropFirst(start.count).joined(separator: "/")
    (self.url, self.record) = (url, record)
  }

  func bytes(_ name: String) throws(ImportError) -> [UInt8]? {
    guard FolderSource.isInside(name, url) else {
      throw ImportError(file: record.file, "\(name.excerpt()) is a link to a place outside of the folder")
    }
    let file = url.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try Importer.bytes(of: file, in: FileScope(folder: url.path), named: record.file)
  }

  func picture(_ name: String, at place: SourceLocation) -> DocumentValue? {
    let found = EmbeddedImage.file(named: name, in: url, below: "assets", record, at: place)
    guard case .string(let path)? = found?.content else { return nil }
    return .text(prefix.isEmpty ? path : "\(prefix)/\(path)")
  }
}

/// A package in an archive: its pictures are embedded in the document.
struct CamlArchive: CamlFiles {
  let archive: ZipArchive
  let path: String
  let record: ImportRecord

  var url: URL { URL(fileURLWithPath: "/" + path) }

  /// The packages of the first wallpaper in an archive. Reports further ones.
  static func packages(in source: ImportSource) throws(ImportError) -> [CamlArchive] {
    let archive = try ZipArchive(source)
    var groups: [String: Set<String>] = [:]
    for name in archive.names where !name.hasPrefix("__MACOSX/") {
      let steps = name.split(separator: "/")
      guard let last = steps.dropLast().lastIndex(where: { $0.lowercased().hasSuffix(".ca") }) else { continue }
      groups[steps[..<last].joined(separator: "/"), default: []].insert(steps[...last].joined(separator: "/"))
    }
    let folders = groups.keys.sorted()
    for folder in folders.dropFirst() {
      source.record.lose(
        folder, "the archive has several wallpapers; the first one is used", at: SourceLocation(line: 1, column: 1))
    }
    let paths = CamlPackage.fromBottom(folders.first.flatMap { groups[$0] } ?? [])
    return paths.map { CamlArchive(archive: archive, path: $0, record: source.record) }
  }

  func bytes(_ name: String) throws(ImportError) -> [UInt8]? {
    archive.has("\(path)/\(name)") ? try archive.bytes(of: "\(path)/\(name)") : nil
  }

  func picture(_ name: String, at place: SourceLocation) -> DocumentValue? {
    let decoded = name.removingPercentEncoding ?? name
    let paths = [name, "assets/\(name)", decoded, "assets/\(decoded)"].map { "\(path)/\($0)" }
    guard let found = paths.first(where: archive.has) else {
      record.lose("contents", "no file \(name.excerpt()) in the package", at: place)
      return nil
    }
    do {
      return try EmbeddedImage.value(archive.bytes(of: found), record)
    } catch {
      let reason = (error as? ImportError)?.message ?? (error as? EmbeddedImageError)?.message ?? "\(error)"
      record.lose("contents", "\(name.excerpt()): \(reason)", at: place)
      return nil
    }
  }
}

extension ForeignScene {
  /// Adds the states of another part and merges those with equal names.
  mutating func merge(_ part: ForeignScene) {
    var places = Dictionary(states.enumerated().map { ($1.0, $0) }, uniquingKeysWith: { first, _ in first })
    for (name, values) in part.states {
      guard let index = places[name] else {
        places[name] = states.count
        states.append((name, values))
        continue
      }
      if case .object(let own) = states[index].1.content, case .object(let more) = values.content {
        states[index].1 = DocumentValue(.object(own + more))
      }
    }
    transitions += part.transitions
    usedNames.formUnion(part.usedNames)
  }
}

/// A folder whose files a document may use. Files outside are refused.
struct FolderSource {
  let url: URL
  /// The packages in it from the lowest to the topmost one; only the folder if it is a package.
  let packages: [URL]

  /// Limit of entries per folder.
  private static let most = 1000

  /// Returns nil if the folder is neither a `.ca` package nor contains some.
  static func make(of url: URL) -> FolderSource? {
    guard Importer.isFolder(url) else { return nil }
    if url.pathExtension.lowercased() == "ca" { return FolderSource(url: url, packages: [url]) }
    var found = packages(in: url)
    if found.isEmpty {
      // Some wallpapers have one more level of folders.
      for name in names(in: url) where found.isEmpty {
        let inner = url.appendingPathComponent(name)
        if Importer.isFolder(inner), isInside(name, url) { found = packages(in: inner) }
      }
    }
    return found.isEmpty ? nil : FolderSource(url: url, packages: found)
  }

  private static func packages(in folder: URL) -> [URL] {
    let names = names(in: folder).filter { $0.lowercased().hasSuffix(".ca") && isInside($0, folder) }
    return CamlPackage.fromBottom(names).map { folder.appendingPathComponent($0) }
  }

  private static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).prefix(most).sorted()
  }

  /// Whether a relative path stays within a folder after links are resolved.
  static func isInside(_ path: String, _ folder: URL) -> Bool {
    guard !path.isEmpty, !path.hasPrefix("/"), !path.contains("\0"), path.utf8.count < 1000,
      !path.split(separator: "/").contains("..")
    else { return false }
    return FileScope(folder: folder.path).contains(folder.appendingPathComponent(path).path)
  }
}
