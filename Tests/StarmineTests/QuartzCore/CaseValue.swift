import Starmine
import StarmineTestSupport

extension CaseWorld {
  /// The value that a case describes: plain JSON, or an object with the kind as its key.
  func value(_ json: JSONValue) throws -> Any? {
    switch json {
    case .null: return nil
    case .bool(let flag): return flag
    case .number(let number): return NSNumber(value: number)
    case .string(let text): return json.number.map { NSNumber(value: $0) } ?? text
    case .array(let items): return try items.map { try value($0) ?? NSNull() }
    case .object(let members):
      guard let kind = members.keys.first(where: { $0 != "form" }), let make = Self.kinds[kind] else {
        throw UnknownError("there is no value \(json.text)")
      }
      return try make(self, json[kind], json)
    }
  }

  private typealias Maker = @Sendable (CaseWorld, JSONValue, JSONValue) throws -> Any?

  private static let kinds: [String: Maker] = [
    "rect": { _, json, _ in json.rect },
    "point": { _, json, _ in json.numbers.map { CGPoint(x: $0[0], y: $0[1]) } },
    "size": { _, json, _ in json.numbers.map { CGSize(width: $0[0], height: $0[1]) } },
    "color": { _, json, _ in try CaseValues.color(json) },
    "transform": { _, json, _ in try transform(json) },
    "path": { _, json, _ in try path(json) },
    "object": { world, json, _ in json.string.flatMap { world.objects[$0] } },
    "list": { world, json, _ in try world.value(json) },
    "dict": { world, json, _ in try json.object?.compactMapValues { try world.value($0) } },
    "nsnull": { _, _, _ in NSNull() },
    "image": { _, json, _ in try image(json) },
    "timing": { _, json, _ in timing(json) },
    "function": { _, json, _ in json.string.flatMap { CAValueFunction(name: CAValueFunctionName(rawValue: $0)) } },
    "constraint": { _, json, whole in try constraint(json, form: whole["form"].string) },
  ]

  static func timing(_ json: JSONValue) -> CAMediaTimingFunction? {
    if let n = json.numbers?.map(Float.init) { return CAMediaTimingFunction(controlPoints: n[0], n[1], n[2], n[3]) }
    return json.string.map { CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: $0)) }
  }

  private static func path(_ json: JSONValue) throws -> CGPath {
    let path = CGMutablePath()
    for part in json.array ?? [] {
      let n = (part.array ?? []).dropFirst().compactMap(\.number)
      func point(_ index: Int) -> CGPoint { CGPoint(x: n[index], y: n[index + 1]) }
      switch part.array?.first?.string {
      case "rect": path.addRect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
      case "ellipse": path.addEllipse(in: CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
      case "move": path.move(to: point(0))
      case "line": path.addLine(to: point(0))
      case "curve": path.addCurve(to: point(4), control1: point(0), control2: point(2))
      default: throw UnknownError("there is no path \(part.text)")
      }
    }
    return path
  }

  private static func image(_ json: JSONValue) throws -> CGImage {
    let color = try CaseValues.color(json["color"])
    guard let size = json["size"].numbers,
      let context = CGContext(size: CGSize(width: size[0], height: size[1]), scale: 1)
    else { throw UnknownError("there is no image \(json.text)") }
    context.setFillColor(color)
    context.fill(CGRect(x: 0, y: 0, width: size[0], height: size[1]))
    guard let image = context.makeImage() else { throw UnknownError("no image") }
    return image
  }

  /// Attribute, source, its attribute, then scale and offset, or the offset alone.
  static func constraint(_ json: JSONValue, form: String?) throws -> CAConstraint {
    let parts = json.array ?? []
    guard parts.count > 2, let attribute = constraintAttributes[parts[0].string ?? ""],
      let other = constraintAttributes[parts[2].string ?? ""], let source = parts[1].string
    else { throw UnknownError("there is no constraint \(json.text)") }
    let rest = parts.dropFirst(3).compactMap(\.number).map { CGFloat($0) }
    switch (rest.count, form) {
    case (0, _): return CAConstraint(attribute: attribute, relativeTo: source, attribute: other)
    case (1, "offset"):
      return CAConstraint(attribute: attribute, relativeTo: source, attribute: other, offset: rest[0])
    case (1, _): return CAConstraint(attribute: attribute, relativeTo: source, attribute: other, scale: rest[0])
    default:
      return CAConstraint(
        attribute: attribute, relativeTo: source, attribute: other, scale: rest[0], offset: rest[1])
    }
  }

  static let constraintAttributes: [String: CAConstraintAttribute] = [
    "minX": .minX, "midX": .midX, "maxX": .maxX, "width": .width, "minY": .minY, "midY": .midY, "maxY": .maxY,
    "height": .height,
  ]

  // MARK: Answers

  /// An answer as a case writes it: structures as their numbers, objects by name.
  func plain(_ value: Any?) -> JSONValue {
    guard let value, !(value is NSNull) else { return .null }
    if let json = value as? JSONValue { return json }
    if let name = name(of: value) { return .string(name) }
    switch value {
    case let number as NSNumber: return .number(number.doubleValue)
    case let text as NSString: return .string(text.description)
    case let text as String: return .string(text)
    case let number as any BinaryInteger: return .number(Double(number))
    case let list as [Any]: return .array(list.map(plain))
    default: return structure(value)
    }
  }

  private func structure(_ value: Any) -> JSONValue {
    switch value {
    case let size as CGSize: return .list([size.width, size.height])
    case let t as CGAffineTransform: return .list([t.a, t.b, t.c, t.d, t.tx, t.ty])
    case let function as CAMediaTimingFunction:
      var pair: [Float] = [0, 0]
      return .list(
        (0..<4).flatMap { index in
          function.getControlPoint(at: index, values: &pair)
          return pair.map { CGFloat($0) }
        })
    case let function as CAValueFunction: return .string(function.name.rawValue)
    case let attribute as CAConstraintAttribute:
      return .string(Self.constraintAttributes.first { $0.value == attribute }?.key ?? "")
    default:
      let numbers = CaseValues.numbers(value)
      return numbers.isEmpty ? .string(String(describing: value)) : .list(numbers.map { CGFloat($0) })
    }
  }

  private func name(of value: Any) -> String? {
    guard type(of: value) is AnyObject.Type else { return nil }
    let object = value as AnyObject
    return objects.first { type(of: $0.value) is AnyObject.Type && $0.value as AnyObject === object }?.key
  }

  static func matches(_ given: JSONValue, _ expected: JSONValue, tolerance: Double) -> Bool {
    if let first = given.scalar, let second = expected.scalar {
      return first == second || abs(first - second) <= tolerance
    }
    if let first = given.array, let second = expected.array {
      return first.count == second.count && zip(first, second).allSatisfy { matches($0, $1, tolerance: tolerance) }
    }
    return given == expected
  }
}

extension JSONValue {
  static func list(_ numbers: [CGFloat]) -> JSONValue { .array(numbers.map { .number(Double($0)) }) }

  /// A number, with switches as 0 and 1.
  var scalar: Double? { number ?? bool.map { $0 ? 1 : 0 } }

  /// For messages.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .array(let items): "[\(items.map(\.text).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", "))}"
    }
  }
}
