extension DispatchQueue {
  /// Runs a block after some time, `DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { ... }`: on a thread that
  /// makes a movie by the movie's clock, elsewhere as Dispatch has it.
  ///
  /// Nothing waits for the main queue while a movie is made, so that Dispatch's own would never run the block. The time
  /// is rounded up to hundredths of a second of media time: what passes while the deadline is worked out must not show.
  ///
  /// - Parameters:
  ///   - deadline: now plus some seconds.
  ///   - work: runs once, on the thread that called this.
  public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {
    // Each question for the main queue is answered by another object on Linux.
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
