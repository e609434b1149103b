extension MediaClock {
  /// Media time of the next begin or end of an animation or frame tick of this thread: now if overdue, infinite if
  /// there is none.
  package static var nextEvent: CFTimeInterval {
    let thread = ThreadState.current
    return max(thread.mediaTime, min(thread.agenda.nextTime, thread.frameTicks.nextTime))
  }

  /// Advances the clock through all begins and ends of animations and frame ticks, in order. Delegates, completion
  /// blocks and ticks run at their time, and their changes are committed before the next event.
  package static func advance(to target: CFTimeInterval) {
    CATransaction.flush()
    while nextEvent <= target {
      runNextEvent()
      CATransaction.flush()
    }
    time = max(time, target)
  }

  private static func runNextEvent() {
    let thread = ThreadState.current
    thread.mediaTime = nextEvent
    let due = thread.agenda.takeDue(at: thread.mediaTime)
    guard due.isEmpty else {
      for (layer, entry) in due { layer.progress(entry) }
      return
    }
    thread.frameTicks.takeDue(at: thread.mediaTime).forEach { $0() }
  }
}
