/// A key of an interactive preview.
package enum PreviewKey: Sendable, Equatable {
  case character(Character)
  case left, right, up, down

  /// Takes the keys out of what a terminal sent. Sequences that are not keys, such as late answers, are dropped.
  package static func keys(in bytes: [UInt8]) -> [PreviewKey] {
    var keys: [PreviewKey] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x1B else {
        keys.append(.character(Character(UnicodeScalar(bytes[index]))))
        index += 1
        continue
      }
      let isSequence = index + 1 < bytes.count && (bytes[index + 1] == 0x5B || bytes[index + 1] == 0x4F)
      guard isSequence else {
        index += 1
        continue
      }
      // Parameters, then one final byte.
      index += 2
      while index < bytes.count, bytes[index] < 0x40 { index += 1 }
      let arrows: [UInt8: PreviewKey] = [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left]
      if index < bytes.count, let key = arrows[bytes[index]] { keys.append(key) }
      index += 1
    }
    return keys
  }
}
