import Foundation
public import StarmineGraphics

/// Reads the transforms that the case files write as text, such as `scale(2,3,1)`, `rotateZ(pi/2) with m42=100`,
/// `Rx(.2)*Ry(.3)*Rz(.4)` (the left factor first), `scale(2,2,1) m41=10`, `m34=-1/500` and matrices: 16 numbers row by
/// row or 6 of the plane, in brackets, in braces or as `matrix(...)`.
public enum TransformText {
  public struct UnreadableError: Error, CustomStringConvertible {
    public var text: String
    public init(text: String) { self.text = text }
    public var description: String { "cannot read the transform \"\(text)\"" }
  }

  public static func parse(_ text: String) throws -> CATransform3D {
    // A remark in its own parentheses says what the notation means.
    let notation = text.split(separator: " (").first ?? ""
    if let written = try matrix(in: notation) { return written }
    // Blanks inside of parentheses separate nothing.
    let words = notation.replacing(/,\s+/, with: ",").split(separator: " ").filter { $0 != "with" }
    guard let product = words.first else { throw UnreadableError(text: text) }
    var result = CATransform3DIdentity
    let isAssignment = product.contains("=")
    for factor in isAssignment ? [] : product.split(separator: "*") {
      result = CATransform3DConcat(result, try parse(factor: factor))
    }
    for assignment in isAssignment ? words[...] : words.dropFirst() {
      try assign(assignment, in: &result)
    }
    return result
  }

  /// A list of 16 or 6 numbers; nil for another notation.
  private static func matrix(in text: Substring) throws -> CATransform3D? {
    guard let match = text.wholeMatch(of: /\s*(?:matrix(?:3d)?\s*\(|\[|\{)([^\])}]*)[\])}]\s*/) else { return nil }
    let numbers = try match.1.split(whereSeparator: { ", ".contains($0) }).map(number)
    guard let result = matrix(numbers) else { throw UnreadableError(text: String(text)) }
    return result
  }

  /// Row by row: 16 numbers, or the 6 of a map of the plane.
  public static func matrix(_ n: [Double]) -> CATransform3D? {
    var result = CATransform3DIdentity
    switch n.count {
    case 16:
      for (name, value) in zip(names, n) {
        guard let element = elements[name] else { return nil }
        result[keyPath: element] = .init(value)
      }
    case 6:
      (result.m11, result.m12, result.m21, result.m22, result.m41, result.m42) = (n[0], n[1], n[2], n[3], n[4], n[5])
    default: return nil
    }
    return result
  }

  private static func parse(factor: Substring) throws -> CATransform3D {
    if factor == "identity" { return CATransform3DIdentity }
    let parts = factor.split(separator: "(")
    guard parts.count == 2, parts[1].last == ")" else { throw UnreadableError(text: String(factor)) }
    let v = try parts[1].dropLast().split(separator: ",").map(number)
    switch (parts[0], v.count) {
    case ("translate", 3): return CATransform3DMakeTranslation(v[0], v[1], v[2])
    case ("translate", 2): return CATransform3DMakeTranslation(v[0], v[1], 0)
    case ("scale", 3): return CATransform3DMakeScale(v[0], v[1], v[2])
    case ("scale", 2): return CATransform3DMakeScale(v[0], v[1], 1)
    case ("scale", 1): return CATransform3DMakeScale(v[0], v[0], v[0])
    case ("rotate", 4): return CATransform3DMakeRotation(v[0], v[1], v[2], v[3])
    case ("rotate", 1): return CATransform3DMakeRotation(v[0], 0, 0, 1)
    case ("rotateX", 1), ("Rx", 1): return CATransform3DMakeRotation(v[0], 1, 0, 0)
    case ("rotateY", 1), ("Ry", 1): return CATransform3DMakeRotation(v[0], 0, 1, 0)
    case ("rotateZ", 1), ("Rz", 1): return CATransform3DMakeRotation(v[0], 0, 0, 1)
    default: throw UnreadableError(text: String(factor))
    }
  }

  private static func number(_ text: Substring) throws -> Double {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { "+-".contains($0) }.split(separator: "/")
    let values = parts.compactMap { part in
      part.hasSuffix("pi")
        ? factor(part.dropLast(2)).map { $0 * .pi } : Double(part.hasPrefix(".") ? "0\(part)" : "\(part)")
    }
    guard values.count == parts.count, let first = values.first else { throw UnreadableError(text: String(text)) }
    return values.dropFirst().reduce(isNegative ? -first : first, /)
  }

  /// Number before `pi`: nothing is 1.
  private static func factor(_ text: Substring) -> Double? {
    let digits = text.trimmingSuffix { $0 == "*" }
    return digits.isEmpty ? 1 : Double(digits)
  }

  private static func assign(_ text: Substring, in transform: inout CATransform3D) throws {
    let parts = text.split(separator: "=")
    guard parts.count == 2, let element = elements[String(parts[0])] else { throw UnreadableError(text: String(text)) }
    transform[keyPath: element] = .init(try number(parts[1]))
  }

  /// The sixteen elements by name.
  public static let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }

  /// An element by its name, `m11` to `m44`.
  public static func element(_ name: String, of transform: CATransform3D) throws -> Double {
    guard let element = elements[name] else { throw UnreadableError(text: name) }
    return Double(transform[keyPath: element])
  }

  private static var elements: [String: WritableKeyPath<CATransform3D, CGFloat>] {
    [
      "m11": \.m11, "m12": \.m12, "m13": \.m13, "m14": \.m14, "m21": \.m21, "m22": \.m22, "m23": \.m23, "m24": \.m24,
      "m31": \.m31, "m32": \.m32, "m33": \.m33, "m34": \.m34, "m41": \.m41, "m42": \.m42, "m43": \.m43, "m44": \.m44,
    ]
  }

  /// Compares with a case's `expected`: a transform as text, or the elements that matter by name.
  public static func compare(
    _ actual: CATransform3D, with expected: JSONValue, tolerance: Double
  ) throws -> ConformanceCases.Outcome {
    if let text = expected.string {
      let wanted = try parse(text)
      return .compare(
        try names.map { try element($0, of: actual) }, try names.map { try element($0, of: wanted) },
        tolerance: tolerance)
    }
    let members = (expected.object ?? [:]).sorted { $0.key < $1.key }
    guard !members.isEmpty else { throw UnreadableError(text: "\(expected)") }
    return .compare(
      try members.map { try element($0.key, of: actual) }, members.map { $0.value.number ?? .nan },
      tolerance: tolerance)
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
    var result = self
    while let last = result.last, isTrimmed(last) { result.removeLast() }
    return result
  }
}
