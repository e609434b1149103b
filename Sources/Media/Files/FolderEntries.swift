import Glibc

/// Names of what is in a folder, in the system's order; `.` and `..` are among them.
package struct FolderEntries: ~Copyable {
  // Sole owner.
  private let folder: OpaquePointer

  /// Nil for what is not a folder, or cannot be read.
  package init?(_ path: String) {
    guard let folder = opendir(path) else { return nil }
    self.folder = folder
  }

  deinit { closedir(folder) }

  /// The next name; nil at the end.
  package func next() -> String? {
    guard let entry = readdir(folder) else { return nil }
    return withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
