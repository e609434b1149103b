import Glibc

package struct InputFileError: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    case missing
    /// After links are followed, the file is not in its scope.
    case outside
    /// The file is not regular, or there is no permission to read it.
    case unreadable
    case tooLarge
  }

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
