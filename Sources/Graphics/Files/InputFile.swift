import Glibc

/// An input file. All files named by documents, importers, plans, pages and users are opened with it.
///
/// The file is a regular file in its scope. Opening never waits. Libraries read through `content` and do not open
/// paths.
package struct InputFile: ~Copyable, Sendable {
  private let descriptor: Int32
  package let path: String
  package let content: FileContent

  /// - Parameter scope: folders that the file may be in after all links are followed.
  /// - Parameter limit: maximum bytes.
  package init(
    _ path: String, in scope: FileScope = .everywhere, atMost limit: Int = .max
  ) throws(InputFileError) {
    let descriptor = try scope.open(path)
    do throws(InputFileError) {
      let size = try InputFile.size(descriptor, path)
      guard size <= limit else { throw .tooLarge(path, size, limit) }
      do throws(FileError) { content = try FileContent(descriptor, size: size, path: path) } catch {
        throw InputFileError(path, .unreadable, error.reason)
      }
    } catch {
      close(descriptor)
      throw error
    }
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// A path to the open file for libraries that open by name, even if the original name now refers to another file.
  /// Valid while this object exists.
  package var descriptorPath: String { "/proc/self/fd/\(descriptor)" }

  /// Identity and state of the file; nil if the system does not report it.
  package var identity: FileIdentity? { FileIdentity(descriptor) }

  private static func size(_ descriptor: Int32, _ path: String) throws(InputFileError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw InputFileError(path, number: errno) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw InputFileError(path, .unreadable, kind == S_IFDIR ? "it is a directory" : "it is not a regular file")
    }
    InputRegister.noteInput(status)
    return Int(status.st_size)
  }

  package func bytes(atMost most: Int = .max) throws(InputFileError) -> [UInt8] {
    let wanted = max(0, min(content.size, most))
    let (bytes, failure) = content.bytes(wanted)
    guard failure == 0 else { throw InputFileError(path, number: failure) }
    guard bytes.count == wanted else { throw InputFileError(path, .unreadable, "it was shortened while it was read") }
    return bytes
  }

  package static func bytes(
    of path: String, in scope: FileScope = .everywhere, atMost limit: Int
  ) throws(InputFileError) -> [UInt8] {
    try InputFile(path, in: scope, atMost: limit).bytes()
  }

  // MARK: Streams

  /// All bytes of a file named by the user. Waits for pipes, FIFOs and terminals.
  package static func bytes(ofAny path: String, atMost limit: Int) throws(InputFileError) -> [UInt8] {
    let descriptor = try FileScope.everywhere.open(path)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw InputFileError(path, number: errno) }
    if status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFCHR {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      // A FIFO that has no writer yet would appear to be at its end.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, -1) < 0 && errno == EINTR {}
      return try bytes(ofStream: descriptor, named: path, atMost: limit)
    }
    return try bytes(of: path, atMost: limit)
  }

  /// All bytes of an open stream, such as standard input, to its end.
  /// - Parameter limit: maximum bytes. The size of a stream is unknown, so reading stops above the limit.
  package static func bytes(
    ofStream descriptor: Int32, named name: String, atMost limit: Int
  ) throws(InputFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var (count, failure) = (0, Int32(0))
      bytes += [UInt8](unsafeUninitializedCapacity: min(part, limit + 1 - bytes.count)) { buffer, initialized in
        repeat { count = read(descriptor, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
        (failure, initialized) = (errno, max(0, count))
      }
      if count < 0 { throw InputFileError(name, number: failure) }
      if count == 0 { return bytes }
    }
    throw InputFileError(name, .tooLarge, "it has more than \(limit) bytes")
  }

  /// Bytes per read.
  private static let part = 1 << 18
}

extension InputFileError {
  fileprivate static func tooLarge(_ path: String, _ size: Int, _ limit: Int) -> InputFileError {
    InputFileError(path, .tooLarge, "it has \(size) bytes, the limit is \(limit)")
  }
}
