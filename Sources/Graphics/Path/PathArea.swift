package import Foundation

/// The area of a path or of its stroke as polygons, shared by reference: what is kept of a path from frame to frame.
package final class PathArea: @unchecked Sendable {  // `refill` alone changes it, given the only reference.
  package private(set) var polygons: CGPath.Geometry.Polygons
  /// Around all points; null if there are none.
  package private(set) var boundingBox: CGRect
  /// How many edges a line across the area meets, on average: along x or along y, whichever is more.
  package private(set) var edgesCrossed: Double
  /// Whether the same object is given again for as long as there is its path: then it is worth keeping what follows
  /// from it.
  package let isKept: Bool

  package init(_ polygons: CGPath.Geometry.Polygons, isKept: Bool = true) {
    (self.polygons, boundingBox, self.isKept) = (polygons, polygons.boundingBox, isKept)
    edgesCrossed = polygons.edgesCrossed(in: boundingBox)
  }

  /// An area of one frame: its memory is used again.
  package convenience init() { self.init(CGPath.Geometry.Polygons(), isKept: false) }

  package var isEmpty: Bool { polygons.isEmpty }

  /// Exchanges the polygons for others in the same memory.
  ///
  /// - Precondition: there is no other reference.
  package static func refill(_ area: inout PathArea, _ fill: (inout CGPath.Geometry.Polygons) -> Void) {
    demand(isKnownUniquelyReferenced(&area), "PathArea: shared areas do not change")
    area.polygons.removeAll()
    fill(&area.polygons)
    area.boundingBox = area.polygons.boundingBox
    area.edgesCrossed = area.polygons.edgesCrossed(in: area.boundingBox)
  }
}

extension PathArea: Hashable {
  package static func == (left: PathArea, right: PathArea) -> Bool {
    left === right || left.polygons == right.polygons
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(polygons) }
}
