/// Calls an action at the frames of the media clock of the calling thread. Display links and animators of scripts use
/// it.
///
/// The first tick is at the frame after its creation. The thread retains the ticker until it is invalidated. A paused
/// ticker has no cost.
package final class FrameTicker {
  private let action: (FrameTicker) -> Void
  /// Frames per tick. Default 1.
  package var framesPerTick = 1
  /// Whether ticks are paused. A resumed ticker ticks at the next frame.
  package var isPaused = false {
    didSet {
      if isPaused != oldValue, let home { home.frameTicks.arm(self, now: home.mediaTime) }
    }
  }
  package private(set) var isValid = true
  /// Media time of the last tick; 0 before the first.
  package private(set) var timestamp = 0.0
  /// Number of the next frame to tick at.
  var nextFrame = 0
  private weak var home: ThreadState?

  package init(_ action: @escaping (FrameTicker) -> Void) {
    self.action = action
    let state = ThreadState.current
    home = state
    state.frameTicks.add(self, now: state.mediaTime)
  }

  package func invalidate() {
    isValid = false
    home?.frameTicks.remove(self)
  }

  /// Media time of the next tick.
  package var targetTimestamp: Double {
    let grid = MediaClock.frameGrid
    return timestamp + Double(framesPerTick) / grid.framesPerSecond
  }

  func tick(at time: Double) {
    // An earlier tick of the same frame may have invalidated this one.
    guard isValid, !isPaused else { return }
    timestamp = time
    action(self)
  }
}
