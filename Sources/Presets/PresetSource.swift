package import Foundation
import StarmineGraphics

/// The text of a preset document, from which any number of scenes can be loaded. They share their images.
package struct PresetSource {
  package let bytes: [UInt8]
  /// How messages call the document.
  package let file: String
  /// Folder that relative paths of images start from.
  package let directory: URL
  /// Whether the document came with the program and has no folder of its own.
  package let isBundled: Bool
  package let loader: PresetLoader
  let images: ImageStore

  package init(
    bytes: [UInt8], file: String, directory: URL, isBundled: Bool = false, loader: PresetLoader
  ) {
    (self.bytes, self.file, self.directory, self.isBundled) = (bytes, file, directory, isBundled)
    self.loader = loader
    images = ImageStore(directory: directory, load: loader.loadImage)
  }

  /// A new scene. Errors: all problems of the document.
  ///
  /// - Parameter frame: what it is drawn into, if that is known: the stage may take its shape.
  package func scene(in frame: PresetFrame? = nil) throws(PresetError) -> PresetScene {
    try loader.load(bytes, file: file, images: images, frame: frame)
  }

  /// A new scene with changes. Errors: problems of the document (`PresetError`), a change that does not fit
  /// (`ValueMismatch`).
  package func scene(applying changes: [PropertyOverride]) throws -> PresetScene {
    var scene = try scene()
    for change in changes { try scene.apply(change) }
    return scene
  }

  /// Files of images that the document asked for so far, whether they could be read or not.
  package var imageFiles: [URL] { images.requested.sorted { $0.path < $1.path } }
}
