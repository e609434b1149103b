/// Corners of a rectangle. Raw values are those of Core Animation.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt
  /// Creates a set from its raw bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The corner at the smallest x and smallest y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// The corner at the largest x and smallest y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// The corner at the smallest x and largest y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// The corner at the largest x and largest y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
  @inlinable package static var all: CACornerMask { CACornerMask(rawValue: 15) }

  var mirrored: CACornerMask { CACornerMask(rawValue: (rawValue & 3) << 2 | rawValue >> 2 & 3) }
}

/// Curve of round corners (behavior.md 4.7).
package enum CornerCurve: String, CaseIterable, Sendable {
  case circular
  /// Three curves with continuous curvature, which use more of the edges.
  case continuous

  /// Length of an edge that a corner uses, in radii; less if the edge is short.
  package var expansion: Double { self == .circular ? 1 : 1.528665 }
}

/// Edges of a rectangle. Raw values are those of Core Animation.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt32
  /// Creates a set from its raw bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The edge at the smallest x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  /// The edge at the largest x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  /// The edge at the smallest y.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  /// The edge at the largest y.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
  @inlinable package static var all: CAEdgeAntialiasingMask { CAEdgeAntialiasingMask(rawValue: 15) }

  var mirrored: CAEdgeAntialiasingMask {
    CAEdgeAntialiasingMask(rawValue: rawValue & 3 | (rawValue & 4) << 1 | (rawValue & 8) >> 1)
  }
}
