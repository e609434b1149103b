/// The layers that a timeline plays on, by name: each event finds its layers without a walk through the tree.
///
/// Events change the tree, and so may their player; a layer counts only while it is in the tree under its name.
final class TimelineStage {
  /// Shared by the events of one scene: the stage of the tree that they play on.
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
  /// Layers that were walked over in search of names that were not known.
  private var walked = 0
  /// Walks end here: a timeline can ask for any number of layers that are gone.
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

  /// The first layer of a name that is in the tree now.
  func layer(named name: String) -> CALayer? {
    let fits = { [root] (layer: CALayer) in layer.isInside(root) }
    if let layer = names.first(name, where: fits) { return layer }
    guard walked < Self.mostWalked else { return nil }
    fill()
    return names.first(name, where: fits)
  }

  /// The layer that a change was meant for when the document was read, or the one that has its name now.
  func layer(for change: PresetEvent.Change) -> CALayer? {
    let isThere =
      change.layer.isInside(root) && (change.name.map { $0 == change.layer.name || $0 == change.layer.id } ?? true)
    return isThere ? change.layer : change.name.flatMap(layer)
  }

  /// Notes a layer that has come into the tree, or has a name now, with everything in it.
  func note(_ layer: CALayer) {
    for layer in layer.withDescendants { names.add(layer) }
  }
}
