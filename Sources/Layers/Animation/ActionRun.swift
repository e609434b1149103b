/// The actions of a change. They are found before the change, in order, and run after it.
struct ActionRun {
  private var found: [(layer: CALayer, event: String, action: any CAAction)] = []

  /// Finds the actions of the layers, unless the transaction disables actions.
  init(_ events: (layer: CALayer, event: String)?...) {
    guard events.contains(where: { $0 != nil }), !CATransaction.disableActions() else { return }
    for case let (layer, event)? in events where layer.model() === layer {
      if let action = layer.action(forKey: event) { found.append((layer, event, action)) }
    }
  }

  func run() { for (layer, event, action) in found { action.run(forKey: event, object: layer, arguments: nil) } }
}

struct ActionPath: Hashable {
  let owner: ObjectIdentifier
  let path: AnyKeyPath
}
