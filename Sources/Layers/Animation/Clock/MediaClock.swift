/// The virtual clock of the calling thread: media time stands still until it is advanced.
///
/// A movie sets it to the time of the frame it is at; tests set it as they like. It starts at 1,000 s.
package enum MediaClock {
  /// Seconds of media time on the calling thread.
  package static var time: CFTimeInterval {
    get { ThreadState.current.mediaTime }
    set {
      let thread = ThreadState.current
      let isBack = newValue < thread.mediaTime
      thread.mediaTime = newValue
      thread.isDriven = true
      // Frames that had passed are ahead again.
      if isBack { thread.frameTicks.rearm() }
    }
  }
}

/// Media time of the calling thread in seconds (see `MediaClock`; on Apple's system the host's monotonic time).
public func CACurrentMediaTime() -> CFTimeInterval {
  MediaClock.time
}

/// Seconds of a clock (Core Foundation's).
public typealias CFAbsoluteTime = CFTimeInterval

/// Seconds for measuring how long something takes. Media time, as `CACurrentMediaTime()`: what a script does with it is
/// the same in every run. On Apple's system it is the wall's clock, seconds since 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { CACurrentMediaTime() }
