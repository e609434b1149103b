import Glibc

/// Which file is open, and in which state: equal ones have the same bytes.
package struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64
  /// Bytes.
  private let size: Int64
  /// When it was written last.
  private let seconds, nanoseconds: Int

  /// Nil where the system does not say.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, number, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
