/// The committed, immutable description of a layer tree: what `evaluate` reads.
///
/// A node is an immutable reference, so that a commit shares every unchanged subtree with the tree before it: the cost
/// of a commit follows the change, not the tree.
public struct RenderTree: Sendable {
  public let root: RenderNode
  /// Random seed of the whole scene; emitters mix it with their own.
  public let seed: UInt32

  public init(root: RenderNode, seed: UInt32 = 0) {
    self.root = root
    self.seed = seed
  }
}

/// One committed layer with its subtree.
public final class RenderNode: Sendable {
  public let state: LayerState
  /// Particles of an emitter layer, nil on other layers.
  public let emission: Emission?
  /// What the layer draws for the scale at which it is seen (text), nil on other layers.
  public let content: (any ScalableContent)?
  /// Sublayers in drawing order: ascending `zPosition`, ties in array order. Where `zPosition` is animated, in array
  /// order.
  public let sublayers: [RenderNode]
  /// Whether the drawing order depends on the time.
  public let sublayersMoveInDepth: Bool
  /// The layer whose alpha multiplies this one's, in this one's coordinates.
  public let mask: RenderNode?

  /// Animations in the order they apply.
  public let tracks: [Track]
  /// What the layer was before, while it changes as a whole.
  public let transition: Transition?
  /// From the superlayer's time to the layer's.
  let clock: LocalClock
  /// Whether an animation changes the place among the siblings.
  public let movesInDepth: Bool

  public init(
    state: LayerState, emission: Emission? = nil, content: (any ScalableContent)? = nil, sublayers: [RenderNode] = [],
    tracks: [Track] = [], mask: RenderNode? = nil, transition: Transition? = nil
  ) {
    self.transition = transition
    self.mask = mask
    self.state = state
    clock = LocalClock(state.timing)
    self.tracks = tracks
    self.emission = emission
    self.content = content
    self.sublayers = sublayers
    sublayersMoveInDepth = sublayers.contains(where: \.movesInDepth)
    movesInDepth = tracks.contains(where: \.changesDepth)
  }
}
