/// The virtual clock of the calling thread: media time stands still until somebody moves it.
///
/// A movie sets it to the time of the frame it is at; tests set it as they like. It starts at 1,000 s.
public enum MediaClock {
  /// Seconds of media time on the calling thread.
  public static var time: CFTimeInterval {
    get { ThreadState.current.mediaTime }
    set { ThreadState.current.mediaTime = newValue }
  }
}

/// Media time of the calling thread in seconds (see `MediaClock`; on Apple's system the host's monotonic time).
public func CACurrentMediaTime() -> CFTimeInterval {
  MediaClock.time
}
