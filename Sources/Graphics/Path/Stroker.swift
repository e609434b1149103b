package import Foundation

/// Turns lines into the polygons that a pen covers.
///
/// Where the pen bends little, both edges go on as one polygon; elsewhere a polygon ends, and a wedge fills the outer
/// side of the turn. All polygons turn the same way round, so that by the winding rule they are their union: folds,
/// cusps and crossings need no care.
struct Stroker {
  /// The left edge of a line is built at their end.
  var polygons = CGPath.Geometry.Polygons()
  private var half: CGFloat = 0.5
  private var style = StrokeStyle()
  private var tolerance: CGFloat = 0.1
  /// Largest angle between the corners of a round edge, radians.
  private var step: CGFloat = 1
  /// The right edge of the line, along the line.
  private var right: [CGPoint] = []

  /// Takes another pen; memory is kept.
  ///
  /// - Parameter corners: places that may be round.
  mutating func begin(_ style: StrokeStyle, tolerance: CGFloat, corners: CGFloat) {
    self.style = style
    self.tolerance = tolerance > 0 ? tolerance : 0.1
    half = style.width / 2
    step = style.roundStep(tolerance: self.tolerance, corners: corners)
  }

  /// The direction and length of one segment.
  private struct Heading {
    var x: CGFloat
    var y: CGFloat
    var length: CGFloat

    init(_ line: StrokeLine, _ segment: Int) {
      let (a, b) = (line.points[segment], line.end(segment))
      length = line.lengths[segment]
      (x, y) = ((b.x - a.x) / length, (b.y - a.y) / length)
    }

    init(_ direction: CGPoint) { (x, y, length) = (direction.x, direction.y, 1) }

    var reversed: Heading { Heading(CGPoint(x: -x, y: -y)) }
  }

  mutating func add(_ line: StrokeLine) {
    let count = line.segmentCount
    guard count > 0 else { return addDot(at: line.points[0], Heading(line.direction)) }
    let first = Heading(line, 0)
    var heading = first
    begin(at: line.points[0], heading)
    for index in 1..<max(count, 1) {
      let next = Heading(line, index)
      turn(at: line.points[index], from: heading, to: next, isCorner: line.corners[index])
      heading = next
    }
    end(at: line.end(count - 1), heading)
    if line.isClosed {
      addWedge(at: line.points[0], from: heading, to: first, isCorner: line.corners[0])
    } else {
      addCap(at: line.points[0], first.reversed)
      addCap(at: line.end(count - 1), heading)
    }
  }

  // MARK: Along the line

  private mutating func begin(at point: CGPoint, _ heading: Heading) {
    right.removeAll(keepingCapacity: true)
    addSides(at: point, x: -heading.y, y: heading.x)
  }

  private mutating func end(at point: CGPoint, _ heading: Heading) {
    addSides(at: point, x: -heading.y, y: heading.x)
    for point in right.reversed() { polygons.add(point) }
    polygons.endPolygon()
  }

  /// Both edges of the line, half a width along (x, y) and against it.
  private mutating func addSides(at point: CGPoint, x: CGFloat, y: CGFloat) {
    polygons.add(CGPoint(x: point.x + x * half, y: point.y + y * half))
    right.append(CGPoint(x: point.x - x * half, y: point.y - y * half))
  }

  private mutating func turn(at point: CGPoint, from a: Heading, to b: Heading, isCorner: Bool) {
    let (cross, dot) = (a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    if goesOn(cross: cross, dot: dot, shortest: min(a.length, b.length), isCorner) {
      addSides(at: point, x: -(a.y + b.y) / (1 + dot), y: (a.x + b.x) / (1 + dot))
    } else {
      end(at: point, a)
      addWedge(at: point, from: a, to: b, isCorner: isCorner)
      begin(at: point, b)
    }
  }

  /// Whether both edges can go round the turn with one point each: the inner one does not fold back over its segments,
  /// and the outer one is what the join asks for.
  private func goesOn(cross: CGFloat, dot: CGFloat, shortest: CGFloat, _ isCorner: Bool) -> Bool {
    guard dot > -0.99, abs(cross) / (1 + dot) * half <= shortest / 2 else { return false }
    // Half of the turn has the cosine sqrt((1 + dot) / 2); the outer point lies at its inverse, in half widths.
    let reach = (2 / (1 + dot)).squareRoot()
    return isCorner && style.join == .miter ? reach <= style.miterLimit : (reach - 1) * half <= tolerance
  }

  // MARK: Pieces

  private mutating func addWedge(at point: CGPoint, from a: Heading, to b: Heading, isCorner: Bool) {
    let (cross, dot) = (a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    let angle = atan2(cross, dot)
    guard abs(angle) > 1e-6 else { return }
    let side: CGFloat = angle > 0 ? -1 : 1
    let (x, y) = (-a.y * side * half, a.x * side * half)
    polygons.add(point)
    polygons.add(CGPoint(x: point.x + x, y: point.y + y))
    if !isCorner || style.join == .round {
      addArc(around: point, x: x, y: y, angle: angle)
    } else if style.join == .miter, dot > -0.999_999, (2 / (1 + dot)).squareRoot() <= style.miterLimit {
      let reach = side * half / (1 + dot)
      polygons.add(CGPoint(x: point.x - (a.y + b.y) * reach, y: point.y + (a.x + b.x) * reach))
    }
    polygons.add(CGPoint(x: point.x - b.y * side * half, y: point.y + b.x * side * half))
    polygons.endPolygonNegative()
  }

  private mutating func addCap(at point: CGPoint, _ heading: Heading) {
    let (x, y) = (heading.x * half, heading.y * half)
    let (from, to) = (CGPoint(x: point.x + y, y: point.y - x), CGPoint(x: point.x - y, y: point.y + x))
    switch style.cap {
    case .butt: break
    case .square:
      for corner in [from, CGPoint(x: from.x + x, y: from.y + y), CGPoint(x: to.x + x, y: to.y + y), to] {
        polygons.add(corner)
      }
      polygons.endPolygonNegative()
    case .round:
      polygons.add(from)
      addArc(around: point, x: y, y: -x, angle: .pi)
      polygons.add(to)
      polygons.endPolygonNegative()
    }
  }

  private mutating func addDot(at point: CGPoint, _ heading: Heading) {
    addCap(at: point, heading)
    addCap(at: point, heading.reversed)
  }

  /// The corners of an arc that starts at (x, y) from the centre, without its ends.
  private mutating func addArc(around center: CGPoint, x: CGFloat, y: CGFloat, angle: CGFloat) {
    let count = Int((abs(angle) / step).rounded(.up))
    for index in 1..<max(count, 1) {
      let part = angle * CGFloat(index) / CGFloat(count)
      let (s, c) = (sin(part), cos(part))
      polygons.add(CGPoint(x: center.x + x * c - y * s, y: center.y + x * s + y * c))
    }
  }
}

/// Memory that strokes are made in, one after the other.
package struct StrokeScratch {
  private var stroker = Stroker()
  private var part = StrokeLine()
  private var dashes = DashScratch()

  package init() {}

  /// Adds the area that a pen covers to polygons: see `CGPath.Geometry.stroked(_:tolerance:)`.
  ///
  /// - Parameter keepsLines: whether the path will be stroked again, so that its lines are worth keeping with it.
  package mutating func stroke(
    _ path: CGPath.Geometry, _ style: StrokeStyle, tolerance: CGFloat, keepsLines: Bool,
    into polygons: inout CGPath.Geometry.Polygons
  ) {
    guard style.isDrawn else { return }
    let lines = keepsLines ? path.lines(tolerance: tolerance) : path.madeLines(tolerance: tolerance)
    swap(&stroker.polygons, &polygons)
    lines.stroke(style, tolerance: tolerance, &stroker, &part, &dashes)
    swap(&stroker.polygons, &polygons)
  }
}

extension [StrokeLine] {
  fileprivate func stroke(
    _ style: StrokeStyle, tolerance: CGFloat, _ pen: inout Stroker, _ part: inout StrokeLine,
    _ dashes: inout DashScratch
  ) {
    let pattern = DashPattern(style.dashLengths, phase: style.dashPhase)?.limited(to: self)
    let ends = pattern?.dashCount(along: length) ?? 0
    pen.begin(style, tolerance: tolerance, corners: CGFloat(corners) + 2 * ends)
    if let pattern {
      forEachPart(from: style.start, to: style.end, &part) { line in
        pattern.forEachDash(of: line, &dashes) { pen.add($0) }
      }
    } else {
      forEachPart(from: style.start, to: style.end, &part) { pen.add($0) }
    }
  }

  /// Places that may be round: points of the lines, and their ends twice.
  private var corners: Int {
    var count = 0
    forEachUncopied { count += $0.points.count + 2 }
    return count
  }
}
