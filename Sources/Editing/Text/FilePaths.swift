/// The file names in a document: images, videos, sounds and fonts.
enum FilePaths {
  /// Relative paths in the order of the document.
  static func all(in root: DocumentValue) -> [DocumentValue] {
    var search = Search()
    search.look(at: root, under: "", isPicture: false)
    guard case .object(let variables)? = root[key: VariableReader.key]?.content else { return search.found }
    // If a path begins with a variable, its value is the relevant one.
    let pictures = variables.filter { $0.value[key: "type"]?.text == PresetVariable.Kind.image.rawValue }
    return (search.found + pictures.compactMap { $0.value[key: "default"] }.filter(isRelative))
      .filter { $0.text.map(VariableTemplate.beginsWithVariable) != true }
  }

  static func isRelative(_ value: DocumentValue?) -> Bool {
    guard case .string(let text)? = value?.content else { return false }
    return !text.isEmpty && !text.hasPrefix("/") && !text.contains("://") && !text.hasPrefix("data:")
  }

  static func relative(_ file: URL, to folder: URL) -> String {
    let target = file.standardizedFileURL.pathComponents
    let start = folder.standardizedFileURL.pathComponents
    let shared = zip(target, start).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: start.count - shared)
    return (up + target.dropFirst(shared)).joined(separator: "/")
  }

  private static let pictureKeys: Set<String> = {
    Set(
      PropertyClasses.all.flatMap { container in
        container.keys.filter { container.info(forKey: $0)?.kind.isPicture == true }
      })
  }()
  private static let fileKeys: Set = ["video", "file", "cues", "sound", "lut"]
  /// Font names, or paths if they contain a slash.
  private static let fontKeys: Set = ["font", "emitterFont"]
  private static let animatedKeys: Set = ["values", "fromValue", "toValue", "byValue"]

  /// The last component of a key, or of a key path in states, timeline and animations.
  private static func last(_ path: String) -> String { path.split(separator: ".").last.map(String.init) ?? path }

  private struct Search {
    var found: [DocumentValue] = []

    /// - Parameter key: key of the value, or of the list that contains it.
    /// - Parameter isPicture: whether the value belongs to an animation of images.
    mutating func look(at value: DocumentValue, under key: String, isPicture: Bool) {
      switch value.content {
      case .string(let text):
        let isFile = isPicture || FilePaths.pictureKeys.contains(key) || FilePaths.fileKeys.contains(key)
        let isFont = FilePaths.fontKeys.contains(key) && text.contains("/")
        if isFile || isFont, FilePaths.isRelative(value) { found.append(value) }
      case .array(let items):
        for item in items { look(at: item, under: key, isPicture: isPicture) }
      case .object(let members):
        let animated = FilePaths.last(keyPath(of: members) ?? key)
        let animatesPictures = FilePaths.pictureKeys.contains(animated)
        for member in members {
          let isValue = FilePaths.animatedKeys.contains(member.key)
          look(
            at: member.value, under: isValue ? "" : FilePaths.last(member.key),
            isPicture: isValue && animatesPictures)
        }
      default: break
      }
    }

    private func keyPath(of members: [DocumentMember]) -> String? {
      guard case .string(let text)? = members.first(where: { $0.key == "keyPath" })?.value.content else { return nil }
      return text
    }
  }
}
