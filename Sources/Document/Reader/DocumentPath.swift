/// The path of a value in a document: `layer.sublayers[3].opacity`. The string is created only for messages.
package indirect enum DocumentPath {
  case root
  case key(DocumentPath, String)
  case item(DocumentPath, String, Int)

  package func appending(_ key: String) -> DocumentPath { .key(self, key) }

  func appending(_ key: String, _ index: Int) -> DocumentPath { .item(self, key, index) }

  /// An item of the list at this path. For nested lists, the item of the outer list.
  func item(_ index: Int) -> DocumentPath {
    if case .key(let object, let key) = self { .item(object, key, index) } else { self }
  }

  /// Number of steps that a string shows at its start and end.
  private static let shown = (front: 6, behind: 10)

  /// The string, empty for the root. Long keys and paths are shortened.
  package var text: String {
    let steps = self.steps
    guard steps.count > Self.shown.front + Self.shown.behind else { return Self.joined(steps[...]) }
    return Self.joined(steps.prefix(Self.shown.front)) + "..." + Self.joined(steps.suffix(Self.shown.behind))
  }

  private static func joined(_ steps: ArraySlice<String>) -> String { steps.joined(separator: ".") }

  private var steps: [String] {
    var (result, path) = ([String](), self)
    while true {
      switch path {
      case .root: return result.reversed()
      case .item(let object, let key, let place):
        result.append(key.excerpt() + "[\(place)]")
        path = object
      case .key(let object, let key):
        result.append(key.excerpt())
        path = object
      }
    }
  }
}
