import Foundation
import StarmineEmbedding
import StarmineMedia
import StarminePresets

/// A file that an agent writes.
enum AgentTarget {
  /// Errors: there is something else than a file. A link may lead out of the folder, and to open a pipe may take for
  /// ever.
  ///
  /// - Parameter path: of a file, or of numbered files (`a-%05d.png`).
  static func check(_ path: String) throws(HostError) {
    guard let numbered = NumberedPath(path) else { return try checkFile(path) }
    if NumberedPath(URL(fileURLWithPath: path).deletingLastPathComponent().path) != nil {
      throw HostError(.argument, "path: \(path.excerpt(200)) has its number in a folder; put it into the file's name")
    }
    for number in numbered.existing { try checkFile(numbered.path(number)) }
  }

  private static func checkFile(_ path: String) throws(HostError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    let kind = status.st_mode & S_IFMT == S_IFLNK ? "a link" : "not a regular file"
    throw HostError(.argument, "path: \(path.excerpt(200)) is \(kind); name a regular file or a new one")
  }
}
