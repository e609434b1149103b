/// The virtual clock of the calling thread. Media time changes only when it is advanced.
///
/// A movie sets it to the time of its current frame. Tests set it freely. It starts at 1,000 s.
package enum MediaClock {
  /// Media time of the calling thread in seconds.
  package static var time: CFTimeInterval {
    get { ThreadState.current.mediaTime }
    set {
      let thread = ThreadState.current
      let isBack = newValue < thread.mediaTime
      thread.mediaTime = newValue
      thread.isDriven = true
      // Frames in the past are pending again.
      if isBack { thread.frameTicks.rearm() }
    }
  }
}

/// Returns the media time of the calling thread in seconds (see `MediaClock`; on Apple's system, the host's monotonic
/// time).
public func CACurrentMediaTime() -> CFTimeInterval {
  MediaClock.time
}

/// Seconds of a Core Foundation clock.
public typealias CFAbsoluteTime = CFTimeInterval

/// Returns media time in seconds, like `CACurrentMediaTime()`, so that each run of a script gives the same result. On
/// Apple's system it is the wall-clock time in seconds since 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { CACurrentMediaTime() }
