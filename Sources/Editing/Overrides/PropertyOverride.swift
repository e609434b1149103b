/// A change of a property, as on the command line: `sky.emitterCells.snow.birthRate=80`, `...scale*=50%`,
/// `...position+=10,20`. `*` matches any name: `emitterCells.*.birthRate*=2`; `**` matches at any depth. The name of a
/// cell is sufficient: `spark.velocity=200`. Also for the movie (`movie.duration=3`), all colours (`hue+20`), and
/// animations (`star.animations.glow.values=0,1,0`).
public struct PropertyOverride: Sendable, Equatable {
  package enum Operation: String, Sendable {
    case assign = "="
    case add = "+="
    case multiply = "*="
  }

  package let text: String
  package let path: String
  package let operation: Operation
  package let value: String

  /// Reads a change. Errors: no `=`, or no path before it.
  public init(parsing text: String) throws(ValueMismatchError) {
    // Short forms for colours: hue+20, hue-20, saturation*1.2.
    if let match = text.wholeMatch(of: /\s*((?:[^=+*\s]+\.)?(?:hue|saturation|brightness))\s*([+*-])=?\s*([^=]+)/) {
      let isMinus = match.2 == "-"
      self.init(path: String(match.1), match.2 == "*" ? .multiply : .add, value: (isMinus ? "-" : "") + match.3, text)
      return
    }
    guard let match = text.wholeMatch(of: /\s*([^=+\s]+?)\s*([+*]?=)(.*)/.dotMatchesNewlines()) else {
      throw ValueMismatchError("\"\(text)\": expected KEY=VALUE, KEY+=VALUE or KEY*=VALUE")
    }
    self.init(path: String(match.1), Operation(rawValue: String(match.2)) ?? .assign, value: String(match.3), text)
  }

  /// - Parameter text: the original string, if any.
  package init(path: String, _ operation: Operation = .assign, value: String, _ text: String? = nil) {
    self.value = value.trimmingCharacters(in: .whitespaces)
    (self.path, self.operation) = (path, operation)
    self.text = text ?? path + operation.rawValue + self.value
  }
}

extension PropertyOverride {
  /// The value in document form; nil if it must be calculated.
  func assigned(_ kind: ValueKind) -> DocumentValue? {
    operation == .assign ? DocumentValue(argument: value, kind: kind) : nil
  }

  /// The value of a property after the change, for key-value coding.
  func value(of info: PropertyInfo, present: Any?, _ values: ValueReader) throws(ValueMismatchError) -> Any? {
    let kind = info.kind
    let values = values.along(info.key)
    if let assigned = assigned(kind) { return try values.read(assigned, kind: kind, unit: info.unit) }
    guard let present = Numbers(present), kind != .boolean else {
      throw ValueMismatchError("\(operation.rawValue) requires a number, found \(kind)")
    }
    if operation == .multiply {
      let factor = try NumberText.parse(value, unit: .none)
      return try checked(present.map { $0 * factor }, kind: kind)
    }
    let given = try values.read(DocumentValue(argument: value, kind: kind), kind: kind, unit: info.unit)
    guard let added = Numbers(given) else { throw ValueMismatchError("expected \(kind), found nothing") }
    return try checked(present.combined(added, +), kind: kind)
  }

  private func checked(_ numbers: Numbers, kind: ValueKind) throws(ValueMismatchError) -> Any? {
    guard numbers.parts.allSatisfy({ abs($0) <= Double(Float.greatestFiniteMagnitude) }) else {
      throw ValueMismatchError("the result is too large")
    }
    return numbers.value
  }
}

struct Numbers {
  var parts: [Double]
  private let make: ([Double]) -> Any

  var value: Any { make(parts) }

  init?(_ value: Any?) {
    switch value {
    case let number as NSNumber:
      (parts, make) = ([number.doubleValue], { NSNumber(value: $0[0]) })
    case let point as CGPoint:
      (parts, make) = ([point.x, point.y], { CGPoint(x: $0[0], y: $0[1]) })
    case let size as CGSize:
      (parts, make) = ([size.width, size.height], { CGSize(width: $0[0], height: $0[1]) })
    case let rect as CGRect:
      parts = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
      make = { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    case let color as CGColor:
      parts = [color.red, color.green, color.blue, color.alpha]
      make = { CGColor(red: $0[0], green: $0[1], blue: $0[2], alpha: $0[3]) }
    default: return nil
    }
  }

  func map(_ change: (Double) -> Double) -> Numbers {
    var result = self
    result.parts = parts.map(change)
    return result
  }

  func combined(_ other: Numbers, _ combine: (Double, Double) -> Double) -> Numbers {
    var result = self
    result.parts = zip(parts, other.parts).map(combine)
    return result
  }
}

extension GivenVariables {
  /// Removes the changes of variables (`vars.title=ANN`) from a list.
  package init(taking changes: inout [PropertyOverride]) {
    self.init()
    for change in changes {
      guard let name = Self.name(in: change) else { continue }
      self[name] = Value(change.value, file: change.text)
    }
    changes.removeAll { Self.name(in: $0) != nil }
  }

  package static func name(in change: PropertyOverride) -> String? {
    let prefix = VariableReader.key + "."
    return change.operation == .assign && change.path.hasPrefix(prefix)
      ? String(change.path.dropFirst(prefix.count)) : nil
  }
}
