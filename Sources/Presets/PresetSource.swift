package import Foundation
import StarmineGraphics
import StarmineLayers
package import StarmineDocument

/// A document's text with what is known of its origin, for threads that load scenes of their own.
package struct PresetText: Sendable {
  package var bytes: [UInt8]
  package let file: String
  package let directory: URL
  let isBundled: Bool
  let translated: TranslatedDocument?

  /// A document without a text, for what depends on options alone.
  package static let empty = PresetText(
    bytes: [], file: "", directory: URL(fileURLWithPath: "/"), isBundled: false, translated: nil)

  /// The document, to be read with a loader.
  package func source(_ loader: PresetLoader) -> PresetSource {
    PresetSource(
      bytes: bytes, file: file, directory: directory, isBundled: isBundled, loader: loader, translated: translated)
  }
}

/// The text of a preset document, from which any number of scenes can be loaded. They share their images.
package struct PresetSource {
  package let bytes: [UInt8]
  /// How messages call the document.
  package let file: String
  /// Folder that relative paths of images start from.
  package let directory: URL
  /// Whether the document came with the program and has no folder of its own.
  package let isBundled: Bool
  package private(set) var loader: PresetLoader
  let images: ImageStore
  /// Origin of the document, if another program wrote it.
  package let translated: TranslatedDocument?

  package init(
    bytes: [UInt8], file: String, directory: URL, isBundled: Bool = false, loader: PresetLoader,
    translated: TranslatedDocument? = nil
  ) {
    (self.bytes, self.file, self.directory, self.isBundled) = (bytes, file, directory, isBundled)
    (self.loader, self.translated) = (loader, translated)
    images = ImageStore(directory: directory, loader: loader)
  }

  /// What it was made of.
  package var text: PresetText {
    PresetText(bytes: bytes, file: file, directory: directory, isBundled: isBundled, translated: translated)
  }

  /// The same document with the cues of a file, or a sound's beats, instead of its own; nil: its own.
  package func giving(cues: URL?) -> PresetSource {
    guard let cues else { return self }
    var source = self
    source.loader.cues = cues
    return source
  }

  /// The same document with values for its variables, which count more than those it has.
  package func giving(_ values: GivenVariables) -> PresetSource {
    var source = self
    source.loader.given = loader.given.merging(values)
    return source
  }

  /// A new scene. Errors: all problems of the document.
  ///
  /// - Parameter frame: what it is drawn into, if that is known: the stage may take its shape.
  package func scene(in frame: PresetFrame? = nil) throws(PresetError) -> PresetScene {
    // Another program's document names files of its own folder only; what the user changes in it may name others.
    if translated != nil { images.scope = FileScope(folder: directory.path) }
    defer { images.scope = loader.files }
    var scene = try loader.load(bytes, file: file, images: images, frame: frame)
    scene.unsupported = (translated?.notes ?? []) + scene.unsupported
    return scene
  }

  /// The name and stage, with an empty layer: for lists, since no picture is drawn. Errors: problems of these and of
  /// the syntax up to them; the rest of the document is not read.
  package func stage() throws(PresetError) -> PresetScene {
    try loader.loadStage(bytes, file: file, images: images)
  }

  /// Paths of all files that the document named so far, there or not.
  package var namedFiles: [String] { images.named.sorted() }

  /// Files of images, of clips, and of sounds that numbers follow, that the document asked for so far, whether they
  /// could be read or not.
  package var imageFiles: [URL] { images.requested.union(images.sounds.requested).sorted { $0.path < $1.path } }
}
