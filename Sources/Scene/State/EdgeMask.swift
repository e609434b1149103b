/// Edges of a rectangle; the numbers are Core Animation's.
public struct EdgeMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Least x.
  public static let layerLeftEdge = EdgeMask(rawValue: 1)
  /// Largest x.
  public static let layerRightEdge = EdgeMask(rawValue: 2)
  /// Least y.
  public static let layerBottomEdge = EdgeMask(rawValue: 4)
  /// Largest y.
  public static let layerTopEdge = EdgeMask(rawValue: 8)
  public static let all = EdgeMask(rawValue: 15)

  /// Upside down.
  var mirrored: EdgeMask {
    EdgeMask(rawValue: rawValue & 3 | (rawValue & 4) << 1 | (rawValue & 8) >> 1)
  }
}
