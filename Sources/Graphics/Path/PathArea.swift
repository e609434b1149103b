package import Foundation

/// The area of a path or its stroke as polygons, shared by reference and cached between frames.
package final class PathArea: @unchecked Sendable {  // `refill` alone changes it, given the only reference.
  // Unchecked access, because a frame reads thousands.
  @exclusivity(unchecked) package private(set) var polygons: CGPath.Geometry.Polygons
  /// Null if there are no points.
  @exclusivity(unchecked) package private(set) var boundingBox: CGRect
  /// Average number of edges that a line across the area meets, along x or y, whichever is more.
  @exclusivity(unchecked) package private(set) var edgesCrossed: Double
  @exclusivity(unchecked) package private(set) var pointCount: Int
  @exclusivity(unchecked) private var polygonCount: Int
  /// Whether the object is cached with its path, so that derived data is worth caching too.
  package let isKept: Bool
  /// Whether all polygons have the same direction, as in strokes. With the winding rule they may overlap.
  @exclusivity(unchecked) package private(set) var turnsOneWay: Bool
  /// Accuracy of curves; 0 if unknown.
  let tolerance: CGFloat
  /// Cached properties of the area by fill rule, computed on first use.
  private let windingFact = CachedObject()
  private let evenOddFact = CachedObject()

  package init(
    _ polygons: CGPath.Geometry.Polygons, turnsOneWay: Bool = false, isKept: Bool = true, tolerance: CGFloat = 0
  ) {
    (self.polygons, boundingBox, self.turnsOneWay) = (polygons, polygons.boundingBox, turnsOneWay)
    (self.isKept, self.tolerance) = (isKept, tolerance)
    edgesCrossed = polygons.edgesCrossed(in: boundingBox)
    (pointCount, polygonCount) = (polygons.points.count, polygons.ends.count)
  }

  /// An area for a single frame, whose memory is reused.
  package convenience init() { self.init(CGPath.Geometry.Polygons(), isKept: false) }

  package var isEmpty: Bool { polygonCount == 0 }

  /// Address of cached data for a fill rule, valid while the area exists.
  package func fact(_ rule: CGPathFillRule) -> UnsafeRawPointer? {
    rule == .winding ? windingFact.address : evenOddFact.address
  }

  /// Stores data for the area. Returns the address of the stored object, which all threads share.
  ///
  /// - Precondition: the area is cached itself, so its polygons do not change.
  package func keep(_ fact: any AnyObject & Sendable, _ rule: CGPathFillRule) -> UnsafeRawPointer {
    demand(isKept, "PathArea: facts about an area that changes")
    return rule == .winding ? windingFact.keep(fact) : evenOddFact.keep(fact)
  }

  /// Replaces the polygons in the same memory.
  ///
  /// - Precondition: there is no other reference.
  package static func refill(
    _ area: inout PathArea, turnsOneWay: Bool = false, _ fill: (inout CGPath.Geometry.Polygons) -> Void
  ) {
    demand(isKnownUniquelyReferenced(&area), "PathArea: a shared area cannot change")
    area.turnsOneWay = turnsOneWay
    area.polygons.removeAll()
    fill(&area.polygons)
    area.boundingBox = area.polygons.boundingBox
    area.edgesCrossed = area.polygons.edgesCrossed(in: area.boundingBox)
    (area.pointCount, area.polygonCount) = (area.polygons.points.count, area.polygons.ends.count)
  }
}

extension PathArea: Hashable {
  package static func == (left: PathArea, right: PathArea) -> Bool {
    left === right || left.turnsOneWay == right.turnsOneWay && left.polygons == right.polygons
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(polygons) }
}
