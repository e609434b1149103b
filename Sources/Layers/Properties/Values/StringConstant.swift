/// A constant that key-value coding stores as a text: `value(forKey: "lineCap")` casts to `CAShapeLayerLineCap` and to
/// `String`, as on Apple's platforms.
public protocol CAStringConstant: RawRepresentable, Hashable, Sendable, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {}

extension CAStringConstant {
  /// For casts to Foundation's strings.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// For forced casts from Foundation's classes.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = Self(rawValue: source.description)
  }

  /// For conditional casts from Foundation's classes.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = Self(rawValue: source.description)
    return result != nil
  }

  /// For values that Foundation hands over.
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
  /// For casts to Foundation's numbers.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: UInt64(truncatingIfNeeded: rawValue)) }

  /// For forced casts from Foundation's classes.
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Self?) {
    result = Self(rawValue: RawValue(truncatingIfNeeded: source.int64Value))
  }

  /// For conditional casts from Foundation's classes.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Self?) -> Bool {
    result = Self(rawValue: RawValue(truncatingIfNeeded: source.int64Value))
    return true
  }

  /// For values that Foundation hands over.
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
