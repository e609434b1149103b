extension MediaClock {
  /// Media times of the frames of the calling thread. A movie sets it. The default is 60 frames per second from 1,000
  /// s.
  package static var frameGrid: FrameGrid {
    get { ThreadState.current.frameTicks.grid }
    set { ThreadState.current.frameTicks.grid = newValue }
  }

  /// Runs an action at the current media time, after the current script returns. Run loop observers that come before
  /// those of Core Animation are called at this point. Outside a movie, the action runs in the next turn of the
  /// thread's run loop.
  package static func performSoon(_ action: @escaping () -> Void) {
    ThreadState.current.frameTicks.addSoon(action)
    guard !ThreadState.current.isDriven else { return }
    RunLoop.current.perform {
      let thread = ThreadState.current
      // If a movie was made in the meantime, it runs the action.
      if !thread.isDriven { thread.frameTicks.takeSoon().forEach { $0() } }
    }
  }

  package final class TimedAction {
    let time: Double
    let action: () -> Void
    private weak var home = ThreadState.current

    fileprivate init(at time: Double, _ action: @escaping () -> Void) { (self.time, self.action) = (time, action) }

    /// Cancels the action. Does nothing after it has run.
    package func cancel() { home?.frameTicks.remove(self) }
  }

  /// Runs an action at a media time, after the animations that end at that time and before frame ticks.
  package static func perform(at time: Double, _ action: @escaping () -> Void) -> TimedAction {
    let planned = TimedAction(at: time, action)
    ThreadState.current.frameTicks.add(planned)
    return planned
  }

  /// Advances media time while the script is busy, without running other parts of the script.
  ///
  /// Timeline events, delegates, completion blocks and frame ticks in this time run late, after it. Ticks of missed
  /// frames are left out. Committed changes and animations continue to be drawn. Changes before the end of the block
  /// become visible at its end.
  /// - Precondition: `seconds` is finite and not negative.
  package static func block(for seconds: CFTimeInterval) {
    demand(seconds >= 0 && seconds.isFinite, "block(for:) takes a number of seconds from 0 on")
    let thread = ThreadState.current
    thread.mediaTime += seconds
    thread.frameTicks.skipMissedFrames()
  }
}
