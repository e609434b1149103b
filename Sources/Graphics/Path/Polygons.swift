public import Foundation

extension CGPath.Geometry {
  /// Closed polygons, one after the other in one array: what a path is filled as.
  public struct Polygons: Hashable, Sendable {
    public private(set) var points: [CGPoint] = []
    /// For each polygon, the index behind its last point.
    public private(set) var ends: [Int] = []

    public init() {}

    public var isEmpty: Bool { ends.isEmpty }

    /// The points of each polygon by index.
    public var ranges: [Range<Int>] { zip([0] + ends, ends).map { $0..<$1 } }

    /// The smallest rectangle around all points; null if there are none.
    public var boundingBox: CGRect { CGRect(around: points) }

    /// Adds a polygon; fewer than three points enclose nothing and are left out.
    public mutating func append(_ polygon: some Collection<CGPoint>) {
      guard polygon.count > 2 else { return }
      points.append(contentsOf: polygon)
      ends.append(points.count)
    }
  }

  /// The subpaths as polygons for filling, every curve within `tolerance` of its chords. Open subpaths are closed.
  public func polygons(tolerance: CGFloat) -> Polygons {
    var result = Polygons()
    for line in flattened(tolerance: tolerance) { result.append(line.points) }
    return result
  }

  public init(_ polygons: Polygons) {
    self.init()
    for range in polygons.ranges {
      addLines(between: Array(polygons.points[range]))
      closeSubpath()
    }
  }
}
