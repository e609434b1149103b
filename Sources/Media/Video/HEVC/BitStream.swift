/// Reads a parameter set of HEVC bit by bit. Beyond the end it reads zeros.
struct BitReader {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = position >> 3
      value = value << 1 | (byte < bytes.count ? Int(bytes[byte]) >> (7 - position & 7) & 1 : 0)
      position += 1
    }
    return value
  }

  /// Reads an unsigned Exp-Golomb number, ue(v). Numbers above 2^16 are read as 2^16.
  mutating func readGolomb() -> Int {
    var zeros = 0
    while zeros < 17, read(1) == 0 { zeros += 1 }
    return min(1 << zeros - 1 + read(zeros), 1 << 16)
  }
}

/// Writes a parameter set of HEVC bit by bit.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func write(_ value: Int, _ bits: Int) {
    for bit in (0..<bits).reversed() {
      if count & 7 == 0 { bytes.append(0) }
      bytes[count >> 3] |= UInt8(truncatingIfNeeded: value >> bit & 1) << (7 - count & 7)
      count += 1
    }
  }

  /// Writes an unsigned Exp-Golomb number, ue(v).
  mutating func writeGolomb(_ value: Int) {
    let bits = Int.bitWidth - (value + 1).leadingZeroBitCount
    write(0, bits - 1)
    write(value + 1, bits)
  }

  mutating func align(_ bit: Int) {
    while count & 7 != 0 { write(bit, 1) }
  }

  /// Writes the bit that ends a payload, and zeros up to the next byte.
  mutating func close() {
    write(1, 1)
    align(0)
  }
}
