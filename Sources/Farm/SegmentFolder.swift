import Glibc

package struct SegmentFolder: Sendable {
  package let path: String
  package let plan: FarmPlan
  private let ending: String

  package init(path: String, plan: FarmPlan) throws(FarmError) {
    let format: VideoFormat
    do throws(VideoError) { format = try VideoFormat(named: plan.formatKey) } catch { throw .unusable("\(error)") }
    guard format.segment != nil else {
      throw .unusable(
        "\(format.name) cannot be rendered in segments; these formats can: "
          + VideoFormat.keysWithSegments.joined(separator: ", "))
    }
    (self.path, self.plan, ending) = (
      path.hasSuffix("/") ? String(path.dropLast()) : path, plan, format.segmentExtension
    )
  }

  /// Reads the plan of a folder. Errors: no plan, a damaged one, another format version.
  package init(reading path: String) throws(FarmError) {
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try InputFile.bytes(of: path + "/plan.json", atMost: 64 << 20) } catch {
      throw .unusable("\(path): its plan cannot be read (\(error)); make one with `starmine farm plan`")
    }
    guard let plan = JSONText.value(FarmPlan.self, bytes) else {
      throw .unusable("\(path)/plan.json: this is not a farm plan; make one with `starmine farm plan`")
    }
    do throws(FarmError) { try plan.check() } catch { throw .unusable("\(path)/plan.json: \(error)") }
    try self.init(path: path, plan: plan)
  }

  package var planPath: String { path + "/plan.json" }
  package func segmentPath(_ index: Int) -> String { path + "/" + Self.number(index) + "." + ending }
  package func receiptPath(_ index: Int) -> String { path + "/" + Self.number(index) + ".json" }
  /// Path of a file of the movie: its copy, if there is one.
  package func copyPath(_ source: FarmPlan.Source) -> String {
    source.copy.isEmpty ? source.path : path + "/" + source.copy
  }

  /// Scope of the copies: the folder, regardless of links in it.
  package var scope: FileScope { plan.document.copy.isEmpty ? .everywhere : FileScope(folder: path) }

  static func number(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  // MARK: Writing

  package func create() throws(FarmError) {
    try Self.makeFolder(path)
    try write(JSONText.bytes(plan), to: planPath)
  }

  package func freeze(_ bytes: [UInt8], as source: FarmPlan.Source) throws(FarmError) {
    let target = copyPath(source)
    try Self.makeFolder(String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)]))
    do throws(FileError) { try OutputFile.write(bytes, to: target, in: scope, replacesInput: true) } catch {
      throw .file(error)
    }
  }

  package func write(_ receipt: SegmentReceipt) throws(FarmError) {
    try write(JSONText.bytes(receipt), to: receiptPath(receipt.segment))
  }

  private func write(_ bytes: [UInt8], to target: String) throws(FarmError) {
    do throws(FileError) {
      try OutputFile.write(bytes, to: target, in: FileScope(folder: path), replacesInput: true)
    } catch {
      throw .file(error)
    }
  }

  private static func makeFolder(_ path: String) throws(FarmError) {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw .failed("\(path): cannot create the folder: \(error.localizedDescription)")
    }
  }

  // MARK: Reading

  package enum State: Equatable, Sendable {
    case done(SegmentReceipt)
    case missing
    case invalid(String)

    package var receipt: SegmentReceipt? { if case .done(let receipt) = self { receipt } else { nil } }
  }

  /// Checks the receipt and the size of the file. Contents are checked when a movie is joined or resumed.
  package func state(_ index: Int) -> State {
    guard FileManager.default.fileExists(atPath: receiptPath(index)) else { return .missing }
    guard let bytes = try? InputFile.bytes(of: receiptPath(index), atMost: 1 << 20),
      let receipt = JSONText.value(SegmentReceipt.self, bytes)
    else { return .invalid("its receipt cannot be read") }
    if let problem = receipt.problem(plan, segment: index) { return .invalid(problem) }
    var status = stat()
    guard unsafe stat(segmentPath(index), &status) == 0 else { return .invalid("its file is missing") }
    return Int(status.st_size) == receipt.bytes
      ? .done(receipt) : .invalid("its file has \(status.st_size) of \(receipt.bytes) bytes")
  }

  /// Why the contents of a segment's file do not match its receipt, or nil.
  package func contentProblem(_ receipt: SegmentReceipt) -> String? {
    // A damaged segment is replaced.
    InputRegister.noteOutput(at: segmentPath(receipt.segment))
    do throws(VideoError) {
      let found = try InputFile.sha256(of: segmentPath(receipt.segment))
      return found == receipt.sha256 ? nil : "its file does not have the checksum of its receipt"
    } catch {
      if case .notAsWritten(_, let reason) = error { return reason }
      return "\(error)"
    }
  }

  // MARK: Removing

  /// Prepares the path of a segment that will be drawn. Removes its receipt, which would be for another file, and
  /// everything that is not a regular file: writing follows links, also outside the folder, and waits for a FIFO's
  /// reader.
  package func free(_ index: Int) {
    unsafe unlink(receiptPath(index))
    var status = stat()
    if unsafe lstat(segmentPath(index), &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      unsafe unlink(segmentPath(index))
    }
  }

  /// Removes the files of the program in a folder, and the folder if it is empty.
  package static func removeAll(in path: String) {
    removeFiles(in: path)
    unsafe rmdir(path)
  }

  package static func removeFiles(in path: String) {
    for name in names(in: path) where isOwn(name) { unsafe unlink(path + "/" + name) }
  }

  private static func isOwn(_ name: String) -> Bool {
    name == "plan.json" || name.contains(/^\d{5,}\.[a-z0-9]+$/) || isPartial(name)
  }

  private static func isPartial(_ name: String) -> Bool { name.contains(/^\..+\.partial-\d+-\d+$/) }

  private static func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Removes unfinished files that have not changed for an hour, of dead workers on any machine.
  /// - Parameter now: seconds since 1970.
  package func removeStaleFiles(now: Int) {
    for name in Self.names(in: path) where Self.isPartial(name) {
      var status = stat()
      let file = path + "/" + name
      if unsafe lstat(file, &status) == 0, now - status.st_mtim.tv_sec > 3600 { unsafe unlink(file) }
    }
  }
}

/// An exclusive lock on a folder, released with this object or the process. Ignored on file systems without locks.
package struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Nil if another process has the lock. Creates the folder if needed.
  package init?(_ path: String) throws(FarmError) {
    while true {
      guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw FolderLock.failure(path) }
      let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor < 0 && errno == ENOENT { continue }
      guard descriptor >= 0 else { throw FolderLock.failure(path) }
      var result = flock(descriptor, LOCK_EX | LOCK_NB)
      while result != 0 && errno == EINTR { result = flock(descriptor, LOCK_EX | LOCK_NB) }
      if result != 0, errno == EWOULDBLOCK {
        close(descriptor)
        return nil
      }
      var status = stat()
      if unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  private static func failure(_ path: String) -> FarmError {
    .failed("\(path): cannot create or open the folder: \(unsafe String(cString: strerror(errno)))")
  }

  /// Releases the lock. The parameter keeps it until then.
  package consuming func release() {}

  deinit { close(descriptor) }
}
