/// Curve of round corners.
public struct CALayerCornerCurve: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Quarters of a circle or an ellipse; the default.
  public static let circular = Self(rawValue: "circular")
  /// Corners whose curvature grows gradually, somewhat longer than their radius.
  public static let continuous = Self(rawValue: "continuous")
}

extension CALayer {
  /// Width of the border in points, inside the bounds and above the sublayers. Default 0.
  public final var borderWidth: CGFloat {
    get { state.border.borderWidth }
    set { set(\.border.borderWidth, newValue) }
  }
  /// Colour of the border. Default opaque black.
  public final var borderColor: CGColor? {
    get { state.border.borderColor }
    set { set(\.border.borderColor, newValue) }
  }
  /// Corners that `cornerRadius` rounds. Unknown bits are removed (measured). Default all.
  public final var maskedCorners: CACornerMask {
    get { state.border.maskedCorners }
    set { set(\.border.maskedCorners, newValue.intersection(.all)) }
  }
  /// Curve of round corners. An unknown curve is circular (measured). Default circular.
  public final var cornerCurve: CALayerCornerCurve {
    get { CALayerCornerCurve(rawValue: state.border.cornerCurve.rawValue) }
    set { set(\.border.cornerCurve, CornerCurve(rawValue: newValue.rawValue) ?? .circular) }
  }

  /// Edges that are antialiased. Ignored for layers with round corners (assumed). Default all.
  public final var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { state.border.edgeAntialiasingMask }
    set { set(\.border.edgeAntialiasingMask, newValue) }
  }
  /// Whether `edgeAntialiasingMask` is used. If false, no edge is antialiased. Default true, as measured on macOS.
  public final var allowsEdgeAntialiasing: Bool {
    get { state.border.allowsEdgeAntialiasing }
    set { set(\.border.allowsEdgeAntialiasing, newValue) }
  }

  /// Returns the length of an edge that a corner uses, in radii: 1 for circular, 1.528665 for continuous (measured).
  public final class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    CGFloat((CornerCurve(rawValue: curve.rawValue) ?? .circular).expansion)
  }
}
