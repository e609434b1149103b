import Glibc

/// Why a file could not be made.
struct FileError: Error {
  let path: String
  /// The `errno` value, or nil when the path itself is wrong.
  let number: Int32?
  let reason: String

  init(path: String, number: Int32) {
    self.path = path
    self.number = number
    reason = String(cString: strerror(number))
  }

  init(path: String, reason: String) {
    self.path = path
    number = nil
    self.reason = reason
  }

  /// The disk, the quota or the allowed file size is used up.
  static func isFull(_ number: Int32?) -> Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }
}

/// A file under a hidden name beside its target. It takes the target's name when it is complete, and vanishes when it
/// is not: nobody ever sees half a file under the final name.
struct TemporaryFile: ~Copyable, Sendable {
  let target: String
  /// `.NAME.partial-PID-N.EXTENSION`, in the folder of the target.
  let path: String
  private var isCommitted = false

  init(target: String) throws(FileError) {
    self.target = target
    try TemporaryFile.check(target: target)
    path = try TemporaryFile.create(beside: target)
  }

  /// Gives the file its final name, replacing a file of that name.
  mutating func commit() throws(FileError) {
    guard rename(path, target) == 0 else { throw FileError(path: target, number: errno) }
    isCommitted = true
  }

  /// Replaces the contents.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: target, number: errno) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        let error = FileError(path: target, number: errno)
        close(descriptor)
        throw error
      }
      rest = rest.dropFirst(written)
    }
    guard close(descriptor) == 0 else { throw FileError(path: target, number: errno) }
  }

  /// Bytes, or zero when the file cannot be asked.
  var size: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  deinit {
    if !isCommitted { unlink(path) }
  }

  private static func check(target: String) throws(FileError) {
    let name = PathParts(target).name
    guard !name.isEmpty, !target.utf8.contains(0) else {
      throw FileError(path: target, reason: "the path names no file")
    }
    var status = stat()
    guard stat(target, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR { throw FileError(path: target, reason: "it is a directory; name a file inside it") }
    if kind != S_IFREG { throw FileError(path: target, reason: "it exists and is not a regular file") }
  }

  /// The number makes names of several writers in one process differ; the file is new, never somebody else's.
  private static func create(beside target: String) throws(FileError) -> String {
    let parts = PathParts(target)
    // A long name is cut, so that the additions still fit into the 255 bytes that a name may have.
    let start = "\(parts.folder).\(String(parts.name.unicodeScalars.prefix(40))).partial-\(getpid())-"
    let end = parts.pathExtension.isEmpty ? "" : ".\(parts.pathExtension)"
    for number in 0... {
      let path = start + String(number) + end
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        close(descriptor)
        return path
      }
      if errno != EEXIST { throw FileError(path: target, number: errno) }
    }
    throw FileError(path: target, number: EEXIST)
  }
}
