import StarmineLayers
import StarminePresets

/// Where in a document a property of a loaded scene stands.
struct DocumentPlace {
  /// The object's path.
  let steps: [DocumentStep]
  /// The layer or cell that the object describes.
  let container: any PropertyContainer
  /// The key in that container, perhaps of a part, such as `position.x`.
  private let fullKey: String
  let isRoot: Bool

  /// Nil if the layer is not in the tree.
  init?(of found: LayerLookup.Found, in root: CALayer) {
    guard var steps = Self.steps(to: found.layer, from: root, at: [.key("layer")]) else { return nil }
    isRoot = found.layer === root && found.steps.isEmpty
    for step in found.steps { steps += [.key(step.list), .index(step.index)] }
    (self.steps, container, fullKey) = (steps, found.container, found.key)
  }

  /// Where an animation of a layer stands; nil if the layer is not in the tree.
  static func steps(to change: AnimationChange, on layer: CALayer, in root: CALayer) -> [DocumentStep]? {
    steps(to: layer, from: root, at: [.key("layer")]).map { steps in
      steps + [.key("animations"), .key(change.animation)]
        + change.children.flatMap { [.key("animations"), .index($0)] }
    }
  }

  private static func steps(to layer: CALayer, from root: CALayer, at path: [DocumentStep]) -> [DocumentStep]? {
    if root === layer { return path }
    if let mask = root.mask, let steps = steps(to: layer, from: mask, at: path + [.key("mask")]) { return steps }
    for (index, sublayer) in (root.sublayers ?? []).enumerated() {
      let next = path + [.key("sublayers"), .index(index)]
      if let steps = steps(to: layer, from: sublayer, at: next) { return steps }
    }
    return nil
  }

  /// The key to write: a part of a value keeps its own key where the document uses it, and where the whole could only
  /// be spelled as a matrix; otherwise the whole is written.
  func key(of change: PropertyOverride, in editor: DocumentEditor) -> String {
    if container.keys.contains(fullKey) || editor[steps + [.key(fullKey)]] != nil { return fullKey }
    let whole = container.keys.filter { fullKey.hasPrefix($0 + ".") }.max { $0.count < $1.count }
    guard let whole, let info = container.info(forKey: whole), info.kind != .transform else { return fullKey }
    return whole
  }
}
