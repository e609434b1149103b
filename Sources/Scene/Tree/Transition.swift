/// A layer's old state on its way out while the new one comes in (behavior.md 4.12).
package struct Transition: Sendable {
  /// How one picture takes the place of the other.
  package enum Style: String, CaseIterable, Sendable {
    case fade, moveIn, push, reveal
    // Those of views: half a turn in space, a page that is turned up, and one that comes down.
    case flip, curl, uncurl
  }

  /// Where the movement comes from, in the layer's coordinates: left is the smallest x, bottom the smallest y.
  package enum Side: String, CaseIterable, Sendable {
    case fromLeft, fromRight, fromBottom, fromTop
  }

  package var style: Style
  package var side: Side
  package var clock: AnimationClock
  /// Where between the old picture, 0, and the new one, 1, the transition begins and ends.
  package var startProgress: Double
  package var endProgress: Double
  /// The layer before the change; nil: it did not show. Its animations and particles go on.
  package let from: RenderNode?

  package init(
    _ style: Style, from side: Side = .fromLeft, clock: AnimationClock, startProgress: Double = 0,
    endProgress: Double = 1, replacing from: RenderNode?
  ) {
    (self.style, self.side, self.clock, self.from) = (style, side, clock, from)
    (self.startProgress, self.endProgress) = (startProgress, endProgress)
  }

  /// 0 shows the old picture, 1 the new one; nil where only the new one shows.
  /// - Parameter time: in the layer's own time.
  package func progress(at time: Double) -> Double? {
    clock.sample(at: time).map { startProgress + (endProgress - startProgress) * $0.progress }
  }

  /// Whether nothing of the old picture shows at the time or later.
  package func isOver(at time: Double) -> Bool {
    time > clock.endTime && !clock.fillsForwards
  }
}

extension RenderNode {
  /// Transitions that may lie inside each other: each that is interrupted by the next keeps a tree.
  private static var nestingLimit: Int { 4 }

  /// The node as the old picture of a new transition: its own transition only as long as it is under way.
  /// - Parameter time: now, in the layer's own time.
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
