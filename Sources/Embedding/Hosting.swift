/// Documents for hosts: they can read only files of the folder, and share sprites of the process.
package enum Hosting {
  private static let sprites = SpriteCache()

  /// A loader for documents in a folder.
  /// - Parameter folder: nil: no files.
  package static func loader(folder: URL?) -> PresetLoader {
    var loader = Movie.presetLoader
    loader.makeSprite = { sprites.image(of: $0) }
    loader.files = FileScope(folder: (folder ?? noFolder).path)
    return loader
  }

  /// A folder that does not exist and cannot be created.
  static let noFolder = URL(fileURLWithPath: "/proc/starmine")

  /// A preset, or the document at a path. Errors: neither exists.
  /// - Parameter scope: scope of the document, which must be a regular file, and of its files; nil: any document, and
  ///   the files of its folder.
  /// - Parameter change: changes the loader.
  package static func source(
    named text: String, in scope: FileScope? = nil, _ change: (inout PresetLoader, URL) -> Void = { _, _ in }
  ) throws(HostError) -> PresetSource {
    guard text != "-" else { throw HostError(.argument, "the library does not read standard input; pass the text") }
    let reference = PresetReference(text)
    let folder = reference.isFile ? URL(fileURLWithPath: text).deletingLastPathComponent() : nil
    var loader = loader(folder: folder)
    if let scope { loader.files = scope }
    change(&loader, folder ?? noFolder)
    do { return try reference.source(loader, in: scope) } catch { throw HostError(error) }
  }

  /// The text of a document.
  /// - Parameter name: name in messages.
  /// - Parameter folder: base folder of relative paths; nil: no files.
  package static func source(
    text: [UInt8], name: String, folder: URL?, _ change: (inout PresetLoader, URL) -> Void = { _, _ in }
  ) -> PresetSource {
    var loader = loader(folder: folder)
    change(&loader, folder ?? noFolder)
    return PresetSource(bytes: text, file: name, directory: folder ?? noFolder, loader: loader)
  }

  package struct PresetRecord: Encodable, Sendable {
    package var name: String
    package var summary: String
    var width: Int
    var height: Int
    var fps: Double
    var duration: Double
  }

  package static func presets() throws(HostError) -> [PresetRecord] {
    var records: [PresetRecord] = []
    for name in PresetLibrary.names {
      do {
        let stage = try source(named: name).stage()
        let (width, height) = stage.pixelSize
        records.append(
          PresetRecord(
            name: name, summary: stage.summary, width: width, height: height, fps: stage.framesPerSecond,
            duration: stage.duration / stage.speed))
      } catch {
        throw HostError(error)
      }
    }
    return records
  }
}

/// An error for a host.
package struct HostError: Error {
  package enum Kind: Sendable {
    case problems
    case unknown
    case argument
    case memory
    case cancelled
  }

  package let kind: Kind
  package let problems: [ProblemRecord]

  package init(_ kind: Kind, _ problems: [ProblemRecord]) { (self.kind, self.problems) = (kind, problems) }

  /// - Parameter file: name of the document in messages; empty without a document.
  package init(_ kind: Kind, _ message: String, file: String = "") {
    self.init(kind, [ProblemRecord(file: file, message: message)])
  }

  package init(_ error: any Error, file: String = "") {
    switch error {
    case let error as HostError: self = error
    case let error as PresetError: self.init(.problems, error.problems.map(ProblemRecord.init))
    case let error as PresetReference.LookupError: self.init(.unknown, "\(error)")
    case let error as ValueMismatchError: self.init(.problems, error.message, file: file)
    case let error as MovieError: self.init(Self.kind(of: error), "\(error)", file: file)
    default: self.init(.problems, "\(error)", file: file)
    }
  }

  private static func kind(of error: MovieError) -> Kind {
    switch error {
    case .invalidSize, .invalidSampling, .noSuchFrames, .noFrames: .argument
    case .outOfMemory: .memory
    case .cancelled: .cancelled
    default: .problems
    }
  }

  package var text: String { problems.map(\.text).joined(separator: "\n") }
}
