/// The layers of a timeline by name, so that events find them without a search of the tree.
///
/// Events and programs change the tree. A layer is used only while it is in the tree with its name.
final class TimelineStage {
  /// Shared by the events of a scene.
  final class Shared {
    private var stage: TimelineStage?

    func stage(of root: CALayer) -> TimelineStage {
      if let stage, stage.root === root { return stage }
      let made = TimelineStage(root)
      stage = made
      return made
    }
  }

  private let root: CALayer
  private var names = LayerNames()
  /// Number of layers visited in searches for unknown names.
  private var walked = 0
  /// Limit of the search, because a timeline can name any number of missing layers.
  private static let mostWalked = 2_000_000

  private init(_ root: CALayer) {
    self.root = root
    fill()
  }

  private func fill() {
    names = LayerNames()
    let layers = root.withDescendants
    walked += layers.count
    for layer in layers { names.add(layer) }
  }

  /// The first layer in the tree with a name.
  func layer(named name: String) -> CALayer? {
    let fits = { [root] (layer: CALayer) in layer.isInside(root) }
    if let layer = names.first(name, where: fits) { return layer }
    guard walked < Self.mostWalked else { return nil }
    fill()
    return names.first(name, where: fits)
  }

  /// The layer found when the document was read, or the one that has its name now.
  func layer(for change: PresetEvent.Change) -> CALayer? {
    let isThere =
      change.layer.isInside(root) && (change.name.map { $0 == change.layer.name || $0 == change.layer.id } ?? true)
    return isThere ? change.layer : change.name.flatMap(layer)
  }

  /// Adds a layer and its descendants after it was added to the tree or renamed.
  func note(_ layer: CALayer) {
    for layer in layer.withDescendants { names.add(layer) }
  }
}
