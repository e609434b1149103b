/// An animation of a layer resolved to a typed writer: what `evaluate` applies.
public struct Track: Sendable {
  /// Clocks of the groups around it, outermost first.
  public var groups: [AnimationClock]
  public var clock: AnimationClock
  private let apply: @Sendable (inout LayerState, AnimationSample) -> Void

  /// - Parameter apply: changes the state by what the sample says.
  public init(
    groups: [AnimationClock] = [], clock: AnimationClock,
    apply: @escaping @Sendable (inout LayerState, AnimationSample) -> Void
  ) {
    (self.groups, self.clock, self.apply) = (groups, clock, apply)
  }

  /// - Parameter time: in the layer's own time.
  public func apply(to state: inout LayerState, at time: Double) {
    var time = time
    for group in groups {
      guard let inner = group.basicTime(at: time) else { return }
      time = inner
    }
    guard let sample = clock.sample(at: time) else { return }
    apply(&state, sample)
  }
}

extension RenderNode {
  /// The state that shows at a time of the layer: model values under the animations, in the order they were added.
  public func presentedState(at time: Double) -> LayerState {
    var presented = state
    for track in tracks { track.apply(to: &presented, at: time) }
    return presented
  }

  /// The node as it shows at a time of the layer, without animations.
  func presented(at time: Double) -> RenderNode {
    tracks.isEmpty
      ? self
      : RenderNode(
        state: presentedState(at: time), emission: emission, content: content, sublayers: sublayers, mask: mask)
  }
}
