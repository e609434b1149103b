/// Edges of a rectangle; the numbers are Core Animation's.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// A set by its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Least x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  /// Largest x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  /// Least y.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  /// Largest y.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
  @inlinable package static var all: CAEdgeAntialiasingMask { CAEdgeAntialiasingMask(rawValue: 15) }

  /// Upside down.
  var mirrored: CAEdgeAntialiasingMask {
    CAEdgeAntialiasingMask(rawValue: rawValue & 3 | (rawValue & 4) << 1 | (rawValue & 8) >> 1)
  }
}
