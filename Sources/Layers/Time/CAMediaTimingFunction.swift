/// Name of a predefined timing function.
public struct CAMediaTimingFunctionName: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Constant speed.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Slow start: (0.42, 0), (1, 1).
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Slow end: (0, 0), (0.58, 1).
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Slow start and end: (0.42, 0), (0.58, 1).
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// Slow start and slower end: (0.25, 0.1), (0.25, 1).
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The easing of an animation: a cubic Bezier curve from (0, 0) to (1, 1) (documented; behavior.md 1.4).
public final class CAMediaTimingFunction: NSObject, Sendable {
  package let curve: TimingCurve

  package init(_ curve: TimingCurve) {
    self.curve = curve
  }

  /// Functions with the same curve are equal, whether created by name or by control points.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CAMediaTimingFunction)?.curve == curve }
  /// Equal curves have equal hashes.
  public override var hash: Int { curve.hashValue }

  /// Creates a predefined curve.
  ///
  /// - Precondition: the name is one of `CAMediaTimingFunctionName` (Core Animation raises an exception).
  public convenience init(name: CAMediaTimingFunctionName) {
    guard let curve = TimingCurve.named[name.rawValue] else {
      misuse("CAMediaTimingFunction: no timing function is named \(name.rawValue)")
    }
    self.init(curve)
  }

  /// Creates a curve with the control points (c1x, c1y) and (c2x, c2y). x is in 0...1; y may overshoot.
  public convenience init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    self.init(TimingCurve(c1x, c1y, c2x, c2y))
  }

  /// Copies x and y of a control point. 0 is (0, 0), and 3 is (1, 1).
  ///
  /// - Precondition: `index` is in 0...3.
  public func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
    demand((0...3).contains(index), "CAMediaTimingFunction has control points 0 to 3")
    let points: [(Float, Float)] = [(0, 0), (curve.x1, curve.y1), (curve.x2, curve.y2), (1, 1)]
    (values[0], values[1]) = points[index]
  }
}
