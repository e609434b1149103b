/// A transition from a layer's old state to the new one (behavior.md 4.12).
package struct Transition: Sendable {
  package enum Style: String, CaseIterable, Sendable {
    case fade, moveIn, push, reveal
    // Transitions of views: a half rotation in space, and a page that curls up or down.
    case flip, curl, uncurl
  }

  /// Start edge of the movement in the layer's coordinates: left is the smallest x, bottom the smallest y.
  package enum Side: String, CaseIterable, Sendable { case fromLeft, fromRight, fromBottom, fromTop }

  package var style: Style
  package var side: Side
  package var clock: AnimationClock
  /// Progress at the start and end of the transition: 0 is the old image, 1 the new one.
  package var startProgress: Double
  package var endProgress: Double
  /// The layer before the change, with its running animations and particles; nil if it was not visible.
  package let from: RenderNode?

  package init(
    _ style: Style, from side: Side = .fromLeft, clock: AnimationClock, startProgress: Double = 0,
    endProgress: Double = 1, replacing from: RenderNode?
  ) {
    (self.style, self.side, self.clock, self.from) = (style, side, clock, from)
    (self.startProgress, self.endProgress) = (startProgress, endProgress)
  }

  /// 0 shows the old image, 1 the new one. Nil if only the new one is visible.
  package func progress(at time: Double) -> Double? {
    clock.sample(at: time).map { startProgress + (endProgress - startProgress) * $0.progress }
  }

  /// Whether the old image is invisible from a time on.
  package func isOver(at time: Double) -> Bool { time > clock.endTime && !clock.fillsForwards }
}

extension RenderNode {
  /// Maximum number of nested transitions, because each interrupted one keeps a tree.
  private static var nestingLimit: Int { 4 }

  /// The node as the old image of a new transition. Its own transition is kept only while it runs.
  package func outgoing(at time: Double) -> RenderNode { outgoing(at: time, keeping: Self.nestingLimit) }

  private func outgoing(at time: Double, keeping count: Int) -> RenderNode {
    guard let transition else { return self }
    guard count > 0, !transition.isOver(at: time) else { return with(transition: nil) }
    guard let from = transition.from else { return self }
    let kept = from.outgoing(at: time, keeping: count - 1)
    if kept === from { return self }
    return with(
      transition: Transition(
        transition.style, from: transition.side, clock: transition.clock, startProgress: transition.startProgress,
        endProgress: transition.endProgress, replacing: kept))
  }

  private func with(transition: Transition?) -> RenderNode {
    RenderNode(
      state: state, emission: emission, content: content, sublayers: sublayers, tracks: tracks, mask: mask,
      transition: transition)
  }
}
