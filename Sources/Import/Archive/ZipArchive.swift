/// Files of a ZIP archive. Files are decompressed to memory on request; nothing is written to disk.
///
/// Safe on untrusted input: decompressed sizes are limited per file and in total. Archives with paths outside their
/// folder, links or encrypted files are refused as a whole.
final class ZipArchive {
  static let maximumFiles = 20_000
  /// Limit of all decompressed bytes. A file that is read twice counts twice.
  static let maximumBytes = 256 << 20

  private struct File {
    let method: Int
    /// Offset of the local header.
    let start: Int
    let packedSize: Int
    let size: Int
    let checksum: UInt32
  }

  private let source: ImportSource
  private var files: [String: File] = [:]
  private var unpacked = 0

  private var bytes: [UInt8] { source.bytes }

  init(_ source: ImportSource) throws(ImportError) {
    self.source = source
    guard let end = end() else { throw source.error("it is not a zip archive, or it is cut off") }
    let (count, size, start) = (number(end + 10, 2), number(end + 12, 4), number(end + 16, 4))
    guard count < 0xFFFF, start < 0xFFFF_FFFF else { throw source.error("ZIP64 archives are not supported") }
    guard count <= Self.maximumFiles else {
      throw source.error("the archive has \(count) files, the limit is \(Self.maximumFiles)")
    }
    guard start + size <= end else { throw damaged("its list of files") }
    var offset = start
    for _ in 0..<count { offset = try addFile(at: offset, before: end) }
  }

  var names: [String] { files.keys.sorted() }

  func has(_ name: String) -> Bool { files[name] != nil }

  /// The content of a file. Throws if it is damaged, too large or missing.
  func bytes(of name: String) throws(ImportError) -> [UInt8] {
    guard let file = files[name] else { throw source.error("the archive has no \(name.excerpt())") }
    guard file.size <= Importer.maximumBytes, unpacked + file.size <= Self.maximumBytes else {
      let limit = file.size > Importer.maximumBytes ? Importer.maximumBytes : Self.maximumBytes
      let all = file.size > Importer.maximumBytes ? "" : " with the files before"
      throw source.error("\(name.excerpt()) in the archive has \(file.size) bytes\(all), the limit is \(limit)")
    }
    unpacked += file.size
    guard has(0x0403_4B50, at: file.start, length: 30) else { throw damaged(name) }
    let start = file.start + 30 + number(file.start + 26, 2) + number(file.start + 28, 2)
    guard start + file.packedSize <= bytes.count else { throw damaged(name) }
    let found = try unpack(bytes[start..<start + file.packedSize], file, name)
    guard found.count == file.size, Inflater.checksum(found) == file.checksum else { throw damaged(name) }
    return found
  }

  private func unpack(_ packed: ArraySlice<UInt8>, _ file: File, _ name: String) throws(ImportError) -> [UInt8] {
    switch file.method {
    case 0: return Array(packed)
    case 8:
      do throws(InflateError) {
        return try Inflater.unpack(packed, .bare, atMost: file.size)
      } catch {
        throw error == .tooLarge
          ? source.error("\(name.excerpt()) in the archive is larger than its entry says") : damaged(name)
      }
    default: throw source.error("\(name.excerpt()) in the archive has an unsupported compression: \(file.method)")
    }
  }

  /// The offset of the end record, which only a comment may follow.
  private func end() -> Int? {
    guard bytes.count >= 22 else { return nil }
    let last = bytes.count - 22
    return stride(from: last, through: max(0, last - 0xFFFF), by: -1).first {
      has(0x0605_4B50, at: $0, length: 22) && $0 + 22 + number($0 + 20, 2) == bytes.count
    }
  }

  /// Adds the file of a directory entry. Returns the offset of the next entry.
  private func addFile(at offset: Int, before end: Int) throws(ImportError) -> Int {
    guard has(0x0201_4B50, at: offset, length: 46) else { throw damaged("its list of files") }
    let length = number(offset + 28, 2)
    let next = offset + 46 + length + number(offset + 30, 2) + number(offset + 32, 2)
    guard next <= end else { throw damaged("its list of files") }
    let name = String(decoding: bytes[offset + 46..<offset + 46 + length], as: UTF8.self)
    try check(name, flags: number(offset + 8, 2), attributes: number(offset + 38, 4))
    guard !name.hasSuffix("/") else { return next }
    let file = File(
      method: number(offset + 10, 2), start: number(offset + 42, 4), packedSize: number(offset + 20, 4),
      size: number(offset + 24, 4), checksum: UInt32(truncatingIfNeeded: number(offset + 16, 4)))
    guard files.updateValue(file, forKey: name) == nil else {
      throw source.error("the archive has \(name.excerpt()) twice")
    }
    return next
  }

  private func check(_ name: String, flags: Int, attributes: Int) throws(ImportError) {
    let steps = name.split(separator: "/", omittingEmptySubsequences: false)
    let hasDrive = name.dropFirst().first == ":"
    let leaves = name.hasPrefix("/") || steps.contains("..") || hasDrive || name.contains { "\\\0".contains($0) }
    guard !leaves else { throw source.error("the path \(name.excerpt()) is outside of the archive") }
    guard flags & 1 == 0 else { throw source.error("\(name.excerpt()) in the archive is encrypted") }
    // The upper half is the Unix mode.
    guard attributes >> 28 != 0xA else {
      throw source.error("\(name.excerpt()) in the archive is a link, which is not followed")
    }
  }

  private func damaged(_ name: String) -> ImportError { source.error("the archive is damaged: \(name.excerpt())") }

  private func has(_ signature: Int, at offset: Int, length: Int) -> Bool {
    offset >= 0 && offset + length <= bytes.count && number(offset, 4) == signature
  }

  /// A little-endian integer.
  private func number(_ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
