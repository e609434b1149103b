/// Memory that the tiles of a layer share while they are drawn: nearly all of them draw the same paths.
///
/// The work is limited, because it is done before any frame: thousands of tiles, each with another path of many points,
/// took minutes and gigabytes. What is left out is counted.
package final class TilePathCache {
  /// Everything that an area is made of.
  struct Recipe: Hashable {
    var path: CGPath.Geometry
    /// Nil to fill the path.
    var pen: StrokeStyle?
    var rule = CGPathFillRule.winding
    /// Tolerance of curves.
    var tolerance: CGFloat

    /// Quick, because paths are long; few have the same box.
    func hash(into hasher: inout Hasher) {
      hasher.combine(path.boundingBox.minX)
      hasher.combine(path.boundingBox.maxY)
      hasher.combine(path.elements.count)
      hasher.combine(pen?.width)
    }
  }

  private var shapes: [Recipe: PathShape] = [:]
  /// Points that paths may still have. One takes up to 200 ns and 40 bytes (measured).
  private var pointsLeft = 1 << 22
  /// Paths that were left out.
  package private(set) var droppedPaths = 0

  package init() {}

  /// The area as it was made for another tile, or made now; nil where that is too much.
  func shape(_ recipe: Recipe) -> PathShape? {
    if let known = shapes[recipe] { return known }
    guard pointsLeft > 0 else {
      droppedPaths += 1
      return nil
    }
    let made = recipe.shape
    pointsLeft -= recipe.path.elements.count + made.polygons.points.count
    shapes[recipe] = made
    return made
  }
}

extension TilePathCache.Recipe {
  var shape: PathShape {
    if let pen { return PathShape(path.area(stroking: pen, tolerance: tolerance), rule: .winding) }
    return PathShape(path.area(tolerance: tolerance), rule: rule)
  }
}
