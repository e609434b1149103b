/// A layer that fills and strokes a path (documented; behavior.md 1.6).
///
///     let ring = CAShapeLayer()
///     ring.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 80, height: 80), transform: nil)
///     ring.fillColor = nil
///     ring.strokeColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
///
/// The shape is drawn above the contents and below the sublayers, with the stroke above the fill. It is not clipped to
/// the bounds unless `masksToBounds` is set. Lengths are in points.
open class CAShapeLayer: CALayer {
  package override class var properties: [Property<LayerState>] { super.properties + shapeRows }

  /// The rows that the class adds.
  package static let shapeRows: [Property<LayerState>] = Property.shapeLayer

  /// Path in the coordinates of the layer. The layer keeps a copy. Nil draws nothing. Default nil.
  open var path: CGPath? {
    get { state.shapeLayer.path.map { CGPath($0) } }
    set { set(\.shapeLayer.path, newValue?.geometry) }
  }
  /// Fill colour. Nil: no fill. Default opaque black.
  open var fillColor: CGColor? {
    get { state.shapeLayer.fillColor }
    set { set(\.shapeLayer.fillColor, newValue) }
  }
  /// Rule that decides which points are inside. Default `nonZero`.
  open var fillRule: CAShapeLayerFillRule {
    get { CAShapeLayerFillRule(rawValue: state.shapeLayer.fillRule.rawValue) }
    set { set(\.shapeLayer.fillRule, ShapeFillRule(rawValue: newValue.rawValue) ?? ShapeState.defaults.fillRule) }
  }
  /// Stroke colour. Nil: no stroke. Default nil.
  open var strokeColor: CGColor? {
    get { state.shapeLayer.strokeColor }
    set { set(\.shapeLayer.strokeColor, newValue) }
  }
  /// Start of the stroke as a fraction of the total length, limited to 0...1 when drawn. Default 0.
  open var strokeStart: CGFloat {
    get { state.shapeLayer.strokeStart }
    set { set(\.shapeLayer.strokeStart, newValue) }
  }
  /// End of the stroke, like `strokeStart`. Default 1.
  open var strokeEnd: CGFloat {
    get { state.shapeLayer.strokeEnd }
    set { set(\.shapeLayer.strokeEnd, newValue) }
  }
  /// Offset of `strokeStart` and `strokeEnd` along the path, as a fraction of the total length. Wraps around at the
  /// end. Animatable. A Starmine extension. Default 0.
  open var strokeOffset: CGFloat {
    get { state.shapeLayer.strokeOffset }
    set { set(\.shapeLayer.strokeOffset, newValue) }
  }
  /// Width of the stroke, centred on the path. 0: no stroke. Default 1.
  open var lineWidth: CGFloat {
    get { state.shapeLayer.lineWidth }
    set { set(\.shapeLayer.lineWidth, newValue) }
  }
  /// Largest length of a miter in line widths. Longer miters are bevelled. Default 10.
  open var miterLimit: CGFloat {
    get { state.shapeLayer.miterLimit }
    set { set(\.shapeLayer.miterLimit, newValue) }
  }
  /// Shape of the ends of lines and dashes. Default `butt`.
  open var lineCap: CAShapeLayerLineCap {
    get { CAShapeLayerLineCap(rawValue: state.shapeLayer.lineCap.rawValue) }
    set { set(\.shapeLayer.lineCap, ShapeLineCap(rawValue: newValue.rawValue) ?? ShapeState.defaults.lineCap) }
  }
  /// Shape of corners. Default `miter`.
  open var lineJoin: CAShapeLayerLineJoin {
    get { CAShapeLayerLineJoin(rawValue: state.shapeLayer.lineJoin.rawValue) }
    set { set(\.shapeLayer.lineJoin, ShapeLineJoin(rawValue: newValue.rawValue) ?? ShapeState.defaults.lineJoin) }
  }
  /// Start position in the dash pattern. Default 0.
  open var lineDashPhase: CGFloat {
    get { state.shapeLayer.lineDashPhase }
    set { set(\.shapeLayer.lineDashPhase, newValue) }
  }
  /// Alternating lengths of dashes and gaps. Animatable between patterns of the same count (a Starmine extension).
  /// Default nil: a solid line.
  open var lineDashPattern: [NSNumber]? {
    get { state.shapeLayer.lineDashPattern?.map { NSNumber(value: $0) } }
    set { set(\.shapeLayer.lineDashPattern, newValue?.map(\.doubleValue)) }
  }
}

/// Rule that decides which points are inside a path.
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

/// Shape of the ends of lines.
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

/// Shape of the corners of lines.
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
