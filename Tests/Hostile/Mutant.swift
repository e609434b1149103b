import StarmineGraphics
import StarminePresets
import StarmineTestSupport

/// Bundled presets with mistakes: bytes that change, and values that change places.
enum Mutant {
  static func document(_ random: inout SplitMix64) throws -> [UInt8] {
    let name = PresetLibrary.names.randomElement(using: &random) ?? "snow"
    let bytes = PresetLibrary.document(named: name) ?? []
    return Bool.random(using: &random) ? damaged(bytes, &random) : try rearranged(bytes, &random)
  }

  private static let strange = Array("{}[]:,'\"0-9ex#%.*/\\".utf8) + [0, 0x0A, 0x7F, 0xC3, 0xE2, 0xF0, 0xFF]

  static func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let range = start..<min(bytes.count, start + Int.random(in: 1...40, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.removeSubrange(range)
      case 1: bytes[start] = strange.randomElement(using: &random) ?? 0
      case 2: bytes.insert(strange.randomElement(using: &random) ?? 0, at: start)
      case 3: bytes.insert(contentsOf: bytes[range], at: Int.random(in: 0...bytes.count, using: &random))
      case 4: bytes.insert(contentsOf: Extremes.number(&random).utf8, at: start)
      default: bytes.removeLast(Int.random(in: 0...bytes.count / 4, using: &random))
      }
    }
    return bytes
  }

  // MARK: Values

  static func rearranged(
    _ bytes: [UInt8], quotingKeys: Bool = false, _ random: inout SplitMix64
  ) throws -> [UInt8] {
    var root = try JSON5Parser.parse(bytes)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let donor = root.randomPart(&random)
      root.replaceRandomPart(&random) { old, random in
        switch Int.random(in: 0..<5, using: &random) {
        case 0: donor
        case 1: DocumentValue(.array(Array(repeating: old, count: Int.random(in: 0...30, using: &random))))
        case 2: DocumentValue(.null)
        default: (try? JSON5Parser.parse(Extremes.value(like: old, &random))) ?? old
        }
      }
    }
    return Array(root.line(quotingKeys: quotingKeys).utf8)
  }
}

extension DocumentValue {
  private var children: [DocumentValue] {
    switch content {
    case .array(let items): items
    case .object(let members): members.map(\.value)
    default: []
    }
  }

  fileprivate func randomPart(_ random: inout SplitMix64) -> DocumentValue {
    guard let child = children.randomElement(using: &random), Int.random(in: 0..<6, using: &random) > 0 else {
      return self
    }
    return child.randomPart(&random)
  }

  fileprivate mutating func replaceRandomPart(
    _ random: inout SplitMix64, _ change: (DocumentValue, inout SplitMix64) -> DocumentValue
  ) {
    switch content {
    case .array(var items) where !items.isEmpty && Int.random(in: 0..<6, using: &random) > 0:
      items[Int.random(in: items.indices, using: &random)].replaceRandomPart(&random, change)
      content = .array(items)
    case .object(var members) where !members.isEmpty && Int.random(in: 0..<8, using: &random) > 0:
      members[Int.random(in: members.indices, using: &random)].value.replaceRandomPart(&random, change)
      content = .object(members)
    default: self = change(self, &random)
    }
  }
}
