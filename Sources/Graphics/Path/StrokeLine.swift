import Foundation

/// One subpath as straight segments, none without length.
struct StrokeLine {
  /// At least one; a closed line does not repeat its first point.
  var points: [CGPoint] = []
  /// Whether the pen turns at the point: false inside curves, whose bends are round whatever the line join is.
  var corners: [Bool] = []
  var isClosed = false
  /// Where a line of one point points to.
  var direction = CGPoint(x: 1, y: 0)

  var segmentCount: Int { points.count < 2 ? 0 : isClosed ? points.count : points.count - 1 }

  /// The end of a segment.
  func end(_ segment: Int) -> CGPoint { points[segment + 1 == points.count ? 0 : segment + 1] }

  func length(_ segment: Int) -> CGFloat {
    let (a, b) = (points[segment], end(segment))
    return hypot(b.x - a.x, b.y - a.y)
  }

  var length: CGFloat { (0..<segmentCount).reduce(0) { $0 + length($1) } }

  mutating func append(_ point: CGPoint, isCorner: Bool) {
    points.append(point)
    corners.append(isCorner)
  }
}

/// Collects the lines of a path.
struct StrokeLineBuilder {
  private var lines: [StrokeLine] = []
  private var line = StrokeLine()
  private var start = CGPoint.zero
  private var current = CGPoint.zero
  private var hasSegment = false
  private let tolerance: CGFloat
  /// Points nearer to the one before than this are left out: their direction says nothing.
  private let nearest: CGFloat

  init(tolerance: CGFloat) {
    self.tolerance = tolerance > 0 ? tolerance : 0.1
    nearest = self.tolerance / 1000
  }

  mutating func append(_ element: CGPath.Geometry.Element) {
    switch element {
    case .move(let point):
      end(isClosed: false)
      (start, current) = (point, point)
    case .line(let point): add(point, isCorner: true)
    case .quadCurve(let end, let control): add(CubicCurve(quadraticFrom: current, control, end))
    case .curve(let end, let control1, let control2): add(CubicCurve(current, control1, control2, end))
    case .close:
      hasSegment = true
      end(isClosed: true)
      current = start
    }
  }

  mutating func finish() -> [StrokeLine] {
    end(isClosed: false)
    return lines
  }

  private mutating func add(_ curve: CubicCurve) {
    let count = curve.chordCount(tolerance: tolerance, limit: 1024)
    for index in 1..<max(count, 1) {
      let point = curve.point(at: CGFloat(index) / CGFloat(count))
      if point.isFinite { add(point, isCorner: false) }
    }
    add(curve.end, isCorner: true)
  }

  private mutating func add(_ point: CGPoint, isCorner: Bool) {
    hasSegment = true
    if line.points.isEmpty { line.append(current, isCorner: true) }
    current = point
    let last = line.points[line.points.count - 1]
    let distance = hypot(point.x - last.x, point.y - last.y)
    if distance > nearest, distance.isFinite {
      line.append(point, isCorner: isCorner)
    } else if isCorner {
      line.corners[line.corners.count - 1] = true
    }
  }

  private mutating func end(isClosed: Bool) {
    defer { (line, hasSegment) = (StrokeLine(), false) }
    guard hasSegment else { return }
    if line.points.isEmpty { line.append(current, isCorner: true) }
    line.isClosed = isClosed && line.points.count > 1
    if line.isClosed, line.points.count > 2, line.length(line.points.count - 1) <= nearest {
      line.points.removeLast()
      line.corners.removeLast()
    }
    lines.append(line)
  }
}

/// A place that moves along a line.
struct LineWalk {
  let line: StrokeLine
  private var segment = 0
  private var along: CGFloat = 0

  init(_ line: StrokeLine) { self.line = line }

  private func place() -> CGPoint {
    guard segment < line.segmentCount else {
      return line.isClosed ? line.points[0] : line.points[line.points.count - 1]
    }
    let (a, b) = (line.points[segment], line.end(segment))
    let t = along / line.length(segment)
    return CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
  }

  private var direction: CGPoint {
    guard line.segmentCount > 0 else { return line.direction }
    let index = min(segment, line.segmentCount - 1)
    let (a, b, length) = (line.points[index], line.end(index), line.length(index))
    return CGPoint(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
  }

  /// Goes on by `distance`, at most to the end, and gives the open line that was passed.
  mutating func advance(by distance: CGFloat) -> StrokeLine {
    var passed = StrokeLine()
    passed.append(place(), isCorner: true)
    passed.direction = direction
    var left = distance
    while segment < line.segmentCount {
      let length = line.length(segment)
      if left <= length - along {
        along += left
        if left > 0 { passed.append(place(), isCorner: true) }
        break
      }
      left -= length - along
      if length > along {
        passed.append(line.end(segment), isCorner: line.corners[segment + 1 == line.points.count ? 0 : segment + 1])
      }
      segment += 1
      along = 0
    }
    return passed
  }
}

extension [StrokeLine] {
  /// The part between two fractions of the length of all lines.
  func trimmed(from start: CGFloat, to end: CGFloat) -> [StrokeLine] {
    // Comparisons written so that what is not a number counts as the default.
    let start = start > 0 ? Swift.min(start, 1) : 0
    let end = end < 1 ? Swift.max(end, 0) : 1
    if start == 0, end == 1 { return self }
    let total = reduce(0) { $0 + $1.length }
    guard start < end, total.isFinite else { return [] }
    var before: CGFloat = 0
    var result: [StrokeLine] = []
    for line in self {
      let length = line.length
      let (from, to) = (start * total - before, end * total - before)
      before += length
      if from <= 0, to >= length {
        result.append(line)
      } else if from < length, to > 0 {
        var walk = LineWalk(line)
        _ = walk.advance(by: Swift.max(from, 0))
        result.append(walk.advance(by: Swift.min(to, length) - Swift.max(from, 0)))
      }
    }
    return result
  }
}
