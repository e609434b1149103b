import Glibc

/// The right to work in a folder, which one process has at a time; given back when it is dropped or the process ends.
/// File systems without locks do without.
package struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Nil where another process has it. Makes the folder if it is not there.
  package init?(_ path: String) throws(FarmError) {
    while true {
      guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw FolderLock.failure(path) }
      let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // Another process may have removed it meanwhile.
      if descriptor < 0 && errno == ENOENT { continue }
      guard descriptor >= 0 else { throw FolderLock.failure(path) }
      var result = flock(descriptor, LOCK_EX | LOCK_NB)
      while result != 0 && errno == EINTR { result = flock(descriptor, LOCK_EX | LOCK_NB) }
      if result != 0, errno == EWOULDBLOCK {
        close(descriptor)
        return nil
      }
      var status = stat()
      if unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  private static func failure(_ path: String) -> FarmError {
    .failed("\(path): the folder cannot be made or opened: \(unsafe String(cString: strerror(errno)))")
  }

  /// Gives it back; until then it is held.
  package consuming func release() {}

  deinit { close(descriptor) }
}
