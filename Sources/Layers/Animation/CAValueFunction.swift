/// Names of the value functions.
public struct CAValueFunctionName: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A turn about x; one number, radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// A turn about y; one number, radians.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// A turn about z; one number, radians.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// Factors along x, y and z; three numbers.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// A factor along x; one number.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// A factor along y; one number.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// A factor along z; one number.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// Moves along x, y and z; three numbers, points.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// A move along x; one number, points.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// A move along y; one number, points.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// A move along z; one number, points.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// Lets a transform be animated by one or three numbers, so that full turns do not vanish (behavior.md 1.5).
public final class CAValueFunction: NSObject, Sendable {
  let function: ValueFunction

  /// The name it was made with.
  public var name: CAValueFunctionName { CAValueFunctionName(rawValue: function.rawValue) }

  /// Nil for an unknown name (measured).
  public init?(name: CAValueFunctionName) {
    guard let function = ValueFunction(rawValue: name.rawValue) else { return nil }
    self.function = function
  }

  /// Functions of one name are equal; on Apple's system they are one object.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CAValueFunction)?.function == function }
  /// Equal functions have equal hashes.
  public override var hash: Int { function.hashValue }
}
