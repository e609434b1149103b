import Glibc

/// Processor time, for measuring stages; never an input to them.
package enum CPUClock {
  /// CPU seconds that the calling thread has used.
  package static var threadSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// CPU seconds that all threads of the process have used, the encoder's own included.
  package static var processSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
