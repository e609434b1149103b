/// A constant that key-value coding stores as a string: `value(forKey: "lineCap")` casts to `CAShapeLayerLineCap` and
/// to `String`, as on Apple's platforms.
public protocol CAStringConstant: RawRepresentable, Hashable, Sendable, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {}

extension CAStringConstant {
  /// Converts to a Foundation string for casts.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// Converts from a Foundation string for forced casts.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = Self(rawValue: source.description)
  }

  /// Converts from a Foundation string for conditional casts.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = Self(rawValue: source.description)
    return result != nil
  }

  /// Converts from a Foundation string that Foundation returns.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    guard let source, let constant = Self(rawValue: source.description) else {
      misuse("\(Self.self): there is no constant \"\(source?.description ?? "")\"")
    }
    return constant
  }
}

/// A set of bits that key-value coding stores as a number: `value(forKey: "maskedCorners")` casts to `CACornerMask` and
/// to `NSNumber`.
public protocol CABitMask: OptionSet, Sendable, _ObjectiveCBridgeable
where RawValue: FixedWidthInteger, _ObjectiveCType == NSNumber {}

extension CABitMask {
  /// Converts to a Foundation number for casts.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: UInt64(truncatingIfNeeded: rawValue)) }

  /// Converts from a Foundation number for forced casts.
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Self?) {
    result = Self(rawValue: RawValue(truncatingIfNeeded: source.int64Value))
  }

  /// Converts from a Foundation number for conditional casts.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Self?) -> Bool {
    result = Self(rawValue: RawValue(truncatingIfNeeded: source.int64Value))
    return true
  }

  /// Converts from a Foundation number that Foundation returns.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Self {
    Self(rawValue: RawValue(truncatingIfNeeded: source?.int64Value ?? 0))
  }
}

extension CAMediaTimingFillMode: CAStringConstant {}
extension CAScrollLayerScrollMode: CAStringConstant {}
extension CALayerContentsFormat: CAStringConstant {}
extension CALayerToneMapMode: CAStringConstant {}
extension CALayerDynamicRange: CAStringConstant {}
extension CACornerMask: CABitMask {}
extension CAEdgeAntialiasingMask: CABitMask {}
extension CAAutoresizingMask: CABitMask {}
