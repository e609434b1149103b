/// A document of a megabyte or so that asks for as much work as its size can: made anew for each run.
struct LargeDocument: Sendable, CustomStringConvertible {
  /// Limits of a picture or an error of it.
  static let bounds = Bounds(processorSeconds: 12, megabytes: 1536)

  let name: String
  let text: @Sendable () -> String

  var description: String { name }

  init(_ name: String, _ text: @escaping @Sendable () -> String) {
    (self.name, self.text) = (name, text)
  }

  static let all = keys + values + animations + timelines + trees

  // MARK: Writing

  static let size = 1 << 20

  /// A document with these members of its root layer, and more members behind it.
  static func layer(_ members: String, _ rest: String = "") -> String {
    "{movie:{size:[64,36],duration:2,fps:30},layer:{\(members)}\(rest)}"
  }

  /// Items of a list or members of an object.
  static func items(_ count: Int, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: ",")
  }

  static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  /// A document with these events on a root layer `a` with named sublayers `l0`, `l1`...
  static func timeline(layers: Int, _ events: String) -> String {
    layer("name:\"a\",sublayers:[\(items(layers) { "{name:\"l\($0)\"}" })]", ",timeline:[\(events)]")
  }

  /// The moment of an event, tenths of a millisecond apart.
  static func moment(_ index: Int) -> String { "at:\(Double(index) / 10_000)" }
}
