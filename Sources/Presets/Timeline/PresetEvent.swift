public import StarmineLayers

/// Something that happens to the layers at a moment of the movie, as one transaction.
public struct PresetEvent {
  /// Settings for the whole event.
  struct Transaction {
    /// Seconds of implicit animations; nil leaves it at the default.
    var duration: Double?
    var timingFunction: CAMediaTimingFunction?
    var disablesActions = false
  }

  /// A property to set: a layer's name with a key path, as `LayerLookup` takes it.
  struct Change {
    var path: String
    var value: Any?
    /// As written, for outlines.
    var text: String
  }

  /// A layer that comes on top of the sublayers of a named one.
  struct Addition {
    var superlayer: String
    var layer: CALayer
  }

  struct AddedAnimation {
    var layer: String
    var key: String
    var animation: CAAnimation
  }

  /// An animation that is taken off a layer; all of them without a key.
  struct EndedAnimation {
    var layer: String
    var key: String?
  }

  /// Seconds from the movie's start.
  public let time: Double
  var transaction: Transaction?
  var additions: [Addition] = []
  var changes: [Change] = []
  var animations: [AddedAnimation] = []
  var endedAnimations: [EndedAnimation] = []
  var removals: [String] = []

  init(time: Double) {
    self.time = time
  }

  /// Layers that an earlier event removed are passed over.
  public func apply(to root: CALayer) {
    CATransaction.begin()
    if let transaction {
      if let duration = transaction.duration { CATransaction.setAnimationDuration(duration) }
      if let function = transaction.timingFunction { CATransaction.setAnimationTimingFunction(function) }
      CATransaction.setDisableActions(transaction.disablesActions)
    }
    for addition in additions { layer(addition.superlayer, in: root)?.addSublayer(addition.layer) }
    let lookup = LayerLookup(root: root)
    for change in changes {
      // Paths and kinds were checked when the document was loaded; only removal can have made one invalid.
      guard let found = try? lookup.find(change.path) else { continue }
      try? found.layer.set(change.value, atKeyPath: found.keyPath)
    }
    for added in animations { lookup.layer(named: added.layer)?.add(added.animation, forKey: added.key) }
    for ended in endedAnimations {
      guard let layer = lookup.layer(named: ended.layer) else { continue }
      if let key = ended.key { layer.removeAnimation(forKey: key) } else { layer.removeAllAnimations() }
    }
    for name in removals { lookup.layer(named: name)?.removeFromSuperlayer() }
    CATransaction.commit()
  }

  private func layer(_ name: String, in root: CALayer) -> CALayer? { LayerLookup(root: root).layer(named: name) }

  /// Actions of the event, in words.
  var actions: [String] {
    additions.map { "add \($0.layer.name ?? $0.layer.className) to \($0.superlayer)" }
      + changes.map { "\($0.path) = \($0.text)" } + animations.map { "animate \($0.layer).\($0.key)" }
      + endedAnimations.map { "stop \($0.layer)\($0.key.map { ".\($0)" } ?? "")" } + removals.map { "remove \($0)" }
  }
}
