/// Swift literals of values that compile for Apple's systems and for Starmine.
enum SwiftLiteral {
  /// Returns nil for values without a literal.
  static func text(_ value: Any?, _ kind: ValueKind) -> String? {
    switch value {
    case nil: return "nil"
    case let number as NSNumber: return kind == .boolean ? "\(number.boolValue)" : Self.number(number)
    case let text as String: return isRaw(kind) ? ".init(rawValue: \(quoted(text)))" : quoted(text)
    case let point as CGPoint: return "CGPoint(x: \(number(point.x)), y: \(number(point.y)))"
    case let size as CGSize: return "CGSize(width: \(number(size.width)), height: \(number(size.height)))"
    case let rect as CGRect:
      return "CGRect(x: \(number(rect.minX)), y: \(number(rect.minY)), width: \(number(rect.width)), "
        + "height: \(number(rect.height)))"
    case let color as CGColor: return Self.color(color)
    case let transform as CATransform3D: return Self.transform(transform)
    case let path as CGPath: return Self.path(path)
    case let items as [CGColor]: return "[\n" + items.map { "      \(color($0)),\n" }.joined() + "    ]"
    case let items as [NSNumber]: return "[" + items.map(Self.number).joined(separator: ", ") + "]"
    default: return nil
    }
  }

  private static func isRaw(_ kind: ValueKind) -> Bool { if case .enumeration = kind { true } else { false } }

  static func number(_ number: CGFloat) -> String { Self.number(NSNumber(value: Double(number))) }

  /// The shortest text that parses to the same number.
  static func number(_ number: NSNumber) -> String {
    let isSingle = String(cString: number.objCType) == "f"
    let value = number.doubleValue
    if value == .infinity { return ".infinity" }
    if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
    return isSingle ? "\(number.floatValue)" : "\(value)"
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where scalar.isHidden: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// An assignment, wrapped as Swift's formatter does if it is too long.
  static func assignment(_ place: String, _ literal: String) -> String {
    let (line, call) = ("\(place) = \(literal)", "CGColor(")
    guard line.count > 120, literal.hasPrefix(call) else { return line }
    return "\(place) = \(call)\n      \(literal.dropFirst(call.count))"
  }

  private static func color(_ color: CGColor) -> String {
    "CGColor(red: \(number(color.red)), green: \(number(color.green)), blue: \(number(color.blue)), "
      + "alpha: \(number(color.alpha)))"
  }

  private static func transform(_ t: CATransform3D) -> String {
    let rows = [
      ("m1", [t.m11, t.m12, t.m13, t.m14]), ("m2", [t.m21, t.m22, t.m23, t.m24]),
      ("m3", [t.m31, t.m32, t.m33, t.m34]), ("m4", [t.m41, t.m42, t.m43, t.m44]),
    ]
    let parts = rows.flatMap { row in row.1.enumerated().map { "\(row.0)\($0 + 1): \(number($1))" } }
    return "CATransform3D(\(parts.joined(separator: ", ")))"
  }

  private static func path(_ path: CGPath) -> String {
    var text = "{\n      let path = CGMutablePath()\n"
    for element in path.geometry.elements {
      text += "      path.\(call(element))\n"
    }
    return text + "      return path\n    }()"
  }

  private static func call(_ element: CGPath.Geometry.Element) -> String {
    func point(_ point: CGPoint) -> String { text(point, .point) ?? "" }
    switch element {
    case .move(let to): return "move(to: \(point(to)))"
    case .line(let to): return "addLine(to: \(point(to)))"
    case .quadCurve(let control, let to): return "addQuadCurve(to: \(point(to)), control: \(point(control)))"
    case .curve(let first, let second, let to):
      return "addCurve(to: \(point(to)), control1: \(point(first)), control2: \(point(second)))"
    case .close: return "closeSubpath()"
    }
  }

  /// A Swift identifier: `snow deep` becomes `snowDeep`.
  static func name(_ text: String, upper: Bool = false) -> String {
    let words = text.split { !$0.isLetter && !$0.isNumber || !$0.isASCII }.map(String.init)
    var result = ""
    for (index, word) in words.enumerated() {
      let isUpper = upper || index > 0
      result += (isUpper ? word.prefix(1).uppercased() : word.prefix(1).lowercased()) + word.dropFirst()
    }
    if result.isEmpty || result.first?.isNumber == true { result = (upper ? "Scene" : "scene") + result }
    return String(result.prefix(60))
  }
}
