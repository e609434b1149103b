import Foundation
import StarmineDocument
import StarmineGraphics
import StarminePresets

/// Loads a document text under the name `test.json`.
func load(_ text: String) throws -> PresetScene {
  try load(bytes: Array(text.utf8))
}

func load(bytes: [UInt8]) throws -> PresetScene {
  try makeLoader().load(bytes, file: "test.json", directory: URL(filePath: "/nowhere"))
}

/// Sprites of all tests. Drawing them takes most of the time of loading a preset.
private let sprites = SpriteCache()

/// Reads a file of one name, and pictures that stand in documents: one white pixel each.
func makeLoader() -> PresetLoader {
  let pixel = CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF])
  var loader = PresetLoader { url in
    guard url.lastPathComponent == "there.png" else { throw CocoaError(.fileNoSuchFile) }
    return pixel
  }
  loader.decodeImage = { _ in pixel }
  loader.makeSprite = { sprites.image(of: $0) }
  return loader
}

/// The messages of a document that must not load.
func problems(of text: String) -> [String] {
  do {
    _ = try load(text)
    return []
  } catch let error as PresetError {
    return error.problems.map(\.description)
  } catch {
    return ["\(error)"]
  }
}
