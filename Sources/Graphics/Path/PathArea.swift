package import Foundation

/// The area of a path or of its stroke as polygons, shared by reference: what is kept of a path from frame to frame.
package final class PathArea: @unchecked Sendable {  // `refill` alone changes it, given the only reference.
  // Hence nothing checks for exclusive access: a frame looks at thousands.
  @exclusivity(unchecked) package private(set) var polygons: CGPath.Geometry.Polygons
  /// Around all points; null if there are none.
  @exclusivity(unchecked) package private(set) var boundingBox: CGRect
  /// How many edges a line across the area meets, on average: along x or along y, whichever is more.
  @exclusivity(unchecked) package private(set) var edgesCrossed: Double
  /// Numbers of points and polygons: whoever needs nothing else does not wait for the points.
  @exclusivity(unchecked) package private(set) var pointCount: Int
  @exclusivity(unchecked) private var polygonCount: Int
  /// Whether the same object is given again for as long as there is its path: then it is worth keeping what follows
  /// from it.
  package let isKept: Bool

  package init(_ polygons: CGPath.Geometry.Polygons, isKept: Bool = true) {
    (self.polygons, boundingBox, self.isKept) = (polygons, polygons.boundingBox, isKept)
    edgesCrossed = polygons.edgesCrossed(in: boundingBox)
    (pointCount, polygonCount) = (polygons.points.count, polygons.ends.count)
  }

  /// An area of one frame: its memory is used again.
  package convenience init() { self.init(CGPath.Geometry.Polygons(), isKept: false) }

  package var isEmpty: Bool { polygonCount == 0 }

  /// Exchanges the polygons for others in the same memory.
  ///
  /// - Precondition: there is no other reference.
  package static func refill(_ area: inout PathArea, _ fill: (inout CGPath.Geometry.Polygons) -> Void) {
    demand(isKnownUniquelyReferenced(&area), "PathArea: shared areas do not change")
    area.polygons.removeAll()
    fill(&area.polygons)
    area.boundingBox = area.polygons.boundingBox
    area.edgesCrossed = area.polygons.edgesCrossed(in: area.boundingBox)
    (area.pointCount, area.polygonCount) = (area.polygons.points.count, area.polygons.ends.count)
  }
}

extension PathArea: Hashable {
  package static func == (left: PathArea, right: PathArea) -> Bool {
    left === right || left.polygons == right.polygons
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(polygons) }
}
