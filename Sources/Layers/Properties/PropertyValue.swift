package import Foundation
package import StarmineGraphics
package import StarmineScene

/// A type that properties can have: says once how its values are spelled and which parts they have.
package protocol PropertyValue: Animatable {
  static var kind: ValueKind { get }
  /// Nil if the given value is of the wrong kind or not a number (NaN).
  init?(keyValue: Any?)
  /// As key-value coding returns it.
  var keyValue: Any? { get }
  /// Parts with a key of their own, such as `x` of a point.
  static var components: [Property<Self>] { get }
  /// Whether `defaultValue(forKey:)` leaves such a default out.
  var isZero: Bool { get }
}

extension PropertyValue {
  package init?(keyValue: Any?) {
    guard let value = keyValue as? Self else { return nil }
    self = value
  }
  package var keyValue: Any? { self }
  package static var components: [Property<Self>] { [] }
  package var isZero: Bool { false }
}

// MARK: Numbers

/// The number in `value`, whatever numeric type it has; nil for other kinds and for NaN.
func number(in value: Any?) -> NSNumber? {
  let number = (value as? CGFloat).map { NSNumber(value: Double($0)) } ?? value as? NSNumber
  guard let number, !number.doubleValue.isNaN else { return nil }
  return number
}

/// The numbers of an array of exactly `count` numbers.
func numbers(in value: Any?, count: Int) -> [CGFloat]? {
  guard let values = value as? [Any], values.count == count else { return nil }
  let numbers = values.compactMap { number(in: $0).map { CGFloat($0.doubleValue) } }
  return numbers.count == count ? numbers : nil
}

extension Double: PropertyValue {
  package static let kind = ValueKind.number
  package init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self = number.doubleValue
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension Float: PropertyValue {
  package static let kind = ValueKind.number
  package init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self = number.floatValue
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension CGFloat: PropertyValue {
  package static let kind = ValueKind.number
  package init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self.init(number.doubleValue)
  }
  package var keyValue: Any? { NSNumber(value: Double(self)) }
}

extension Int: PropertyValue {
  package static let kind = ValueKind.integer
  package init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self.init(exactly: number.doubleValue.rounded(.towardZero))
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension UInt32: PropertyValue {
  package static let kind = ValueKind.integer
  package init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self.init(exactly: number.doubleValue.rounded(.towardZero))
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

extension Bool: PropertyValue {
  package static let kind = ValueKind.boolean
  package init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self = number.boolValue
  }
  package var keyValue: Any? { NSNumber(value: self) }
}

// MARK: Text and enumerations

/// The text of a string or of a string-backed type such as `CAEmitterLayerEmitterShape`.
func text(in value: Any?) -> String? {
  value as? String ?? (value as? any RawRepresentable)?.rawValue as? String
}

extension String: PropertyValue {
  package static let kind = ValueKind.string
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self = text
  }
  package var keyValue: Any? { self }
}

/// Enumerations of spellings need to declare the conformance, nothing else.
extension PropertyValue where Self: RawRepresentable<String> & CaseIterable {
  package static var kind: ValueKind { .enumeration(allCases.map(\.rawValue)) }
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self.init(rawValue: text)
  }
  package var keyValue: Any? { rawValue }
}

extension EmitterShape: PropertyValue {}
extension EmitterMode: PropertyValue {}
extension EmitterRenderMode: PropertyValue {}
extension ParticleType: PropertyValue {}
extension ContentsFrameMode: PropertyValue {}
extension SamplingFilter: PropertyValue {}

extension CAMediaTimingFillMode: PropertyValue {
  package static var kind: ValueKind { .enumeration(all.map(\.rawValue)) }
  package init?(keyValue: Any?) {
    guard let mode = Self.all.first(where: { $0.rawValue == text(in: keyValue) }) else { return nil }
    self = mode
  }
  package var keyValue: Any? { rawValue }
}

// MARK: Structures: also given as an array of their numbers

extension CGPoint: PropertyValue {
  package static let kind = ValueKind.point
  package init?(keyValue: Any?) {
    if let point = keyValue as? CGPoint {
      self = point
      return
    }
    guard let n = numbers(in: keyValue, count: 2) else { return nil }
    self.init(x: n[0], y: n[1])
  }
  package var isZero: Bool { self == .zero }
  package static var components: [Property<CGPoint>] { [Property("x", \.x, ""), Property("y", \.y, "")] }
}

extension CGSize: PropertyValue {
  package static let kind = ValueKind.size
  package init?(keyValue: Any?) {
    if let size = keyValue as? CGSize {
      self = size
      return
    }
    guard let n = numbers(in: keyValue, count: 2) else { return nil }
    self.init(width: n[0], height: n[1])
  }
  package var isZero: Bool { self == .zero }
  package static var components: [Property<CGSize>] {
    [Property("width", \.width, ""), Property("height", \.height, "")]
  }
}

extension CGRect: PropertyValue {
  package static let kind = ValueKind.rect
  package init?(keyValue: Any?) {
    if let rect = keyValue as? CGRect {
      self = rect
      return
    }
    guard let n = numbers(in: keyValue, count: 4) else { return nil }
    self.init(x: n[0], y: n[1], width: n[2], height: n[3])
  }
  package var isZero: Bool { self == .zero }
  package static var components: [Property<CGRect>] {
    [Property("origin", \.origin, ""), Property("size", \.size, "")]
  }
}

extension CGColor: PropertyValue {
  package static let kind = ValueKind.color
  /// A colour or its 3 or 4 sRGB components in 0...1.
  package init?(keyValue: Any?) {
    if let color = keyValue as? CGColor {
      self = color
      return
    }
    guard let n = numbers(in: keyValue, count: 4) ?? numbers(in: keyValue, count: 3).map({ $0 + [1] }) else {
      return nil
    }
    self.init(red: n[0], green: n[1], blue: n[2], alpha: n[3])
  }
  /// Our extension: Core Animation has no keys for the parts of a colour.
  package static var components: [Property<CGColor>] {
    [
      Property("red", \.red, range: 0...1, ""), Property("green", \.green, range: 0...1, ""),
      Property("blue", \.blue, range: 0...1, ""), Property("alpha", \.alpha, range: 0...1, ""),
    ]
  }
}

extension CGImage: PropertyValue {
  package static var kind: ValueKind { .image }
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
  package static var kind: ValueKind { Wrapped.kind }
  package init?(keyValue: Any?) {
    guard let keyValue, !(keyValue is NSNull) else {
      self = .none
      return
    }
    guard let value = Wrapped(keyValue: keyValue) else { return nil }
    self = .some(value)
  }
  package var keyValue: Any? { self?.keyValue }
  /// The parts of the value; they read as nil and cannot be written while there is none.
  package static var components: [Property<Wrapped?>] {
    Wrapped.components.map { part in
      Property(
        part.info, read: { $0.flatMap(part.read) },
        write: { whole, value in
          guard var copy = whole, part.write(&copy, value) else { return false }
          whole = copy
          return true
        }, access: part.access.map { OptionalAccess(wrapped: $0) })
    }
  }
}
