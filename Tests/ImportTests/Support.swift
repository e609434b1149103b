import Foundation
import Starmine
import StarminePresets

/// A folder of its own with files, gone when it is not used any more.
final class Folder {
  let url: URL

  init(_ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(Array(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// The document of another program, as a scene.
  func scene(_ name: String) throws -> PresetScene { try source(name).scene() }

  func source(_ name: String) throws -> PresetSource {
    try PresetReference(path(name)).source(Movie.presetLoader)
  }

  /// Paths of what is not kept.
  func lost(_ name: String) throws -> [String] { try source(name).translated?.notes.map(\.path) ?? [] }
}

/// A white PNG of 4 x 4 pixels as base64.
let picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAD0lEQVR4nGP4jwYYSBcAAHg8P8FY7imoAAAAAElFTkSuQmCC"
