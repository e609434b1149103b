/// One committed layer with its subtree.
///
/// Small, because a frame reads every node: what few layers have lies apart.
package final class RenderNode: Sendable {
  package let state: LayerState
  /// Sublayers in drawing order: ascending `zPosition`, ties in array order. Where `zPosition` is animated, in array
  /// order.
  package let sublayers: [RenderNode]
  /// Animations in the order they apply.
  package let tracks: [Track]
  /// The same, where some change rare values.
  let groups: AnimatedGroups?
  /// From the superlayer's time to the layer's.
  let clock: LocalClock
  /// Whether the drawing order of the sublayers depends on the time.
  package let sublayersMoveInDepth: Bool
  /// Whether an animation changes the place among the siblings.
  package let movesInDepth: Bool
  /// Levels of the subtree: 1 without sublayers and mask; the largest number for more.
  package let height: UInt16
  private let extras: Extras?

  /// Parts that few layers have.
  private final class Extras: Sendable {
    let mask: RenderNode?
    let outlineMask: RenderNode?
    let emission: CommittedEmission?
    let content: (any ScalableContent)?
    let transition: Transition?
    let plainRuns: [PlainRun]

    init(
      emission: CommittedEmission?, content: (any ScalableContent)?, mask: RenderNode?, transition: Transition?,
      plainRuns: [PlainRun], hasSublayers: Bool, _ state: LayerState, _ tracks: [Track]
    ) {
      (self.emission, self.content, self.mask, self.transition) = (emission, content, mask, transition)
      self.plainRuns = plainRuns
      let isPaint = !hasSublayers && emission == nil && content == nil && state.isPaintAlone(under: tracks)
      outlineMask = mask.flatMap { isPaint && $0.isOutlineAlone ? $0 : nil }
    }
  }

  /// Particles of an emitter layer, nil on other layers.
  package var emission: Emission? { extras?.emission?.emission }
  /// The same, by one reference.
  var committedEmission: CommittedEmission? { extras?.emission }
  /// Content drawn for the scale at which the layer is seen (text), nil on other layers.
  package var content: (any ScalableContent)? { extras?.content }
  /// The layer whose alpha multiplies this one's, in this one's coordinates.
  package var mask: RenderNode? { extras?.mask }
  /// The mask, if the layer shows nothing but a colour or a gradient at any time, and the mask one opaque outline.
  var outlineMask: RenderNode? { extras?.outlineMask }
  /// The layer's transition from what it was before, while it changes as a whole.
  package var transition: Transition? { extras?.transition }
  /// Many plain sublayers one after the other, which are drawn as batches.
  var plainRuns: [PlainRun] { extras?.plainRuns ?? [] }
  /// Whether the layer draws nothing but what its state says.
  let isLeaf: Bool
  /// Whether the layer is nothing but a background in its superlayer's space at any time.
  let isPlain: Bool
  /// The only track that hides and shows the layer, asked first: while it hides the layer, the others do not count. So
  /// are layers of Lottie documents, each of which shows for a time of its own.
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
    let plainRuns = PlainRun.all(in: sublayers)
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
  /// The state that shows at a time of the layer: model values under the animations, in the order they were added.
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
