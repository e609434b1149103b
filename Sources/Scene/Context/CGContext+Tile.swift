extension CGContext {
  /// A context of one tile of a layer.
  /// - Parameter bounds: the tile in the context's starting coordinates.
  package convenience init(tile bounds: CGRect, sharing tiles: TilePathCache) {
    self.init(bounds: bounds, bitmap: nil, tiles: tiles)
  }

  /// Ends a drawing of one tile of a layer and hands it out in the layer's coordinates, cut to the tile.
  ///
  /// A pixel belongs to the tile that its centre is in, so that no seam shows between tiles. At the layer's bounds,
  /// which cut softly, tiles go on.
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
