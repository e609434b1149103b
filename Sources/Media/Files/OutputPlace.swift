import Glibc
import StarmineGraphics

enum OutputPlace {
  /// An existing or new regular file, after all links.
  case file(path: String, existing: stat?)
  case device(path: String)
  /// An open file of this process: `/dev/stdout`, `/dev/fd/3`.
  case descriptor(Int32)

  /// Follows the links of a path. Errors contain the path as given.
  /// - Parameter start: another path to the same file; nil: the path itself.
  static func find(_ target: String, at start: String? = nil) throws(FileError) -> OutputPlace {
    guard !target.utf8.contains(0) else { throw FileError(path: target, reason: "the path does not name a file") }
    var path = start ?? target
    for _ in 0..<40 {
      let parts = PathParts(path)
      guard !parts.name.isEmpty else { throw FileError(path: target, reason: "the path does not name a file") }
      if let descriptor = descriptor(parts) { return .descriptor(descriptor) }
      var status = stat()
      guard lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw FileError(path: target, number: errno) }
        return .file(path: path, existing: nil)
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return .file(path: path, existing: status)
      case S_IFDIR: throw FileError(path: target, reason: "it is a directory; name a file in it")
      case S_IFSOCK: throw FileError(path: target, reason: "it is a socket")
      case S_IFLNK: path = try end(ofLink: path, in: parts.folder, target)
      default: return .device(path: path)
      }
    }
    throw FileError(path: target, number: ELOOP)
  }

  private static func end(ofLink path: String, in folder: String, _ target: String) throws(FileError) -> String {
    guard let text = FileScope.target(ofLink: path) else { throw FileError(path: target, number: errno) }
    return text.hasPrefix("/") ? text : folder + text
  }

  /// The number of a file descriptor of this process, for all names of the folder.
  private static func descriptor(_ parts: PathParts) -> Int32? {
    guard let number = Int32(parts.name), let real = realpath(parts.folder.isEmpty ? "." : parts.folder, nil) else {
      return nil
    }
    defer { free(real) }
    let folder = String(cString: real)
    return folder == "/proc/\(getpid())/fd" || folder.hasPrefix("/proc/\(getpid())/task/") ? number : nil
  }

  /// Throws errors that are known before a file is created: permissions of the file and its folder.
  func check(_ target: String) throws(FileError) {
    switch self {
    case .file(let path, let existing):
      guard existing == nil || access(path, W_OK) == 0 else { throw FileError(path: target, number: errno) }
      let folder = PathParts(path).folder
      guard access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0 else {
        throw FileError(path: target, number: errno)
      }
    case .device(let path):
      guard access(path, W_OK) == 0 else { throw FileError(path: target, number: errno) }
    case .descriptor(let number):
      let mode = fcntl(number, F_GETFL)
      guard mode >= 0 && mode & O_ACCMODE != O_RDONLY else { throw FileError(path: target, number: EBADF) }
    }
  }
}

/// Folder, name and extension of a path. The file need not exist.
struct PathParts {
  /// Everything up to and including the last slash. Empty without a folder.
  let folder: String
  let name: String
  /// Lowercase text after the last dot of the name. Empty for `name` and `.hidden`.
  let pathExtension: String

  init(_ path: String) {
    let afterSlash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    folder = String(path[..<afterSlash])
    name = String(path[afterSlash...])
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      pathExtension = ""
      return
    }
    pathExtension = name[name.index(after: dot)...].lowercased()
  }
}
