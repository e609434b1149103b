/// The number in `value`, whatever numeric type it has; nil for other kinds and for NaN.
func number(in value: Any?) -> NSNumber? {
  guard let number = value as? NSNumber, !number.doubleValue.isNaN else { return nil }
  return number
}

/// The numbers of an array of exactly `count` numbers, NaN among them.
func numbers(in value: Any?, count: Int) -> [CGFloat]? {
  guard let values = value as? [Any], values.count == count else { return nil }
  let numbers = values.compactMap { ($0 as? NSNumber).map { CGFloat($0.doubleValue) } }
  return numbers.count == count ? numbers : nil
}

/// NaN, or a list with NaN in it.
func isNotANumber(_ value: Any?) -> Bool { value.map(isNaN) ?? false }

/// The same of what is there.
func isNaN(in value: Any) -> Bool {
  // Numbers first: they are most values, and to ask whether one is a list takes long.
  if let number = exactly(Double.self, value) { return number.isNaN }
  if let number = cast(value, to: NSNumber.self) { return number.doubleValue.isNaN }
  return (value as? [Any])?.contains(where: isNotANumber) ?? false
}

/// The value itself if it is of this type and of no other that converts to it: a cast asks the runtime about that,
/// which takes four times as long.
func exactly<Wanted>(_ wanted: Wanted.Type, _ value: Any) -> Wanted? {
  func opened<Given>(_ value: Given) -> Wanted? {
    // Equal types, so that the bits are a value of it.
    Given.self == Wanted.self ? unsafeBitCast(value, to: Wanted.self) : nil
  }
  return _openExistential(value, do: opened)
}

/// The same as a cast, which most values need not wait for.
func cast<Wanted>(_ value: Any, to wanted: Wanted.Type) -> Wanted? { exactly(wanted, value) ?? (value as? Wanted) }

/// A number or truth value as the object that key-value coding gives out.
func boxed(_ value: Any?) -> Any? {
  guard let value else { return nil }
  if let number = exactly(Double.self, value) { return NSNumber(value: number) }
  if let flag = exactly(Bool.self, value) { return NSNumber(value: flag) }
  return value
}

extension Double: PropertyValue {
  package static let kind = ValueKind.number
  @inline(__always)
  package init?(keyValue: Any?) {
    guard let keyValue else { return nil }
    // What documents write, and no object.
    if let number = exactly(Double.self, keyValue) {
      self = number
      return
    }
    guard let number = cast(keyValue, to: NSNumber.self) else { return nil }
    self = number.doubleValue
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension Float: PropertyValue {
  package static let kind = ValueKind.number
  @inline(__always)
  package init?(keyValue: Any?) {
    guard let keyValue else { return nil }
    if let number = exactly(Double.self, keyValue) {
      self = Float(number)
      return
    }
    guard let number = cast(keyValue, to: NSNumber.self) else { return nil }
    self = number.floatValue
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension CGFloat: PropertyValue {
  package static let kind = ValueKind.number
  @inline(__always)
  package init?(keyValue: Any?) {
    guard let keyValue else { return nil }
    if let number = exactly(Double.self, keyValue) {
      self.init(number)
      return
    }
    guard let number = cast(keyValue, to: NSNumber.self) else { return nil }
    self.init(number.doubleValue)
  }
  package var keyValue: Any? { NSNumber(value: Double(self)) }
}

extension Int: PropertyValue {
  package static let kind = ValueKind.integer
  package init?(keyValue: Any?) {
    guard let number = keyValue as? NSNumber else { return nil }
    // The largest whole numbers have no exact Double.
    if let whole = number as? Int { self = whole } else { self.init(exactly: number.doubleValue.rounded(.towardZero)) }
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension UInt32: PropertyValue {
  package static let kind = ValueKind.integer
  package init?(keyValue: Any?) {
    guard let number = keyValue as? NSNumber else { return nil }
    self.init(exactly: number.doubleValue.rounded(.towardZero))
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension Bool: PropertyValue {
  package static let kind = ValueKind.boolean
  package init?(keyValue: Any?) {
    guard let keyValue else { return nil }
    if let flag = exactly(Bool.self, keyValue) {
      self = flag
      return
    }
    guard let number = cast(keyValue, to: NSNumber.self) else { return nil }
    self = number.boolValue
  }
  package var keyValue: Any? { NSNumber(value: self) }
}
