public import Foundation
public import StarmineGraphics
package import StarmineScene

/// A layer that fills and strokes a path (documented; behavior.md 1.6).
///
/// Drawn above the contents and below the sublayers, the stroke on top of the fill; not clipped to the bounds unless
/// `masksToBounds` is set. Names, types and defaults are Core Animation's (documented). Lengths are in points.
open class CAShapeLayer: CALayer {
  package override class var properties: [Property<LayerState>] { super.properties + shapeRows }

  /// The rows that the class adds.
  package static let shapeRows: [Property<LayerState>] = Property.shapeLayer

  /// In the layer's own coordinates. Default nil, which draws nothing. A copy is kept: later changes of a mutable path
  /// do not show.
  open var path: CGPath? {
    get { state.shapeLayer.path.map { CGPath($0) } }
    set { set(\.shapeLayer.path, newValue?.geometry) }
  }
  /// Nil does not fill. Default opaque black.
  open var fillColor: CGColor? {
    get { state.shapeLayer.fillColor }
    set { set(\.shapeLayer.fillColor, newValue) }
  }
  /// Which points are inside. Default `nonZero`.
  open var fillRule: CAShapeLayerFillRule {
    get { CAShapeLayerFillRule(rawValue: state.shapeLayer.fillRule.rawValue) }
    set { set(\.shapeLayer.fillRule, ShapeFillRule(rawValue: newValue.rawValue) ?? ShapeState.defaults.fillRule) }
  }
  /// Nil (the default) does not stroke.
  open var strokeColor: CGColor? {
    get { state.shapeLayer.strokeColor }
    set { set(\.shapeLayer.strokeColor, newValue) }
  }
  /// Where the stroke starts, as a part of the length of all subpaths together; stored as given, drawn clamped to
  /// 0...1. Default 0.
  open var strokeStart: CGFloat {
    get { state.shapeLayer.strokeStart }
    set { set(\.shapeLayer.strokeStart, newValue) }
  }
  /// Where the stroke ends, like `strokeStart`. Default 1.
  open var strokeEnd: CGFloat {
    get { state.shapeLayer.strokeEnd }
    set { set(\.shapeLayer.strokeEnd, newValue) }
  }
  /// Moves `strokeStart` and `strokeEnd` along the path, as a part of the length of all subpaths together: what leaves
  /// the path at its end goes on at its beginning. Default 0. Ours, animatable.
  open var strokeOffset: CGFloat {
    get { state.shapeLayer.strokeOffset }
    set { set(\.shapeLayer.strokeOffset, newValue) }
  }
  /// Half of it lies on each side of the path; 0 strokes nothing. Default 1.
  open var lineWidth: CGFloat {
    get { state.shapeLayer.lineWidth }
    set { set(\.shapeLayer.lineWidth, newValue) }
  }
  /// The largest length of a miter in line widths; longer ones are bevelled. Default 10.
  open var miterLimit: CGFloat {
    get { state.shapeLayer.miterLimit }
    set { set(\.shapeLayer.miterLimit, newValue) }
  }
  /// The ends of open lines and dashes. Default `butt`.
  open var lineCap: CAShapeLayerLineCap {
    get { CAShapeLayerLineCap(rawValue: state.shapeLayer.lineCap.rawValue) }
    set { set(\.shapeLayer.lineCap, ShapeLineCap(rawValue: newValue.rawValue) ?? ShapeState.defaults.lineCap) }
  }
  /// Where lines turn. Default `miter`.
  open var lineJoin: CAShapeLayerLineJoin {
    get { CAShapeLayerLineJoin(rawValue: state.shapeLayer.lineJoin.rawValue) }
    set { set(\.shapeLayer.lineJoin, ShapeLineJoin(rawValue: newValue.rawValue) ?? ShapeState.defaults.lineJoin) }
  }
  /// How far into the pattern each subpath starts. Default 0.
  open var lineDashPhase: CGFloat {
    get { state.shapeLayer.lineDashPhase }
    set { set(\.shapeLayer.lineDashPhase, newValue) }
  }
  /// Lengths drawn and skipped in turn. Default nil, a solid line. It can be animated between patterns of as many
  /// lengths (ours).
  open var lineDashPattern: [NSNumber]? {
    get { state.shapeLayer.lineDashPattern?.map { NSNumber(value: $0) } }
    set { set(\.shapeLayer.lineDashPattern, newValue?.map(\.doubleValue)) }
  }
}

/// Which points are inside a path.
public struct CAShapeLayerFillRule: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Inside is what the path winds around; the default.
  public static let nonZero = Self(rawValue: "non-zero")
  /// Inside is what a ray leaves after an odd number of crossings.
  public static let evenOdd = Self(rawValue: "even-odd")
}

/// How ends of lines are drawn.
public struct CAShapeLayerLineCap: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The line ends at its end point; the default.
  public static let butt = Self(rawValue: "butt")
  /// Half a circle.
  public static let round = Self(rawValue: "round")
  /// Half a square beyond the end point.
  public static let square = Self(rawValue: "square")
}

/// How lines are drawn where they turn.
public struct CAShapeLayerLineJoin: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Edges go on to a point, as far as `miterLimit` allows; the default.
  public static let miter = Self(rawValue: "miter")
  /// An arc around the corner.
  public static let round = Self(rawValue: "round")
  /// The corner is cut off.
  public static let bevel = Self(rawValue: "bevel")
}
