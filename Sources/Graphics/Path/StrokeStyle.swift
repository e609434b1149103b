public import Foundation

/// Shape of the ends of open lines and dashes.
public enum CGLineCap: Int32, Hashable, Sendable {
  /// The line ends at its end point.
  case butt
  /// A half circle around the end point.
  case round
  /// Half a square beyond the end point.
  case square
}

/// Shape of the corners of lines.
public enum CGLineJoin: Int32, Hashable, Sendable {
  /// Edges extend to a point up to the miter limit. Beyond it, the corner is bevelled.
  case miter
  /// A half circle, or an arc between two segments.
  case round
  /// The corner is cut off.
  case bevel
}

/// The parameters of a stroke. Lengths are in the path's units.
package struct StrokeStyle: Hashable, Sendable {
  /// Above 0. Other widths draw nothing.
  package var width: CGFloat
  package var cap: CGLineCap
  package var join: CGLineJoin
  package var miterLimit: CGFloat
  /// Alternating lengths of dashes and gaps; empty for a solid line. A negative or infinite length, or no length above
  /// 0, gives a solid line (ours; Core Graphics asserts).
  package var dashLengths: [CGFloat] = []
  package var dashPhase: CGFloat = 0
  /// Start and end of the drawn part as fractions of the total length, limited to 0...1. Nothing is drawn if the end is
  /// not after the start.
  package var start: CGFloat = 0
  package var end: CGFloat = 1
  /// Added to start and end, modulo the total length.
  package var offset: CGFloat = 0

  package init(width: CGFloat = 1, cap: CGLineCap = .butt, join: CGLineJoin = .miter, miterLimit: CGFloat = 10) {
    (self.width, self.cap, self.join, self.miterLimit) = (width, cap, join, miterLimit)
  }
}

extension CGPath.Geometry {
  /// The area of the stroke as polygons with the same direction. Fill them with the winding rule.
  ///
  /// A subpath without length is a dot if caps are round or square (a square one is parallel to the x axis). A move
  /// without a segment draws nothing.
  /// - Parameter tolerance: Maximum error of curves and round edges in the path's units, above 0.
  package func stroked(_ style: StrokeStyle, tolerance: CGFloat = 0.1) -> Polygons {
    var (scratch, result) = (StrokeScratch(), Polygons())
    scratch.stroke(self, style, tolerance: tolerance, keepsLines: false, into: &result)
    return result
  }

  func madeLines(tolerance: CGFloat) -> [StrokeLine] {
    var builder = StrokeLineBuilder(
      tolerance: tolerance, chordLimit: PathLimits.chordsPerCurve(elements: elements.count))
    for element in elements { builder.append(element) }
    return builder.finish()
  }
}

extension CGPath {
  /// Returns the outline of the stroke, accurate to 0.1. Fill it with the winding rule. The path is transformed by
  /// `transform` before it is stroked.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
    return CGPath(Geometry(geometry.applying(transform).stroked(style)))
  }

  /// Returns the path cut into dashes, as lines that are accurate to 0.1. Each subpath restarts the pattern.
  ///
  /// - Parameters:
  ///   - phase: start position in the pattern.
  ///   - lengths: alternating lengths of dashes and gaps.
  ///   - transform: transform of the path before it is cut.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    var result = Geometry()
    let lines = geometry.applying(transform).madeLines(tolerance: 0.1)
    let pattern = DashPattern(lengths, phase: phase)?.limited(to: lines)
    var scratch = DashScratch()
    for line in lines {
      var dashes: [StrokeLine] = []
      if let pattern {
        let isFirstLast = pattern.forEachDash(of: line, &scratch) { dashes.append($0) }
        if isFirstLast, let first = dashes.popLast() { dashes.insert(first, at: 0) }
      } else {
        dashes = [line]
      }
      for dash in dashes {
        let points = dash.nodes.map(\.point)
        result.addLines(between: points.count == 1 ? [points[0], points[0]] : points)
        if dash.isClosed { result.closeSubpath() }
      }
    }
    return CGPath(result)
  }
}
