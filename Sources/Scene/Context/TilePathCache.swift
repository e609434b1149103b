/// Memory that the tiles of a layer share while they are drawn: nearly all of them draw the same paths.
///
/// The work is limited, because it is done before any frame: thousands of tiles with different paths of many points
/// took minutes and gigabytes. Omitted paths are counted.
package final class TilePathCache {
  struct Recipe: Hashable {
    var path: CGPath.Geometry
    /// Nil for a fill.
    var pen: StrokeStyle?
    var rule = CGPathFillRule.winding
    var tolerance: CGFloat

    /// Hashes few values, because paths are long and rarely have equal boxes.
    func hash(into hasher: inout Hasher) {
      hasher.combine(path.boundingBox.minX)
      hasher.combine(path.boundingBox.maxY)
      hasher.combine(path.elements.count)
      hasher.combine(pen?.width)
    }
  }

  private var shapes: [Recipe: PathShape] = [:]
  /// Remaining points. Each takes up to 200 ns and 40 bytes (measured).
  private var pointsLeft = 1 << 22
  package private(set) var droppedPaths = 0

  package init() {}

  /// The cached or new area; nil above the limit.
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
