/// Which points are inside a path, as `CAShapeLayer` spells it.
package enum ShapeFillRule: String, Sendable, CaseIterable {
  case nonZero = "non-zero"
  case evenOdd = "even-odd"

  /// The same as areas know it.
  var ofArea: CGPathFillRule { self == .evenOdd ? .evenOdd : .winding }
}

/// `CGLineCap` as `CAShapeLayer` spells it.
package enum ShapeLineCap: String, Sendable, CaseIterable {
  case butt, round, square
}

/// `CGLineJoin` as `CAShapeLayer` spells it.
package enum ShapeLineJoin: String, Sendable, CaseIterable {
  case miter, round, bevel
}

/// The values of a `CAShapeLayer` besides those of every layer (behavior.md 1.6). Points of the layer's bounds.
package struct ShapeState: RareGroup {
  package var path: CGPath.Geometry?
  package var fillColor: CGColor? = .black
  package var fillRule = ShapeFillRule.nonZero
  package var strokeColor: CGColor?
  /// Stored as given, used clamped to 0...1.
  package var strokeStart: CGFloat = 0
  package var strokeEnd: CGFloat = 1
  /// Added to both; used in turns of the whole length.
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
  /// As a pen takes it: a frame converts nothing.
  private var dashLengths: [CGFloat]?

  package init() {}
  package static let defaults = ShapeState()
}

extension ShapeState {
  // Inlined, here and below: a call at an address copies all values first, with four references.
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

  /// How far the pen can reach beyond the path; 0 where none is drawn.
  @inline(__always)
  var strokeReach: CGFloat {
    strokeColor == nil ? 0 : max(lineJoin == .miter ? miterLimit : 1, 2) * max(lineWidth, 0)
  }

  /// How many pieces the layer draws for its shape: fill and stroke.
  @inline(__always)
  var pieceCount: Int {
    guard path?.isEmpty == false else { return 0 }
    return (fillColor == nil ? 0 : 1) + (strokeColor == nil || lineWidth <= 0 ? 0 : 1)
  }
}
