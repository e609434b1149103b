extension CGContext {
  /// Creates a context for a tile of a layer.
  /// - Parameter bounds: the tile in base coordinates.
  package convenience init(tile bounds: CGRect, sharing tiles: TilePathCache) {
    self.init(bounds: bounds, bitmap: nil, tiles: tiles)
  }

  /// Ends the drawing of a tile and returns it in the layer's coordinates, clipped to the tile.
  ///
  /// A pixel belongs to the tile that contains its centre, so that there are no seams. At the soft edges of the layer's
  /// bounds, tiles are not clipped.
  package func finish(asTile tile: CGRect, of bounds: CGRect, scaledBy scale: CGFloat) -> [DrawCommand] {
    let toLayer = PlaneTransform(CGAffineTransform(scaleX: scale, y: scale))
    let drawn = finish().compactMap { $0.moved(by: toLayer) }
    if drawn.isEmpty { return [] }
    var shape = RoundedRect(tile)
    shape.smoothEdges = []
    if tile.minX <= bounds.minX { shape.minX -= bounds.width }
    if tile.minY <= bounds.minY { shape.minY -= bounds.height }
    if tile.maxX >= bounds.maxX { shape.maxX += bounds.width }
    if tile.maxY >= bounds.maxY { shape.maxY += bounds.height }
    return [.pushGroup(GroupCommand(bounds: .empty, clip: (shape, .identity)))] + drawn + [.popGroup]
  }
}
