import Glibc
package import StarmineGraphics

/// A file for output. The program writes all files with it.
///
/// A regular file is written under a hidden name next to its target (`PartialFile`), synced to the disk, read again
/// (`content`), and renamed to the target in one step (`commit`). So the final name never refers to an incomplete file,
/// even after a power failure. The permissions of an existing file are kept, and its owner where permitted. Without
/// `commit`, the new file is removed. Links are followed: their target is replaced, not the link.
///
/// A `FileScope` limits the location: everywhere for paths of the user, and the folder of the output for derived names,
/// such as numbered frames.
///
/// Devices, FIFOs and open files (`/dev/null`, `/dev/stdout`) are written directly and never replaced.
package struct OutputFile: ~Copyable, Sendable {
  /// The given path.
  package let target: String
  /// The file under its hidden name, or the stream.
  let descriptor: Int32
  /// Number of bytes up to the farthest written position.
  package private(set) var size = 0
  /// Whether bytes can only be appended and cannot be read again.
  let isStream: Bool
  private var partial: PartialFile?
  private let destination: Destination

  private enum Destination: Sendable {
    case name(String, folder: String)
    case written
    case copy(Int32)
  }

  /// Creates the file, or opens the stream. A FIFO waits for its reader.
  /// - Parameter scope: folders that the file may be in after all links are followed.
  /// - Parameter isSeekable: whether bytes are also written before the end. A stream then receives all bytes in
  ///   `commit`.
  /// - Parameter replacesInput: whether the file may replace an input of this command.
  /// - Parameter isFirst: false for later files of a sequence, when the folder has been cleaned of unfinished files.
  package init(
    _ target: String, in scope: FileScope = .everywhere, isSeekable: Bool = false, isFirst: Bool = true,
    replacesInput: Bool = false
  ) throws(FileError) {
    self.target = target
    let found = try OutputTarget(target, in: scope, replacesInput: replacesInput)
    switch found.place {
    case .file(let path, let existing):
      let parts = PathParts(path)
      if isFirst { PartialFiles.removeLeftOvers(of: parts.name, in: parts.folder) }
      let partial = try PartialFile(named: parts.name, in: parts.folder, found.folder, target: target)
      if let existing { try OutputFile.takeRights(of: existing, partial.descriptor, target) }
      InputRegister.noteOutput(partial.descriptor)
      (descriptor, isStream) = (partial.descriptor, false)
      self.partial = consume partial
      destination = .name(path, folder: parts.folder)
    case .device, .descriptor:
      let stream = try OutputFile.openStream(found.place, target)
      guard isSeekable else {
        (descriptor, isStream, destination) = (stream, true, .written)
        partial = nil
        return
      }
      let scratch = try OutputFile.scratch(target, stream)
      (descriptor, isStream, destination) = (scratch.descriptor, false, .copy(stream))
      partial = consume scratch
    }
  }

  /// Throws errors that are known before a file is created, such as a missing folder. Checks all numbered files.
  package static func check(_ target: String, in scope: FileScope = .everywhere) throws(FileError) {
    let numbered = NumberedPath(target)
    for path in numbered.map({ [$0.path(0)] + $0.existing.map($0.path) }) ?? [target] {
      _ = try OutputTarget(path, in: scope)
    }
  }

  package static func leadsToStandardOutput(_ path: String) -> Bool {
    if case .descriptor(STDOUT_FILENO)? = try? OutputPlace.find(path) { true } else { false }
  }

  /// Writes a whole file.
  /// - Parameter isStale: called when the bytes are on the disk, before the rename. If it returns true, the target is
  ///   not changed.
  /// - Returns: whether the file was written.
  @discardableResult
  package static func write(
    _ bytes: some Sequence<UInt8>, to target: String, in scope: FileScope = .everywhere, replacesInput: Bool = false,
    unless isStale: () -> Bool = { false }
  ) throws(FileError) -> Bool {
    let bytes = Array(bytes)
    var file = try OutputFile(target, in: scope, replacesInput: replacesInput)
    try file.write(bytes)
    try file.content()?.compare(with: bytes)
    return try file.commit(unless: isStale)
  }

  /// Appends bytes to a regular file. Creates it if it does not exist.
  package static func append(
    _ bytes: [UInt8], to target: String, in scope: FileScope = .everywhere
  ) throws(FileError) {
    let found = try OutputTarget(target, in: scope, replacesInput: true)
    guard case .file(let path, _) = found.place else { throw FileError(path: target, number: ESPIPE) }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else { throw FileError(path: target, number: errno) }
    defer { close(descriptor) }
    let failure = bytes.withUnsafeBytes { write($0, to: descriptor, at: nil) }
    if failure != 0 { throw FileError(path: target, number: failure) }
  }

  private static func takeRights(of existing: stat, _ descriptor: Int32, _ target: String) throws(FileError) {
    // The owner first, because changing it removes some permissions. Only root can change it.
    _ = fchown(descriptor, existing.st_uid, existing.st_gid)
    guard fchmod(descriptor, existing.st_mode & 0o7777) == 0 else { throw FileError(path: target, number: errno) }
  }

  private static func openStream(_ place: OutputPlace, _ target: String) throws(FileError) -> Int32 {
    // Previous output comes first.
    fflush(nil)
    var descriptor: Int32 = -1
    switch place {
    // The copy shares the file position with the program's output.
    case .descriptor(let number): descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
    case .device(let path), .file(let path, _): descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw FileError(path: target, number: errno) }
    // Frames are large: with a larger pipe, writer and reader wait less. Other files refuse this.
    _ = fcntl(descriptor, setPipeSize, pipeSize)
    return descriptor
  }

  private static func scratch(_ target: String, _ stream: Int32) throws(FileError) -> PartialFile {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    do throws(FileError) {
      return try PartialFile(named: "starmine", in: folder.hasSuffix("/") ? folder : folder + "/", target: target)
    } catch {
      close(stream)
      throw error
    }
  }

  deinit {
    switch destination {
    case .name: break
    case .written: close(descriptor)
    case .copy(let stream): close(stream)
    }
  }

  /// `F_SETPIPE_SZ`, and the size that Linux permits for all users.
  private static let (setPipeSize, pipeSize): (Int32, Int32) = (1031, 1 << 20)

  // MARK: Writing

  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    let failure = write(bytes, at: size)
    if failure != 0 { throw FileError(path: target, number: failure) }
  }

  /// Writes all bytes, in several system calls if needed. Streams get them in order, regardless of the offset.
  /// - Returns: an `errno` value; 0 for success.
  mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    let code = OutputFile.write(bytes, to: descriptor, at: isStream ? nil : offset)
    if code == 0 { size = max(size, offset + bytes.count) }
    return code
  }

  mutating func write(_ bytes: RawSpan, at offset: Int) -> Int32 { bytes.withUnsafeBytes { write($0, at: offset) } }

  mutating func write(_ bytes: [UInt8], at offset: Int) -> Int32 { bytes.withUnsafeBytes { write($0, at: offset) } }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int?) -> Int32 {
    var done = 0
    while let base = bytes.baseAddress, done < bytes.count {
      let rest = bytes.count - done
      let written =
        if let offset { pwrite(descriptor, base + done, rest, off_t(offset + done)) } else {
          Glibc.write(descriptor, base + done, rest)
        }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return written < 0 ? errno : EIO }
      done += written
    }
    return 0
  }

  // MARK: Ending

  /// Syncs the file and returns its contents for checking. Nil for a stream, which cannot be read.
  package func content() throws(FileError) -> FileContent? {
    if isStream { return nil }
    try OutputFile.sync(descriptor, target)
    return try written()
  }

  /// The bytes written so far, synced or not. Not for streams.
  func written() throws(FileError) -> FileContent { try FileContent(descriptor, size: size, path: target) }

  /// Renames the complete file to its target, or writes all bytes to the stream.
  /// - Returns: number of bytes.
  @discardableResult
  package consuming func commit() throws(FileError) -> Int {
    let size = size
    _ = try commit(unless: { false })
    return size
  }

  /// - Parameter isStale: called before the rename. If it returns true, the file is removed.
  /// - Returns: whether the file was renamed.
  private consuming func commit(unless isStale: () -> Bool) throws(FileError) -> Bool {
    let content = try content()
    switch destination {
    case .name(let path, let folder):
      guard !isStale() else { return false }
      try partial?.rename(to: path, target: target)
      do throws(FileError) { try OutputFile.syncFolder(folder, target) } catch {
        throw FileError(
          path: target,
          reason: "the file is complete, but its directory could not be synced: \(error.reason)")
      }
    case .copy(let stream):
      try content?.forEachPart { (part) throws(FileError) in
        let failure = OutputFile.write(part, to: stream, at: nil)
        if failure != 0 { throw FileError(path: target, number: failure) }
      }
      try OutputFile.sync(stream, target)
    case .written: try OutputFile.sync(descriptor, target)
    }
    return true
  }

  /// Pipes and devices cannot be synced.
  private static func sync(_ descriptor: Int32, _ target: String) throws(FileError) {
    while fsync(descriptor) != 0 {
      if errno == EINTR { continue }
      if [EINVAL, EROFS, ENOTSUP].contains(errno) { return }
      throw FileError(path: target, number: errno)
    }
  }

  /// Syncs the name: otherwise a power failure may lose it, and the old file with it.
  private static func syncFolder(_ folder: String, _ target: String) throws(FileError) {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder with write but without read permission.
    if descriptor < 0 && errno == EACCES { return }
    guard descriptor >= 0 else { throw FileError(path: target, number: errno) }
    defer { close(descriptor) }
    try sync(descriptor, target)
  }
}

/// A permitted output path. All decisions about output locations are here.
struct OutputTarget: ~Copyable {
  let place: OutputPlace
  let folder: OpenFolder?

  /// Errors: a path outside the scope, a path that cannot be written, a file that this command has read. In a scope of
  /// folders, also a file that is not regular, because opening a FIFO may block.
  init(_ target: String, in scope: FileScope, replacesInput: Bool = false) throws(FileError) {
    let found = scope.isEverywhere ? nil : try scope.openFolder(of: target)
    let folder = found.map { OpenFolder(descriptor: $0.descriptor) }
    // Uses the open folder, so that a new link cannot redirect the path.
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

struct OpenFolder: ~Copyable, Sendable {
  fileprivate let descriptor: Int32

  deinit { close(descriptor) }
}
