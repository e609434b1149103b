import Foundation
import StarminePresets

/// Loads a document without images.
func load(bytes: [UInt8]) throws -> PresetScene {
  let loader = PresetLoader { _ in throw CocoaError(.fileNoSuchFile) }
  return try loader.load(bytes, file: "test.json", directory: URL(filePath: "/nowhere"))
}

func load(_ text: String) throws -> PresetScene { try load(bytes: Array(text.utf8)) }

extension DocumentValue {
  /// The value of an object's key.
  subscript(key: String) -> DocumentValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }
}
