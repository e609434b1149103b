/// An event of the timeline: changes of layers at a time, in one transaction.
package struct PresetEvent {
  package struct Transaction {
    /// Duration of implicit animations in seconds; nil: the default.
    package var duration: Double?
    package var timingFunction: CAMediaTimingFunction?
    package var disablesActions = false
  }

  package struct Change {
    /// Name of a layer with a key path, as for `LayerLookup`.
    package var path: String
    /// The layer that was found when the document was read.
    package var layer: CALayer
    package var name: String?
    package var keyPath: String
    package var value: Any?
    /// Whether the value is a moment in media time for a begin time on another clock.
    var isMoment = false
    package var text: String

    /// The value for a layer with its own clock.
    func value(on layer: CALayer) -> Any? {
      guard isMoment, let moment = value as? NSNumber else { return value }
      return layer.beginTime(at: moment.doubleValue, keyPath: keyPath) ?? value
    }
  }

  /// A layer that is added above the sublayers of a named layer.
  package struct Addition {
    package var superlayer: String
    package var layer: CALayer
  }

  package struct AddedAnimation {
    package var layer: String
    package var key: String
    package var animation: CAAnimation
  }

  /// An animation to remove; without a key, all animations.
  package struct EndedAnimation {
    package var layer: String
    package var key: String?
  }

  /// Seconds from the movie's start.
  package let time: Double
  /// Index in the document's timeline; nil for an event at a cue.
  package let index: Int?
  package var transaction: Transaction?
  package var state: String?
  package var additions: [Addition] = []
  package var changes: [Change] = []
  package var animations: [AddedAnimation] = []
  package var endedAnimations: [EndedAnimation] = []
  package var removals: [String] = []

  private let stage: TimelineStage.Shared

  init(time: Double, index: Int?, stage: TimelineStage.Shared) {
    (self.time, self.index, self.stage) = (time, index, stage)
  }

  /// Ignores layers that an earlier event removed.
  package func apply(to root: CALayer) {
    CATransaction.begin()
    if let transaction {
      if let duration = transaction.duration { CATransaction.setAnimationDuration(duration) }
      if let function = transaction.timingFunction { CATransaction.setAnimationTimingFunction(function) }
      CATransaction.setDisableActions(transaction.disablesActions)
    }
    let stage = stage.stage(of: root)
    for addition in additions {
      guard let layer = stage.layer(named: addition.superlayer) else { continue }
      layer.addSublayer(addition.layer)
      addition.layer.alignBeginMoments(now: CACurrentMediaTime())
      stage.note(addition.layer)
    }
    if let state { root.setState(state) }
    for change in changes {
      guard let layer = stage.layer(for: change) else { continue }
      // Paths and types were checked when the document was loaded. Only removed layers can make them invalid.
      if change.keyPath.contains("[") {
        // By index: objects without a name are found from their layer.
        let found = LayerLookup(root: layer).indexed(change.keyPath)
        try? found?.container.set(change.value(on: layer), atKeyPath: found?.key ?? "")
      } else {
        try? layer.set(change.value(on: layer), atKeyPath: change.keyPath)
      }
      if change.keyPath == "name" || change.keyPath == "id" { stage.note(layer) }
    }
    for added in animations {
      guard let layer = stage.layer(named: added.layer) else { continue }
      layer.add(added.animation.aligned(on: layer, now: CACurrentMediaTime()), forKey: added.key)
    }
    for ended in endedAnimations {
      guard let layer = stage.layer(named: ended.layer) else { continue }
      if let key = ended.key { layer.removeAnimation(forKey: key) } else { layer.removeAllAnimations() }
    }
    for name in removals { stage.layer(named: name)?.removeFromSuperlayer() }
    CATransaction.commit()
  }

  package var actions: [String] {
    (state.map { ["enter state \($0)"] } ?? [])
      + additions.map { "add \($0.layer.name ?? $0.layer.className) to \($0.superlayer)" }
      + changes.map { "\($0.path) = \($0.text)" } + animations.map { "animate \($0.layer).\($0.key)" }
      + endedAnimations.map { "stop \($0.layer)\($0.key.map { ".\($0)" } ?? "")" } + removals.map { "remove \($0)" }
  }
}
