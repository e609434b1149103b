/// Name of a value function.
public struct CAValueFunctionName: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Rotation about x: one number, radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// Rotation about y: one number, radians.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// Rotation about z: one number, radians.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// Scale along x, y and z: three numbers.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// Scale along x: one number.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// Scale along y: one number.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// Scale along z: one number.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// Translation along x, y and z: three numbers, points.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// Translation along x: one number, points.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// Translation along y: one number, points.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// Translation along z: one number, points.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// A function that converts one or three animated numbers to a transform, so that full rotations are possible
/// (behavior.md 1.5).
public final class CAValueFunction: NSObject, Sendable {
  let function: ValueFunction

  /// The name of the function.
  public var name: CAValueFunctionName { CAValueFunctionName(rawValue: function.rawValue) }

  /// Creates a function. Nil for an unknown name (measured).
  public init?(name: CAValueFunctionName) {
    guard let function = ValueFunction(rawValue: name.rawValue) else { return nil }
    self.function = function
  }

  /// Functions with the same name are equal. On Apple's system they are one object.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CAValueFunction)?.function == function }
  /// Equal functions have equal hashes.
  public override var hash: Int { function.hashValue }
}
