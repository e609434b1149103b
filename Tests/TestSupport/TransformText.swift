import Foundation
public import StarmineGraphics

/// Reads the transforms that the case files write as text, such as `scale(2,3,1)`, `rotateZ(pi/2) with m42=100`,
/// `Rx(.2)*Ry(.3)*Rz(.4)` (the left factor first) and `scale(2,2,1) m41=10`.
public enum TransformText {
  public struct UnreadableError: Error, CustomStringConvertible {
    public var text: String
    public var description: String { "cannot read the transform \"\(text)\"" }
  }

  public static func parse(_ text: String) throws -> CATransform3D {
    // A remark in its own parentheses says what the notation means.
    let notation = text.split(separator: " (").first ?? ""
    let words = notation.split(separator: " ").filter { $0 != "with" }
    guard let product = words.first else { throw UnreadableError(text: text) }
    var result = CATransform3DIdentity
    for factor in product.split(separator: "*") {
      result = CATransform3DConcat(result, try parse(factor: factor))
    }
    for assignment in words.dropFirst() {
      try assign(assignment, in: &result)
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
    case ("scale", 3): return CATransform3DMakeScale(v[0], v[1], v[2])
    case ("rotateX", 1), ("Rx", 1): return CATransform3DMakeRotation(v[0], 1, 0, 0)
    case ("rotateY", 1), ("Ry", 1): return CATransform3DMakeRotation(v[0], 0, 1, 0)
    case ("rotateZ", 1), ("Rz", 1): return CATransform3DMakeRotation(v[0], 0, 0, 1)
    default: throw UnreadableError(text: String(factor))
    }
  }

  private static func number(_ text: Substring) throws -> Double {
    let parts = text.split(separator: "/")
    let values = parts.compactMap { $0 == "pi" ? Double.pi : Double($0.hasPrefix(".") ? "0\($0)" : String($0)) }
    guard values.count == parts.count, let first = values.first else { throw UnreadableError(text: String(text)) }
    return values.dropFirst().reduce(first, /)
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
