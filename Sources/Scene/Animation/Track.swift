import Graphics

/// An animation of a layer resolved to a typed writer: what `evaluate` applies.
public struct Track: Sendable {
  /// Clocks of the groups around it, outermost first.
  public let groups: [AnimationClock]
  public let clock: AnimationClock
  private let writer: TrackWriter<LayerState>

  public init(groups: [AnimationClock] = [], clock: AnimationClock, writer: TrackWriter<LayerState>) {
    (self.groups, self.clock, self.writer) = (groups, clock, writer)
  }

  /// Nil where the animation has no effect.
  ///
  /// - Parameter time: in the layer's own time.
  private func sample(at time: Double) -> AnimationSample? {
    var time = time
    for group in groups {
      guard let inner = group.basicTime(at: time) else { return nil }
      time = inner
    }
    return clock.sample(at: time)
  }

  /// - Parameter time: in the layer's own time.
  public func apply(to state: inout LayerState, at time: Double) {
    if let sample = sample(at: time) { writer.apply(to: &state, sample) }
  }

  /// Whether the layer changes places with its siblings.
  var changesDepth: Bool { writer.offset == Self.depthOffset }
  private static let depthOffset = MemoryLayout<LayerState>.offset(of: \.zPosition)
}

extension RenderNode {
  /// The state that shows at a time of the layer: model values under the animations, in the order they were added.
  public func presentedState(at time: Double) -> LayerState {
    var presented = state
    for index in tracks.indices { tracks[index].apply(to: &presented, at: time) }
    return presented
  }
}

extension Evaluation {
  /// Draws the sublayers of a layer from back to front.
  ///
  /// - Parameters:
  ///   - superlayerTime: in the layer's own time.
  ///   - matrix: from the space that the sublayers' positions are in to device pixels.
  mutating func drawSublayers(of node: RenderNode, at superlayerTime: Double, in matrix: CATransform3D) {
    guard node.sublayersMoveInDepth else {
      for sublayer in node.sublayers { draw(sublayer, at: superlayerTime, in: matrix) }
      return
    }
    let shown = node.sublayers.enumerated().map { index, sublayer in
      let time = sublayer.state.timing.localTime(fromParent: superlayerTime)
      return (index: index, node: sublayer, state: sublayer.presentedState(at: time), time: time)
    }
    let ordered = shown.sorted { ($0.state.zPosition, $0.index) < ($1.state.zPosition, $1.index) }
    for sublayer in ordered { draw(sublayer.node, showing: sublayer.state, at: sublayer.time, in: matrix) }
  }
}
