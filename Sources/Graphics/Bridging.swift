public import Foundation

// Code for Apple's platforms casts results of key-value coding: `value as? CGFloat` for an `NSNumber`, `value as?
// CGPoint` for an `NSValue`. Foundation on Linux casts only numbers of the standard library. These conformances add the
// other casts in both directions.

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// Converts to a Foundation object for casts.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  /// Converts from a Foundation object for forced casts.
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }

  /// Converts from a Foundation object for conditional casts.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(source.doubleValue)
    return true
  }

  /// Converts from a Foundation object that Foundation returns.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    CGFloat(source?.doubleValue ?? 0)
  }
}

/// A structure that can be stored in an `NSValue`.
public protocol NSValueBox: _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
  /// Creates zeros, or the identity of transforms.
  init()
  /// Creates the value stored in an `NSValue`. Nil if it contains another type.
  init?(boxed value: NSValue)
}

extension NSValueBox {
  /// Converts from a Foundation object for forced casts.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) {
    result = Self(boxed: source)
  }

  /// Converts from a Foundation object for conditional casts.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) -> Bool {
    result = Self(boxed: source)
    return result != nil
  }

  /// Converts from a Foundation object that Foundation returns.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Self {
    source.flatMap { Self(boxed: $0) } ?? Self()
  }
}

extension CGPoint: NSValueBox, @retroactive _ObjectiveCBridgeable {
  /// Converts to a Foundation object for casts.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  /// Creates the point stored in an `NSValue`, or the two numbers of a size. Nil if it contains another type.
  public init?(boxed value: NSValue) {
    if value.holds(NSValue(size: .zero)) {
      self.init(x: value.sizeValue.width, y: value.sizeValue.height)
      return
    }
    guard value.holds(NSValue(point: .zero)) else { return nil }
    self = value.pointValue
  }
}

extension CGSize: NSValueBox, @retroactive _ObjectiveCBridgeable {
  /// Converts to a Foundation object for casts.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  /// Creates the value stored in an `NSValue`. Nil if it contains another type.
  public init?(boxed value: NSValue) {
    guard value.holds(NSValue(size: .zero)) else { return nil }
    self = value.sizeValue
  }
}

extension CGRect: NSValueBox, @retroactive _ObjectiveCBridgeable {
  /// Converts to a Foundation object for casts.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  /// Creates the value stored in an `NSValue`. Nil if it contains another type.
  public init?(boxed value: NSValue) {
    guard value.holds(NSValue(rect: .zero)) else { return nil }
    self = value.rectValue
  }
}

// Foundation on Linux cannot box custom structures. These two are stored as numbers.

extension CATransform3D: NSValueBox {
  fileprivate static let boxedType = "[16d]"

  /// Converts to a Foundation object for casts.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  /// Creates the value stored in an `NSValue`. Nil if it contains another type.
  public init?(boxed value: NSValue) {
    guard String(cString: value.objCType) == Self.boxedType else { return nil }
    self.init()
    value.getValue(&self)
  }
}

extension CGAffineTransform: NSValueBox {
  fileprivate static let boxedType = "[6d]"

  /// Converts to a Foundation object for casts.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  /// Creates the value stored in an `NSValue`. Nil if it contains another type.
  public init?(boxed value: NSValue) {
    guard String(cString: value.objCType) == Self.boxedType else { return nil }
    self.init()
    value.getValue(&self)
  }
}

extension NSValue {
  fileprivate func holds(_ sample: NSValue) -> Bool { String(cString: objCType) == String(cString: sample.objCType) }

  /// Creates a value with a point. (On Apple's platforms it has this name; Foundation on Linux has `init(point:)`.)
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
  /// Creates a value with a size.
  public convenience init(cgSize size: CGSize) { self.init(size: size) }
  /// Creates a value with a rectangle.
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

  /// Creates a value with the sixteen numbers of a transform.
  public convenience init(caTransform3D transform: CATransform3D) {
    var transform = transform
    self.init(bytes: &transform, objCType: CATransform3D.boxedType)
  }

  /// Creates a value with the six numbers of an affine transform.
  public convenience init(cgAffineTransform transform: CGAffineTransform) {
    var transform = transform
    self.init(bytes: &transform, objCType: CGAffineTransform.boxedType)
  }

  /// The point. Zero for another type.
  public var cgPointValue: CGPoint { CGPoint(boxed: self) ?? .zero }
  /// The size. Zero for another type.
  public var cgSizeValue: CGSize { CGSize(boxed: self) ?? .zero }
  /// The rectangle. Zero for another type.
  public var cgRectValue: CGRect { CGRect(boxed: self) ?? .zero }
  /// The transform. The identity for another type.
  public var caTransform3DValue: CATransform3D { CATransform3D(boxed: self) ?? CATransform3DIdentity }
  /// The affine transform. The identity for another type.
  public var cgAffineTransformValue: CGAffineTransform { CGAffineTransform(boxed: self) ?? .identity }
}
