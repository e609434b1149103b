import Foundation
package import StarmineGraphics
package import StarmineLayers

/// Property values as texts for people: with units, and images by where they came from.
package struct ValueText {
  /// Names an image.
  let origin: (CGImage) -> String

  package init(origin: @escaping (CGImage) -> String = { "image \($0.width)x\($0.height)" }) {
    self.origin = origin
  }

  /// The text of a value as key-value coding reads it.
  package func text(_ value: Any?, _ info: PropertyInfo) -> String {
    switch value {
    case nil: return "none"
    case let number as NSNumber where info.kind == .boolean: return number.boolValue ? "true" : "false"
    case let number as NSNumber:
      let unit = info.unit == .none ? "" : " \(info.unit.rawValue)"
      return Self.text(number.doubleValue) + unit
    case let point as CGPoint: return "\(Self.text(point.x)), \(Self.text(point.y))"
    case let size as CGSize: return "\(Self.text(size.width)) x \(Self.text(size.height))"
    case let rect as CGRect:
      return "\(Self.text(rect.minX)), \(Self.text(rect.minY)), \(Self.text(rect.width)) x \(Self.text(rect.height))"
    case let color as CGColor:
      return [color.red, color.green, color.blue, color.alpha].map { Self.text($0) }.joined(separator: " ")
        + " (\(color.hexText))"
    case let transform as CATransform3D: return transform == CATransform3DIdentity ? "identity" : "\(transform)"
    case let image as CGImage: return origin(image)
    case let text as String: return text
    case let value?: return String(describing: value)
    }
  }

  /// At most six digits, so that 32-bit values read as they were written.
  package static func text(_ number: Double) -> String {
    String(format: "%.6g", number)
  }
}
