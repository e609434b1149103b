package import Foundation

/// The area of a path or of its stroke as polygons, shared by reference: what is kept of a path from frame to frame.
package final class PathArea: @unchecked Sendable {  // `refill` alone changes it, given the only reference.
  // Hence nothing checks for exclusive access: a frame looks at thousands.
  @exclusivity(unchecked) package private(set) var polygons: CGPath.Geometry.Polygons
  /// Around all points; null if there are none.
  @exclusivity(unchecked) package private(set) var boundingBox: CGRect
  /// How many edges a line across the area meets, on average: along x or along y, whichever is more.
  @exclusivity(unchecked) package private(set) var edgesCrossed: Double
  /// Numbers of points and polygons, which are known before the points are.
  @exclusivity(unchecked) package private(set) var pointCount: Int
  @exclusivity(unchecked) private var polygonCount: Int
  /// Whether the same object is given again for as long as there is its path: then it is worth keeping what follows
  /// from it.
  package let isKept: Bool
  /// Whether all polygons turn the same way round, as those of a pen do: to be filled by the winding rule, they may lie
  /// over one another.
  @exclusivity(unchecked) package private(set) var turnsOneWay: Bool
  /// Within which curves were followed; 0 where it was not asked for.
  let tolerance: CGFloat
  /// Cached properties of the area under each fill rule, found when they are first needed.
  private let windingFact = KeptObject()
  private let evenOddFact = KeptObject()

  package init(
    _ polygons: CGPath.Geometry.Polygons, turnsOneWay: Bool = false, isKept: Bool = true, tolerance: CGFloat = 0
  ) {
    (self.polygons, boundingBox, self.turnsOneWay) = (polygons, polygons.boundingBox, turnsOneWay)
    (self.isKept, self.tolerance) = (isKept, tolerance)
    edgesCrossed = polygons.edgesCrossed(in: boundingBox)
    (pointCount, polygonCount) = (polygons.points.count, polygons.ends.count)
  }

  /// An area of one frame: its memory is used again.
  package convenience init() { self.init(CGPath.Geometry.Polygons(), isKept: false) }

  package var isEmpty: Bool { polygonCount == 0 }

  /// Address of what was found out about the area under a fill rule; it stays as long as the area.
  package func fact(_ rule: CGPathFillRule) -> UnsafeRawPointer? {
    rule == .winding ? windingFact.address : evenOddFact.address
  }

  /// Keeps what was found out. Answers the address of what is kept: one object for all threads.
  /// - Precondition: the area is kept itself, so that its polygons stay.
  package func keep(_ fact: any AnyObject & Sendable, _ rule: CGPathFillRule) -> UnsafeRawPointer {
    demand(isKept, "PathArea: facts about an area that changes")
    return rule == .winding ? windingFact.keep(fact) : evenOddFact.keep(fact)
  }

  /// Exchanges the polygons for others in the same memory.
  /// - Precondition: there is no other reference.
  package static func refill(
    _ area: inout PathArea, turnsOneWay: Bool = false, _ fill: (inout CGPath.Geometry.Polygons) -> Void
  ) {
    demand(isKnownUniquelyReferenced(&area), "PathArea: shared areas do not change")
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
