package import Foundation
import StarmineGraphics
import StarmineScene

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
func isNotANumber(_ value: Any?) -> Bool {
  // Numbers first: they are most values, and to ask whether one is a list takes long.
  if let number = value as? NSNumber { return number.doubleValue.isNaN }
  return (value as? [Any])?.contains(where: isNotANumber) ?? false
}

/// The number in `value` if that is a `Double` itself: what documents write, and no object.
private func double(in value: Any?) -> Double? {
  guard let value, type(of: value) == Double.self else { return nil }
  return value as? Double
}

extension Double: PropertyValue {
  package static let kind = ValueKind.number
  package init?(keyValue: Any?) {
    if let number = double(in: keyValue) {
      self = number
      return
    }
    guard let number = keyValue as? NSNumber else { return nil }
    self = number.doubleValue
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension Float: PropertyValue {
  package static let kind = ValueKind.number
  package init?(keyValue: Any?) {
    if let number = double(in: keyValue) {
      self = Float(number)
      return
    }
    guard let number = keyValue as? NSNumber else { return nil }
    self = number.floatValue
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension CGFloat: PropertyValue {
  package static let kind = ValueKind.number
  package init?(keyValue: Any?) {
    if let number = double(in: keyValue) {
      self.init(number)
      return
    }
    guard let number = keyValue as? NSNumber else { return nil }
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
    guard let number = keyValue as? NSNumber else { return nil }
    self = number.boolValue
  }
  package var keyValue: Any? { NSNumber(value: self) }
}
