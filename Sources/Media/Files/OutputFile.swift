import Glibc
package import StarmineGraphics

/// The one careful writer: everything that the program writes goes through it.
///
/// A regular file grows under a hidden name beside its target (`PartialFile`). It goes to the disk, is read again
/// (`content`), and takes the target's name in one step (`commit`): half a file is never seen under the final name,
/// also after a power failure. A file of that name keeps its rights and, where that is allowed, its owner. Dropped
/// before `commit`, the new file vanishes. Links are followed: what they lead to is replaced, and not they themselves.
///
/// A `FileScope` limits where a file may go: everywhere for what the user names, the folder of the output for what the
/// program names after it, such as numbered frames.
///
/// Devices, FIFOs and files that are open already (`/dev/null`, `/dev/stdout`) are written through, never replaced.
package struct OutputFile: ~Copyable, Sendable {
  /// The path as it was given.
  package let target: String
  /// Target of writing: the file under its hidden name, or the stream.
  let descriptor: Int32
  /// Bytes that have been written, up to the farthest.
  package private(set) var size = 0
  /// Whether bytes can only be written at the end, and not be read again.
  let isStream: Bool
  private var partial: PartialFile?
  private let destination: Destination

  private enum Destination: Sendable {
    case name(String, folder: String)
    /// A stream that has been written to directly.
    case written
    /// A stream that gets the bytes of the complete file.
    case copy(Int32)
  }

  /// Makes the file, or opens the stream; a FIFO waits for its reader.
  /// - Parameter scope: where the file must come to lie when all links are followed.
  /// - Parameter isSeekable: whether bytes are also written elsewhere than at the end; a stream then gets them all in
  ///   `commit`.
  /// - Parameter replacesInput: whether the file may replace one that this command has read.
  /// - Parameter isFirst: false for a further file of a sequence, whose folder has been looked through for left-overs.
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

  /// Throws what can be known before a file is made, such as a folder that is not there. Of numbered files all that are
  /// there are looked at.
  package static func check(_ target: String, in scope: FileScope = .everywhere) throws(FileError) {
    let numbered = NumberedPath(target)
    for path in numbered.map({ [$0.path(0)] + $0.existing.map($0.path) }) ?? [target] {
      _ = try OutputTarget(path, in: scope)
    }
  }

  /// Whether a path is another name of what the program prints to.
  package static func leadsToStandardOutput(_ path: String) -> Bool {
    if case .descriptor(STDOUT_FILENO)? = try? OutputPlace.find(path) { true } else { false }
  }

  /// Writes a whole file.
  /// - Parameter isStale: Asked when the bytes are on the disk, right before they take the target's name. If it
  ///   answers true, the target stays as it is.
  /// - Returns: Whether the file was written.
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

  /// Adds bytes to the end of a regular file, which is made where it is not there.
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
    // The owner first, because a change takes some of the rights away. Only root may give files to others.
    _ = fchown(descriptor, existing.st_uid, existing.st_gid)
    guard fchmod(descriptor, existing.st_mode & 0o7777) == 0 else { throw FileError(path: target, number: errno) }
  }

  private static func openStream(_ place: OutputPlace, _ target: String) throws(FileError) -> Int32 {
    // What has been printed comes first.
    fflush(nil)
    var descriptor: Int32 = -1
    switch place {
    // A copy shares the place in the file with what the program prints.
    case .descriptor(let number): descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
    case .device(let path), .file(let path, _): descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw FileError(path: target, number: errno) }
    // Frames are large: with more room in a pipe, writer and reader wait less for each other. Others refuse.
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

  /// `F_SETPIPE_SZ`, and bytes that Linux allows everybody.
  private static let (setPipeSize, pipeSize): (Int32, Int32) = (1031, 1 << 20)

  // MARK: Writing

  /// Writes bytes at the end.
  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    let failure = write(bytes, at: size)
    if failure != 0 { throw FileError(path: target, number: failure) }
  }

  /// Writes all bytes, however few the system takes at a time. Streams take them in order, wherever that is.
  /// - Returns: an `errno` value; 0 after success.
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

  /// Brings the file to the disk and hands out what is in it now, to be checked. Nil for a stream, which cannot be
  /// read.
  package func content() throws(FileError) -> FileContent? {
    if isStream { return nil }
    try OutputFile.sync(descriptor, target)
    return try written()
  }

  /// Bytes written so far, on the disk or not. Not for streams.
  func written() throws(FileError) -> FileContent { try FileContent(descriptor, size: size, path: target) }

  /// Gives the complete file its name, or the stream its bytes.
  /// - Returns: Bytes in the file.
  @discardableResult
  package consuming func commit() throws(FileError) -> Int {
    let size = size
    _ = try commit(unless: { false })
    return size
  }

  /// - Parameter isStale: Asked right before a file takes its name. If it answers true, the file vanishes.
  /// - Returns: Whether the file has its name.
  private consuming func commit(unless isStale: () -> Bool) throws(FileError) -> Bool {
    let content = try content()
    switch destination {
    case .name(let path, let folder):
      guard !isStale() else { return false }
      try partial?.rename(to: path, target: target)
      do throws(FileError) { try OutputFile.syncFolder(folder, target) } catch {
        throw FileError(
          path: target,
          reason: "the file is there and complete, but its folder was not brought to the disk: \(error.reason)")
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

  /// Pipes and devices have nothing to bring to a disk.
  private static func sync(_ descriptor: Int32, _ target: String) throws(FileError) {
    while fsync(descriptor) != 0 {
      if errno == EINTR { continue }
      if [EINVAL, EROFS, ENOTSUP].contains(errno) { return }
      throw FileError(path: target, number: errno)
    }
  }

  /// The name itself: without this it may be lost with the power, and the old file with it.
  private static func syncFolder(_ folder: String, _ target: String) throws(FileError) {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that may be written but not listed.
    if descriptor < 0 && errno == EACCES { return }
    guard descriptor >= 0 else { throw FileError(path: target, number: errno) }
    defer { close(descriptor) }
    try sync(descriptor, target)
  }
}

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
