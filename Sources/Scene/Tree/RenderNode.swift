/// One committed layer with its subtree.
///
/// Small, because a frame reads every node. Rare values are stored separately.
package final class RenderNode: Sendable {
  package let state: LayerState
  /// Sublayers in drawing order: ascending `zPosition`, then array order. If `zPosition` is animated, array order.
  package let sublayers: [RenderNode]
  package let tracks: [Track]
  /// The tracks, if some change rare values.
  let groups: AnimatedGroups?
  let clock: LocalClock
  package let sublayersMoveInDepth: Bool
  /// Whether an animation changes the order among the siblings.
  package let movesInDepth: Bool
  /// Levels of the subtree: 1 without sublayers and mask. Limited to the largest number.
  package let height: UInt16
  private let extras: Extras?

  private final class Extras: Sendable {
    let mask: RenderNode?
    let outlineMask: RenderNode?
    let emission: CommittedEmission?
    let content: (any ScalableContent)?
    let transition: Transition?
    let plainRuns: [PlainLayerRun]

    init(
      emission: CommittedEmission?, content: (any ScalableContent)?, mask: RenderNode?, transition: Transition?,
      plainRuns: [PlainLayerRun], hasSublayers: Bool, _ state: LayerState, _ tracks: [Track]
    ) {
      (self.emission, self.content, self.mask, self.transition) = (emission, content, mask, transition)
      self.plainRuns = plainRuns
      let isPaint = !hasSublayers && emission == nil && content == nil && state.isPaintAlone(under: tracks)
      outlineMask = mask.flatMap { isPaint && $0.isOutlineAlone ? $0 : nil }
    }
  }

  package var emission: Emission? { extras?.emission?.emission }
  var committedEmission: CommittedEmission? { extras?.emission }
  /// Contents drawn for the scale of the layer (text), or nil.
  package var content: (any ScalableContent)? { extras?.content }
  /// The layer whose alpha masks this one, in its coordinates.
  package var mask: RenderNode? { extras?.mask }
  /// The mask, if the layer always shows only a colour or gradient, and the mask is an opaque outline.
  var outlineMask: RenderNode? { extras?.outlineMask }
  package var transition: Transition? { extras?.transition }
  var plainRuns: [PlainLayerRun] { extras?.plainRuns ?? [] }
  /// Whether the layer draws only its state.
  let isLeaf: Bool
  /// Whether the layer is always only a background in its superlayer's space.
  let isPlain: Bool
  /// The only track that hides the layer, evaluated first: while the layer is hidden, others are skipped. Lottie
  /// documents have many such layers.
  let hiding: Track?

  package init(
    state: LayerState, emission: Emission? = nil, content: (any ScalableContent)? = nil, sublayers: [RenderNode] = [],
    tracks: [Track] = [], mask: RenderNode? = nil, transition: Transition? = nil
  ) {
    self.state = state
    self.sublayers = sublayers
    self.tracks = tracks
    groups = AnimatedGroups(tracks)
    let hiders = tracks.filter(\.mayHide)
    hiding = hiders.count == 1 && hiders[0].hides && tracks.count > 1 && transition == nil ? hiders[0] : nil
    clock = LocalClock(state.timing)
    sublayersMoveInDepth = sublayers.contains(where: \.movesInDepth)
    movesInDepth = tracks.contains(where: \.changesDepth)
    let inner = max(sublayers.reduce(0) { max($0, $1.height) }, mask?.height ?? 0)
    height = inner < .max ? inner + 1 : inner
    let hasExtras = emission != nil || content != nil || mask != nil || transition != nil
    let committed = emission.map(CommittedEmission.init)
    let plainRuns = PlainLayerRun.all(in: sublayers)
    extras =
      hasExtras || !plainRuns.isEmpty
      ? Extras(
        emission: committed, content: content, mask: mask, transition: transition, plainRuns: plainRuns,
        hasSublayers: !sublayers.isEmpty, state, tracks)
      : nil
    isLeaf = sublayers.isEmpty && !hasExtras
    isPlain =
      isLeaf && state.isPlain && !state.isTransformLayer && state.transform == CATransform3DIdentity
      && tracks.allSatisfy(\.staysPlain)
  }
}

extension RenderNode {
  /// The visible state at a time of the layer: model values with animations applied in order.
  package func presentedState(at time: Double) -> LayerState {
    var presented = state
    applyTracks(to: &presented, at: time)
    return presented
  }

  @inline(__always)
  func applyTracks(to state: inout LayerState, at time: Double) {
    if let groups { return groups.apply(to: &state, at: time) }
    for track in tracks { track.apply(to: &state, at: time) }
  }
}
