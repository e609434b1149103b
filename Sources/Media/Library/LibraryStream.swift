import CStarmineFFmpeg
import Glibc
import StarmineGraphics

/// A position in a file for libavformat.
private struct StreamPosition {
  var offset = 0

  /// - Parameter size: size of the file in bytes.
  /// - Returns: the new position, the size if requested, or a libav error code.
  mutating func seek(_ distance: Int64, _ whence: Int32, size: Int) -> Int64 {
    var start = 0
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return Int64(size)
    case SEEK_SET: break
    case SEEK_CUR: start = offset
    case SEEK_END: start = size
    default: return Int64(shim_error_from_errno(EINVAL))
    }
    guard start + Int(distance) >= 0 else { return Int64(shim_error_from_errno(EINVAL)) }
    offset = start + Int(distance)
    return Int64(offset)
  }
}

/// An output file for libavformat. All bytes go through `OutputFile`, so that short writes, full disks and streams are
/// handled in one way, and a failed `lseek` does no harm.
///
/// Belongs to a muxer, which uses it on one thread at a time.
final class LibraryStream {
  private var file: OutputFile?
  private var position = StreamPosition()
  /// `errno` of the first failed write, or 0. Some writers of libavformat do not report it.
  private(set) var failure: Int32 = 0

  /// Buffer size for reading and writing in bytes.
  static let bufferSize: Int32 = 1 << 18

  init(_ file: consuming OutputFile) {
    self.file = consume file
  }

  var canBeRead: Bool { !(file?.isStream ?? true) }

  /// Bytes written so far.
  var size: Int { file?.size ?? 0 }

  func takeFile() -> OutputFile? { file.take() }

  /// Creates a libavformat stream for writing. Free it before this object. Nil without memory.
  func makeOutput() -> UnsafeMutablePointer<AVIOContext>? {
    let isStream = file?.isStream ?? true
    let write: shim_write = { owner, bytes, count in
      LibraryStream.from(owner).write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
    let seek: shim_seek? = isStream ? nil : { owner, offset, whence in LibraryStream.from(owner).seek(offset, whence) }
    return shim_make_io(LibraryStream.bufferSize, Unmanaged.passUnretained(self).toOpaque(), nil, write, seek)
  }

  /// Creates a stream for reading what was written, for containers that move their data at the end. Free it by
  /// `LibraryInput.free`.
  func makeInput() -> UnsafeMutablePointer<AVIOContext>? {
    guard let content = try? file?.written() else { return nil }
    return LibraryInput(content).makeInput()
  }

  static func from(_ owner: UnsafeMutableRawPointer?) -> LibraryStream {
    guard let owner else { preconditionFailure("LibraryStream: libavformat passes on the owner that it was given") }
    return Unmanaged<LibraryStream>.fromOpaque(owner).takeUnretainedValue()
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    let code = file?.write(bytes, at: position.offset) ?? EBADF
    guard code == 0 else {
      if failure == 0 { failure = code }
      return shim_error_from_errno(code)
    }
    position.offset += bytes.count
    return Int32(bytes.count)
  }

  private func seek(_ distance: Int64, _ whence: Int32) -> Int64 {
    position.seek(distance, whence, size: file?.size ?? 0)
  }
}

/// The contents of a file for libavformat.
final class LibraryInput {
  private let read: (UnsafeMutableRawBufferPointer, Int) -> Int
  private let size: Int
  private var position = StreamPosition()

  /// - Parameter content: contents of an open file.
  init(_ content: FileContent) {
    (read, size) = ({ content.read($0, at: $1) }, content.size)
  }

  init(_ file: consuming InputFile) {
    let content = file.content
    let owner = FileOwner(file)
    read = { buffer, offset in withExtendedLifetime(owner) { content.read(buffer, at: offset) } }
    size = content.size
  }

  init(_ files: JoinedFiles) {
    (read, size) = ({ files.read($0, at: $1) }, files.size)
  }

  /// Keeps the file open.
  private final class FileOwner {
    private let file: InputFile
    init(_ file: consuming InputFile) { self.file = file }
  }

  /// Creates a libavformat stream, which retains this object until `free`. Nil without memory.
  func makeInput() -> UnsafeMutablePointer<AVIOContext>? {
    let owner = Unmanaged.passRetained(self)
    let read: shim_read = { owner, bytes, count in
      LibraryInput.from(owner).read(UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
    }
    let seek: shim_seek = { owner, distance, whence in LibraryInput.from(owner).seek(distance, whence) }
    let made = shim_make_io(LibraryStream.bufferSize, owner.toOpaque(), read, nil, seek)
    if made == nil { owner.release() }
    return made
  }

  static func free(_ input: UnsafeMutablePointer<AVIOContext>) {
    if let owner = input.pointee.opaque { Unmanaged<LibraryInput>.fromOpaque(owner).release() }
    shim_free_io(input)
  }

  private static func from(_ owner: UnsafeMutableRawPointer?) -> LibraryInput {
    guard let owner else { preconditionFailure("LibraryInput: libavformat passes on the owner that it was given") }
    return Unmanaged<LibraryInput>.fromOpaque(owner).takeUnretainedValue()
  }

  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    let count = read(buffer, position.offset)
    if count < 0 { return shim_error_from_errno(Int32(-count)) }
    position.offset += count
    return count == 0 ? shim_error_end_of_file() : Int32(count)
  }

  private func seek(_ distance: Int64, _ whence: Int32) -> Int64 {
    position.seek(distance, whence, size: size)
  }
}

/// Files of a sequence read as one stream. One of them is open at a time.
final class JoinedFiles {
  private let paths: [String]
  private let scope: FileScope
  private var starts = [0]
  private var open: InputFile?
  private var number = -1

  var size: Int { starts[starts.count - 1] }

  /// - Parameter most: maximum bytes of a file.
  init(_ paths: [String], in scope: FileScope, atMost most: Int) throws(InputFileError) {
    (self.paths, self.scope) = (paths, scope)
    for path in paths {
      let file = try InputFile(path, in: scope, atMost: most)
      starts.append(size + file.content.size)
    }
  }

  /// Fills a part of a buffer, at most to the end of a file. Negative: `errno`.
  func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    // Reading usually continues in the same file.
    let from = number >= 0 && starts[number] <= offset ? number : 0
    guard offset < size, let next = starts[from...].firstIndex(where: { $0 > offset }) else { return 0 }
    if number != next - 1 {
      number = next - 1
      open = try? InputFile(paths[number], in: scope)
    }
    let (start, length) = (starts[number], starts[next] - offset)
    switch open {
    case .some(let file):
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(length))
      let count = file.content.read(part, at: offset - start)
      // The file became shorter.
      return count == 0 ? -Int(EIO) : count
    case .none: return -Int(EIO)
    }
  }
}
