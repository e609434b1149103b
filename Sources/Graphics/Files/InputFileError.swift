import Glibc

/// Why a file cannot be read.
package struct InputFileError: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    case missing
    /// Links followed, it is not in the folder that it must be in.
    case outside
    /// Not a regular file, or without the right to read it.
    case unreadable
    case tooLarge
  }

  /// As it was given.
  package let path: String
  package let kind: Kind
  package let reason: String

  init(_ path: String, _ kind: Kind, _ reason: String) { (self.path, self.kind, self.reason) = (path, kind, reason) }

  /// - Parameter number: an `errno` value.
  init(_ path: String, number: Int32) {
    let isMissing = number == ENOENT || number == ENOTDIR
    self.init(path, isMissing ? .missing : .unreadable, String(cString: strerror(number)))
  }
}

extension InputFileError: CustomStringConvertible {
  package var description: String {
    kind == .missing ? "\(path): there is no such file" : "\(path): cannot be read: \(reason)"
  }
}
