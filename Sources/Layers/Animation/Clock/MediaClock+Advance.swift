extension MediaClock {
  /// Media time of the next beginning or end of an animation or frame tick of this thread: now for what is overdue,
  /// infinite if there is none.
  package static var nextEvent: CFTimeInterval {
    let thread = ThreadState.current
    return max(thread.mediaTime, min(thread.agenda.nextTime, thread.frameTicks.nextTime))
  }

  /// Moves the clock forward through all beginnings and ends of animations and all frame ticks, in order: delegates,
  /// completion blocks and ticks run at their time, and what they change is committed before the next.
  package static func advance(to target: CFTimeInterval) {
    CATransaction.flush()
    while nextEvent <= target {
      runNextEvent()
      CATransaction.flush()
    }
    time = max(time, target)
  }

  /// At one time, animations go before frame ticks.
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
