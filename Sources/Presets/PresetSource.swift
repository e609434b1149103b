package import Foundation
import StarmineGraphics
import StarmineLayers
package import StarmineDocument

/// A document with what is known of its origin, for threads that load scenes of their own.
package struct PresetText: Sendable {
  /// Nil for another program's document that was not changed: its text is made where something asks for it.
  fileprivate var written: [UInt8]?
  /// What the text says, where that is known: scenes are made without reading the text again.
  fileprivate var document: DocumentValue?
  package let file: String
  package let directory: URL
  let isBundled: Bool
  let translated: TranslatedDocument?

  /// A document without a text, for what depends on options alone.
  package static let empty = PresetText(
    written: [], file: "", directory: URL(fileURLWithPath: "/"), isBundled: false, translated: nil)

  /// The text. Setting it keeps the notes of an import.
  package var bytes: [UInt8] {
    get { written ?? translated?.bytes ?? [] }
    set { (written, document) = (newValue, nil) }
  }

  /// The document, to be read with a loader.
  package func source(_ loader: PresetLoader) -> PresetSource { PresetSource(self, loader) }

  /// The same, read once for many scenes. A text with errors stays a text: each scene reports them.
  package var parsed: PresetText {
    var text = self
    text.document = document ?? (try? JSON5Parser.parse(bytes))
    return text
  }
}

/// A preset document, from which any number of scenes can be loaded. They share their images.
package struct PresetSource {
  /// What it was made of.
  package let text: PresetText
  package private(set) var loader: PresetLoader
  let images: ImageStore

  package init(bytes: [UInt8], file: String, directory: URL, isBundled: Bool = false, loader: PresetLoader) {
    self.init(
      PresetText(written: bytes, file: file, directory: directory, isBundled: isBundled, translated: nil), loader)
  }

  /// A document of another program.
  package init(_ translated: TranslatedDocument, file: String, loader: PresetLoader) {
    self.init(
      PresetText(
        document: translated.document, file: file, directory: translated.directory, isBundled: false,
        translated: translated), loader)
  }

  fileprivate init(_ text: PresetText, _ loader: PresetLoader) {
    (self.text, self.loader) = (text, loader)
    images = ImageStore(directory: text.directory, loader: loader)
  }

  package var bytes: [UInt8] { text.bytes }
  /// How messages call the document.
  package var file: String { text.file }
  /// Folder that relative paths of images start from.
  package var directory: URL { text.directory }
  /// Whether the document is bundled with the program. It then has no folder.
  package var isBundled: Bool { text.isBundled }
  /// Origin of the document, if another program wrote it.
  package var translated: TranslatedDocument? { text.translated }

  /// The same document with the cues of a file, or a sound's beats, instead of its own; nil: its own.
  package func giving(cues: URL?) -> PresetSource {
    guard let cues else { return self }
    var source = self
    source.loader.cues = cues
    return source
  }

  /// The same document with captions in place of its own.
  package func giving(captions file: URL?, look: String?) -> PresetSource {
    var source = self
    source.loader.captions = (file ?? loader.captions.file, look ?? loader.captions.look)
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
    var scene = try loader.load(file: file, images: images, frame: frame) { () throws(JSON5Error) in
      if let document = text.document { return document }
      return try JSON5Parser.parse(text.bytes, memory: loader.memory)
    }
    scene.unsupported = (translated?.notes ?? []) + scene.unsupported
    return scene
  }

  /// The name and stage, with an empty layer: for lists, since no picture is drawn. Errors: problems of these and of
  /// the syntax up to them; the rest of the document is not read.
  package func stage() throws(PresetError) -> PresetScene {
    try loader.loadStage(text.written ?? [], text.document, file: file, images: images)
  }

  /// Paths of all files that the document named so far, there or not.
  package var namedFiles: [String] { images.named.sorted() }

  /// Files of images, of clips, and of sounds that numbers follow, that the document asked for so far, whether they
  /// could be read or not.
  package var imageFiles: [URL] { images.requested.union(images.sounds.requested).sorted { $0.path < $1.path } }
}
