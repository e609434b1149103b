public import Foundation

// Code that was written for Apple's platforms casts what it gets from key-value coding: `value as? CGFloat` where the
// value is an NSNumber, `value as? CGPoint` where it is an NSValue. Foundation on Linux casts the standard library's
// numbers only; these conformances make the others cast as well, in both directions.

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// For casts to Foundation's classes.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  /// For forced casts from Foundation's classes.
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }

  /// For conditional casts from Foundation's classes.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(source.doubleValue)
    return true
  }

  /// For values that Foundation hands over.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    CGFloat(source?.doubleValue ?? 0)
  }
}

/// A structure that an `NSValue` can hold.
public protocol NSValueBox: _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
  /// Zeros, or the identity of transforms.
  init()
  /// Nil if the box holds another type.
  init?(boxed value: NSValue)
}

extension NSValueBox {
  /// For forced casts from Foundation's classes.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) {
    result = Self(boxed: source)
  }

  /// For conditional casts from Foundation's classes.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) -> Bool {
    result = Self(boxed: source)
    return result != nil
  }

  /// For values that Foundation hands over.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Self {
    source.flatMap { Self(boxed: $0) } ?? Self()
  }
}

extension CGPoint: NSValueBox, @retroactive _ObjectiveCBridgeable {
  /// For casts to Foundation's classes.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  /// The structure in a box, or the two numbers of a size; nil if the box holds another type.
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
  /// For casts to Foundation's classes.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  /// The structure in a box; nil if the box holds another type.
  public init?(boxed value: NSValue) {
    guard value.holds(NSValue(size: .zero)) else { return nil }
    self = value.sizeValue
  }
}

extension CGRect: NSValueBox, @retroactive _ObjectiveCBridgeable {
  /// For casts to Foundation's classes.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  /// The structure in a box; nil if the box holds another type.
  public init?(boxed value: NSValue) {
    guard value.holds(NSValue(rect: .zero)) else { return nil }
    self = value.rectValue
  }
}

// Foundation on Linux boxes no structures of its user's: these two are kept as their numbers.

extension CATransform3D: NSValueBox {
  fileprivate static let boxedType = "[16d]"

  /// For casts to Foundation's classes.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  /// The structure in a box; nil if the box holds another type.
  public init?(boxed value: NSValue) {
    guard String(cString: value.objCType) == Self.boxedType else { return nil }
    self.init()
    value.getValue(&self)
  }
}

extension CGAffineTransform: NSValueBox {
  fileprivate static let boxedType = "[6d]"

  /// For casts to Foundation's classes.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  /// The structure in a box; nil if the box holds another type.
  public init?(boxed value: NSValue) {
    guard String(cString: value.objCType) == Self.boxedType else { return nil }
    self.init()
    value.getValue(&self)
  }
}

extension NSValue {
  fileprivate func holds(_ sample: NSValue) -> Bool { String(cString: objCType) == String(cString: sample.objCType) }

  /// A box of a point. (Apple's has it; with Foundation on Linux it is `init(point:)`.)
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
  /// A box of a size.
  public convenience init(cgSize size: CGSize) { self.init(size: size) }
  /// A box of a rectangle.
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

  /// A box of a transform, which keeps its sixteen numbers.
  public convenience init(caTransform3D transform: CATransform3D) {
    var transform = transform
    self.init(bytes: &transform, objCType: CATransform3D.boxedType)
  }

  /// A box of an affine transform, which keeps its six numbers.
  public convenience init(cgAffineTransform transform: CGAffineTransform) {
    var transform = transform
    self.init(bytes: &transform, objCType: CGAffineTransform.boxedType)
  }

  /// The point, zero if the value is something else; so with the other types.
  public var cgPointValue: CGPoint { CGPoint(boxed: self) ?? .zero }
  /// The size in the box; zero if it holds something else.
  public var cgSizeValue: CGSize { CGSize(boxed: self) ?? .zero }
  /// The rectangle in the box; zero if it holds something else.
  public var cgRectValue: CGRect { CGRect(boxed: self) ?? .zero }
  /// The transform in the box; the identity if it holds something else.
  public var caTransform3DValue: CATransform3D { CATransform3D(boxed: self) ?? CATransform3DIdentity }
  /// The affine transform in the box; the identity if it holds something else.
  public var cgAffineTransformValue: CGAffineTransform { CGAffineTransform(boxed: self) ?? .identity }
}
