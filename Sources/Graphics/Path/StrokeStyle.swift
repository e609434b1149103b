public import Foundation

/// How the ends of open lines and dashes are drawn.
public enum CGLineCap: Int32, Hashable, Sendable {
  /// Cut square at the end point.
  case butt
  /// A half circle around the end point.
  case round
  /// Cut square half a line width beyond the end point.
  case square
}

/// How lines are drawn where they turn.
public enum CGLineJoin: Int32, Hashable, Sendable {
  /// Edges go on until they meet, within the miter limit; bevelled beyond it.
  case miter
  /// A half circle, or an arc between two segments.
  case round
  /// Edges are joined by a straight cut.
  case bevel
}

/// Everything that turns a path into its stroke. Lengths are in the path's units.
package struct StrokeStyle: Hashable, Sendable {
  /// Above 0; anything else strokes nothing.
  package var width: CGFloat
  package var cap: CGLineCap
  package var join: CGLineJoin
  /// The largest length of a miter, in line widths.
  package var miterLimit: CGFloat
  /// Drawn and skipped lengths in turn, none for a solid line. A negative or infinite length, or none above 0, makes
  /// the line solid (ours; Core Graphics asserts).
  package var dashLengths: [CGFloat] = []
  /// How far into the pattern a subpath starts.
  package var dashPhase: CGFloat = 0
  /// The part of the total length of all subpaths that is drawn, in 0...1; used clamped. Nothing is drawn if the end is
  /// not beyond the start.
  package var start: CGFloat = 0
  package var end: CGFloat = 1
  /// Added to start and end; what leaves the length at its end goes on at its beginning.
  package var offset: CGFloat = 0

  package init(width: CGFloat = 1, cap: CGLineCap = .butt, join: CGLineJoin = .miter, miterLimit: CGFloat = 10) {
    (self.width, self.cap, self.join, self.miterLimit) = (width, cap, join, miterLimit)
  }
}

extension CGPath.Geometry {
  /// The area that a pen covers, as polygons that turn the same way round: to be filled by the winding rule.
  ///
  /// A subpath without length is a dot where caps are round or square (a square one lies along the x axis); a move
  /// without a segment draws nothing.
  /// - Parameter tolerance: How far curves and round edges may be off, in the path's units; above 0.
  package func stroked(_ style: StrokeStyle, tolerance: CGFloat = 0.1) -> Polygons {
    var (scratch, result) = (StrokeScratch(), Polygons())
    scratch.stroke(self, style, tolerance: tolerance, keepsLines: false, into: &result)
    return result
  }

  /// The whole path as lines.
  func madeLines(tolerance: CGFloat) -> [StrokeLine] {
    var builder = StrokeLineBuilder(
      tolerance: tolerance, chordLimit: PathLimits.chordsPerCurve(elements: elements.count))
    for element in elements { builder.append(element) }
    return builder.finish()
  }
}

extension CGPath {
  /// The outline of the stroke, to be filled by the winding rule; curves and round edges within 0.1. The path is mapped
  /// by `transform` before it is stroked.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
    return CGPath(Geometry(geometry.applying(transform).stroked(style)))
  }

  /// The path cut into dashes, as lines; curves within 0.1. Each subpath starts the pattern anew.
  ///
  /// - Parameters:
  ///   - phase: How far into the pattern a subpath starts.
  ///   - lengths: Drawn and skipped lengths in turn.
  ///   - transform: Applied to the path before it is cut.
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
