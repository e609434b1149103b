extension MovieSettings {
  /// The layers of a scene that are drawn. `CALayer.role` marks scenery.
  public enum Parts: String, Sendable, CaseIterable {
    /// All layers; without scenery over a video or a transparent background.
    case automatic
    /// All layers.
    case all
    /// All layers except scenery.
    case withoutScenery
    /// Emitters that are not scenery. Transforms, clips, masks and filters of their superlayers apply.
    case particles

    /// Returns the parts that are drawn.
    /// - Parameter isSeenThrough: whether something behind the scene is visible, because its background has an alpha
    ///   below 1 or is a video.
    package func resolved(isSeenThrough: Bool) -> Parts {
      self == .automatic ? isSeenThrough ? .withoutScenery : .all : self
    }

    package func keeps(_ layer: CALayer, _ role: LayerRole?) -> Bool {
      switch self {
      case .automatic, .all: true
      case .withoutScenery: role != .scenery
      case .particles: role != .scenery && layer is CAEmitterLayer
      }
    }
  }

  package var shownParts: Parts { parts.resolved(isSeenThrough: background.alpha < 1) }
}

extension CALayer {
  /// Draws only these parts of the tree from the next commit on.
  package func show(_ parts: MovieSettings.Parts) { showOnly { parts.keeps($0, $1) } }
}
