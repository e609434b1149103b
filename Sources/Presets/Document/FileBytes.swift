package import Foundation

/// Reading files and pipes whole.
package enum FileBytes {
  /// Bytes that are asked for at a time.
  private static let part = 1 << 18

  /// All that can be read up to the end, or as much as is wanted at most. A signal that interrupts it changes nothing.
  ///
  /// - Throws: `POSIXError`.
  package static func read(_ handle: FileHandle, atMost limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(Self.part, max(0, limit)))
    while bytes.count < limit {
      let wanted = min(part.count, limit - bytes.count)
      let count = part.withUnsafeMutableBytes { Glibc.read(handle.fileDescriptor, $0.baseAddress, wanted) }
      if count == 0 { break }
      if count > 0 {
        bytes += part[..<count]
      } else if errno != EINTR {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
    return bytes
  }
}
