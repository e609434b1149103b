import StarmineGraphics

/// The tags of an ICC profile (ICC.1:2022), which may be damaged. Reads are bounds-checked, and the number of tags is
/// limited.
struct ProfileTags {
  private let bytes: FileBytes
  private let parts: [Int: FileBytes]
  let isGray: Bool
  /// Whether the profile has curves, with a matrix for three of them. Other profiles contain colour tables.
  let isUsable: Bool
  let name: String

  private static let mostTags = 256
  private static let mostValues = 65_536

  init?(_ bytes: FileBytes) {
    self.bytes = bytes
    guard bytes.number(36, 4) == Self.code("acsp"), let count = bytes.number(128, 4), count <= Self.mostTags else {
      return nil
    }
    var parts: [Int: FileBytes] = [:]
    for index in 0..<count {
      let entry = 132 + 12 * index
      guard let tag = bytes.number(entry, 4), let start = bytes.number(entry + 4, 4),
        let length = bytes.number(entry + 8, 4), let part = bytes.part(start, length)
      else { return nil }
      parts[tag] = part
    }
    self.parts = parts
    let space = bytes.number(16, 4)
    isGray = space == Self.code("GRAY")
    let isMeasured = bytes.number(20, 4) == Self.code("XYZ ")
    let needed = isGray ? "kTRC" : "rXYZ"
    isUsable = isMeasured && (isGray || space == Self.code("RGB ")) && parts[Self.code(needed)] != nil
    name = parts[Self.code("desc")].flatMap(Self.text) ?? ""
  }

  private static func code(_ name: String) -> Int { name.utf8.reduce(0) { $0 << 8 | Int($1) } }

  private static func text(_ part: FileBytes) -> String? {
    if part.number(0, 4) == code("desc") { return part.number(8, 4).flatMap { part.text(12, $0) } }
    // Two bytes per character, in the first language.
    guard part.number(0, 4) == code("mluc"), let length = part.number(20, 4), let start = part.number(24, 4) else {
      return nil
    }
    return part.text(start, length, atMost: 120)
  }

  func point(_ tag: String) -> SIMD3<Double>? {
    guard let part = parts[Self.code(tag)], part.number(0, 4) == Self.code("XYZ "), let x = part.fixed(8),
      let y = part.fixed(12), let z = part.fixed(16)
    else { return nil }
    return SIMD3(x, y, z)
  }

  /// Linear light of values from 0 to 1 in equal steps.
  func curve(_ tag: String, steps: Int) -> [Float]? {
    guard let part = parts[Self.code(tag)] else { return nil }
    let light: ((Double) -> Double)?
    switch part.number(0, 4) {
    case Self.code("curv"): light = Self.sampled(part)
    case Self.code("para"): light = Self.parametric(part)
    default: light = nil
    }
    return light.map { light in
      (0...steps).map {
        let value = light(Double($0) / Double(steps))
        return value > 0 ? Float(min(value, 1)) : 0
      }
    }
  }

  /// A table with linear interpolation; a power for a single number, the identity for none.
  private static func sampled(_ part: FileBytes) -> ((Double) -> Double)? {
    guard let count = part.number(8, 4), count <= mostValues else { return nil }
    if count == 0 { return { $0 } }
    let values = (0..<count).compactMap { part.number(12 + 2 * $0, 2) }.map(Double.init)
    guard values.count == count else { return nil }
    if count == 1 { return { Double.pow($0, values[0] / 256) } }
    return { value in
      let place = value * Double(count - 1)
      let index = min(Int(place), count - 2)
      let share = place - Double(index)
      return (values[index] * (1 - share) + values[index + 1] * share) / 65535
    }
  }

  /// A power, with a linear part for some types.
  private static func parametric(_ part: FileBytes) -> ((Double) -> Double)? {
    let counts = [1, 3, 4, 5, 7]
    guard let kind = part.number(8, 2), kind < counts.count else { return nil }
    let p = (0..<counts[kind]).compactMap { part.fixed(12 + 4 * $0) }
    guard p.count == counts[kind] else { return nil }
    let power = { (value: Double) in value > 0 ? Double.pow(value, p[0]) : 0 }
    switch kind {
    case 0: return power
    case 1: return { p[1] * $0 + p[2] >= 0 ? power(p[1] * $0 + p[2]) : 0 }
    case 2: return { p[1] * $0 + p[2] >= 0 ? power(p[1] * $0 + p[2]) + p[3] : p[3] }
    case 3: return { $0 >= p[4] ? power(p[1] * $0 + p[2]) : p[3] * $0 }
    default: return { $0 >= p[4] ? power(p[1] * $0 + p[2]) + p[5] : p[3] * $0 + p[6] }
    }
  }
}
