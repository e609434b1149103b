import Foundation
import StarmineGraphics
import StarminePresets

/// Loads a document text under the name `test.json`.
func load(_ text: String) throws -> PresetScene {
  try load(bytes: Array(text.utf8))
}

func load(bytes: [UInt8]) throws -> PresetScene {
  let loader = PresetLoader { url in
    guard url.lastPathComponent == "there.png" else { throw CocoaError(.fileNoSuchFile) }
    return CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF])
  }
  return try loader.load(bytes, file: "test.json", directory: URL(filePath: "/nowhere"))
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
