import Foundation

/// A subpath as segments with non-zero lengths.
struct StrokeLine {
  /// A point with the segment that starts there. A single array of nodes, because animated strokes are created in every
  /// frame, and every array is reference counted.
  struct Node {
    let point: CGPoint
    /// Whether the point is a corner. False inside curves, which are round with any line join.
    var isCorner: Bool
    /// The parameter of the point in its curve; unused for corners.
    var parameter: Float = 1
    /// Length of the segment; 0 if none starts here.
    var length: CGFloat = 0
  }

  /// At least one. A closed line does not repeat its first point.
  private(set) var nodes: [Node] = []
  private(set) var isClosed = false
  /// Direction of a line with a single point.
  var direction = CGPoint(x: 1, y: 0)
  /// Unit directions of the first and last curve, which differ from those of their chords.
  var startDirection: CGPoint?
  var endDirection: CGPoint?

  var segmentCount: Int { isClosed ? nodes.count : max(0, nodes.count - 1) }

  func end(_ segment: Int) -> CGPoint { nodes[segment + 1 == nodes.count ? 0 : segment + 1].point }

  var length: CGFloat {
    var sum: CGFloat = 0
    for node in nodes { sum += node.length }
    return sum
  }

  mutating func begin(at point: CGPoint) {
    nodes.removeAll(keepingCapacity: true)
    isClosed = false
    direction = CGPoint(x: 1, y: 0)
    (startDirection, endDirection) = (nil, nil)
    nodes.append(Node(point: point, isCorner: true))
  }

  /// - Parameter length: distance from the last point.
  mutating func append(_ point: CGPoint, isCorner: Bool, length: CGFloat, parameter: Float = 1) {
    nodes[nodes.count - 1].length = length
    nodes.append(Node(point: point, isCorner: isCorner, parameter: parameter))
    endDirection = nil
  }

  mutating func append(_ point: CGPoint, isCorner: Bool) {
    append(point, isCorner: isCorner, length: nodes[nodes.count - 1].point.distance(to: point))
  }

  mutating func setCorner(_ isCorner: Bool, at index: Int) { nodes[index].isCorner = isCorner }

  /// Closes the line. Removes the last point if it is closer to the first one than `nearest`.
  mutating func close(nearest: CGFloat) {
    guard nodes.count > 1 else { return }
    isClosed = true
    if nodes.count > 2, nodes[nodes.count - 1].point.distance(to: nodes[0].point) <= nearest {
      nodes.removeLast()
    } else {
      endDirection = nil
    }
    nodes[nodes.count - 1].length = nodes[nodes.count - 1].point.distance(to: nodes[0].point)
  }

  /// The cut of a stroke at a length. Curves count with their length, but within a curve the parameter is used
  /// (measured, behavior.md 1.6).
  func cut(at length: CGFloat) -> CGFloat {
    var (before, first) = (CGFloat(0), 0)
    while first < segmentCount {
      let last = curveEnd(first)
      var whole: CGFloat = 0
      for index in first...last { whole += nodes[index].length }
      if length < before + whole, last > first { return before + cut(at: (length - before) / whole, first, last) }
      if length < before + whole { return length }
      before += whole
      first = last + 1
    }
    return length
  }

  /// The last segment of the curve whose first segment is `first`.
  private func curveEnd(_ first: Int) -> Int {
    var last = first
    while last + 1 < segmentCount, !nodes[last + 1].isCorner { last += 1 }
    return last
  }

  private func cut(at parameter: CGFloat, _ first: Int, _ last: Int) -> CGFloat {
    var (length, low) = (CGFloat(0), CGFloat(0))
    for index in first..<last {
      let high = CGFloat(nodes[index + 1].parameter)
      if parameter < high { return length + nodes[index].length * (parameter - low) / (high - low) }
      (length, low) = (length + nodes[index].length, high)
    }
    return length + nodes[last].length * (low < 1 ? min((parameter - low) / (1 - low), 1) : 1)
  }

  /// Appends another open line that starts at the end of this one.
  mutating func continueWith(_ other: StrokeLine, isCorner: Bool) {
    (nodes[nodes.count - 1].isCorner, nodes[nodes.count - 1].length) = (isCorner, other.nodes[0].length)
    nodes.append(contentsOf: other.nodes.dropFirst())
    endDirection = other.endDirection
  }
}

extension CGPoint {
  func distance(to other: CGPoint) -> CGFloat { Double.hypot(other.x - x, other.y - y) }
}

struct StrokeLineBuilder {
  private var lines: [StrokeLine] = []
  /// Empty until a segment has begun.
  private var line = StrokeLine()
  private var start = CGPoint.zero
  private var current = CGPoint.zero
  private var hasSegment = false
  private let tolerance: CGFloat
  /// Closer points are omitted, because their direction is inaccurate.
  private let nearest: CGFloat
  private let chordLimit: Int

  init(tolerance: CGFloat, chordLimit: Int) {
    self.tolerance = tolerance > 0 ? tolerance : 0.1
    self.chordLimit = chordLimit
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
    let count = curve.chordCount(tolerance: tolerance, limit: chordLimit)
    let isFirst = line.nodes.isEmpty
    for index in 1..<max(count, 1) {
      let point = curve.point(at: CGFloat(index) / CGFloat(count))
      if point.isFinite { add(point, isCorner: false, parameter: Float(index) / Float(count)) }
    }
    add(curve.end, isCorner: true)
    let directions = curve.directions(beyond: tolerance)
    if isFirst { line.startDirection = directions.start }
    line.endDirection = directions.end
  }

  private mutating func add(_ point: CGPoint, isCorner: Bool, parameter: Float = 1) {
    hasSegment = true
    if line.nodes.isEmpty { line.begin(at: current) }
    current = point
    let distance = line.nodes[line.nodes.count - 1].point.distance(to: point)
    if distance > nearest, distance.isFinite {
      line.append(point, isCorner: isCorner, length: distance, parameter: parameter)
    } else if isCorner {
      line.setCorner(true, at: line.nodes.count - 1)
    }
  }

  private mutating func end(isClosed: Bool) {
    defer { (line, hasSegment) = (StrokeLine(), false) }
    guard hasSegment else { return }
    if line.nodes.isEmpty { line.begin(at: current) }
    if isClosed { line.close(nearest: nearest) }
    lines.append(line)
  }
}

struct LineWalk {
  private var segment = 0
  private var along: CGFloat = 0

  private func place(_ line: StrokeLine) -> CGPoint {
    guard segment < line.segmentCount else {
      return line.nodes[line.isClosed ? 0 : line.nodes.count - 1].point
    }
    let (a, b) = (line.nodes[segment].point, line.end(segment))
    let t = along / line.nodes[segment].length
    return CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
  }

  private func direction(_ line: StrokeLine) -> CGPoint {
    guard line.segmentCount > 0 else { return line.direction }
    let index = min(segment, line.segmentCount - 1)
    let (a, b, length) = (line.nodes[index].point, line.end(index), line.nodes[index].length)
    return CGPoint(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
  }

  /// Moves by `distance` along a line, always the same one, at most to its end. The passed line is written to `passed`.
  mutating func advance(by distance: CGFloat, along line: StrokeLine, into passed: inout StrokeLine) {
    passed.begin(at: place(line))
    passed.direction = direction(line)
    if segment == 0, along == 0 { passed.startDirection = line.startDirection }
    var left = distance
    while segment < line.segmentCount {
      let length = line.nodes[segment].length
      if left <= length - along {
        along += left
        if left > 0 { passed.append(place(line), isCorner: true) }
        break
      }
      left -= length - along
      if length > along {
        let corner = line.nodes[segment + 1 == line.nodes.count ? 0 : segment + 1].isCorner
        if along == 0 {
          passed.append(line.end(segment), isCorner: corner, length: length)
        } else {
          passed.append(line.end(segment), isCorner: corner)
        }
      }
      segment += 1
      along = 0
      if segment == line.segmentCount { passed.endDirection = line.endDirection }
    }
  }
}

extension [StrokeLine] {
  var length: CGFloat {
    var sum: CGFloat = 0
    forEachUncopied { sum += $0.length }
    return sum
  }

  /// Without an iterator, which would retain objects.
  func forEachUncopied(_ body: (StrokeLine) -> Void) {
    let lines = span
    for index in lines.indices { body(lines[index]) }
  }

  /// Like `forEachPart`, with both fractions shifted along the length, modulo the whole length. On a single closed line
  /// the result is one part.
  func forEachPart(
    from start: CGFloat, to end: CGFloat, movedBy offset: CGFloat, _ part: inout StrokeLine,
    _ body: (StrokeLine) -> Void
  ) {
    let turn = offset - offset.rounded(.down)
    let (start, end) = (start > 0 ? Swift.min(start, 1) : 0, end < 1 ? Swift.max(end, 0) : 1)
    guard turn > 0, turn < 1, start < end, start > 0 || end < 1 else {
      return forEachPart(from: start, to: end, &part, body)
    }
    let (first, last) = (start + turn, end + turn)
    if first >= 1 { return forEachPart(from: first - 1, to: last - 1, &part, body) }
    if last <= 1 { return forEachPart(from: first, to: last, &part, body) }
    guard count == 1, self[0].isClosed else {
      forEachPart(from: first, to: 1, &part, body)
      return forEachPart(from: 0, to: last - 1, &part, body)
    }
    var whole: StrokeLine?
    forEachPart(from: first, to: 1, &part) { whole = $0 }
    forEachPart(from: 0, to: last - 1, &part) { rest in
      whole?.continueWith(rest, isCorner: self[0].nodes[0].isCorner)
      if whole == nil { whole = rest }
    }
    if let whole { body(whole) }
  }

  /// Calls `body` for the lines between two fractions of the total length.
  /// - Parameter part: memory for a part of a line.
  func forEachPart(from start: CGFloat, to end: CGFloat, _ part: inout StrokeLine, _ body: (StrokeLine) -> Void) {
    // NaN counts as the default.
    let start = start > 0 ? Swift.min(start, 1) : 0
    let end = end < 1 ? Swift.max(end, 0) : 1
    if start == 0, end == 1 { return forEachUncopied(body) }
    let total = length
    guard start < end, total.isFinite else { return }
    var before: CGFloat = 0
    forEachUncopied { line in
      let length = line.length
      let (from, to) = (start * total - before, end * total - before)
      before += length
      if from <= 0, to >= length {
        body(line)
      } else if from < length, to > 0 {
        var walk = LineWalk()
        let first = from > 0 ? line.cut(at: from) : 0
        let last = to < length ? line.cut(at: to) : length
        if first > 0 { walk.advance(by: first, along: line, into: &part) }
        walk.advance(by: last - first, along: line, into: &part)
        body(part)
      }
    }
  }
}
