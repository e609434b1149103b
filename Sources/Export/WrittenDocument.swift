import CStarmineZlib

/// A scene as files of another program, and the features that were lost.
package struct WrittenDocument {
  package enum Content {
    case text(String)
    case image(CGImage)
  }

  /// Relative paths, separated by slashes; the main file is first.
  package internal(set) var files: [(path: String, content: Content)] = []
  /// Features that the other program does not support, one line each.
  package private(set) var lost: [String] = []
  private var known = Set<String>()

  /// Records a lost feature once. Control characters are escaped, because the text may come from a document and could
  /// otherwise end a comment or move a terminal's cursor.
  mutating func lose(_ text: String) {
    let line = text.onOneLine(300)
    if known.insert(line).inserted { lost.append(line) }
  }
}

extension PresetScene {
  /// Movie features that belong to no layer. Other programs show the layers without them.
  package var featuresOfMovie: [String] {
    MovieProperty.all.filter { $0.isOurs && !$0.isDefault(in: self) }.map { "movie.\($0.key)" }
      + (sounds.isEmpty ? [] : ["audio"])
  }
}

struct PictureFiles {
  let folder: String
  private(set) var pictures: [(path: String, image: CGImage)] = []
  private var names: [ObjectIdentifier: String] = [:]

  init(folder: String) { self.folder = folder }

  mutating func name(of image: CGImage) -> String {
    if let name = names[ObjectIdentifier(image)] { return name }
    let name = "picture-\(pictures.count + 1).png"
    names[ObjectIdentifier(image)] = name
    pictures.append(("\(folder)/\(name)", image))
    return name
  }
}

/// Writes a ZIP archive with deflate compression.
package enum ZipPacker {
  /// - Parameter files: Paths relative to the archive, separated by slashes.
  package static func pack(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var (archive, directory) = ([UInt8](), [UInt8]())
    for (name, bytes) in files {
      let (start, packed, name) = (archive.count, deflated(bytes), Array(name.utf8))
      // Version 2.0, no flags, deflate, and the earliest date that the format allows.
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

  /// A raw deflate stream, without header and checksum.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(size))
    // Cannot fail: the buffer has the size of `compressBound` and the settings are valid.
    let status = compress2(&packed, &size, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
    precondition(status == Z_OK, "zlib ran out of memory")
    // zlib's header has two bytes, its checksum four.
    return Array(packed[2..<Int(size) - 4])
  }
}
