extension FramePipeline where Sink: ~Copyable, Maker: ~Copyable {
  /// The script stage of an export: creates the tasks of frames as memory becomes available, until all frames are
  /// written.
  /// - Parameter progress: called on the calling thread after each written frame.
  /// - Parameter makeTask: creates the task of an output order and a frame number.
  func run(
    _ frames: Range<Int>, isCancelled: () -> Bool, progress: (ExportProgress) -> Void,
    makeTask: (Int, Int) throws(MovieError) -> FrameTask
  ) throws(MovieError) -> ExportStatistics {
    let (start, cpuStart) = (ContinuousClock.now, CPUClock.processSeconds)
    try self.start()
    var done = 0
    let onWritten = {
      // After a cancelled or failed export, slots become free without a written frame.
      guard done < self.framesWritten else { return }
      done += 1
      progress(
        ExportProgress(
          framesDone: done, frameCount: frames.count, liveParticles: self.liveParticles,
          secondsElapsed: (ContinuousClock.now - start) / .seconds(1)))
    }
    let wasCancelled = submit(frames, isCancelled, onWritten, makeTask)
    var statistics = try finish(wasCancelled: wasCancelled, onWritten: onWritten).get()
    statistics.wallSeconds = (ContinuousClock.now - start) / .seconds(1)
    statistics.cpuSeconds = CPUClock.processSeconds - cpuStart
    statistics.encodeSeconds =
      statistics.cpuSeconds - statistics.evaluateSeconds - statistics.rasterSeconds - statistics.convertSeconds
    statistics.peakMemoryBytes = peakMemory()
    statistics.threads = workers
    return statistics
  }

  /// - Returns: whether the export was cancelled.
  private func submit(
    _ frames: Range<Int>, _ isCancelled: () -> Bool, _ onWritten: () -> Void,
    _ makeTask: (Int, Int) throws(MovieError) -> FrameTask
  ) -> Bool {
    for (order, index) in frames.enumerated() {
      // The first frames fill the pipeline; from then on a place is free when a frame has been written.
      freePlaces.wait()
      if order >= capacity { onWritten() }
      let wasCancelled = isCancelled()
      guard !hasFailed, !wasCancelled else {
        returnPlace()
        return wasCancelled
      }
      do throws(MovieError) {
        submit(try makeTask(order, index))
      } catch {
        fail(error)
        returnPlace()
        return false
      }
    }
    return false
  }
}

/// Peak resident memory of the process in bytes.
private func peakMemory() -> Int {
  var usage = rusage()
  unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1024
}
