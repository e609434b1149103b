import Glibc

/// Names of the entries of a folder in system order, including `.` and `..`.
package struct FolderEntries: ~Copyable {
  // Sole owner.
  private let folder: OpaquePointer

  /// Nil if the path is not a readable folder.
  package init?(_ path: String) {
    guard let folder = opendir(path) else { return nil }
    self.folder = folder
  }

  deinit { closedir(folder) }

  package func next() -> String? {
    guard let entry = readdir(folder) else { return nil }
    return withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
