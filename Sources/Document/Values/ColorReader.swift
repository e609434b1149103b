import Foundation
package import StarmineGraphics
import StarmineLayers

/// Colours of documents: a text as `ColorText` reads it, 3 or 4 components, which may lie outside 0...1, or a colour
/// with an exposure.
package enum ColorReader {
  package static func read(_ value: DocumentValue) throws(ValueMismatchError) -> CGColor {
    switch value.content {
    case .string(let text):
      return try ColorText.parse(text)
    case .object(let members): return try exposed(members)
    case .array(let items) where items.count == 3 || items.count == 4:
      let parts = items.compactMap { item -> CGFloat? in
        guard case .number(let number) = item.content, abs(number) < 1e6 else { return nil }
        return CGFloat(number)
      }
      if parts.count == items.count {
        if parts.prefix(3).allSatisfy({ $0 == $0.rounded() && (0...255).contains($0) }),
          let largest = parts.prefix(3).max(), largest >= leastByte
        {
          let bytes = parts.prefix(3).map { "\(Int($0))" }.joined(separator: " ")
          throw ValueMismatchError(
            "\(value.quoted) is \(Int(largest)) times white, because components are 0 to 1; write \"rgb(\(bytes))\" "
              + "for bytes, or { color: ..., exposure: ... } for light")
        }
        return CGColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
      }
      fallthrough
    default:
      throw ValueMismatchError("expected a colour such as \"#ff8800\" or [1, 0.5, 0, 1], found \(value.quoted)")
    }
  }

  /// Whole components from here on are bytes: such light is beyond that of every screen.
  private static let leastByte: CGFloat = 64

  /// Stops by which light may be raised or lowered.
  package static let exposures = -16.0...16.0

  /// `{ color: "#ffcc00", exposure: 2 }`: each stop doubles the light.
  private static func exposed(_ members: [DocumentMember]) throws(ValueMismatchError) -> CGColor {
    if let other = members.first(where: { $0.key != "color" && $0.key != "exposure" }) {
      throw ValueMismatchError("a colour with an exposure has color and exposure, not \(other.key.excerpt(40))")
    }
    guard let color = members.first(where: { $0.key == "color" })?.value, color.isPlainColor else {
      throw ValueMismatchError("expected a colour with an exposure, such as { color: \"#ffcc00\", exposure: 2 }")
    }
    let base = try read(color)
    guard let exposure = members.first(where: { $0.key == "exposure" })?.value else { return base }
    let stops = try NumberText.plain(exposure)
    guard exposures.contains(stops) else {
      throw ValueMismatchError("an exposure is -16 to 16 stops, found \(exposure.quoted)")
    }
    return base.exposed(.exp2(stops))
  }
}

extension DocumentValue {
  /// Whether it is a text or a list.
  var isPlainColor: Bool {
    switch content {
    case .string, .array: true
    default: false
    }
  }
}
