import Foundation
import Synchronization

/// Available memory of this process, checked before large allocations: a system can grant more memory than it has and
/// then end the process that uses it.
///
/// It limits the number of frames in progress and large requests, but never changes the result of a frame.
package enum MemoryBudget {
  private static let asked = Mutex<Int?>(nil)
  private static let promised = Mutex(0)

  /// Sets a limit for the process; nil uses the machine's memory.
  package static func limit(to bytes: Int?) { asked.withLock { $0 = bytes } }

  /// Available bytes: nine tenths of what the machine, its control groups and the address space limit leave, or a set
  /// limit minus the memory of the process. Memory promised to caches counts as used (`MemoryPromise`). At least 0.
  package static var available: Int {
    let machine = min(free, controlGroup ?? .max, addressSpace ?? .max)
    let own = machine / 10 * 9
    let promised = promised.withLock { $0 }
    guard let asked = asked.withLock({ $0 }) else { return max(0, own - promised) }
    return max(0, min(asked - resident, own) - promised)
  }

  fileprivate static func promise(_ bytes: Int) { promised.withLock { $0 += bytes } }

  /// Returns freed memory in the C library to the system, because `available` counts it as used.
  package static func trim() { _ = mallocTrim?(0) }

  /// A C library function that Swift does not import.
  private static let mallocTrim = dlsym(nil, "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
  }

  package static func text(_ bytes: Int) -> String { "\(max(1, bytes >> 20)) MB" }

  // MARK: The machine

  private static let page = sysconf(Int32(_SC_PAGESIZE))

  private static var free: Int {
    kilobytes(of: "MemAvailable:", in: "/proc/meminfo") ?? Int(clamping: ProcessInfo.processInfo.physicalMemory / 2)
  }

  private static var resident: Int { (pages(1) ?? 0) * page }

  /// Bytes left by the address space limit, or nil. Threads use addresses without memory.
  private static var addressSpace: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 1 << 50,
      let used = pages(0)
    else { return nil }
    return (Int(limit.rlim_cur) - used * page) / 4 * 3
  }

  /// Bytes left by the control group of the process and its parents, or nil. Cached files count as available.
  private static var controlGroup: Int? {
    let root = "/sys/fs/cgroup"
    guard let line = text(of: "/proc/self/cgroup")?.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
    else { return left(in: "\(root)/memory", "memory.limit_in_bytes", "memory.usage_in_bytes") }
    var (folder, least) = (String(line.dropFirst(3)), Int?.none)
    while true {
      if let left = left(in: root + folder, "memory.max", "memory.current") { least = min(least ?? left, left) }
      guard let slash = folder.lastIndex(of: "/"), folder.count > 1 else { return least }
      folder = String(folder[..<slash])
      if folder.isEmpty { folder = "/" }
    }
  }

  private static func left(in folder: String, _ limit: String, _ usage: String) -> Int? {
    guard let limit = number(of: "\(folder)/\(limit)"), let used = number(of: "\(folder)/\(usage)") else { return nil }
    let cached = (kilobytes(of: "inactive_file", in: "\(folder)/memory.stat") ?? 0) >> 10
    return limit - used + cached
  }

  // MARK: Files of the system

  private static func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  private static func number(of path: String) -> Int? {
    text(of: path).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// A page count in `/proc/self/statm`: 0 for the address space, 1 for resident memory.
  private static func pages(_ index: Int) -> Int? {
    guard let words = text(of: "/proc/self/statm")?.split(separator: " "), index < words.count else { return nil }
    return Int(words[index])
  }

  /// The number after a key at the start of a line, times 1024.
  private static func kilobytes(of word: String, in path: String) -> Int? {
    let lines = text(of: path)?.split(separator: "\n") ?? []
    for line in lines {
      let words = line.split(separator: " ")
      if words.count > 1, words[0] == word, let number = Int(words[1]), number < 1 << 50 { return number << 10 }
    }
    return nil
  }
}

/// Memory that a cache may use. `MemoryBudget` counts it as used while the cache exists.
package final class MemoryPromise: Sendable {
  private let limit: Int
  private let rest: Mutex<Int>

  /// - Parameter bytes: maximum size of the cache, 0 or more.
  package init(bytes: Int) {
    limit = bytes
    rest = Mutex(bytes)
    MemoryBudget.promise(bytes)
  }

  deinit { MemoryBudget.promise(-left) }

  /// Bytes.
  package var left: Int { rest.withLock { $0 } }

  /// Sets the present size of the cache, which is already memory of the process.
  package func hold(_ bytes: Int) {
    rest.withLock { rest in
      let left = max(0, limit - bytes)
      MemoryBudget.promise(left - rest)
      rest = left
    }
  }
}
