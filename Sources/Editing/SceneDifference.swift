package enum SceneDifference {
  /// A line for each different value, layer, cell, animation, state, event or sound in `PresetScene.outline`, and for
  /// every value of `movie`. Names of the documents are not compared.
  package static func lines(_ first: PresetScene, _ second: PresetScene) -> [String] {
    let (old, new) = (entries(first), entries(second))
    let (before, after) = (Dictionary(old.map { ($0.path, $0) }) { $1 }, Dictionary(new.map { ($0.path, $0) }) { $1 })
    // For an element without a counterpart, its contents are not listed.
    let kept = old.compactMap { entry -> String? in
      guard let other = after[entry.path] else {
        guard entry.parent.isEmpty || after[entry.parent] != nil else { return nil }
        return entry.isValue ? "\(entry.path): \(entry.text) -> unset" : "\(entry.path): removed"
      }
      return other.text == entry.text ? nil : "\(entry.path): \(entry.text) -> \(other.text)"
    }
    let added = new.filter { before[$0.path] == nil && ($0.parent.isEmpty || before[$0.parent] != nil) }
    return kept + added.map { $0.isValue ? "\($0.path): unset -> \($0.text)" : "\($0.path): added" }
  }

  private struct Entry {
    let path: String
    var parent = ""
    let text: String
    var isValue = true
  }

  private static func entries(_ scene: PresetScene) -> [Entry] {
    let movie = MovieProperty.all.map { row in
      Entry(path: "movie.\(row.key)", text: scene.valueText.text(row.read(scene), row.info))
    }
    let sounds = scene.sounds.enumerated().map { index, sound in
      let fades = "fades \(sound.fadeIn) s and \(sound.fadeOut) s\(sound.loops ? ", loops" : "")"
      return Entry(path: "audio[\(index)]", text: "\(sound.path) at \(sound.at) s, gain \(sound.gain), \(fades)")
    }
    return [Entry(path: "summary", text: scene.summary)] + movie + sounds + outline(scene)
  }

  /// The lines of the outline, each with the names of its parents.
  private static func outline(_ scene: PresetScene) -> [Entry] {
    var (parents, counts): ([(indent: Int, path: String)], [String: Int]) = ([], [:])
    return scene.outline(isWhole: true).split(separator: "\n").dropFirst(2).map { line in
      let content = line.drop { $0 == " " }
      let indent = line.count - content.count
      let parts = content.split(separator: " = ", maxSplits: 1)
      let name = parts[0].split(separator: "\"").dropFirst().first ?? parts[0]
      parents.removeAll { $0.indent >= indent }
      let parent = parents.last?.path ?? ""
      var path = (parent.isEmpty ? "" : parent + ".") + name
      counts[path, default: 0] += 1
      if let count = counts[path], count > 1 { path += "[\(count - 1)]" }
      parents.append((indent, path))
      let isValue = parts.count > 1
      return Entry(
        path: path, parent: parent, text: String(isValue ? parts[1] : name == parts[0] ? "" : parts[0]),
        isValue: isValue)
    }
  }
}
