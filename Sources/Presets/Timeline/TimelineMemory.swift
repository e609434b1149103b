import StarmineLayers

/// Memory that a movie keeps for its timeline. Every frame can be asked for in any order, so the tree after each event
/// stays: nodes of what changed and of its ancestors are new, and with them their lists of sublayers.
struct TimelineMemory {
  /// Bytes of a node, and of a sublayer in a list; lists are copied while they are made.
  private static let (node, entry) = (2048, 16)
  /// Sublayers that came in by events, by superlayer.
  private var additions: [ObjectIdentifier: Int] = [:]

  /// Bytes that the tree after an event takes besides the one before it.
  mutating func bytes(after event: PresetEvent, _ lookup: LayerLookup) -> Int {
    for addition in event.additions {
      if let layer = lookup.layer(named: addition.superlayer) { additions[ObjectIdentifier(layer), default: 0] += 1 }
    }
    let names =
      event.additions.map(\.superlayer) + event.animations.map(\.layer) + event.endedAnimations.map(\.layer)
      + event.removals
    var (seen, bytes) = (Set<ObjectIdentifier>(), 0)
    for layer in event.changes.map(\.layer) + names.compactMap(lookup.layer(named:)) {
      var changed: CALayer? = layer
      while let layer = changed, seen.insert(ObjectIdentifier(layer)).inserted {
        let count = (layer.sublayers?.count ?? 0) + additions[ObjectIdentifier(layer), default: 0]
        bytes += Self.node + Self.entry * count
        changed = layer.superlayer
      }
    }
    return bytes
  }
}
