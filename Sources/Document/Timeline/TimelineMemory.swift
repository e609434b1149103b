/// Memory and work of a movie for its timeline. Every frame can be asked for in any order, so the tree after each event
/// stays: nodes of what changed and of its ancestors are new, and with them their lists of sublayers.
struct TimelineMemory {
  /// Sublayers in all lists that events add to or take from, as they are then: each is looked at.
  static let mostListed = 5_000_000
  private(set) var listed = 0

  /// Bytes of a node, and of a sublayer in a list; lists are copied while they are made.
  private static let (node, entry) = (2048, 16)
  /// Sublayers that came in by events, by superlayer.
  private var additions: [ObjectIdentifier: Int] = [:]

  /// Bytes that the tree after an event takes besides the one before it.
  mutating func bytes(after event: PresetEvent, _ lookup: LayerLookup) -> Int {
    let superlayers = event.additions.compactMap { lookup.layer(named: $0.superlayer) }
    let removed = event.removals.compactMap(lookup.layer(named:))
    for layer in superlayers { additions[ObjectIdentifier(layer), default: 0] += 1 }
    listed += Set(superlayers + removed.compactMap(\.superlayer)).reduce(0) { $0 + count($1) }
    let named = (event.animations.map(\.layer) + event.endedAnimations.map(\.layer)).compactMap(lookup.layer(named:))
    var (seen, bytes) = (Set<ObjectIdentifier>(), 0)
    for layer in event.changes.map(\.layer) + named + superlayers + removed {
      var changed: CALayer? = layer
      while let layer = changed, seen.insert(ObjectIdentifier(layer)).inserted {
        bytes += Self.node + Self.entry * count(layer)
        changed = layer.superlayer
      }
    }
    return bytes
  }

  private func count(_ layer: CALayer) -> Int {
    (layer.sublayers?.count ?? 0) + additions[ObjectIdentifier(layer), default: 0]
  }
}
