import FlyingFox
import Foundation
import StarmineRendering
import StarmineGraphics
import StarminePresets
import Synchronization

/// The texts that requests name by their revision: the last ones, so that a request says in a word which scene it is
/// about. A page whose text is gone sends it again.
final class DraftLibrary: Sendable {
  /// The document that the studio was started with.
  let reference: String
  /// Folder of the document, in which files are read and written.
  let folder: URL
  let isBundled: Bool
  /// Name of the document in messages.
  let file: String
  /// Files in it, and those outside of it that the document named itself when it was opened.
  private let files: FileScope
  /// Files in it only.
  let folderFiles: FileScope

  /// Every version of a text shows mostly the sprites of the one before.
  private let sprites = SpriteCache()
  private let texts = Mutex<[(revision: String, bytes: [UInt8])]>([])
  /// Bytes of all texts together.
  private static let memory = 256 << 20
  private static let mostTexts = 512

  /// Reads the document. Errors: as `PresetReference.source`, and its problems.
  init(_ reference: String) throws {
    self.reference = reference
    let source = try PresetReference(reference).source(Self.loader(sprites))
    _ = try source.scene()
    (folder, isBundled, file) = (source.directory.standardizedFileURL, source.isBundled, source.file)
    folderFiles = FileScope(folder: folder.path)
    files = FileScope(folder: folder.path, and: source.namedFiles)
    add(source.bytes)
  }

  /// Keeps a text; its revision.
  @discardableResult
  func add(_ bytes: [UInt8]) -> String {
    let revision = Draft.revision(of: bytes)
    texts.withLock { texts in
      texts.removeAll { $0.revision == revision }
      texts.append((revision, bytes))
      var total = texts.reduce(0) { $0 + $1.bytes.count }
      while texts.count > Self.mostTexts || (total > Self.memory && texts.count > 1) {
        total -= texts.removeFirst().bytes.count
      }
    }
    return revision
  }

  /// Errors: 410 for a text that is no longer there.
  func bytes(_ revision: String) throws -> [UInt8] {
    let found = texts.withLock { texts in texts.last { $0.revision == revision }?.bytes }
    guard let found else { throw RequestError(.gone, "the text \(revision.prefix(40)) is not here any more") }
    return found
  }

  /// The draft of a text in the document's place.
  func draft(_ bytes: [UInt8]) -> Draft {
    Draft(PresetSource(bytes: bytes, file: file, directory: folder, isBundled: isBundled, loader: loader))
  }

  /// As the commands load documents.
  private static func loader(_ sprites: SpriteCache) -> PresetLoader {
    var loader = Movie.presetLoader
    loader.makeSprite = { sprites.image(of: $0) }
    return loader
  }

  /// Reads the files of the document's folder, and those that the document named when it was opened.
  var loader: PresetLoader {
    var loader = Self.loader(sprites)
    loader.files = files
    return loader
  }
}
