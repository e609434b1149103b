public import Foundation
public import StarmineGraphics
public import StarmineScene

/// How a round corner turns.
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
  /// Width in points of the border, which lies inside the bounds and above the sublayers. Default 0.
  public final var borderWidth: CGFloat {
    get { state.border.borderWidth }
    set { set(\.border.borderWidth, newValue) }
  }
  /// Default opaque black.
  public final var borderColor: CGColor? {
    get { state.border.borderColor }
    set { set(\.border.borderColor, newValue) }
  }
  /// The corners that `cornerRadius` rounds; bits of no corner are dropped (measured). Default all.
  public final var maskedCorners: CACornerMask {
    get { state.border.maskedCorners }
    set { set(\.border.maskedCorners, newValue.intersection(.all)) }
  }
  /// How round corners turn; an unknown curve is circular (measured). Default circular.
  public final var cornerCurve: CALayerCornerCurve {
    get { CALayerCornerCurve(rawValue: state.border.cornerCurve.rawValue) }
    set { set(\.border.cornerCurve, CornerCurve(rawValue: newValue.rawValue) ?? .circular) }
  }

  /// Edges that are smooth where they do not lie on whole pixels; the others cover a pixel as its centre lies. Has no
  /// effect on layers with round corners (assumed). Default all.
  public final var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { state.border.edgeAntialiasingMask }
    set { set(\.border.edgeAntialiasingMask, newValue) }
  }
  /// Whether `edgeAntialiasingMask` counts; otherwise no edge is smooth. Default true, as measured on macOS; on iOS an
  /// app's Info.plist says, normally false.
  public final var allowsEdgeAntialiasing: Bool {
    get { state.border.allowsEdgeAntialiasing }
    set { set(\.border.allowsEdgeAntialiasing, newValue) }
  }

  /// How much of an edge a corner of the curve takes, in radii: 1 for circular, 1.528665 for continuous (measured).
  public final class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    CGFloat((CornerCurve(rawValue: curve.rawValue) ?? .circular).expansion)
  }
}
