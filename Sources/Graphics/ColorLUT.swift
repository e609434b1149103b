public import Foundation

/// A lookup table of colours (LUT) from a `.cube` file: one curve per component (1D), or a cube of colours (3D).
///
/// A movie's `lut` grades the finished picture. Colours between entries are interpolated: linearly in 1D tables,
/// tetrahedrally in 3D tables.
public struct ColorLUT: Hashable, Sendable {
  /// Path of the file as it was given.
  public let path: String
  /// Entries along each side: 2 to 65,536 in a 1D table, 2 to 65 in a 3D table.
  public let size: Int
  /// Whether the table is a cube of colours.
  package let isCube: Bool
  /// Colours of the first and the last entry: red, green, blue. Colours outside are clamped.
  package let domain: (low: SIMD3<Float>, high: SIMD3<Float>)
  /// 1D: all reds, then all greens, then all blues. 3D: blue, green, red and 0 of each entry; red changes fastest.
  package let values: [Float]

  /// Reads a `.cube` file.
  ///
  /// - Throws: A `ColorLUTError` that names the file, and the line where one is wrong.
  public init(contentsOf url: URL) throws(ColorLUTError) {
    try self.init(contentsOf: url, in: .everywhere, named: url.path)
  }

  /// - Parameter name: `path`, and the name in messages.
  package init(contentsOf url: URL, in scope: FileScope, named name: String) throws(ColorLUTError) {
    let bytes: [UInt8]
    do { bytes = try InputFile.bytes(of: url.path, in: scope, atMost: Self.mostBytes) } catch {
      let reason = error.kind == .missing ? "there is no such file" : error.reason
      throw ColorLUTError(path: name, line: nil, reason: reason)
    }
    try self.init(cube: bytes, named: name)
  }

  /// Parses the text of a `.cube` file.
  package init(cube bytes: [UInt8], named name: String) throws(ColorLUTError) {
    var (reader, line) = (CubeReader(), Int?.none)
    do {
      for (index, text) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
        line = index + 1
        try reader.read(text)
      }
      line = nil
      try reader.finish()
    } catch {
      throw ColorLUTError(path: name, line: line, reason: error.reason)
    }
    (path, size, isCube, domain) = (name, reader.size, reader.isCube, (reader.low, reader.high))
    values =
      isCube
      ? reader.entries.flatMap { [$0.z, $0.y, $0.x, 0] } : (0..<3).flatMap { part in reader.entries.map { $0[part] } }
  }

  /// A 3D table of the largest size has 275,000 lines.
  private static let mostBytes = 32 << 20

  /// Equal tables of one file name are equal.
  public static func == (left: ColorLUT, right: ColorLUT) -> Bool {
    left.path == right.path && left.isCube == right.isCube && left.domain == right.domain && left.values == right.values
  }

  /// Tables with equal paths are equal.
  public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// Why a LUT cannot be read.
public struct ColorLUTError: Error, Equatable, CustomStringConvertible {
  /// Path of the file as it was given.
  public let path: String
  /// Line of the file, from 1; nil if the file as a whole is wrong.
  public let line: Int?
  /// What is wrong with it.
  public let reason: String

  /// `look.cube:12: expected three numbers`.
  public var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}

/// Reads the lines of a `.cube` file.
private struct CubeReader {
  struct Problem: Error {
    let reason: String
  }

  private(set) var size = 0
  private(set) var isCube = false
  private(set) var low = SIMD3<Float>(repeating: 0)
  private(set) var high = SIMD3<Float>(repeating: 1)
  private(set) var entries: [SIMD3<Float>] = []

  private static let longestLine = 1000
  /// The engine's limit of a component.
  private static let largestValue: Float = 16_384
  private static let keywords =
    "TITLE, LUT_1D_SIZE, LUT_3D_SIZE, DOMAIN_MIN, DOMAIN_MAX, LUT_1D_INPUT_RANGE and LUT_3D_INPUT_RANGE"

  private var count: Int { isCube ? size * size * size : size }

  mutating func read(_ line: ArraySlice<UInt8>) throws(Problem) {
    guard line.count <= Self.longestLine else {
      throw Problem(reason: "the line has more than \(Self.longestLine) characters")
    }
    let words = line.split { $0 <= UInt8(ascii: " ") }.map { String(decoding: $0, as: UTF8.self) }
    guard let word = words.first, !word.hasPrefix("#") else { return }
    let rest = words.dropFirst()
    switch word {
    case "TITLE": break
    case "LUT_1D_SIZE": try readSize(rest, 2...65_536, isCube: false)
    case "LUT_3D_SIZE": try readSize(rest, 2...65, isCube: true)
    case "DOMAIN_MIN": low = try numbers(rest)
    case "DOMAIN_MAX": high = try numbers(rest)
    case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
      let range = try numbers(rest + ["0"], "two numbers")
      (low, high) = (SIMD3(repeating: range.x), SIMD3(repeating: range.y))
    case _ where word.first?.isLetter == true && Float(word) == nil:
      throw Problem(reason: "unknown keyword; expected \(Self.keywords), or three numbers")
    default:
      guard size > 0 else { throw Problem(reason: "expected LUT_1D_SIZE or LUT_3D_SIZE before the first entry") }
      guard entries.count < count else { throw Problem(reason: "more entries than the size has (\(count))") }
      entries.append(try numbers(words[...]))
    }
  }

  private mutating func readSize(
    _ words: ArraySlice<String>, _ range: ClosedRange<Int>, isCube: Bool
  ) throws(Problem) {
    guard size == 0 else { throw Problem(reason: "a second size; one file has one table, 1D or 3D") }
    guard words.count == 1, let number = words.first.flatMap({ Int($0) }), range.contains(number) else {
      throw Problem(reason: "expected a size from \(range.lowerBound) to \(range.upperBound)")
    }
    (size, self.isCube) = (number, isCube)
  }

  private func numbers(
    _ words: ArraySlice<String>, _ expected: String = "three numbers"
  ) throws(Problem) -> SIMD3<Float> {
    let numbers = words.compactMap { Float($0) }.filter { abs($0) <= Self.largestValue }
    guard words.count == 3, numbers.count == 3 else {
      throw Problem(reason: "expected \(expected) from -16384 to 16384")
    }
    return SIMD3(numbers[0], numbers[1], numbers[2])
  }

  func finish() throws(Problem) {
    guard size > 0 else { throw Problem(reason: "LUT_1D_SIZE or LUT_3D_SIZE is missing") }
    guard entries.count == count else {
      throw Problem(reason: "found \(entries.count) entries; the size requires \(count)")
    }
    guard all(low .< high) else { throw Problem(reason: "DOMAIN_MIN must be below DOMAIN_MAX in each component") }
  }
}
