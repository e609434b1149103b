import Glibc

/// CPU time for measurements. It never affects results.
package enum CPUClock {
  package static var threadSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// CPU seconds of all threads of the process, including those of the encoder.
  package static var processSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
