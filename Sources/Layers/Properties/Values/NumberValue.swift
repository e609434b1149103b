/// Returns the number in `value`, of any numeric type; nil for other types and NaN.
func number(in value: Any?) -> NSNumber? {
  guard let number = value as? NSNumber, !number.doubleValue.isNaN else { return nil }
  return number
}

/// Returns the numbers of an array of exactly `count` numbers, which can include NaN.
func numbers(in value: Any?, count: Int) -> [CGFloat]? {
  guard let values = value as? [Any], values.count == count else { return nil }
  let numbers = values.compactMap { ($0 as? NSNumber).map { CGFloat($0.doubleValue) } }
  return numbers.count == count ? numbers : nil
}

/// Whether a value is NaN or a list with NaN.
func isNotANumber(_ value: Any?) -> Bool { value.map(isNaN) ?? false }

func isNaN(in value: Any) -> Bool {
  // Numbers first: they are the most frequent values, and the check for a list is slow.
  if let number = exactly(Double.self, value) { return number.isNaN }
  if let number = cast(value, to: NSNumber.self) { return number.doubleValue.isNaN }
  return (value as? [Any])?.contains(where: isNotANumber) ?? false
}

/// Returns the value if it has exactly this type. A cast also looks for conversions, which takes four times as long.
func exactly<Wanted>(_ wanted: Wanted.Type, _ value: Any) -> Wanted? {
  func opened<Given>(_ value: Given) -> Wanted? {
    // The types are equal, so the bits are a valid value.
    Given.self == Wanted.self ? unsafeBitCast(value, to: Wanted.self) : nil
  }
  return _openExistential(value, do: opened)
}

/// Like a cast, but faster for most values.
func cast<Wanted>(_ value: Any, to wanted: Wanted.Type) -> Wanted? { exactly(wanted, value) ?? (value as? Wanted) }

/// Converts a number or Boolean to the object for key-value coding.
func boxed(_ value: Any?) -> Any? {
  guard let value else { return nil }
  if let number = exactly(Double.self, value) { return NSNumber(value: number) }
  if let flag = exactly(Bool.self, value) { return NSNumber(value: flag) }
  return value
}

/// The number in a key's value.
@inline(__always) private func double(in keyValue: Any?) -> Double? {
  guard let keyValue else { return nil }
  // Documents have doubles, which are not objects.
  return exactly(Double.self, keyValue) ?? cast(keyValue, to: NSNumber.self)?.doubleValue
}

extension Double: PropertyValue {
  package static let kind = ValueKind.number
  @inline(__always)
  package init?(keyValue: Any?) {
    guard let number = double(in: keyValue) else { return nil }
    self = number
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension Float: PropertyValue {
  package static let kind = ValueKind.number
  @inline(__always)
  package init?(keyValue: Any?) {
    guard let number = double(in: keyValue) else { return nil }
    self.init(number)
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension CGFloat: PropertyValue {
  package static let kind = ValueKind.number
  @inline(__always)
  package init?(keyValue: Any?) {
    guard let number = double(in: keyValue) else { return nil }
    self.init(number)
  }
  package var keyValue: Any? { NSNumber(value: Double(self)) }
}

extension Int: PropertyValue {
  package static let kind = ValueKind.integer
  package init?(keyValue: Any?) {
    guard let number = keyValue as? NSNumber else { return nil }
    // The largest integers have no exact Double.
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
