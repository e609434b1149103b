package import StarmineGraphics
import StarminePresets

/// A scene as files of another program, and what is lost on the way.
package struct WrittenDocument {
  package enum Content {
    case text(String)
    case image(CGImage)
  }

  /// Relative paths, folders with a slash between; the first is the main file.
  package internal(set) var files: [(path: String, content: Content)] = []
  /// Things that the other program has not, one line each.
  package internal(set) var lost: [String] = []
}

extension PresetScene {
  /// Parts that belong to the movie, and to no layer: other programs show the layers without it.
  var featuresOfMovie: [String] {
    [
      bloom.map { _ in "movie.bloom" }, toneMapping == .none ? nil : "movie.toneMapping",
      loop.map { _ in "movie.loop" }, motionBlur.map { _ in "movie.motionBlur" }, speed == 1 ? nil : "movie.speed",
      sounds.isEmpty ? nil : "audio",
    ].compactMap { $0 }
  }
}

/// The pictures of a scene as files, each once.
struct PictureFiles {
  let folder: String
  private(set) var pictures: [(path: String, image: CGImage)] = []
  private var names: [ObjectIdentifier: String] = [:]

  init(folder: String) { self.folder = folder }

  /// The file's name in the folder.
  mutating func name(of image: CGImage) -> String {
    if let name = names[ObjectIdentifier(image)] { return name }
    let name = "picture-\(pictures.count + 1).png"
    names[ObjectIdentifier(image)] = name
    pictures.append(("\(folder)/\(name)", image))
    return name
  }
}
