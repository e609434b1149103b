/// Reads XML property lists with locations, and binary ones, including the references of keyed archives, which
/// Foundation does not expose.
enum PropertyList {
  static func parse(_ source: ImportSource) throws(ImportError) -> ForeignValue {
    if source.bytes.starts(with: "bplist0".utf8) {
      var reader = BinaryPropertyList(bytes: source.bytes)
      guard let value = reader.read() else {
        throw source.error("the binary property list is damaged\(reader.reason.map { ": \($0)" } ?? "")")
      }
      return value
    }
    let root = try XMLTree.parse(source)
    guard root.name == "plist", let first = root.children.first else {
      throw source.error("expected a property list, found <\(root.name.excerpt())>", at: root.location)
    }
    return try value(first, source)
  }

  private static func value(_ node: XMLNode, _ source: ImportSource) throws(ImportError) -> ForeignValue {
    let text = node.text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch node.name {
    case "true", "false": return ForeignValue(.boolean(node.name == "true"), at: node.location)
    case "integer", "real":
      guard let number = Double(text), number.isFinite else {
        throw source.error("expected a number, found \"\(text.excerpt())\"", at: node.location)
      }
      return ForeignValue(.number(number), at: node.location)
    case "string", "date": return ForeignValue(.text(node.text), at: node.location)
    case "data":
      guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
        throw source.error("the data is not valid base64", at: node.location)
      }
      return ForeignValue(.data(Array(data)), at: node.location)
    case "array":
      var items: [ForeignValue] = []
      for child in node.children { items.append(try value(child, source)) }
      return ForeignValue(.list(items), at: node.location)
    case "dict": return try dictionary(node, source)
    default: throw source.error("a property list cannot contain <\(node.name.excerpt())>", at: node.location)
    }
  }

  private static func dictionary(_ node: XMLNode, _ source: ImportSource) throws(ImportError) -> ForeignValue {
    var members: [(key: String, value: ForeignValue)] = []
    var rest = node.children[...]
    while let key = rest.popFirst() {
      guard key.name == "key", let item = rest.popFirst() else {
        throw source.error("expected a key and its value", at: key.location)
      }
      var value = try value(item, source)
      value.location = key.location
      members.append((key.text, value))
    }
    if members.count == 1, members[0].key == "CF$UID", let number = members[0].value.number, number >= 0, number < 1e9 {
      return ForeignValue(.reference(Int(number)), at: node.location)
    }
    return ForeignValue(.object(members), at: node.location)
  }
}

/// The binary format: a table of objects that refer to each other by index. Cycles, depth and size are limited, and an
/// object is created once.
struct BinaryPropertyList {
  let bytes: [UInt8]
  /// Why reading failed.
  private(set) var reason: String?
  private var offsets: [Int] = []
  private var referenceSize = 1
  private var open = Set<Int>()
  private var count = 0
  /// Finished objects with their depth.
  private var made: [Int: (value: ForeignValue, height: Int)] = [:]
  /// Depth of the object created last.
  private var height = 0
  /// Bytes of strings and data so far.
  private var built = 0

  static let maximumObjects = 400_000
  static let maximumDepth = 160

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns nil for a damaged list.
  mutating func read() -> ForeignValue? {
    guard bytes.count >= 40 else { return nil }
    let trailer = bytes.count - 32
    let (offsetSize, size) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(size), let objects = unsigned(trailer + 8, 8),
      let top = unsigned(trailer + 16, 8), let table = unsigned(trailer + 24, 8), top < objects,
      objects <= Self.maximumObjects, table <= trailer, objects * offsetSize <= trailer - table
    else { return fail("its table of objects") }
    referenceSize = size
    for index in 0..<objects {
      guard let offset = unsigned(table + index * offsetSize, offsetSize), offset < table else {
        return fail("the place of object \(index)")
      }
      offsets.append(offset)
    }
    return object(top)
  }

  private mutating func fail(_ text: String) -> ForeignValue? {
    if reason == nil { reason = text }
    return nil
  }

  private func unsigned(_ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    var result: UInt64 = 0
    for byte in bytes[offset..<offset + size] { result = result << 8 | UInt64(byte) }
    return Int(exactly: result)
  }

  private mutating func object(_ index: Int) -> ForeignValue? {
    count += 1
    guard offsets.indices.contains(index) else { return fail("a reference to object \(index)") }
    guard count <= Self.maximumObjects else { return fail("more than \(Self.maximumObjects) values") }
    let known = made[index]
    guard open.count + (known?.height ?? 0) < Self.maximumDepth else {
      return fail("more than \(Self.maximumDepth) levels")
    }
    if let known {
      height = known.height
      return known.value
    }
    guard open.insert(index).inserted else { return fail("object \(index) contains itself") }
    defer { open.remove(index) }
    height = 0
    guard let value = content(at: offsets[index]) else { return nil }
    height += 1
    made[index] = (value, height)
    return value
  }

  private mutating func content(at offset: Int) -> ForeignValue? {
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    switch kind {
    case 0: return ForeignValue(low == 8 ? .boolean(false) : low == 9 ? .boolean(true) : .none)
    case 1: return integer(offset + 1, low)
    case 2: return real(offset + 1, low)
    case 3: return real(offset + 1, 3)
    case 8: return unsigned(offset + 1, low + 1).map { ForeignValue(.reference($0)) }
    case 4, 5, 6, 10, 12, 13: return collection(offset, kind, low)
    default: return fail("an object of kind \(kind)")
    }
  }

  private mutating func integer(_ offset: Int, _ power: Int) -> ForeignValue? {
    guard power <= 4 else { return fail("a number") }
    let size = 1 << power
    // A number of 16 bytes uses only its lower half.
    guard let bits = unsigned64(offset + max(0, size - 8), min(size, 8)) else { return fail("a number") }
    return ForeignValue(.number(size >= 8 ? Double(Int64(bitPattern: bits)) : Double(bits)))
  }

  private func unsigned64(_ offset: Int, _ size: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func real(_ offset: Int, _ power: Int) -> ForeignValue? {
    if power == 2, let bits = unsigned64(offset, 4) {
      return ForeignValue(.number(Double(Float(bitPattern: UInt32(bits)))))
    }
    guard power == 3, let bits = unsigned64(offset, 8) else { return fail("a number") }
    return ForeignValue(.number(Double(bitPattern: bits)))
  }

  /// Data, strings, arrays, sets and dictionaries: a count, followed by bytes or references.
  private mutating func collection(_ start: Int, _ kind: UInt8, _ low: Int) -> ForeignValue? {
    var (offset, length) = (start + 1, low)
    if low == 15 {
      guard offset < bytes.count, bytes[offset] >> 4 == 1, bytes[offset] & 15 <= 3 else { return fail("a length") }
      let size = 1 << Int(bytes[offset] & 15)
      guard let read = unsigned(offset + 1, size) else { return fail("a length") }
      (offset, length) = (offset + 1 + size, read)
    }
    let width = kind == 6 ? 2 : kind == 4 || kind == 5 ? 1 : kind == 13 ? 2 * referenceSize : referenceSize
    guard length <= (bytes.count - offset) / width else { return fail("a length of \(length)") }
    if kind < 10 {
      // Objects can overlap, so their total size is limited to the file's, except for strings, which grow by a half.
      built += length * width
      guard built <= 2 * bytes.count else { return fail("its texts and data are larger than the file") }
    }
    switch kind {
    case 4: return ForeignValue(.data(Array(bytes[offset..<offset + length])))
    case 5: return ForeignValue(.text(String(decoding: bytes[offset..<offset + length], as: UTF8.self)))
    case 6:
      let units = (0..<length).map { UInt16(bytes[offset + 2 * $0]) << 8 | UInt16(bytes[offset + 2 * $0 + 1]) }
      return ForeignValue(.text(String(decoding: units, as: UTF16.self)))
    case 13: return dictionary(offset, length)
    default:
      guard let items = objects(offset, length) else { return nil }
      return ForeignValue(.list(items))
    }
  }

  private mutating func objects(_ offset: Int, _ count: Int) -> [ForeignValue]? {
    var items: [ForeignValue] = []
    var highest = 0
    for place in 0..<count {
      guard let index = unsigned(offset + place * referenceSize, referenceSize), let item = object(index) else {
        return nil
      }
      highest = max(highest, height)
      items.append(item)
    }
    height = highest
    return items
  }

  private mutating func dictionary(_ offset: Int, _ count: Int) -> ForeignValue? {
    guard let keys = objects(offset, count) else { return nil }
    let inKeys = height
    guard let values = objects(offset + count * referenceSize, count) else { return nil }
    height = max(height, inKeys)
    return ForeignValue(.object(zip(keys, values).map { ($0.text ?? "", $1) }))
  }
}
