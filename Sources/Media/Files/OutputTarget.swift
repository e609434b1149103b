import Glibc
import StarmineGraphics

/// A path that may be written: the one place that decides where outputs go.
struct OutputTarget: ~Copyable {
  let place: OutputPlace
  /// The folder of the file in a scope of folders.
  let folder: OpenFolder?

  /// Errors: a path out of the scope, what cannot be written, a file that this command has read. In a scope of folders
  /// also what is not a regular file: to open a FIFO may take for ever.
  init(_ target: String, in scope: FileScope, replacesInput: Bool = false) throws(FileError) {
    let found = scope.isEverywhere ? nil : try scope.openFolder(of: target)
    let folder = found.map { OpenFolder(descriptor: $0.descriptor) }
    // Through the open folder, so that no link put in meanwhile leads elsewhere.
    let path = found.map { "/proc/self/fd/\($0.descriptor)/\($0.name)" }
    let place = try OutputPlace.find(target, at: path)
    try place.check(target)
    if case .file(let end, let existing) = place, path == nil || path == end {
      if let existing, !replacesInput, InputRegister.holds(existing) {
        throw FileError(path: target, reason: FileError.isInput)
      }
    } else if path != nil {
      throw FileError(path: target, reason: "it is not a regular file; name another output")
    }
    self.place = place
    self.folder = folder
  }
}

/// A folder that stays open as long as this object.
struct OpenFolder: ~Copyable, Sendable {
  fileprivate let descriptor: Int32

  deinit { close(descriptor) }
}
