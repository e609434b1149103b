/// The reason that a document could not be imported.
public struct ImportError: Error, CustomStringConvertible {
  /// File name as given, followed by the line if known.
  public let file: String
  public let message: String

  package init(file: String, _ message: String) { (self.file, self.message) = (file, message) }

  public var description: String { "\(file): \(message)" }
}

/// Converts documents of other programs to documents of this program.
///
/// Safe for untrusted input: sizes and nesting are limited, archives may contain supported classes only, and documents
/// cannot refer to files outside their folder.
public enum Importer {
  /// Limit of a document in bytes, including embedded pictures.
  static let maximumBytes = 64 << 20
  /// Limit in bytes of the values of a document while it is read.
  static let maximumMemory = 224 << 20
  /// Leading bytes of a file that are searched first; most native documents have their layer there.
  private static let beginning = 1 << 16

  /// Supported formats with their file extensions, for help texts.
  public static var formats: [(name: String, endings: [String])] {
    ImportFormat.all.map { ($0.name, $0.endings) }
  }

  /// The document at a location; nil if it is a native document or not recognized.
  /// - Parameters:
  ///   - scope: The folder that it must be in.
  ///   - name: The name for messages.
  package static func document(
    at url: URL, in scope: FileScope = .everywhere, named name: String
  ) throws(ImportError) -> TranslatedDocument? {
    guard scope.contains(url.path) else {
      throw ImportError(file: name, "it cannot be read: it is outside of the document's folder")
    }
    let folder = FolderSource.make(of: url)
    if folder == nil, isFolder(url) { return nil }
    let ending = url.pathExtension.lowercased()
    if ending == "ped" {
      throw ImportError(file: name, "UIEffectDesigner files are not supported. Copy the values into a document")
    }
    guard folder != nil || ImportFormat.all.contains(where: { $0.endings.contains(ending) }) else { return nil }
    if let folder {
      let record = ImportRecord(file: name)
      let packages = folder.packages.map { CamlFolder($0, in: url, record) }
      let scene = try CamlPackage(packages: packages, record: record)
        .scene(named: url.deletingPathExtension().lastPathComponent)
      return scene.translated(folder: url, record, format: "Core Animation package")
    }
    if ending == "json" {
      let start = try bytes(of: url, in: scope, named: name, atMost: beginning)
      if start.isOurs, !start.holds("\"layers\""), !start.isTranscript { return nil }
    }
    return try document(try bytes(of: url, in: scope, named: name), at: url, named: name)
  }

  /// Converts a file's bytes; returns nil for a native document.
  package static func document(
    _ bytes: [UInt8], at url: URL, named name: String, given: [String: String] = [:]
  ) throws(ImportError) -> TranslatedDocument? {
    let (ending, record) = (url.pathExtension.lowercased(), ImportRecord(file: name))
    guard let format = ImportFormat.all.first(where: { $0.endings.contains(ending) && $0.isMeant(bytes) }) else {
      guard ending == "json" else {
        throw ImportError(file: name, "the contents do not have a format of the extension .\(ending)")
      }
      return nil
    }
    var scene = try format.read(ImportSource(bytes: bytes, url: url, record: record, given: given))
    if scene.name.isEmpty { scene.name = url.deletingPathExtension().lastPathComponent }
    var translated = scene.translated(folder: url.deletingLastPathComponent(), record, format: format.name)
    if !scene.variables.isEmpty {
      translated.variables = .object(scene.variables)
      translated.revise = { try document(bytes, at: url, named: name, given: $0) }
    }
    return translated
  }

  static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// Reads all or the first bytes. Errors: a file that is missing, not a regular file, or too large.
  static func bytes(
    of url: URL, in scope: FileScope = .everywhere, named name: String, atMost limit: Int = maximumBytes
  ) throws(ImportError) -> [UInt8] {
    do throws(InputFileError) {
      return try InputFile(url.path, in: scope, atMost: maximumBytes).bytes(atMost: limit)
    } catch {
      throw ImportError(file: name, error.kind == .tooLarge ? error.reason : "it cannot be read: \(error.reason)")
    }
  }
}

/// The bytes of a document with its location and the record of its keys.
struct ImportSource {
  let bytes: [UInt8]
  let url: URL
  let record: ImportRecord
  /// Values for variables of the document, by name.
  var given: [String: String] = [:]

  var folder: URL { url.deletingLastPathComponent() }

  func error(_ message: String, at place: SourceLocation? = nil) -> ImportError {
    ImportError(file: record.file + (place.map { ":\($0)" } ?? ""), message)
  }
}

extension ImportSource {
  /// Parses the bytes as JSON.
  /// - Parameter takesLists: Whether a list is accepted instead of an object.
  func json(takesLists: Bool = false) throws(ImportError) -> ForeignValue {
    do {
      let value = try JSON5Parser.parse(bytes, memory: min(Importer.maximumMemory, DocumentMemory.standardLimit))
      switch value.content {
      case .object: break
      case .array where takesLists: break
      default: throw error("expected an object, found \(value.quoted)")
      }
      return ForeignValue(value)
    } catch let failure as ImportError {
      throw failure
    } catch let failure as JSON5Error {
      throw error(failure.message, at: failure.location)
    } catch {
      throw self.error("\(error)")
    }
  }
}

/// To support another format, add an element to the list.
struct ImportFormat: Sendable {
  let name: String
  let endings: [String]
  /// Detects the format by content, because some file extensions are shared.
  let isMeant: @Sendable ([UInt8]) -> Bool
  let read: @Sendable (ImportSource) throws(ImportError) -> ForeignScene

  static let all: [ImportFormat] = [
    ImportFormat(name: "CAML", endings: ["caml"], isMeant: { _ in true }) { source throws(ImportError) in
      try CamlReader.scene(source)
    },
    ImportFormat(name: "wallpaper archive", endings: ["tendies"], isMeant: { $0.starts(with: "PK".utf8) }) {
      source throws(ImportError) in
      let packages = try CamlArchive.packages(in: source)
      return try CamlPackage(packages: packages, record: source.record).scene(named: "")
    },
    ImportFormat(name: "Particle Designer", endings: ["pex", "plist"], isMeant: { _ in true }) {
      source throws(ImportError) in
      try ParticleDesigner.scene(source)
    },
    ImportFormat(name: "Lottie", endings: ["json", "lottie", "lot", "tgs"], isMeant: { $0.isLottie || $0.isPacked }) {
      source throws(ImportError) in
      try LottieReader.scene(source)
    },
    ImportFormat(name: "Particle Designer JSON", endings: ["json"], isMeant: { $0.names("maxParticles") }) {
      source throws(ImportError) in
      try ParticleDesigner.scene(source)
    },
    ImportFormat(name: "tsParticles", endings: ["json"], isMeant: { $0.names("particles") || $0.names("emitters") }) {
      source throws(ImportError) in
      try TSParticles.scene(source)
    },
    ImportFormat(
      name: "canvas-confetti", endings: ["json"],
      isMeant: { bytes in ["particleCount", "startVelocity", "spread"].contains { bytes.names($0) } }
    ) { source throws(ImportError) in
      try CanvasConfetti.scene(source)
    },
    ImportFormat(name: "SVG", endings: ["svg", "svgz"], isMeant: { _ in true }) { source throws(ImportError) in
      try SVGReader.scene(source)
    },
    ImportFormat(name: "captions", endings: ["srt", "vtt"], isMeant: { _ in true }) { source throws(ImportError) in
      try Captions.scene(source)
    },
    ImportFormat(name: "transcript", endings: ["json"], isMeant: \.isTranscript) { source throws(ImportError) in
      try Captions.scene(source)
    },
    ImportFormat(name: "SpriteKit", endings: ["sks"], isMeant: { _ in true }) { source throws(ImportError) in
      try SpriteKit.scene(source)
    },
  ]
}

extension [UInt8] {
  /// Whether JSON text is a native document, which has a layer.
  fileprivate var isOurs: Bool { holds("layer") }

  /// Whether JSON text has a key and is not a native document.
  fileprivate func names(_ key: String) -> Bool { !isOurs && holds("\"\(key)\"") }

  /// Whether JSON text has words with times and is not a native document.
  fileprivate var isTranscript: Bool {
    let hasWords = holds("\"segments\"") || holds("\"words\"")
    return !holds("\"layer\"") && !holds("captions") && (holds("\"startMs\"") || hasWords && holds("\"start\""))
  }

  /// Whether the bytes are an archive or compressed as a whole.
  fileprivate var isPacked: Bool { starts(with: "PK".utf8) || Inflater.isWrapped(self) }

  /// Searches bytes for a text. Native documents can have megabytes, and all are searched: the general collection
  /// search takes three times as long as reading them.
  func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    let bytes = span
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    for start in 0...bytes.count - wanted.count where bytes[start] == first {
      if wanted.indices.allSatisfy({ self[start + $0] == wanted[$0] }) { return true }
    }
    return false
  }
}
