/// Layers that have lost animations at their end without an observer. Nothing shows that they are gone, since
/// they had no effect any more: the tree keeps them until there is another reason to commit, or a frame is over.
/// Thousands of animations may end between two frames, and a commit costs as much as the layers around it.
struct QuietEnds {
  private struct Place {
    weak var layer: CALayer?
  }

  private var places: [Place] = []

  var isEmpty: Bool { places.isEmpty }

  /// Once for each layer.
  mutating func note(_ layer: CALayer) {
    guard !layer.hasQuietEnds else { return }
    layer.hasQuietEnds = true
    places.append(Place(layer: layer))
  }

  /// Marks the layers as changed.
  static func settle() {
    let places = ThreadState.current.quietEnds.places
    guard !places.isEmpty else { return }
    ThreadState.current.quietEnds.places = []
    for place in places {
      place.layer?.hasQuietEnds = false
      place.layer?.markChanged()
    }
  }
}

extension MediaClock {
  /// Whether there are ends of animations that the next commit alone shows, and another frame begins before a time.
  /// - Parameter time: media time.
  package static func hasQuietEnds(ofFrameBefore time: CFTimeInterval) -> Bool {
    let thread = ThreadState.current
    guard !thread.quietEnds.isEmpty else { return false }
    let grid = thread.frameTicks.grid
    return time.isInfinite || grid.frame(atOrAfter: thread.mediaTime) < grid.frame(atOrAfter: time)
  }
}

extension AnimationEntry {
  /// Whether nothing comes of the animation's end but that the layer has it no more.
  var endsQuietly: Bool {
    let fill = animation.fillMode
    return animation.isRemovedOnCompletion && transition == nil && !isHeard && fill != .forwards && fill != .both
  }
}

extension CALayer {
  /// Whether what shows depends on when this layer is committed: the history of particles counts commits, and copies
  /// of a replicator may be late, so that an animation that is over still shows in them.
  var dependsOnCommits: Bool {
    sequence(first: self) { $0.superlayer }.contains { $0 is CAEmitterLayer || $0 is CAReplicatorLayer }
  }
}
