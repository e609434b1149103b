import Glibc

package struct FileError: Error, Equatable, Sendable {
  package let path: String
  /// The `errno` value; nil if the path or the contents are invalid.
  package let number: Int32?
  package let reason: String

  package init(path: String, number: Int32) {
    self.path = path
    self.number = number
    reason = String(cString: strerror(number))
  }

  package init(path: String, reason: String) {
    self.path = path
    number = nil
    self.reason = reason
  }

  /// The reason for a file that the same command has read.
  package static let isInput = "the file is an input of this command; name another output"

  /// The reason for a file outside the required folder.
  package static let isOutside = "it is a link that leaves the output folder; remove it or name another output"

  /// Whether the disk is full, or a quota or file size limit is reached.
  package var isFull: Bool { FileError.isFull(number) }

  package static func isFull(_ number: Int32?) -> Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }
}

extension FileError: CustomStringConvertible {
  package var description: String { "\(path): cannot be written: \(reason)" }
}
