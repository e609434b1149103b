/// Completions that a shell offers for a word that is being typed.
enum Completion {
  /// Bundled presets, and documents in the typed folder.
  static let preset = CompletionKind.custom { _, _, prefix in presets(prefix) }
  /// Key paths of the preset in the command line.
  static let keyPath = CompletionKind.custom { words, _, _ in keyPaths(in: words) }
  /// Variables of the preset in the command line.
  static let variable = CompletionKind.custom { words, _, _ in
    scene(in: words)?.variables.map { "\($0.name)=" } ?? []
  }

  static func presets(_ prefix: String) -> [String] {
    PresetLibrary.names + files(prefix, extensions: ["json", "json5"])
  }

  static func subjects(_ prefix: String) -> [String] {
    presets(prefix) + (PropertyClasses.all + PropertyClasses.effects).compactMap(\.subjects.first) + [
      MovieValues.className
    ] + Set(PropertyClasses.all.flatMap(\.keys)).sorted()
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

  private static func scene(in words: [String]) -> PresetScene? {
    words.dropFirst(2).lazy.compactMap { try? PresetReference($0).load(Movie.presetLoader) }.first
  }

  /// Complete key paths, and those with only the name of a cell or layer.
  private static func keyPaths(in words: [String]) -> [String] {
    guard let scene = scene(in: words) else { return [] }
    let paths = scene.tunableProperties.map(\.keyPath)
    let short = Dictionary(grouping: paths) { $0.split(separator: ".").suffix(2).joined(separator: ".") }
    return paths.map { "\($0)=" } + short.filter { $1.count == 1 }.keys.sorted().map { "\($0)=" }
      + MovieProperty.withParts.map { "movie.\($0.key)=" }
  }
}
