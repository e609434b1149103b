public import Foundation
public import Graphics
public import Scene

/// A type that properties can have: says once how its values are spelled and which parts they have.
public protocol PropertyValue: Animatable {
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
  public init?(keyValue: Any?) {
    guard let value = keyValue as? Self else { return nil }
    self = value
  }
  public var keyValue: Any? { self }
  public static var components: [Property<Self>] { [] }
  public var isZero: Bool { false }
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
  public static let kind = ValueKind.number
  public init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self = number.doubleValue
  }
  public var keyValue: Any? { NSNumber(value: self) }
}

extension Float: PropertyValue {
  public static let kind = ValueKind.number
  public init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self = number.floatValue
  }
  public var keyValue: Any? { NSNumber(value: self) }
}

extension CGFloat: PropertyValue {
  public static let kind = ValueKind.number
  public init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self.init(number.doubleValue)
  }
  public var keyValue: Any? { NSNumber(value: Double(self)) }
}

extension Int: PropertyValue {
  public static let kind = ValueKind.integer
  public init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self.init(exactly: number.doubleValue.rounded(.towardZero))
  }
  public var keyValue: Any? { NSNumber(value: self) }
}

extension UInt32: PropertyValue {
  public static let kind = ValueKind.integer
  public init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self.init(exactly: number.doubleValue.rounded(.towardZero))
  }
  public var keyValue: Any? { NSNumber(value: self) }
}

extension Bool: PropertyValue {
  public static let kind = ValueKind.boolean
  public init?(keyValue: Any?) {
    guard let number = number(in: keyValue) else { return nil }
    self = number.boolValue
  }
  public var keyValue: Any? { NSNumber(value: self) }
}

// MARK: Text and enumerations

/// The text of a string or of a string-backed type such as `CAEmitterLayerEmitterShape`.
func text(in value: Any?) -> String? {
  value as? String ?? (value as? any RawRepresentable)?.rawValue as? String
}

extension String: PropertyValue {
  public static let kind = ValueKind.string
  public init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self = text
  }
  public var keyValue: Any? { self }
}

/// Enumerations of spellings need to declare the conformance, nothing else.
extension PropertyValue where Self: RawRepresentable<String> & CaseIterable {
  public static var kind: ValueKind { .enumeration(allCases.map(\.rawValue)) }
  public init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self.init(rawValue: text)
  }
  public var keyValue: Any? { rawValue }
}

extension EmitterShape: PropertyValue {}
extension EmitterMode: PropertyValue {}
extension EmitterRenderMode: PropertyValue {}
extension ParticleType: PropertyValue {}
extension ContentsFrameMode: PropertyValue {}
extension SamplingFilter: PropertyValue {}

extension FillMode: PropertyValue {
  public static var kind: ValueKind { .enumeration(all.map(\.rawValue)) }
  public init?(keyValue: Any?) {
    guard let mode = Self.all.first(where: { $0.rawValue == text(in: keyValue) }) else { return nil }
    self = mode
  }
  public var keyValue: Any? { rawValue }
}

// MARK: Structures: also given as an array of their numbers

extension CGPoint: PropertyValue {
  public static let kind = ValueKind.point
  public init?(keyValue: Any?) {
    if let point = keyValue as? CGPoint {
      self = point
      return
    }
    guard let n = numbers(in: keyValue, count: 2) else { return nil }
    self.init(x: n[0], y: n[1])
  }
  public var isZero: Bool { self == .zero }
  public static var components: [Property<CGPoint>] { [Property("x", \.x, ""), Property("y", \.y, "")] }
}

extension CGSize: PropertyValue {
  public static let kind = ValueKind.size
  public init?(keyValue: Any?) {
    if let size = keyValue as? CGSize {
      self = size
      return
    }
    guard let n = numbers(in: keyValue, count: 2) else { return nil }
    self.init(width: n[0], height: n[1])
  }
  public var isZero: Bool { self == .zero }
  public static var components: [Property<CGSize>] {
    [Property("width", \.width, ""), Property("height", \.height, "")]
  }
}

extension CGRect: PropertyValue {
  public static let kind = ValueKind.rect
  public init?(keyValue: Any?) {
    if let rect = keyValue as? CGRect {
      self = rect
      return
    }
    guard let n = numbers(in: keyValue, count: 4) else { return nil }
    self.init(x: n[0], y: n[1], width: n[2], height: n[3])
  }
  public var isZero: Bool { self == .zero }
  public static var components: [Property<CGRect>] {
    [Property("origin", \.origin, ""), Property("size", \.size, "")]
  }
}

extension CGColor: PropertyValue {
  public static let kind = ValueKind.color
  /// A colour or its 3 or 4 sRGB components in 0...1.
  public init?(keyValue: Any?) {
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
  public static var components: [Property<CGColor>] {
    [
      Property("red", \.red, range: 0...1, ""), Property("green", \.green, range: 0...1, ""),
      Property("blue", \.blue, range: 0...1, ""), Property("alpha", \.alpha, range: 0...1, ""),
    ]
  }
}

extension CGImage: PropertyValue {
  public static var kind: ValueKind { .image }
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
  public static var kind: ValueKind { Wrapped.kind }
  public init?(keyValue: Any?) {
    guard let keyValue, !(keyValue is NSNull) else {
      self = .none
      return
    }
    guard let value = Wrapped(keyValue: keyValue) else { return nil }
    self = .some(value)
  }
  public var keyValue: Any? { self?.keyValue }
  /// The parts of the value; they read as nil and cannot be written while there is none.
  public static var components: [Property<Wrapped?>] {
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
