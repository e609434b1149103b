import CStarmineZlib
import StarmineImport

/// Writes a zip archive, packed by deflate.
package enum ZipPacker {
  /// - Parameter files: names with slashes between folders.
  package static func pack(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var (archive, directory) = ([UInt8](), [UInt8]())
    for (name, bytes) in files {
      let (start, packed, name) = (archive.count, deflated(bytes), Array(name.utf8))
      // Version 2.0, no flags, deflate, and the first day that there is.
      let common =
        word(20) + word(0) + word(8) + word(0) + word(33) + long(Int(Inflater.checksum(bytes))) + long(packed.count)
        + long(bytes.count) + word(name.count) + word(0)
      archive += Array("PK\u{3}\u{4}".utf8) + common + name + packed
      directory += Array("PK\u{1}\u{2}".utf8) + word(20) + common + word(0) + word(0) + word(0) + long(0) + long(start)
      directory += name
    }
    let end = archive.count
    return archive + directory + Array("PK\u{5}\u{6}".utf8) + word(0) + word(0) + word(files.count)
      + word(files.count) + long(directory.count) + long(end) + word(0)
  }

  private static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
  private static func long(_ value: Int) -> [UInt8] { word(value & 65535) + word(value >> 16 & 65535) }

  /// A stream of deflate without header and checksum.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(size))
    // With room for the bound and valid settings it does not fail.
    let status = compress2(&packed, &size, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
    precondition(status == Z_OK, "zlib ran out of memory")
    // Two bytes of zlib's header before it, and four of its checksum behind it.
    return Array(packed[2..<Int(size) - 4])
  }
}
