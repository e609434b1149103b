/// The way from the root of a document to one of its values: `layer.sublayers[3].opacity`. Made into a text only where
/// a message needs it.
package indirect enum DocumentPath {
  case root
  case key(DocumentPath, String)
  case item(DocumentPath, String, Int)

  package func appending(_ key: String) -> DocumentPath { .key(self, key) }

  func appending(_ key: String, _ index: Int) -> DocumentPath { .item(self, key, index) }

  /// An item of the list at this path; of a list in a list, which has no key of its own, the outer item.
  func item(_ index: Int) -> DocumentPath {
    if case .key(let object, let key) = self { .item(object, key, index) } else { self }
  }

  /// Steps that a text has in front and behind, with dots between where there are more.
  private static let shown = (front: 6, behind: 10)

  /// The text, empty for the root; long keys and long ways are cut.
  package var text: String {
    let steps = self.steps
    guard steps.count > Self.shown.front + Self.shown.behind else { return Self.joined(steps[...]) }
    return Self.joined(steps.prefix(Self.shown.front)) + "..." + Self.joined(steps.suffix(Self.shown.behind))
  }

  private static func joined(_ steps: ArraySlice<String>) -> String { steps.joined(separator: ".") }

  /// Keys from the root on, each with its index.
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
