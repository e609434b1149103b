import Foundation
import StarmineGraphics
import StarmineTestSupport

/// Documents of other programs with mistakes: of bytes in binary ones; in texts, of elements that are repeated, moved
/// or put into each other, and of numbers.
struct ForeignDocument {
  let ending: String
  let bytes: [UInt8]

  /// Files of the fuzzers' corpus.
  private static let names = ["caml", "particles", "plist", "archive", "zip", "lottie", "foreign", "svg"].flatMap {
    Checkout.files(
      under: "Tests/Hostile/Corpus/\($0)",
      extensions: ["caml", "pex", "plist", "sks", "tendies", "lot", "json", "svg"])
  }

  init(_ random: inout SplitMix64) throws {
    let name = Self.names.randomElement(using: &random) ?? ""
    ending = (name as NSString).pathExtension
    var bytes = Array(try Data(contentsOf: Checkout.root.appending(path: name)))
    let isText = bytes.first == UInt8(ascii: "<")
    let isJSON = bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[")
    if isJSON, Int.random(in: 0..<5, using: &random) > 0 {
      bytes = Self.withStrangeMembers(bytes, &random)
    } else if isText, Int.random(in: 0..<5, using: &random) > 0 {
      bytes = Self.rearranged(bytes, &random)
    } else {
      bytes.damage(&random, header: 200)
    }
    self.bytes = bytes
  }

  /// JSON with extreme numbers, and with members that are repeated or stand in each other's place.
  private static func withStrangeMembers(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { Array($0) }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: parts.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: parts[place] = parts[Int.random(in: parts.indices, using: &random)]
      case 1: parts.insert(contentsOf: Array(repeating: parts[place], count: 200), at: place)
      default: parts[place] = withStrangeNumber(parts[place], &random)
      }
    }
    return Array(parts.joined(separator: ",".utf8))
  }

  private static func rearranged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var parts = self.parts(of: bytes)
    for _ in 0..<Int.random(in: 1...6, using: &random) where parts.count > 2 {
      let range = element(in: parts, around: Int.random(in: parts.indices, using: &random))
      let place = Int.random(in: 0...parts.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: parts.removeSubrange(range)
      case 1: parts.insert(contentsOf: parts[range], at: place)
      case 2:
        let copies = Int.random(in: 2...200, using: &random)
        parts.insert(contentsOf: (0..<copies).flatMap { _ in parts[range] }.prefix(20_000), at: range.upperBound)
      case 3:
        let other = element(in: parts, around: Int.random(in: parts.indices, using: &random))
        parts.replaceSubrange(range, with: Array(parts[other]))
      default: parts[range.lowerBound] = withStrangeNumber(parts[range.lowerBound], &random)
      }
    }
    return Array(parts.joined())
  }

  /// Tags, and what stands between them.
  private static func parts(of bytes: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    for byte in bytes {
      if byte == UInt8(ascii: "<"), parts[parts.count - 1] != [] { parts.append([]) }
      parts[parts.count - 1].append(byte)
      if byte == UInt8(ascii: ">") { parts.append([]) }
    }
    return parts.filter { !$0.isEmpty }
  }

  /// The parts of the element that begins at an index; the part alone where none does.
  private static func element(in parts: [[UInt8]], around index: Int) -> Range<Int> {
    func isTag(_ part: [UInt8]) -> Bool { part.first == UInt8(ascii: "<") }
    func isEnd(_ part: [UInt8]) -> Bool { part.dropFirst().first == UInt8(ascii: "/") }
    func isWhole(_ part: [UInt8]) -> Bool {
      let second = part.dropFirst().first
      return part.suffix(2).first == UInt8(ascii: "/") || second == UInt8(ascii: "?") || second == UInt8(ascii: "!")
    }
    guard isTag(parts[index]), !isEnd(parts[index]), !isWhole(parts[index]) else { return index..<index + 1 }
    var depth = 0
    for end in index..<parts.count where isTag(parts[end]) && !isWhole(parts[end]) {
      depth += isEnd(parts[end]) ? -1 : 1
      if depth == 0 { return index..<end + 1 }
    }
    return index..<index + 1
  }

  /// A part with an extreme number in the place of one of its own.
  private static func withStrangeNumber(_ part: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let start = part.indices.filter({ digits.contains(part[$0]) }).randomElement(using: &random) else {
      return part
    }
    let end = part[start...].firstIndex { !digits.contains($0) } ?? part.count
    return Array(part[..<start]) + Array(Extremes.number(&random).utf8) + Array(part[end...])
  }
}
