/// Layers that lost animations at their end without an observer. The removal is not visible, so the tree keeps them
/// until another commit or the end of the frame. Thousands of animations may end between two frames, and a commit costs
/// as much as the layers around it.
struct UnobservedCompletions {
  private var places: [WeakLayer] = []

  var isEmpty: Bool { places.isEmpty }

  mutating func note(_ layer: CALayer) {
    guard !layer.hasQuietEnds else { return }
    layer.hasQuietEnds = true
    places.append(WeakLayer(layer: layer))
  }

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
  /// Whether animations have ended that only the next commit removes, and another frame begins before a time.
  /// - Parameter time: media time.
  package static func hasQuietEnds(ofFrameBefore time: CFTimeInterval) -> Bool {
    let thread = ThreadState.current
    guard !thread.quietEnds.isEmpty else { return false }
    let grid = thread.frameTicks.grid
    return time.isInfinite || grid.frame(atOrAfter: thread.mediaTime) < grid.frame(atOrAfter: time)
  }
}

extension AnimationEntry {
  /// Whether the end of the animation has no other effect than its removal from the layer.
  var endsQuietly: Bool {
    let fill = animation.fillMode
    return animation.isRemovedOnCompletion && transition == nil && !isHeard && fill != .forwards && fill != .both
  }
}

struct WeakLayer {
  weak var layer: CALayer?
}
