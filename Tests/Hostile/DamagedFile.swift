import Foundation
import StarmineGraphics
import StarmineTestSupport

/// Small files of a kind, one for each format that is read, with bytes changed, lost or added.
struct DamagedFile {
  /// Files below `Tests/Hostile`.
  let names: [String]
  /// Bytes at the beginning that half of the damage hits: sizes and counts are there.
  let header: Int

  static let image = DamagedFile(folder: "Images", header: 80)
  static let sound = DamagedFile(folder: "Sounds", header: 200)
  static let clip = DamagedFile(folder: "Clips", header: 600)

  private init(folder: String, header: Int) {
    names = Checkout.files(under: "Tests/Hostile/\(folder)", extensions: ["bin"])
    self.header = header
  }

  func bytes(_ random: inout SplitMix64) throws -> [UInt8] {
    let name = names.randomElement(using: &random) ?? ""
    var bytes = Array(try Data(contentsOf: Checkout.root.appending(path: name)))
    bytes.damage(&random, header: header)
    return bytes
  }
}

extension [UInt8] {
  /// Up to eight changes of bytes.
  mutating func damage(_ random: inout SplitMix64, header: Int) {
    for _ in 0..<Int.random(in: 1...8, using: &random) where count > 8 {
      let end = Bool.random(using: &random) ? Swift.min(count, header) : count
      let place = Int.random(in: 0..<end, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: self[place] = UInt8.random(in: 0...255, using: &random)
      case 1: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: write([0xFF, 0xFF, 0xFF, 0x7F], at: place)
      case 3: write([0, 0, 0x40, 0], at: place)
      case 4: removeSubrange(place..<Swift.min(count, place + Int.random(in: 1...32, using: &random)))
      case 5: insert(contentsOf: self[place..<Swift.min(count, place + 64)], at: place)
      default: removeLast(Int.random(in: 0...count / 2, using: &random))
      }
    }
  }

  private mutating func write(_ values: [UInt8], at place: Int) {
    for (index, value) in values.enumerated() where place + index < count { self[place + index] = value }
  }
}
