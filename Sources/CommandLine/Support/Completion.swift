import ArgumentParser
import Foundation
import StarmineRendering
import StarmineLayers
import StarminePresets

/// Completions that a shell offers for a word that is being typed.
enum Completion {
  /// Bundled names, and documents in the folder that is being typed.
  static let preset = CompletionKind.custom { _, _, prefix in presets(prefix) }
  /// Key paths of the preset that the line names.
  static let keyPath = CompletionKind.custom { words, _, prefix in keyPaths(prefix, in: words) }

  static func presets(_ prefix: String) -> [String] {
    PresetLibrary.names + files(prefix, extensions: ["json", "json5"])
  }

  static func subjects(_ prefix: String) -> [String] {
    presets(prefix) + (PropertyClasses.all + PropertyClasses.effects).compactMap(\.subjects.first) + [
      MovieValues.className
    ]
      + Set(PropertyClasses.all.flatMap(\.keys)).sorted()
  }

  private static func files(_ prefix: String, extensions: [String]) -> [String] {
    let folder = prefix.contains("/") ? String(prefix[...(prefix.lastIndex(of: "/") ?? prefix.startIndex)]) : ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().compactMap { name in
      var isFolder: ObjCBool = false
      let path = folder + name
      guard !name.hasPrefix("."), FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        return nil
      }
      if isFolder.boolValue { return path + "/" }
      return extensions.contains(URL(fileURLWithPath: name).pathExtension) ? path : nil
    }
  }

  /// The first word that is a preset says which key paths there are; without one, those of no preset in particular.
  private static func keyPaths(_ prefix: String, in words: [String]) -> [String] {
    for word in words.dropFirst(2) {
      guard let scene = try? PresetReference(word).load(Movie.presetLoader) else { continue }
      return scene.tunableProperties.map { "\($0.keyPath)=" } + MovieProperty.withParts.map { "movie.\($0.key)=" }
    }
    return []
  }
}
