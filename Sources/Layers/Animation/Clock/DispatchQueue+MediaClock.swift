extension DispatchQueue {
  /// Runs a block after a delay, as in `DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { ... }`. On a thread
  /// that makes a movie, the clock of the movie applies. On other threads, this is the method of Dispatch.
  ///
  /// A movie does not serve the main queue, so the method of Dispatch would never run the block. The delay is rounded
  /// up to 0.01 s of media time, because the time spent on computing the deadline must have no effect.
  ///
  /// - Parameters:
  ///   - deadline: now plus some seconds.
  ///   - work: runs once, on the calling thread.
  public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {
    // Linux returns a new object for each access of the main queue.
    guard label == DispatchQueue.main.label, ThreadState.current.isDriven else {
      asyncAfter(deadline: deadline, qos: .unspecified, flags: [], execute: work)
      return
    }
    let now = DispatchTime.now().uptimeNanoseconds
    let delay = deadline.uptimeNanoseconds > now ? deadline.uptimeNanoseconds - now : 0
    let seconds = (Double(delay) / 1e7).rounded(.up) / 100
    _ = MediaClock.perform(at: CACurrentMediaTime() + seconds, work)
  }
}
