/// Names of the timing functions that exist by name.
public struct CAMediaTimingFunctionName: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Even.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Slow at the start: (0.42, 0), (1, 1).
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Slow at the end: (0, 0), (0.58, 1).
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Slow at both ends: (0.42, 0), (0.58, 1).
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// Slow at both ends, more so at the end: (0.25, 0.1), (0.25, 1).
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The pace of an animation as a cubic Bezier from (0, 0) to (1, 1) (documented; behavior.md 1.4).
public final class CAMediaTimingFunction: NSObject, Sendable {
  /// The curve itself.
  package let curve: TimingCurve

  package init(_ curve: TimingCurve) {
    self.curve = curve
  }

  /// Functions of one curve are equal, whether they were made by name or by points.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CAMediaTimingFunction)?.curve == curve }
  /// Equal curves have equal hashes.
  public override var hash: Int { curve.hashValue }

  /// A curve by its name.
  ///
  /// - Precondition: the name is one of `CAMediaTimingFunctionName` (Core Animation raises an exception).
  public convenience init(name: CAMediaTimingFunctionName) {
    guard let curve = TimingCurve.named[name.rawValue] else {
      misuse("CAMediaTimingFunction: no timing function is named \(name.rawValue)")
    }
    self.init(curve)
  }

  /// A curve with the control points (c1x, c1y) and (c2x, c2y); x in 0...1, y may overshoot.
  public convenience init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    self.init(TimingCurve(c1x, c1y, c2x, c2y))
  }

  /// Writes x and y of a control point: 0 is (0, 0), 3 is (1, 1).
  ///
  /// - Precondition: `index` is in 0...3.
  public func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
    demand((0...3).contains(index), "CAMediaTimingFunction has control points 0 to 3")
    let points: [(Float, Float)] = [(0, 0), (curve.x1, curve.y1), (curve.x2, curve.y2), (1, 1)]
    (values[0], values[1]) = points[index]
  }
}
