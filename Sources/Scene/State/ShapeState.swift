/// The fill rule of a path, with the names of `CAShapeLayer`.
package enum ShapeFillRule: String, Sendable, CaseIterable {
  case nonZero = "non-zero"
  case evenOdd = "even-odd"

  var ofArea: CGPathFillRule { self == .evenOdd ? .evenOdd : .winding }
}

package enum ShapeLineCap: String, Sendable, CaseIterable { case butt, round, square }

package enum ShapeLineJoin: String, Sendable, CaseIterable { case miter, round, bevel }

/// The values that `CAShapeLayer` adds (behavior.md 1.6), in points of the layer's bounds.
package struct ShapeState: RareGroup {
  package var path: CGPath.Geometry?
  package var fillColor: CGColor? = .black
  package var fillRule = ShapeFillRule.nonZero
  package var strokeColor: CGColor?
  /// Stored as set; limited to 0...1 when drawn.
  package var strokeStart: CGFloat = 0
  package var strokeEnd: CGFloat = 1
  /// Added to both; modulo the whole length.
  package var strokeOffset: CGFloat = 0
  package var lineWidth: CGFloat = 1
  package var miterLimit: CGFloat = 10
  package var lineCap = ShapeLineCap.butt
  package var lineJoin = ShapeLineJoin.miter
  package var lineDashPhase: CGFloat = 0
  package var lineDashPattern: [Double]? {
    get { dashLengths?.map { Double($0) } }
    set { dashLengths = newValue?.map { CGFloat($0) } }
  }
  /// In the type of the pen, so that frames need no conversion.
  private var dashLengths: [CGFloat]?

  package init() {}
  package static let defaults = ShapeState()
}

extension ShapeState {
  // Inlined, here and below, because a call copies all values first, with four references.
  @inline(__always)
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
    (style.start, style.end, style.offset) = (strokeStart, strokeEnd, strokeOffset)
    (style.dashPhase, style.dashLengths) = (lineDashPhase, dashLengths ?? [])
    return style
  }

  /// Distance by which the stroke can extend beyond the path; 0 without a stroke.
  @inline(__always)
  var strokeReach: CGFloat { strokeColor == nil ? 0 : max(lineJoin == .miter ? miterLimit : 1, 2) * max(lineWidth, 0) }

  /// Number of drawings of the shape: fill and stroke.
  @inline(__always)
  var pieceCount: Int {
    guard path?.isEmpty == false else { return 0 }
    return (fillColor == nil ? 0 : 1) + (strokeColor == nil || lineWidth <= 0 ? 0 : 1)
  }
}
