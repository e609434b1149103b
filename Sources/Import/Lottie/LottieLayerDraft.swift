struct LottieLayerDraft {
  private var members: [(String, DocumentValue)] = []
  private(set) var animations: [(String, DocumentValue)] = []
  var sublayers: [DocumentValue] = []
  var mask: DocumentValue?
  var filters: [DocumentValue] = []
  var name: String?
  let size: (Double, Double)

  /// - Parameter size: Points; 1 by 1 if the content defines its size.
  init(_ className: String = "CALayer", size: (Double, Double) = (1, 1)) {
    self.size = (size.0 > 0 ? size.0 : 1, size.1 > 0 ? size.1 : 1)
    members = [("class", .text(className)), ("bounds", .list([0, 0, size.0, size.1]))]
    set("anchorPoint", .list([0, 0]))
    set("position", .list([0, 0]))
  }

  init(holding sublayers: [DocumentValue]) {
    self.init()
    self.sublayers = sublayers
  }

  mutating func set(_ key: String, _ value: DocumentValue) {
    if let index = members.firstIndex(where: { $0.0 == key }) {
      members[index].1 = value
    } else {
      members.append((key, value))
    }
  }

  mutating func takeMember(_ key: String) -> DocumentValue? {
    members.firstIndex { $0.0 == key }.map { members.remove(at: $0).1 }
  }

  mutating func animate(_ animation: DocumentValue) { animations.append(("a\(animations.count + 1)", animation)) }

  /// Whether the draft does not affect its sublayers.
  var isPlain: Bool {
    animations.isEmpty && mask == nil && filters.isEmpty && members.count == 4
      && members[2].1 == .list([0, 0]) && members[3].1 == .list([0, 0])
  }

  var value: DocumentValue {
    .object(
      [("class", members[0].1), ("name", name.map { .text($0) })] + members.dropFirst().map { ($0.0, $0.1) } + [
        ("filters", filters.isEmpty ? nil : .texts(filters)),
        ("animations", animations.isEmpty ? nil : .object(animations.map { ($0.0, $0.1) })), ("mask", mask),
        ("sublayers", sublayers.isEmpty ? nil : .texts(sublayers)),
      ])
  }
}
