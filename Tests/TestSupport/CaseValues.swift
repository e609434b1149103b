import Foundation
public import StarmineGraphics

/// Values of layers' properties as the case files write them, and back as numbers.
public enum CaseValues {
  /// A number, a switch, a list of numbers, a transform (as text, or as 16 numbers of a property that is one), colours
  /// as `{"rgba": [...]}` or `{"cmyka": [...]}`, or a list of any of these; nil for null.
  public static func value(_ json: JSONValue, isTransform: Bool = false) throws -> Any? {
    switch json {
    case .null: return nil
    case .bool(let flag): return flag
    case .number(let number): return number
    case .string(let text): return try json.number ?? TransformText.parse(text)
    case .object: return try color(json)
    case .array(let items):
      if let numbers = json.numbers, isTransform, numbers.count == 16 || numbers.count == 6 {
        return TransformText.matrix(numbers)
      }
      return try items.compactMap { try value($0) }
    }
  }

  /// A colour by its components.
  public static func color(_ json: JSONValue) throws -> CGColor {
    if let n = json.numbers ?? json["rgba"].numbers, n.count == 4 {
      return CGColor(red: n[0], green: n[1], blue: n[2], alpha: n[3])
    }
    guard let n = json["cmyka"].numbers, n.count == 5 else { throw TransformText.UnreadableError(text: "\(json)") }
    return CGColor(genericCMYKCyan: n[0], magenta: n[1], yellow: n[2], black: n[3], alpha: n[4])
  }

  /// The numbers of a value, or of a case's value; a switch is 0 or 1. Empty for what has none.
  public static func numbers(_ value: Any?) -> [Double] {
    switch value {
    case let json as JSONValue:
      json.number.map { [$0] } ?? json.bool.map { [$0 ? 1 : 0] } ?? (json.array ?? []).flatMap(numbers)
    case let point as CGPoint: [point.x, point.y]
    case let size as CGSize: [size.width, size.height]
    case let rect as CGRect: [rect.minX, rect.minY, rect.width, rect.height]
    case let color as CGColor: [color.red, color.green, color.blue, color.alpha]
    case let transform as CATransform3D:
      TransformText.names.map { (try? TransformText.element($0, of: transform)) ?? .nan }
    case let number as NSNumber: [number.doubleValue]
    case let list as [Any]: list.flatMap(numbers)
    default: []
    }
  }
}
