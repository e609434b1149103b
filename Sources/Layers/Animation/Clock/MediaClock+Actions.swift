extension MediaClock {
  /// Media times of the calling thread's frames. A movie sets it; until then 60 frames per second from 1,000 s on.
  package static var frameGrid: FrameGrid {
    get { ThreadState.current.frameTicks.grid }
    set { ThreadState.current.frameTicks.grid = newValue }
  }

  /// Runs an action at the present media time, once the script that runs now has returned: as an observer of the run
  /// loop does that is called before Core Animation's. Outside of a movie it runs in the next turn of the thread's run
  /// loop.
  package static func performSoon(_ action: @escaping () -> Void) {
    ThreadState.current.frameTicks.addSoon(action)
    guard !ThreadState.current.isDriven else { return }
    RunLoop.current.perform {
      let thread = ThreadState.current
      // A movie that was made since runs it.
      if !thread.isDriven { thread.frameTicks.takeSoon().forEach { $0() } }
    }
  }

  /// Something that is to be done at a time.
  package final class TimedAction {
    /// Media time.
    let time: Double
    let action: () -> Void
    private weak var home = ThreadState.current

    fileprivate init(at time: Double, _ action: @escaping () -> Void) { (self.time, self.action) = (time, action) }

    /// Does nothing when it has been done.
    package func cancel() { home?.frameTicks.remove(self) }
  }

  /// Runs an action when media time comes to `time`, after the animations that end there and before frame ticks.
  package static func perform(at time: Double, _ action: @escaping () -> Void) -> TimedAction {
    let planned = TimedAction(at: time, action)
    ThreadState.current.frameTicks.add(planned)
    return planned
  }

  /// Lets media time pass while the script stage is busy: nothing else runs in it meanwhile.
  ///
  /// Timeline events, delegates, completion blocks and frame ticks that fall into this time come late, after it, and
  /// ticks of frames that were missed are left out. What has been committed before goes on to be drawn, animations
  /// included; what is changed before the end of the block shows when it is over.
  /// - Precondition: `seconds` is finite and not negative.
  package static func block(for seconds: CFTimeInterval) {
    demand(seconds >= 0 && seconds.isFinite, "block(for:) takes a number of seconds from 0 on")
    let thread = ThreadState.current
    thread.mediaTime += seconds
    thread.frameTicks.skipMissedFrames()
  }
}
