/// The actions of a change: asked for before it, in order, and run after it.
struct ActionRun {
  private var found: [(layer: CALayer, event: String, action: any CAAction)] = []

  /// Asks the layers for their actions, unless the transaction has turned them off.
  init(_ events: (layer: CALayer, event: String)?...) {
    guard events.contains(where: { $0 != nil }), !CATransaction.disableActions() else { return }
    for case let (layer, event)? in events where layer.model() === layer {
      if let action = layer.action(forKey: event) { found.append((layer, event, action)) }
    }
  }

  func run() {
    for (layer, event, action) in found { action.run(forKey: event, object: layer, arguments: nil) }
  }
}

/// A stored value of a class of layers.
struct ActionPath: Hashable {
  let owner: ObjectIdentifier
  let path: AnyKeyPath
}
