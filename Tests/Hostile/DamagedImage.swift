import Foundation
import StarmineGraphics
import StarmineTestSupport

/// Small pictures in every format that is read, with bytes changed, lost or added.
enum DamagedImage {
  static let document = """
    {movie:{size:[64,36],duration:8,fps:30},layer:{contents:"image",contentsGravity:"resizeAspect"}}
    """

  /// Pictures of Tests/Hostile/Images, one for each format.
  static let names = Checkout.files(under: "Tests/Hostile/Images", extensions: ["bin"])

  static func bytes(_ random: inout SplitMix64) throws -> [UInt8] {
    let name = names.randomElement(using: &random) ?? ""
    var bytes = Array(try Data(contentsOf: Checkout.root.appending(path: name)))
    for _ in 0..<Int.random(in: 1...8, using: &random) where bytes.count > 8 {
      // Half of the damage hits the header, where sizes and counts are.
      let end = Bool.random(using: &random) ? min(bytes.count, 80) : bytes.count
      let place = Int.random(in: 0..<end, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: write([0xFF, 0xFF, 0xFF, 0x7F], at: place, &bytes)
      case 3: write([0, 0, 0x40, 0], at: place, &bytes)
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...32, using: &random)))
      case 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 64)], at: place)
      default: bytes.removeLast(Int.random(in: 0...bytes.count / 2, using: &random))
      }
    }
    return bytes
  }

  private static func write(_ values: [UInt8], at place: Int, _ bytes: inout [UInt8]) {
    for (index, value) in values.enumerated() where place + index < bytes.count { bytes[place + index] = value }
  }
}
