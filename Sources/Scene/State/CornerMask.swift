/// Corners of a rectangle; the numbers are Core Animation's.
public struct CornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = CornerMask(rawValue: 1)
  public static let layerMaxXMinYCorner = CornerMask(rawValue: 2)
  public static let layerMinXMaxYCorner = CornerMask(rawValue: 4)
  public static let layerMaxXMaxYCorner = CornerMask(rawValue: 8)
  public static let all = CornerMask(rawValue: 15)

  /// Upside down.
  var mirrored: CornerMask { CornerMask(rawValue: (rawValue & 3) << 2 | rawValue >> 2 & 3) }
}

/// How a round corner turns (reference section 4.7).
public enum CornerCurve: String, CaseIterable, Sendable {
  /// A quarter of a circle.
  case circular
  /// Three curves without a jump in curvature, which take more of the edges.
  case continuous

  /// How much of an edge a corner takes, in radii; less where the edge is short.
  public var expansion: Double { self == .circular ? 1 : 1.528665 }
}
