import Glibc

/// The contents of an open file, for reading or for checking after writing. Valid while its `InputFile` or `OutputFile`
/// exists.
package struct FileContent: Sendable {
  private let descriptor: Int32
  /// Bytes.
  package let size: Int
  private let path: String

  /// Throws if the file does not have the written size.
  package init(_ descriptor: Int32, size: Int, path: String) throws(FileError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, number: errno) }
    guard status.st_size == size else {
      throw FileError(path: path, reason: "\(status.st_size) bytes were found instead of the \(size) that were written")
    }
    (self.descriptor, self.size, self.path) = (descriptor, size, path)
  }

  /// Reads from an offset. Returns fewer bytes at the end of the file.
  /// - Returns: number of bytes, or a negative `errno` value.
  package func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    var done = 0
    while let base = buffer.baseAddress, done < buffer.count {
      let count = pread(descriptor, base + done, buffer.count - done, off_t(offset + done))
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return -Int(errno) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// The first bytes, or fewer at the end of the file; with an `errno` value, 0 for success.
  func bytes(_ count: Int) -> (bytes: [UInt8], failure: Int32) {
    var found = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      found = read(UnsafeMutableRawBufferPointer(buffer), at: 0)
      initialized = max(0, found)
    }
    return (bytes, Int32(max(0, -found)))
  }

  package func forEachPart(_ body: (UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < size {
      let count = read(buffer, at: offset)
      guard count > 0 else { throw FileError(path: path, number: count < 0 ? Int32(-count) : EIO) }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }

  /// Throws unless the file contains these bytes.
  package func compare(with bytes: [UInt8]) throws(FileError) {
    var offset = 0
    try forEachPart { (part) throws(FileError) in
      let isEqual = bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress, let found = part.baseAddress, offset + part.count <= bytes.count else {
          return false
        }
        return memcmp(base + offset, found, part.count) == 0
      }
      guard isEqual else { throw FileError(path: path, reason: "the file differs from what was written") }
      offset += part.count
    }
    guard offset == bytes.count else { throw FileError(path: path, number: EIO) }
  }
}

/// Identity and state of a file. Equal ones have the same bytes.
package struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64
  /// Bytes.
  private let size: Int64
  private let seconds, nanoseconds: Int

  /// Nil if the system does not report it.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, number, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
