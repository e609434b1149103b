public import Foundation
public import Graphics

/// Which points are inside a path, as `CAShapeLayer` spells it.
public enum ShapeFillRule: String, Sendable, CaseIterable {
  case nonZero = "non-zero"
  case evenOdd = "even-odd"
}

/// `CGLineCap` as `CAShapeLayer` spells it.
public enum ShapeLineCap: String, Sendable, CaseIterable {
  case butt, round, square
}

/// `CGLineJoin` as `CAShapeLayer` spells it.
public enum ShapeLineJoin: String, Sendable, CaseIterable {
  case miter, round, bevel
}

/// The values of a `CAShapeLayer` besides those of every layer (reference section 1.6). Points of the layer's bounds.
public struct ShapeState: RareGroup {
  public var path: CGPath.Geometry?
  public var fillColor: CGColor? = .black
  public var fillRule = ShapeFillRule.nonZero
  public var strokeColor: CGColor?
  /// Stored as given, used clamped to 0...1.
  public var strokeStart: CGFloat = 0
  public var strokeEnd: CGFloat = 1
  public var lineWidth: CGFloat = 1
  public var miterLimit: CGFloat = 10
  public var lineCap = ShapeLineCap.butt
  public var lineJoin = ShapeLineJoin.miter
  public var lineDashPhase: CGFloat = 0
  public var lineDashPattern: [Double]? {
    get { dashLengths?.map { Double($0) } }
    set { dashLengths = newValue?.map { CGFloat($0) } }
  }
  /// As a pen takes it: a frame converts nothing.
  private var dashLengths: [CGFloat]?

  public init() {}
  public static let defaults = ShapeState()
}

extension ShapeState {
  var strokeStyle: StrokeStyle {
    var style = StrokeStyle(width: lineWidth, miterLimit: miterLimit)
    style.cap =
      switch lineCap {
      case .butt: .butt
      case .round: .round
      case .square: .square
      }
    style.join =
      switch lineJoin {
      case .miter: .miter
      case .round: .round
      case .bevel: .bevel
      }
    (style.start, style.end) = (strokeStart, strokeEnd)
    (style.dashPhase, style.dashLengths) = (lineDashPhase, dashLengths ?? [])
    return style
  }

  /// How many pieces the layer draws for its shape: fill and stroke.
  var pieceCount: Int {
    guard let path, !path.isEmpty else { return 0 }
    return (fillColor == nil ? 0 : 1) + (strokeColor == nil || lineWidth <= 0 ? 0 : 1)
  }
}
