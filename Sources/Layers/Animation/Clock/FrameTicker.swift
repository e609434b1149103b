/// Calls an action at the frames of the calling thread's media clock: what display links and animators that run in the
/// script stage are made of.
///
/// It first ticks at the frame after its creation. A thread keeps its tickers until they are invalidated; one that is
/// paused costs nothing.
package final class FrameTicker {
  private let action: (FrameTicker) -> Void
  /// Ticks at every n-th frame only. Default 1.
  package var framesPerTick = 1
  /// A ticker that goes on ticks at the next frame.
  package var isPaused = false {
    didSet {
      if isPaused != oldValue, let home { home.frameTicks.arm(self, now: home.mediaTime) }
    }
  }
  package private(set) var isValid = true
  /// Media time of the frame of the last tick; 0 before the first.
  package private(set) var timestamp = 0.0
  /// Number of the frame that it waits for.
  var nextFrame = 0
  /// What ticks it.
  private weak var home: ThreadState?

  package init(_ action: @escaping (FrameTicker) -> Void) {
    self.action = action
    let state = ThreadState.current
    home = state
    state.frameTicks.add(self, now: state.mediaTime)
  }

  /// No tick comes any more.
  package func invalidate() {
    isValid = false
    home?.frameTicks.remove(self)
  }

  /// Media time of the tick after the last one.
  package var targetTimestamp: Double {
    let grid = MediaClock.frameGrid
    return timestamp + Double(framesPerTick) / grid.framesPerSecond
  }

  func tick(at time: Double) {
    // An earlier tick of the same frame may have ended this one.
    guard isValid, !isPaused else { return }
    timestamp = time
    action(self)
  }
}
