/// Corners of a rectangle; the numbers are Core Animation's.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt
  /// Creates a set from its raw bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Smallest x, smallest y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// Largest x, smallest y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// Smallest x, largest y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// Largest x, largest y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
  @inlinable package static var all: CACornerMask { CACornerMask(rawValue: 15) }

  /// Upside down.
  var mirrored: CACornerMask { CACornerMask(rawValue: (rawValue & 3) << 2 | rawValue >> 2 & 3) }
}

/// How a round corner turns (behavior.md 4.7).
package enum CornerCurve: String, CaseIterable, Sendable {
  /// A quarter of a circle.
  case circular
  /// Three curves without a jump in curvature, which take more of the edges.
  case continuous

  /// How much of an edge a corner takes, in radii; less where the edge is short.
  package var expansion: Double { self == .circular ? 1 : 1.528665 }
}

/// Edges of a rectangle; the numbers are Core Animation's.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt32
  /// Creates a set from its raw bits.
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
