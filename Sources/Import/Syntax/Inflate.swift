/// Unpacks gzip and zlib (RFC 1950 to 1952), never beyond a limit.
enum Inflate {
  /// The bytes unpacked, the bytes themselves if they are not packed, nil if they are damaged or too many.
  static func unpack(_ bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
    if bytes.starts(with: [0x1F, 0x8B]) { return gzipStart(bytes).flatMap { inflate(bytes, from: $0, limit) } }
    let isZlib = bytes.count > 2 && bytes[0] == 0x78 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    return isZlib ? inflate(bytes, from: 2, limit) : bytes
  }

  /// Behind the header with its optional fields.
  private static func gzipStart(_ bytes: [UInt8]) -> Int? {
    guard bytes.count > 18, bytes[2] == 8 else { return nil }
    var offset = 10
    if bytes[3] & 4 != 0 { offset += 2 + Int(bytes[10]) + Int(bytes[11]) << 8 }
    for flag in [UInt8(8), 16] where bytes[3] & flag != 0 {
      while offset < bytes.count, bytes[offset] != 0 { offset += 1 }
      offset += 1
    }
    if bytes[3] & 2 != 0 { offset += 2 }
    return offset < bytes.count ? offset : nil
  }

  private static func inflate(_ bytes: [UInt8], from offset: Int, _ limit: Int) -> [UInt8]? {
    var stream = BitStream(bytes: bytes, offset: offset)
    var output: [UInt8] = []
    var isLast = false
    while !isLast {
      guard let last = stream.bits(1), let kind = stream.bits(2) else { return nil }
      isLast = last == 1
      let isRead: Bool
      switch kind {
      case 0: isRead = stored(&stream, &output, limit)
      case 1: isRead = compressed(&stream, &output, .fixedLengths, .fixedDistances, limit)
      case 2:
        guard let (lengths, distances) = tables(&stream) else { return nil }
        isRead = compressed(&stream, &output, lengths, distances, limit)
      default: isRead = false
      }
      guard isRead else { return nil }
    }
    return output
  }

  private static func stored(_ stream: inout BitStream, _ output: inout [UInt8], _ limit: Int) -> Bool {
    stream.skipToByte()
    guard let count = stream.bits(16), stream.bits(16) != nil, output.count + count <= limit else { return false }
    for _ in 0..<count {
      guard let byte = stream.bits(8) else { return false }
      output.append(UInt8(byte))
    }
    return true
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]

  private static func compressed(
    _ stream: inout BitStream, _ output: inout [UInt8], _ lengths: HuffmanTable, _ distances: HuffmanTable,
    _ limit: Int
  ) -> Bool {
    while let symbol = lengths.symbol(&stream) {
      if symbol == 256 { return true }
      if symbol < 256 {
        guard output.count < limit else { return false }
        output.append(UInt8(symbol))
        continue
      }
      let index = symbol - 257
      guard index < lengthBases.count else { return false }
      let lengthBits = index < 8 || index == 28 ? 0 : (index - 4) / 4
      guard let extra = stream.bits(lengthBits), let code = distances.symbol(&stream), code < distanceBases.count,
        let more = stream.bits(code < 2 ? 0 : code / 2 - 1)
      else { return false }
      let (length, distance) = (lengthBases[index] + extra, distanceBases[code] + more)
      guard distance <= output.count, output.count + length <= limit else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private static func tables(_ stream: inout BitStream) -> (HuffmanTable, HuffmanTable)? {
    guard let literals = stream.bits(5), let distances = stream.bits(5), let codes = stream.bits(4) else { return nil }
    var codeLengths = [Int](repeating: 0, count: 19)
    for index in 0..<codes + 4 {
      guard let length = stream.bits(3) else { return nil }
      codeLengths[order[index]] = length
    }
    let table = HuffmanTable(codeLengths)
    let wanted = literals + 257 + distances + 1
    var lengths: [Int] = []
    while lengths.count < wanted {
      guard let symbol = table.symbol(&stream) else { return nil }
      switch symbol {
      case 0...15: lengths.append(symbol)
      case 16:
        guard let last = lengths.last, let count = stream.bits(2) else { return nil }
        lengths += Array(repeating: last, count: count + 3)
      default:
        guard let count = stream.bits(symbol == 17 ? 3 : 7) else { return nil }
        lengths += Array(repeating: 0, count: count + (symbol == 17 ? 3 : 11))
      }
    }
    guard lengths.count == wanted else { return nil }
    return (HuffmanTable(Array(lengths[..<(literals + 257)])), HuffmanTable(Array(lengths[(literals + 257)...])))
  }
}

/// Bits of a stream, lowest first.
struct BitStream {
  let bytes: [UInt8]
  var offset: Int
  private var bit = 0

  init(bytes: [UInt8], offset: Int) { (self.bytes, self.offset) = (bytes, offset) }

  /// Nil at the end.
  mutating func bits(_ count: Int) -> Int? {
    var result = 0
    for place in 0..<count {
      guard offset < bytes.count else { return nil }
      result |= (Int(bytes[offset]) >> bit & 1) << place
      bit += 1
      if bit == 8 { (bit, offset) = (0, offset + 1) }
    }
    return result
  }

  mutating func skipToByte() { if bit > 0 { (bit, offset) = (0, offset + 1) } }
}

/// A canonical Huffman code by the lengths of its words.
struct HuffmanTable {
  private var counts = [Int](repeating: 0, count: 16)
  private var symbols: [Int] = []

  static let fixedLengths = HuffmanTable(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = HuffmanTable(Array(repeating: 5, count: 30))

  init(_ lengths: [Int]) {
    for length in lengths { counts[length] += 1 }
    counts[0] = 0
    for length in 1..<16 { symbols += lengths.indices.filter { lengths[$0] == length } }
  }

  /// Nil at the end of the stream, or for a word that the code does not have.
  func symbol(_ stream: inout BitStream) -> Int? {
    var (code, first, index) = (0, 0, 0)
    for length in 1..<16 {
      guard let bit = stream.bits(1) else { return nil }
      code |= bit
      let count = counts[length]
      if code - count < first { return code >= first ? symbols[index + code - first] : nil }
      (index, first) = (index + count, (first + count) << 1)
      code <<= 1
    }
    return nil
  }
}
