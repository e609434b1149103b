import Glibc
import StarmineGraphics
import Synchronization

/// A file with a hidden name that is removed unless it is renamed.
///
/// The name is `.NAME.partial-PID-N` in the final folder. The file is locked while its owner exists, so that other
/// processes can recognize files of killed processes.
struct PartialFile: ~Copyable, Sendable {
  let path: String
  let descriptor: Int32
  private let slot: PartialFiles.Slot?
  /// Kept open if the path refers to its descriptor.
  private let open: OpenFolder?
  private var isNamed = false

  /// - Parameter folder: folder with a final slash; empty for the working directory.
  /// - Parameter open: the opened folder, if `folder` is a path through its file descriptor.
  /// - Parameter target: path for errors.
  init(
    named name: String, in folder: String, _ open: consuming OpenFolder? = nil, target: String
  ) throws(FileError) {
    let start = PartialFiles.prefix(folder, name) + "\(getpid())-"
    var number = PartialFiles.counter.wrappingAdd(1, ordering: .relaxed).oldValue
    while true {
      let path = start + String(number)
      let (descriptor, slot) = PartialFiles.create(path)
      if descriptor >= 0 {
        if PartialFile.lock(descriptor) {
          (self.path, self.descriptor, self.slot) = (path, descriptor, slot)
          self.open = open
          return
        }
        // Another process removed it before it was locked.
        close(descriptor)
        PartialFiles.forget(slot)
      } else if errno != EEXIST {
        throw FileError(path: target, number: errno)
      }
      number = PartialFiles.counter.wrappingAdd(1, ordering: .relaxed).oldValue
    }
  }

  /// False if the file was removed. File systems without locks are accepted.
  private static func lock(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  /// Renames the file in its folder. Replaces an existing file in one step.
  mutating func rename(to final: String, target: String) throws(FileError) {
    guard Glibc.rename(path, final) == 0 else { throw FileError(path: target, number: errno) }
    isNamed = true
  }

  deinit {
    if !isNamed { unlink(path) }
    PartialFiles.forget(slot)
    close(descriptor)
  }
}

/// Partial files of this process, and those of dead processes.
package enum PartialFiles {
  static let counter = Atomic<Int>(0)

  /// `FOLDER.NAME.partial-`. A long name is shortened to fit 255 bytes with the additions.
  static func prefix(_ folder: String, _ name: String) -> String {
    var short = Substring(name)
    while short.utf8.count > 200 { short = short.dropLast() }
    return "\(folder).\(short).partial-"
  }

  // MARK: Of this process

  /// Memory for a path that a signal handler may read. It is never freed.
  final class Slot: Sendable {
    nonisolated(unsafe) let path = UnsafeMutablePointer<CChar>.allocate(  // Written while `state` is 1, read while 2.
      capacity: Int(PATH_MAX))
    /// 0: free; 1: being written; 2: contains a path to remove.
    let state = Atomic<Int>(0)
  }

  private static let slots = (0..<64).map { _ in Slot() }

  /// Number of files that are being created and not yet registered.
  private static let beginnings = Atomic<Int>(0)
  /// Whether the process is ending, so that no more files are created.
  private static let isEnding = Atomic<Bool>(false)

  /// Creates and registers a file, atomically for a signal handler on another thread.
  /// - Returns: a negative descriptor and `errno` on failure. The slot is nil if none was free.
  static func create(_ path: String) -> (descriptor: Int32, slot: Slot?) {
    // Blocks signals: a handler must not run between the creation and the registration.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    beginnings.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer { beginnings.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    guard !isEnding.load(ordering: .sequentiallyConsistent) else {
      errno = EINTR
      return (-1, nil)
    }
    // O_EXCL: the file is new and not that of another process.
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    return (descriptor, descriptor < 0 ? nil : note(path))
  }

  /// Nil if all slots are used. Such a file is only removed by its owner.
  private static func note(_ path: String) -> Slot? {
    guard path.utf8.count < Int(PATH_MAX) else { return nil }
    for slot in slots where slot.state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {
      strcpy(slot.path, path)
      slot.state.store(2, ordering: .releasing)
      return slot
    }
    return nil
  }

  static func forget(_ slot: Slot?) { slot?.state.store(0, ordering: .releasing) }

  /// Prepares `removeAll` for a call by a signal handler.
  package static func prepare() {
    _ = (slots, beginnings.load(ordering: .relaxed), isEnding.load(ordering: .relaxed))
  }

  /// Removes all unfinished files of the process, which must end now. Async-signal-safe after `prepare`.
  ///
  /// Waits at most 5 seconds for other threads that are creating a file, which is slow on a busy system.
  package static func removeAll() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    for _ in 0..<5000 where beginnings.load(ordering: .sequentiallyConsistent) > 0 { usleep(1000) }
    for slot in slots where slot.state.load(ordering: .acquiring) == 2 { unlink(slot.path) }
  }

  // MARK: Of other processes

  /// Removes partial files of dead processes for a file name. A process that is still writing holds a lock.
  static func removeLeftOvers(of name: String, in folder: String) {
    guard let entries = FolderEntries(folder.isEmpty ? "." : folder) else { return }
    let start = prefix("", name)
    while let found = entries.next() {
      guard found.hasPrefix(start), let process = owner(found.dropFirst(start.count)) else { continue }
      // A dead process can have had the same number, especially in a container.
      if process == getpid() || (kill(process, 0) != 0 && errno == ESRCH) { removeUnlocked(folder + found) }
    }
  }

  private static func owner(_ text: Substring) -> pid_t? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, Int(parts[1]) != nil, let process = pid_t(parts[0]), process > 0 else { return nil }
    return process
  }

  /// A process on another machine or in another container may have the number, but it holds the lock.
  private static func removeUnlocked(_ path: String) {
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    close(descriptor)
  }
}
