package import Foundation

extension CGPath.Geometry {
  /// Closed polygons in one array, for filling.
  package struct Polygons: Hashable, Sendable {
    package private(set) var points: [CGPoint] = []
    /// For each polygon, the index after its last point.
    package private(set) var ends: [Int] = []

    package init() {}

    package var isEmpty: Bool { ends.isEmpty }

    package var ranges: [Range<Int>] { zip([0] + ends, ends).map { $0..<$1 } }

    package var boundingBox: CGRect { CGRect(around: points) }

    /// Adds a polygon. Fewer than three points have no area and are ignored.
    package mutating func append(_ polygon: some Collection<CGPoint>) {
      points.append(contentsOf: polygon)
      endPolygon()
    }

    mutating func removeAll() {
      points.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
    }
  }

  /// The subpaths as polygons for filling, with curves accurate to `tolerance`. Open subpaths are closed.
  package func polygons(tolerance: CGFloat) -> Polygons {
    var result = Polygons()
    appendPolygons(tolerance: tolerance, to: &result)
    return result
  }

  package func appendPolygons(tolerance: CGFloat, to polygons: inout Polygons) {
    flatten(tolerance: tolerance, into: &polygons)
  }

  package init(_ polygons: Polygons) {
    self.init()
    for range in polygons.ranges {
      addLines(between: Array(polygons.points[range]))
      closeSubpath()
    }
  }
}

extension CGPath.Geometry.Polygons {
  /// Total movement of all edges along a direction, in sizes of the box.
  func edgesCrossed(in box: CGRect) -> Double {
    var (across, down) = (CGFloat(0), CGFloat(0))
    var start = 0
    for end in ends {
      var previous = points[end - 1]
      for index in start..<end {
        let next = points[index]
        across += abs(next.x - previous.x)
        down += abs(next.y - previous.y)
        previous = next
      }
      start = end
    }
    let (x, y) = (Double(across / box.width), Double(down / box.height))
    // Without a finite size, each polygon goes back and forth.
    return x.isFinite && y.isFinite ? max(x, y) : 2 * Double(ends.count)
  }
}

// Polygons built in place: points of an unfinished polygon are after the last end.
extension CGPath.Geometry.Polygons: PolylineSink {
  private var start: Int { ends.last ?? 0 }

  mutating func add(_ point: CGPoint) { points.append(point) }
  mutating func add(contentsOf more: some Collection<CGPoint>) { points.append(contentsOf: more) }

  mutating func endLine(isClosed: Bool) {
    if isClosed, points.count > start + 1, points[points.count - 1] == points[start] { points.removeLast() }
    endPolygon()
  }

  /// Ends the polygon. Removes it if it has fewer than three points.
  mutating func endPolygon() {
    if points.count - start > 2 { ends.append(points.count) } else { points.removeLast(points.count - start) }
  }

  /// Ends the polygon, and reverses it if it runs toward positive angles.
  mutating func endPolygonNegative() {
    let first = start
    var doubleArea: CGFloat = 0
    if points.count - first > 2 {
      for index in (first + 1)..<(points.count - 1) {
        let (a, b, c) = (points[first], points[index], points[index + 1])
        doubleArea += (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      }
    }
    if doubleArea > 0 {
      // In place, because reversing a slice would copy all points.
      var (low, high) = (first, points.count - 1)
      while low < high {
        points.swapAt(low, high)
        (low, high) = (low + 1, high - 1)
      }
    }
    endPolygon()
  }
}
