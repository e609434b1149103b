public import Foundation

/// Any JSON, for reading test data without a type per shape.
public enum JSONValue: Hashable, Sendable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Null for a missing key, and for anything but an object.
  public subscript(key: String) -> JSONValue {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  public var isNull: Bool { self == .null }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// A number; what JSON has no number for is written as `"inf"`, `"-inf"` or `"nan"`.
  public var number: Double? {
    switch self {
    case .number(let value): value
    case .string("inf"), .string("infinity"): .infinity
    case .string("-inf"), .string("-infinity"): -.infinity
    case .string("nan"): .nan
    default: nil
    }
  }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
  /// An array of nothing but numbers.
  public var numbers: [Double]? {
    guard let array else { return nil }
    let numbers = array.compactMap(\.number)
    return numbers.count == array.count ? numbers : nil
  }

  /// Origin and size as four numbers.
  public var rect: CGRect? {
    guard let numbers, numbers.count == 4 else { return nil }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
