/// The emitters of an archive, with their positions in its scene if there is one.
struct SpriteKitTree {
  private(set) var emitters: [(value: ForeignValue, place: (x: Double, y: Double))] = []
  /// Size of the scene in points; nil without a scene.
  private(set) var size: CGSize?
  private(set) var background: DocumentValue?
  private let record: ImportRecord

  private static let most = 100
  private static let sides = 1.0...8192

  init(_ root: ForeignValue, _ record: ImportRecord) {
    self.record = record
    var origin = (x: 0.0, y: 0.0)
    if root["$class"]?.text == "SKScene" {
      let given = Self.member(root, "size")?.pair ?? (0, 0)
      if Self.sides.contains(given.0), Self.sides.contains(given.1) {
        size = CGSize(width: given.0, height: given.1)
        // The scene's origin, as a share of its size.
        let anchor = Self.member(root, "anchorPoint")?.pair ?? (0, 0)
        origin = (given.0 * anchor.0, given.1 * anchor.1)
      }
      if let color = SpriteKit.color(Self.member(root, "backgroundColor")) {
        background = colorValue(color[0], color[1], color[2], color[3])
      }
    }
    collect(root, at: origin, "")
    if emitters.count == Self.most { record.lose("children", "more than \(Self.most) emitters", at: root.location) }
  }

  private static func member(_ value: ForeignValue, _ key: String) -> ForeignValue? { value["_\(key)"] ?? value[key] }

  private mutating func collect(_ value: ForeignValue, at origin: (x: Double, y: Double), _ path: String) {
    var place = origin
    let kind = value["$class"]?.text ?? ""
    if kind != "SKScene", let offset = Self.member(value, "position")?.pair {
      place = (origin.x + max(-1e6, min(1e6, offset.0)), origin.y + max(-1e6, min(1e6, offset.1)))
    }
    let children = Self.member(value, "children")?.items ?? []
    if kind == "SKEmitterNode" {
      emitters.append((value, place))
    } else {
      nameOther(value, kind, isEmpty: children.isEmpty, path)
    }
    for (index, child) in children.enumerated() where emitters.count < Self.most {
      collect(child, at: place, path.isEmpty ? "children[\(index)]" : "\(path).children[\(index)]")
    }
  }

  /// Reports nodes other than emitters. Their rotations and scales are ignored.
  private func nameOther(_ value: ForeignValue, _ kind: String, isEmpty: Bool, _ path: String) {
    if isEmpty, !path.isEmpty {
      return record.lose(path, "a \(kind.isEmpty ? "node" : kind): only emitters are imported", at: value.location)
    }
    for (key, usual) in [("xScale", 1.0), ("yScale", 1), ("zRotation", 0), ("opacity", 1), ("alpha", 1)] {
      guard let number = Self.member(value, key)?.number, number != usual else { continue }
      record.lose(path.isEmpty ? key : "\(path).\(key)", "nodes around emitters only move them", at: value.location)
    }
  }
}
