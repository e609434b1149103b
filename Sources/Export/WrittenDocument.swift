package import StarmineGraphics
import StarminePresets
import StarmineImport

/// A scene as files of another program, and what is lost on the way.
package struct WrittenDocument {
  package enum Content {
    case text(String)
    case image(CGImage)
  }

  /// Relative paths, folders with a slash between; the first is the main file.
  package internal(set) var files: [(path: String, content: Content)] = []
  /// Things that the other program has not, one line each.
  package private(set) var lost: [String] = []
  private var known = Set<String>()

  /// Notes something that the other program has not, once. Texts of documents stand in it: what could end a comment or
  /// move a terminal's cursor is spelled out.
  mutating func lose(_ text: String) {
    let line = text.onOneLine(300)
    if known.insert(line).inserted { lost.append(line) }
  }
}

extension PresetScene {
  /// Parts that belong to the movie, and to no layer: other programs show the layers without it.
  package var featuresOfMovie: [String] {
    MovieProperty.all.filter { $0.isOurs && !$0.isDefault(in: self) }.map { "movie.\($0.key)" }
      + (sounds.isEmpty ? [] : ["audio"])
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
