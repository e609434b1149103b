/// Property values as texts for people: with units, and images by where they came from.
package struct ValueText {
  let origin: (CGImage) -> String

  package init(origin: @escaping (CGImage) -> String = { "image \($0.width)x\($0.height)" }) {
    self.origin = origin
  }

  /// The text of a value as key-value coding reads it, which `--set` takes again.
  package func text(_ value: Any?, _ info: PropertyInfo) -> String {
    switch value {
    case nil: return "none"
    case let number as NSNumber where info.kind == .boolean: return number.boolValue ? "true" : "false"
    // All digits: seeds have up to ten.
    case let number as NSNumber where info.kind == .integer && info.unit == .none: return number.stringValue
    case let number as NSNumber: return Self.text(number.doubleValue, info.unit)
    case let point as CGPoint: return Self.list([point.x, point.y])
    case let size as CGSize: return Self.list([size.width, size.height])
    case let rect as CGRect: return Self.list([rect.minX, rect.minY, rect.width, rect.height])
    case let color as CGColor: return Self.text(color)
    case let transform as CATransform3D:
      return transform == CATransform3DIdentity ? "identity" : ValueSpelling.argument(transform, info.kind) ?? ""
    case let image as CGImage: return origin(image)
    case let text as String: return text
    case let path as CGPath: return PathText.text(path.geometry)
    case let items as [CGColor]: return "[" + items.map { "\"\(Self.text($0))\"" }.joined(separator: ", ") + "]"
    case let value?: return ValueSpelling.argument(value, info.kind) ?? String(describing: value)
    }
  }

  /// With its unit; angles in degrees, as documents write them.
  package static func text(_ number: Double, _ unit: PropertyUnit) -> String {
    switch unit {
    case .none: text(number)
    case .radians: text(number * 180 / .pi) + " degrees"
    case .radiansPerSecond: text(number * 180 / .pi) + " degrees/s"
    default: "\(text(number)) \(unit.rawValue)"
    }
  }

  /// Hexadecimal where that says it exactly, otherwise its parts.
  package static func text(_ color: CGColor) -> String {
    if let again = CGColor(hex: color.hexText), again == color { return color.hexText }
    let parts = [color.red, color.green, color.blue] + (color.alpha == 1 ? [] : [color.alpha])
    return list(parts)
  }

  private static func list(_ numbers: [CGFloat]) -> String { numbers.map { text($0) }.joined(separator: ", ") }

  /// At most six digits, so that 32-bit values read as they were written.
  package static func text(_ number: Double) -> String {
    String(format: "%.6g", number)
  }
}
