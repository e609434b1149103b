import StarmineLayers
package import StarminePresets

/// The differences between two scenes, line by line.
package enum SceneDifference {
  /// One line for each value, layer, cell, animation, state, event or sound that differs: all that
  /// `PresetScene.outline` prints, and every value of `movie`. The documents' names are not compared.
  package static func lines(_ first: PresetScene, _ second: PresetScene) -> [String] {
    let (old, new) = (entries(first), entries(second))
    let values = Dictionary(new) { $1 }
    let known = Set(old.map(\.path))
    let changed = old.compactMap { path, text -> String? in
      guard let value = values[path] else { return "\(path): removed\(text.isEmpty ? "" : " \(text)")" }
      return value == text ? nil : "\(path): \(text) -> \(value)"
    }
    let added = new.filter { !known.contains($0.path) }
    return changed + added.map { path, text in "\(path): added\(text.isEmpty ? "" : " \(text)")" }
  }

  private static func entries(_ scene: PresetScene) -> [(path: String, text: String)] {
    let movie = MovieProperty.all.map { ("movie.\($0.key)", scene.valueText.text($0.read(scene), $0.info)) }
    let sounds = scene.sounds.enumerated().map { index, sound in
      let fades = "fades \(sound.fadeIn) s and \(sound.fadeOut) s\(sound.loops ? ", loops" : "")"
      return ("audio[\(index)]", "\(sound.path) at \(sound.at) s, gain \(sound.gain), \(fades)")
    }
    return [("summary", scene.summary)] + movie + sounds + outline(scene)
  }

  /// The lines of the outline, each with the names of those that it is indented below.
  private static func outline(_ scene: PresetScene) -> [(path: String, text: String)] {
    var (parents, counts): ([(indent: Int, path: String)], [String: Int]) = ([], [:])
    return scene.outline(isWhole: true).split(separator: "\n").dropFirst(2).map { line in
      let content = line.drop { $0 == " " }
      let indent = content.startIndex.utf16Offset(in: line)
      let parts = content.split(separator: " = ", maxSplits: 1)
      let name = parts[0].split(separator: "\"").dropFirst().first ?? parts[0]
      parents.removeAll { $0.indent >= indent }
      var path = (parents.last.map { "\($0.path)." } ?? "") + name
      counts[path, default: 0] += 1
      if let count = counts[path], count > 1 { path += "[\(count - 1)]" }
      parents.append((indent, path))
      return (path, parts.count > 1 ? String(parts[1]) : name == parts[0] ? "" : String(parts[0]))
    }
  }
}
