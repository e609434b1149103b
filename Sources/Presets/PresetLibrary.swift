import CStarminePresets

/// The bundled presets: files of `presets/`, listed in `presets/index.inc` and embedded in the executable.
public enum PresetLibrary {
  /// Presets, and in folders the looks of captions and the ready-made emitters of the studio.
  package static let files = EmbeddedFiles(
    index: starmine_preset_index, files: starmine_preset_documents, folder: "presets")

  /// Names of the presets, sorted.
  public static let names = files.names.filter { !$0.contains("/") }.map { String($0.dropLast(".json".count)) }

  /// Returns the text of a bundled preset. Nil for an unknown name.
  public static func document(named name: String) -> [UInt8]? { files["\(name).json"] }
}

/// The JSON Schema of documents, `schema/preset.schema.json`, for editors.
package enum PresetSchema {
  package static var text: String {
    String(decoding: EmbeddedFiles.bytes(starmine_preset_schema), as: UTF8.self)
  }
}

/// A reference to a preset: a bundled name, or the path of a document.
public struct PresetReference: Sendable {
  /// The reference as given.
  public let text: String

  /// Creates a reference from a name or path, without reading anything.
  public init(_ text: String) {
    self.text = text
  }

  /// An error while reading a document.
  public enum LookupError: Error, CustomStringConvertible {
    /// Neither a bundled name nor a file. `name` is a search term for presets.
    case unknown(text: String, name: String)
    /// The file exists but cannot be read.
    case unreadable(path: String, reason: String)
    /// A document of another program could not be converted.
    case foreign(reason: String)

    /// Message for people, with similar names.
    public var description: String {
      switch self {
      case .unknown(let text, let name):
        let hint = name.suggestion(among: PresetLibrary.names)
        let help = hint.isEmpty ? "; starmine presets lists all presets" : hint
        return "no preset and no file is called \"\(text)\"\(help)"
      case .unreadable(let path, let reason):
        return "\(path) cannot be read: \(reason)"
      case .foreign(let reason): return reason
      }
    }
  }

  /// Whether the string is a path: it contains a slash or has an extension. Another unknown name may still be a file.
  package var isPath: Bool { text.contains("/") || text.hasSuffix(".json") || text.hasSuffix(".json5") }

  /// Whether the string refers to a file, by its form or because no preset has the name.
  package var isFile: Bool { isPath || PresetLibrary.document(named: text) == nil }

  /// Reads and decodes the document.
  ///
  /// - Throws: An error with all problems of the document.
  public func load(_ loader: PresetLoader) throws -> PresetScene {
    try source(loader).scene()
  }

  /// Reads the document without decoding it. Errors: neither a preset nor a file, an unreadable file.
  /// - Parameter scope: folders that the file, which must be regular, may be in; nil: any file or pipe.
  package func source(_ loader: PresetLoader, in scope: FileScope? = nil) throws(LookupError) -> PresetSource {
    if text == "-" {
      return PresetSource(
        bytes: try StandardInput.bytes, file: "standard input", directory: URL(fileURLWithPath: "."), loader: loader)
    }
    if !isPath, let bytes = PresetLibrary.document(named: text) {
      return PresetSource(
        bytes: bytes, file: "\(text).json", directory: URL(fileURLWithPath: "."), isBundled: true, loader: loader)
    }
    let url = URL(fileURLWithPath: text)
    if let translated = try translated(url, in: scope ?? .everywhere, loader) {
      return PresetSource(translated, file: "\(text) as imported", loader: loader)
    }
    return PresetSource(
      bytes: try bytes(of: url, in: scope), file: text, directory: url.deletingLastPathComponent(), loader: loader)
  }

  /// Converts a document of another program; nil for a Starmine document, and for a missing file.
  private func translated(
    _ url: URL, in scope: FileScope, _ loader: PresetLoader
  ) throws(LookupError) -> TranslatedDocument? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    do {
      return try loader.translate(url, scope, text)
    } catch {
      throw .foreign(reason: "\(error)")
    }
  }

  private func bytes(of url: URL, in scope: FileScope?) throws(LookupError) -> [UInt8] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
      throw .unknown(text: text, name: isPath ? url.deletingPathExtension().lastPathComponent : text)
    }
    if isDirectory.boolValue { throw .unreadable(path: text, reason: "it is a folder") }
    // Parsing needs several times the size of a text.
    let limit = DocumentMemory.standardLimit / 4
    do throws(InputFileError) {
      if let scope { return try InputFile.bytes(of: url.path, in: scope, atMost: limit) }
      return try InputFile.bytes(ofAny: url.path, atMost: limit)
    } catch {
      throw .unreadable(path: text, reason: error.reason)
    }
  }
}

/// The document on standard input, read once, with the size limit of documents.
private enum StandardInput {
  static let limit = DocumentMemory.standardLimit / 4
  private static let document = Result { () throws(InputFileError) in
    try InputFile.bytes(ofStream: STDIN_FILENO, named: "standard input", atMost: limit)
  }

  static var bytes: [UInt8] {
    get throws(PresetReference.LookupError) {
      do throws(InputFileError) { return try document.get() } catch {
        throw .unreadable(path: error.path, reason: error.reason)
      }
    }
  }
}

/// Purpose of a preset. Lists of presets have this order.
public enum PresetGroup: String, CaseIterable, Sendable {
  /// A single effect, for use over any image.
  case effects
  /// A text, a sign or a change of scene.
  case titles
  /// An overlay for a video.
  case overlays
  /// A whole image with its surroundings.
  case scenes
  /// Demonstrations of the engine, and published scenes with their original values.
  case references
}
