package import Foundation

/// Converts lines to the polygons of a stroke.
///
/// Both edges of a line form a polygon with caps and outer joins. Where the inner edge would fold back over its
/// segments, the polygon ends, and a wedge fills the turn. All polygons have the same direction, so the winding rule
/// gives their union, and folds, cusps and crossings need no special handling. Segments straight back over the line are
/// omitted, because coincident soft edges would add up.
struct Stroker {
  /// The left edge of a line is built at the end of the array.
  var polygons = CGPath.Geometry.Polygons()
  private var half: CGFloat = 0.5
  private var style = StrokeStyle()
  private var tolerance: CGFloat = 0.1
  /// Largest angle in radians between points of a round join or cap.
  private var step: CGFloat = 1
  /// The right edge of the line.
  private var right: [CGPoint] = []

  /// Sets the pen and keeps the memory.
  /// - Parameter corners: number of possibly round corners and ends.
  mutating func begin(_ style: StrokeStyle, tolerance: CGFloat, corners: CGFloat) {
    self.style = style
    self.tolerance = tolerance > 0 ? tolerance : 0.1
    half = style.width / 2
    step = style.roundStep(tolerance: self.tolerance, corners: corners)
  }

  private struct Heading {
    var x: CGFloat
    var y: CGFloat
    var length: CGFloat

    init(_ line: StrokeLine, _ segment: Int) {
      let (a, b) = (line.nodes[segment].point, line.end(segment))
      length = line.nodes[segment].length
      (x, y) = ((b.x - a.x) / length, (b.y - a.y) / length)
    }

    init(_ direction: CGPoint) { (x, y, length) = (direction.x, direction.y, 1) }

    /// The direction of the curve of this chord, or its own if the chord is not near the curve.
    func following(_ curve: CGPoint?) -> Heading {
      guard let curve, curve.x * x + curve.y * y > 0.7 else { return self }
      return Heading(curve)
    }

    var reversed: Heading { Heading(CGPoint(x: -x, y: -y)) }

    func shortened(by part: CGFloat) -> Heading {
      var rest = self
      rest.length -= part
      return rest
    }
  }

  /// The interval of the present straight line that is already covered, ahead and behind.
  private struct Covered {
    var ahead: CGFloat = 0
    var behind: CGFloat

    /// Adds a segment. Returns the length of its start that is already covered: all of it if the rest is below the
    /// accuracy `limit`.
    mutating func follow(_ next: Heading, after last: Heading, half: CGFloat, limit: CGFloat) -> CGFloat {
      let (cross, dot) = (last.x * next.y - last.y * next.x, last.x * next.x + last.y * next.y)
      let isStraight = abs(cross) * (next.length + half) <= limit
      if isStraight, dot < 0 {
        swap(&ahead, &behind)
      } else if !isStraight {
        (ahead, behind) = (0, 0)
      }
      let isWhole = next.length - ahead < limit && ahead > 0
      let part = isWhole ? next.length : ahead
      ahead = max(ahead - part, 0)
      behind += next.length
      return part
    }
  }

  mutating func add(_ line: StrokeLine) {
    let count = line.segmentCount
    guard count > 0 else { return addDot(at: line.nodes[0].point, Heading(line.direction)) }
    let first = Heading(line, 0)
    let start = line.isClosed ? first : first.following(line.startDirection)
    var (heading, hasCap, covered, part) = (first, !line.isClosed, Covered(behind: first.length), CGFloat(0))
    let seam = beginClosed(line, first)
    if seam == nil { begin(at: line.nodes[0].point, start) }
    for index in 1..<max(count, 1) {
      let (node, next) = (line.nodes[index], Heading(line, index))
      part = covered.follow(next, after: heading, half: half, limit: tolerance / 4)
      if part > 0 || !turn(at: node.point, from: heading, to: next, isCorner: node.isCorner) {
        end(at: node.point, heading)
        if hasCap { addCap(at: line.nodes[0].point, start.reversed) }
        polygons.endPolygon()
        hasCap = false
        addWedge(at: node.point, from: heading, to: next, isCorner: node.isCorner)
        begin(at: CGPoint(x: node.point.x + next.x * part, y: node.point.y + next.y * part), next)
      }
      heading = next.shortened(by: part)
    }
    if let seam, part == 0 { return close(seam) }
    let last = line.end(count - 1)
    // A cap inside the covered interval or at the other cap would be drawn twice.
    let isLeftOut = heading.length == 0
    let hasEnd = !line.isClosed && !(isLeftOut && hidesCap(last, line, ahead: covered.ahead))
    end(at: last, line.isClosed || isLeftOut ? heading : heading.following(line.endDirection), hasCap: hasEnd)
    if hasCap { addCap(at: line.nodes[0].point, start.reversed) }
    polygons.endPolygon()
    if line.isClosed { addWedge(at: last, from: heading, to: first, isCorner: line.nodes[0].isCorner) }
  }

  /// Begins a closed line with the turn at its first point. Returns the end points of both edges, so that nothing is
  /// covered twice. Nil, without an effect, if the inner edge would fold.
  private mutating func beginClosed(_ line: StrokeLine, _ first: Heading) -> (left: CGPoint, right: CGPoint)? {
    right.removeAll(keepingCapacity: true)
    let (node, last, start) = (line.nodes[0], line.segmentCount - 1, polygons.points.count)
    guard line.isClosed, turn(at: node.point, from: Heading(line, last), to: first, isCorner: node.isCorner) else {
      return nil
    }
    return (polygons.points[start], right[0])
  }

  private mutating func close(_ seam: (left: CGPoint, right: CGPoint)) {
    polygons.add(seam.left)
    polygons.add(seam.right)
    polygons.add(contentsOf: right.reversed())
    polygons.endPolygon()
  }

  private func hidesCap(_ end: CGPoint, _ line: StrokeLine, ahead: CGFloat) -> Bool {
    ahead >= half || end.distance(to: line.nodes[0].point) < tolerance / 4
  }

  // MARK: Along the line

  private mutating func begin(at point: CGPoint, _ heading: Heading) {
    right.removeAll(keepingCapacity: true)
    addSides(at: point, heading)
  }

  /// Adds both edges up to a line's end: the left one forward and the right one backward.
  private mutating func end(at point: CGPoint, _ heading: Heading, hasCap: Bool = false) {
    addSides(at: point, heading)
    if hasCap { addCap(at: point, heading) }
    polygons.add(contentsOf: right.reversed())
  }

  private mutating func addSides(at point: CGPoint, _ heading: Heading) {
    add(point, x: -heading.y * half, y: heading.x * half, toLeft: true)
    add(point, x: heading.y * half, y: -heading.x * half, toLeft: false)
  }

  /// Adds a corner of the left or right edge, relative to a point of the line.
  private mutating func add(_ point: CGPoint, x: CGFloat, y: CGFloat, toLeft: Bool) {
    let corner = CGPoint(x: point.x + x, y: point.y + y)
    if toLeft { polygons.add(corner) } else { right.append(corner) }
  }

  /// Adds a turn to both edges. Returns false if the inner one would fold back over its segments.
  private mutating func turn(at point: CGPoint, from a: Heading, to b: Heading, isCorner: Bool) -> Bool {
    let (cross, dot) = (a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    guard dot > -0.99, abs(cross) / (1 + dot) * half <= min(a.length, b.length) / 2 else { return false }
    let (x, y) = (-(a.y + b.y) / (1 + dot) * half, (a.x + b.x) / (1 + dot) * half)
    if cuts(dot: dot, isCorner) {
      let isOuterLeft = isOuterLeft(cross)
      if !isOuterLeft { add(point, x: x, y: y, toLeft: true) }
      addJoin(at: point, from: a, to: b, isCorner: isCorner, toLeft: isOuterLeft)
      if isOuterLeft { add(point, x: -x, y: -y, toLeft: false) }
    } else {
      add(point, x: x, y: y, toLeft: true)
      add(point, x: -x, y: -y, toLeft: false)
    }
    return true
  }

  /// Whether the outer edge needs more than one point.
  private func cuts(dot: CGFloat, _ isCorner: Bool) -> Bool {
    // Half of the turn has the cosine sqrt((1 + dot) / 2). The outer point is at its inverse, in half widths.
    let reach = (2 / (1 + dot)).squareRoot()
    return isCorner && style.join == .miter ? reach > style.miterLimit : (reach - 1) * half > tolerance
  }

  // MARK: Pieces

  /// Turns to positive angles have the outer edge on the right. The sign is that of `atan2`, also for a half turn.
  private func isOuterLeft(_ cross: CGFloat) -> Bool { cross.sign == .minus }

  /// Adds the outer join of a turn.
  private mutating func addJoin(at point: CGPoint, from a: Heading, to b: Heading, isCorner: Bool, toLeft: Bool) {
    let (cross, dot) = (a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    let side = isOuterLeft(cross) ? half : -half
    let (x, y) = (-a.y * side, a.x * side)
    add(point, x: x, y: y, toLeft: toLeft)
    if !isCorner || style.join == .round {
      addArc(around: point, x: x, y: y, angle: Double.atan2(cross, dot), toLeft: toLeft)
    } else if style.join == .miter, dot > -0.999_999, (2 / (1 + dot)).squareRoot() <= style.miterLimit {
      let reach = side / (1 + dot)
      add(point, x: -(a.y + b.y) * reach, y: (a.x + b.x) * reach, toLeft: toLeft)
    }
    add(point, x: -b.y * side, y: b.x * side, toLeft: toLeft)
  }

  private mutating func addWedge(at point: CGPoint, from a: Heading, to b: Heading, isCorner: Bool) {
    let angle = Double.atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    guard abs(angle) > 1e-6 else { return }
    polygons.add(point)
    addJoin(at: point, from: a, to: b, isCorner: isCorner, toLeft: true)
    polygons.endPolygonNegative()
  }

  private mutating func addCap(at point: CGPoint, _ heading: Heading) {
    let (x, y) = (heading.x * half, heading.y * half)
    switch style.cap {
    case .butt: break
    case .square:
      polygons.add(CGPoint(x: point.x - y + x, y: point.y + x + y))
      polygons.add(CGPoint(x: point.x + y + x, y: point.y - x + y))
    case .round: addArc(around: point, x: -y, y: x, angle: -.pi, toLeft: true)
    }
  }

  private mutating func addDot(at point: CGPoint, _ heading: Heading) {
    if style.cap == .butt { return }
    begin(at: point, heading)
    end(at: point, heading, hasCap: true)
    addCap(at: point, heading.reversed)
    polygons.endPolygon()
  }

  /// Adds the points of an arc from (x, y) relative to the centre, without its ends.
  private mutating func addArc(around center: CGPoint, x: CGFloat, y: CGFloat, angle: CGFloat, toLeft: Bool) {
    let count = Int((abs(angle) / step).rounded(.up))
    for index in 1..<max(count, 1) {
      let part = angle * CGFloat(index) / CGFloat(count)
      let (s, c) = (Double.sin(part), Double.cos(part))
      add(center, x: x * c - y * s, y: x * s + y * c, toLeft: toLeft)
    }
  }
}

package struct StrokeScratch {
  private var stroker = Stroker()
  private var part = StrokeLine()
  private var dashes = DashScratch()

  package init() {}

  /// Adds the area of a stroke to polygons; see `CGPath.Geometry.stroked(_:tolerance:)`.
  /// - Parameter keepsLines: whether to cache the lines, because the path will be stroked again.
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
      forEachPart(from: style.start, to: style.end, movedBy: style.offset, &part) { line in
        pattern.forEachDash(of: line, &dashes) { pen.add($0) }
      }
    } else {
      forEachPart(from: style.start, to: style.end, movedBy: style.offset, &part) { pen.add($0) }
    }
  }

  /// Number of possibly round corners and ends: all points, and the ends twice.
  private var corners: Int {
    var count = 0
    forEachUncopied { count += $0.nodes.count + 2 }
    return count
  }
}
