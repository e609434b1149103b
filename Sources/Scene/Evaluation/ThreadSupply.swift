import Dispatch
import Glibc

/// How many threads the system gives this process besides the calling one.
///
/// The pool of `concurrentPerform` tries again for ever where it gets none (limits of processes or of memory), and who
/// waits for it waits for ever.
enum ThreadSupply {
  /// Workers that can run at a time, as found at the first call; no limit where each processor has its thread.
  static let mostWorkers: Int = {
    let wanted = max(0, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1)
    let given = count(upTo: wanted)
    return given == wanted ? .max : given + 1
  }()

  /// Starts threads that wait for each other, and ends them.
  static func count(upTo most: Int) -> Int {
    let gate = DispatchSemaphore(value: 0)
    return withExtendedLifetime(gate) {
      var threads: [pthread_t] = []
      while threads.count < most {
        var thread: pthread_t = 0
        guard pthread_create(&thread, nil, wait, Unmanaged.passUnretained(gate).toOpaque()) == 0 else { break }
        threads.append(thread)
      }
      for _ in threads { gate.signal() }
      for thread in threads { pthread_join(thread, nil) }
      return threads.count
    }
  }

  private static let wait: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { gate in
    if let gate { Unmanaged<DispatchSemaphore>.fromOpaque(gate).takeUnretainedValue().wait() }
    return nil
  }
}
