/// Memory and work of a movie's timeline. Frames can be requested in any order, so the tree after each event is kept:
/// changed nodes and their ancestors are new, with their lists of sublayers.
struct TimelineMemory {
  /// Maximum number of sublayers in all lists that events change.
  static let mostListed = 5_000_000
  private(set) var listed = 0

  /// Bytes of a node, and of a sublayer in a list. Lists are copied when they are created.
  private static let (node, entry) = (2048, 16)
  private var additions: [ObjectIdentifier: Int] = [:]

  /// Bytes that the tree after an event needs in addition to the previous one.
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
