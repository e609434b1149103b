package import Foundation

/// Reading files and pipes whole.
package enum FileBytes {
  /// Bytes that are asked for at a time where nobody knows how many there are.
  private static let part = 1 << 18

  /// All that can be read up to the end, or as much as is wanted at most. A signal that interrupts it changes nothing.
  ///
  /// - Throws: `POSIXError`.
  package static func read(_ handle: FileHandle, atMost limit: Int) throws -> [UInt8] {
    var status = stat()
    // A byte more than there is, which shows the end.
    let size = fstat(handle.fileDescriptor, &status) == 0 ? Int(status.st_size) + 1 : 0
    var bytes: [UInt8] = []
    while true {
      let wanted = min(max(size - bytes.count, part), limit - bytes.count)
      let part = try [UInt8](unsafeUninitializedCapacity: max(0, wanted)) { buffer, count in
        count = try fill(UnsafeMutableRawBufferPointer(buffer), from: handle)
      }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      if part.count < wanted || bytes.count >= limit { return bytes }
    }
  }

  /// The number of bytes that were read: less than there is room for only at the end.
  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from handle: FileHandle) throws -> Int {
    var count = 0
    while count < buffer.count {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let read = Glibc.read(handle.fileDescriptor, room.baseAddress, room.count)
      if read == 0 { break }
      if read > 0 {
        count += read
      } else if errno != EINTR {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
    return count
  }
}
