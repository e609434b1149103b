/// Bits of a parameter set of HEVC, each in an element.
struct BitString {
  var bits: [UInt8] = []

  init(_ bytes: [UInt8] = []) { bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } } }

  /// The bits as bytes. Precondition: a multiple of 8 bits.
  var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in bits[start..<start + 8].reduce(0) { $0 << 1 | $1 } }
  }

  /// Reads an unsigned Exp-Golomb number, ue(v), and advances the position. Reads 0 beyond the end.
  func golomb(at place: inout Int) -> Int {
    let zeros = bits.dropFirst(place).prefix(16).prefix { $0 == 0 }.count
    let value = bits.dropFirst(place + zeros).prefix(zeros + 1).reduce(0) { $0 << 1 | Int($1) }
    place += 2 * zeros + 1
    return max(0, value - 1)
  }

  mutating func write(_ value: Int, _ count: Int) {
    for bit in (0..<count).reversed() { bits.append(UInt8(truncatingIfNeeded: value >> bit & 1)) }
  }

  /// Writes an unsigned Exp-Golomb number, ue(v).
  mutating func writeGolomb(_ value: Int) {
    let count = Int.bitWidth - (value + 1).leadingZeroBitCount
    write(value + 1, 2 * count - 1)
  }

  /// Adds bits up to the next byte.
  mutating func align(_ bit: UInt8) {
    while bits.count & 7 != 0 { bits.append(bit) }
  }

  /// Writes the bit that ends a payload, and zeros up to the next byte.
  mutating func close() {
    write(1, 1)
    align(0)
  }
}
