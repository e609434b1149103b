import Foundation

/// Turns lines into the polygons that a pen covers.
///
/// Where the pen bends little, both edges go on as one polygon; elsewhere a polygon ends, and a wedge fills the outer
/// side of the turn. All polygons turn the same way round, so that by the winding rule they are their union: folds,
/// cusps and crossings need no care.
struct Stroker {
  private(set) var polygons = CGPath.Geometry.Polygons()
  private let half: CGFloat
  private let style: StrokeStyle
  private let tolerance: CGFloat
  /// Largest angle between the corners of a round edge, radians.
  private let step: CGFloat
  private var left: [CGPoint] = []
  private var right: [CGPoint] = []

  init(_ style: StrokeStyle, tolerance: CGFloat) {
    self.style = style
    self.tolerance = tolerance > 0 ? tolerance : 0.1
    half = style.width / 2
    // The sagitta of a chord over an angle is about r angle^2 / 8.
    step = min(max((8 * self.tolerance / half).squareRoot(), .pi / 256), .pi / 3)
  }

  /// The direction and length of one segment.
  private struct Heading {
    var x: CGFloat
    var y: CGFloat
    var length: CGFloat

    init(from a: CGPoint, to b: CGPoint) {
      length = hypot(b.x - a.x, b.y - a.y)
      (x, y) = ((b.x - a.x) / length, (b.y - a.y) / length)
    }

    init(_ direction: CGPoint) { (x, y, length) = (direction.x, direction.y, 1) }

    var reversed: Heading { Heading(CGPoint(x: -x, y: -y)) }
  }

  mutating func add(_ line: StrokeLine) {
    let count = line.segmentCount
    guard count > 0 else { return addDot(at: line.points[0], Heading(line.direction)) }
    let first = Heading(from: line.points[0], to: line.end(0))
    var heading = first
    begin(at: line.points[0], heading)
    for index in 1..<max(count, 1) {
      let next = Heading(from: line.points[index], to: line.end(index))
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
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    addSides(at: point, x: -heading.y, y: heading.x)
  }

  private mutating func end(at point: CGPoint, _ heading: Heading) {
    addSides(at: point, x: -heading.y, y: heading.x)
    polygons.append(left + right.reversed())
  }

  /// Both edges of the line, half a width along (x, y) and against it.
  private mutating func addSides(at point: CGPoint, x: CGFloat, y: CGFloat) {
    left.append(CGPoint(x: point.x + x * half, y: point.y + y * half))
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
    var wedge = [point, CGPoint(x: point.x + x, y: point.y + y)]
    if !isCorner || style.join == .round {
      addArc(around: point, x: x, y: y, angle: angle, to: &wedge)
    } else if style.join == .miter, dot > -0.999_999, (2 / (1 + dot)).squareRoot() <= style.miterLimit {
      let reach = side * half / (1 + dot)
      wedge.append(CGPoint(x: point.x - (a.y + b.y) * reach, y: point.y + (a.x + b.x) * reach))
    }
    wedge.append(CGPoint(x: point.x - b.y * side * half, y: point.y + b.x * side * half))
    append(wedge)
  }

  private mutating func addCap(at point: CGPoint, _ heading: Heading) {
    let (x, y) = (heading.x * half, heading.y * half)
    let (from, to) = (CGPoint(x: point.x + y, y: point.y - x), CGPoint(x: point.x - y, y: point.y + x))
    switch style.cap {
    case .butt: break
    case .square: append([from, CGPoint(x: from.x + x, y: from.y + y), CGPoint(x: to.x + x, y: to.y + y), to])
    case .round:
      var cap = [from]
      addArc(around: point, x: y, y: -x, angle: .pi, to: &cap)
      append(cap + [to])
    }
  }

  private mutating func addDot(at point: CGPoint, _ heading: Heading) {
    addCap(at: point, heading)
    addCap(at: point, heading.reversed)
  }

  /// The corners of an arc that starts at (x, y) from the centre, without its ends.
  private func addArc(around center: CGPoint, x: CGFloat, y: CGFloat, angle: CGFloat, to points: inout [CGPoint]) {
    let count = Int((abs(angle) / step).rounded(.up))
    for index in 1..<max(count, 1) {
      let part = angle * CGFloat(index) / CGFloat(count)
      let (s, c) = (sin(part), cos(part))
      points.append(CGPoint(x: center.x + x * c - y * s, y: center.y + x * s + y * c))
    }
  }

  /// Adds a piece the way round that the edges of lines go: from left to right across the heading.
  private mutating func append(_ piece: [CGPoint]) {
    var doubleArea: CGFloat = 0
    for index in 1..<(piece.count - 1) {
      let (a, b, c) = (piece[0], piece[index], piece[index + 1])
      doubleArea += (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
    if doubleArea > 0 { polygons.append(piece.reversed()) } else { polygons.append(piece) }
  }
}
