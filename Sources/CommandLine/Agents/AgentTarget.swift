import Foundation
import StarmineEmbedding
import StarmineGraphics
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

  /// Errors: there is a file that is not a document of Starmine.
  static func checkDocument(_ path: String) throws(HostError) {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    var status = stat()
    let isReachable = FileScope(folder: FileManager.default.currentDirectoryPath).contains(url.path)
    guard isReachable, lstat(path, &status) == 0 else { return }
    let bytes = status.st_size <= largestDocument ? FileManager.default.contents(atPath: path) : nil
    guard let bytes, let document = try? JSON5Parser.parse(Array(bytes)), document[key: "layer"] != nil else {
      throw HostError(.argument, "path: \(path.excerpt(200)) is not a document of Starmine; choose another name")
    }
  }

  /// Bytes of a file that is read to find out whether it is a document.
  private static let largestDocument = 256 << 20

  private static func checkFile(_ path: String) throws(HostError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    let kind = status.st_mode & S_IFMT == S_IFLNK ? "a link" : "not a regular file"
    throw HostError(.argument, "path: \(path.excerpt(200)) is \(kind); name a regular file or a new one")
  }
}
