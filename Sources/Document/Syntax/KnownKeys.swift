/// A table of known keys by their bytes: documents have few different keys, which occur often.
struct KnownKeys {
  struct Entry {
    var start = 0
    /// Length in bytes; -1 for an unused entry.
    var count = -1
    var text = ""
    var place = 0
  }

  var entries = [Entry](repeating: Entry(), count: inside)
  /// The last long string at each place, and in an array there. The next one is often equal, for example a class.
  var texts = [Entry](repeating: Entry(), count: objects)
  /// Number of items of the last array at each place, then of members of the last object, as an estimate for the next.
  var usual = [Int](repeating: 0, count: 2 * objects)

  /// Number of places. Added to a place, it means the items of an array there.
  static let inside = 1024
  /// Added to a place, it means objects.
  static let objects = 2 * inside

  /// Equal keys have the same place. Outside ASCII, keys with other bytes can be equal too.
  static func place(of key: String) -> Int {
    let bytes = Array(key.utf8)
    return bytes.allSatisfy { $0 < 0x80 } ? place(of: bytes.span) : 0
  }

  @inline(__always)
  static func place(of bytes: Span<UInt8>) -> Int {
    guard !bytes.isEmpty else { return 0 }
    let (first, middle, last) = (bytes[0], bytes[bytes.count / 2], bytes[bytes.count - 1])
    return (Int(first) &* 17 &+ Int(middle) &* 61 &+ Int(last) &* 29 &+ bytes.count &* 53) & (inside - 1)
  }
}
