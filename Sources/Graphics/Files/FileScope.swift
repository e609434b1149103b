import Glibc

/// A scope of files for reading and writing: all files, or those in folders, where only regular files are written.
package struct FileScope: Sendable, Equatable {
  /// Resolved folders with a final slash; nil: all files.
  private let roots: [String]?
  /// Additional resolved files.
  private let others: Set<String>

  private init(roots: [String]?, others: Set<String>) { (self.roots, self.others) = (roots, others) }

  package static let everywhere = FileScope(roots: nil, others: [])

  /// The files in a folder and its subfolders, and some others.
  package init(folder: String, and others: [String] = []) { self.init(folders: [folder], and: others) }

  /// The files in several folders and their subfolders, and some others.
  package init(folders: [String], and others: [String] = []) {
    let roots = folders.map { folder in
      // A folder that does not exist contains no files.
      let root = FileScope.end(of: folder.isEmpty ? "." : folder) ?? folder
      return root.hasSuffix("/") ? root : root + "/"
    }
    self.init(roots: roots, others: Set(others.compactMap { FileScope.end(of: $0) }))
  }

  /// The files next to an output, for additional outputs: numbered frames, descriptions, images.
  package init(beside path: String) {
    self.init(folder: String(path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]))
  }

  package var isEverywhere: Bool { roots == nil }

  /// Whether a path, of an existing or new file, is inside a folder after all links are followed.
  package func contains(_ path: String) -> Bool {
    roots == nil || FileScope.end(of: path).map(holds) == true
  }

  private func holds(_ real: String) -> Bool {
    guard let roots else { return true }
    return roots.contains(where: real.hasPrefix) || others.contains(real)
  }

  /// Opens any file for reading, without waiting.
  ///
  /// - Returns: a descriptor that the caller closes.
  func open(_ path: String) throws(InputFileError) -> Int32 {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw InputFileError(path, .missing, "not a path of a file") }
    // Opening must not wait for a FIFO or make a terminal the controlling terminal.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor: Int32
    if roots == nil {
      descriptor = Glibc.open(path, flags)
    } else {
      guard let real = FileScope.real(path) else { throw InputFileError(path, number: errno) }
      guard holds(real) else { throw InputFileError(path, .outside, "it is outside of the document's folder") }
      descriptor = FileScope.open(withoutLinks: real, flags)
    }
    guard descriptor >= 0 else { throw InputFileError(path, number: errno) }
    return descriptor
  }

  /// Opens the folder of an output. Follows existing links, but none that are created in the meantime.
  /// - Returns: a descriptor that the caller closes, and the name of the file in the folder.
  package func openFolder(of path: String) throws(FileError) -> (descriptor: Int32, name: String) {
    guard let real = FileScope.end(of: path), let slash = real.lastIndex(of: "/") else {
      throw FileError(path: path, reason: "the path does not name a file")
    }
    guard holds(real) else { throw FileError(path: path, reason: FileError.isOutside) }
    let descriptor = FileScope.open(withoutLinks: String(real[..<slash]), FileScope.pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, number: errno) }
    return (descriptor, String(real[real.index(after: slash)...]))
  }

  /// Opens a path step by step without following links: it was resolved, so a link must be newer.
  private static func open(withoutLinks path: String, _ flags: Int32) -> Int32 {
    var folder = Glibc.open("/", pathOnly | O_DIRECTORY | O_CLOEXEC)
    let parts = path.split(separator: "/").map(String.init)
    for (index, part) in parts.enumerated() where folder >= 0 {
      let isLast = index == parts.count - 1
      let next = openat(folder, part, O_NOFOLLOW | (isLast ? flags : pathOnly | O_DIRECTORY | O_CLOEXEC))
      let failure = errno
      close(folder)
      (folder, errno) = (next, failure)
    }
    return folder
  }

  /// `O_PATH`: the folder need not be readable.
  private static let pathOnly: Int32 = 0o10_000_000

  // MARK: Paths

  /// The resolved path of an existing file; otherwise nil, and `errno`.
  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The resolved path of an existing or new file. Nil for loops of links and for failed lookups.
  private static func end(of path: String, links: Int = 0) -> String? {
    guard !path.isEmpty, !path.utf8.contains(0), links < 40 else { return nil }
    if let real = real(path) { return real }
    guard errno == ENOENT else { return nil }
    let cut = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let (folder, name) = (String(path[..<cut]), String(path[cut...]))
    if let target = target(ofLink: path) {
      return end(of: target.hasPrefix("/") ? target : folder + target, links: links + 1)
    }
    // The folder without its slash.
    let parent = folder.count > 1 ? String(folder.dropLast()) : folder
    if name.isEmpty { return end(of: parent, links: links + 1) }
    guard name != "..", let real = end(of: parent.isEmpty ? "." : parent, links: links + 1) else { return nil }
    return name == "." ? real : (real.hasSuffix("/") ? real : real + "/") + name
  }

  /// The target of a link; nil for other files.
  package static func target(ofLink path: String) -> String? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &text, text.count - 1)
    return count > 0 ? String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
