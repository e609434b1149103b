import Glibc

/// When the system lets threads run. As root, SVT-AV1 makes its threads, and once the one that opens it, real-time ones
/// of the highest priority: nothing else on the machine would run before the movie is done.
enum ThreadPolicy {
  /// Makes a call, and takes real-time priority from the threads that it has made and from the calling one. A thread
  /// that had it before keeps it, and so do all others of the process.
  static func withoutRealTime<Result>(_ body: () -> Result) -> Result {
    let policy = sched_getscheduler(0)
    let others = Set(threads)
    let result = body()
    guard !isRealTime(policy) else { return result }
    let own = [0] + threads.filter { !others.contains($0) }
    for thread in own where isRealTime(sched_getscheduler(thread)) {
      var parameters = sched_param(sched_priority: 0)
      sched_setscheduler(thread, policy, &parameters)
    }
    return result
  }

  private static func isRealTime(_ policy: Int32) -> Bool { policy == SCHED_FIFO || policy == SCHED_RR }

  /// Numbers of this process's threads.
  private static var threads: [pid_t] {
    guard let entries = FolderEntries("/proc/self/task") else { return [] }
    var result: [pid_t] = []
    while let name = entries.next() {
      if let number = pid_t(name) { result.append(number) }
    }
    return result
  }
}
