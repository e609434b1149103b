/// Keys that a document has said, to be found by their bytes: documents have few keys, and these many times.
struct KnownKeys {
  struct Entry {
    /// Offset in the text.
    var start = 0
    /// Bytes; none is that long at first.
    var count = -1
    var text = ""
    var place = 0
  }

  var entries = [Entry](repeating: Entry(), count: inside)
  /// The last long text at each place, and in an array there: the next is often the same, a class for example.
  var texts = [Entry](repeating: Entry(), count: objects)
  /// Items of the last array at each place, then members of the last object, at most a few: the next will have as many.
  var usual = [Int](repeating: 0, count: 2 * objects)

  /// Number of places; added to one, it stands for what lies in an array there.
  static let inside = 1024
  /// Added to a place or to what lies in an array there, it stands for objects.
  static let objects = 2 * inside

  /// Equal keys have the same place. Outside of ASCII, keys of other bytes may be equal too.
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
