/// A layer that is drawn in tiles, at a level of detail that fits its scale (behavior.md 1.11).
///
/// `draw(in:)` is called once per visible tile. The clip is the tile, and the transform contains the pixels per point
/// of the level. The call happens at the commit instead of on other threads, so that frames never miss a tile. Tiles of
/// the first commit are visible at once. Later tiles fade in from their commit, above the tiles that they replace
/// (ours).
///
/// Level and tiles follow the model values of the layer and its ancestors. The level is that of the scale to the root.
/// The tiles are those inside the root's bounds, or all tiles while one of these layers is animated (ours).
///
/// Tiles share equal paths. If they have more than four million points in all, the paths of the last tiles are left
/// out, and the movie prints a note (ours).
open class CATiledLayer: CALayer {
  private var tiles = DrawnTiles()

  package override class var properties: [Property<LayerState>] { super.properties + Property.tiledLayer }

  /// Returns the duration of the linear fade-in of a tile in seconds. Default 0.25. 0: no fade.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// - Parameter elapsed: seconds since the tile was drawn.
  package static func fadeOpacity(after elapsed: CFTimeInterval) -> Double {
    Drawing.Fade(0..<0, begin: 0, duration: fadeDuration()).opacity(at: elapsed)
  }

  /// Number of levels of detail. Each has half the size of the previous one. Default 1.
  open var levelsOfDetail: Int {
    get { state.viewing.levelsOfDetail }
    set { set(\.viewing.levelsOfDetail, newValue) }
  }
  /// Number of magnified levels. Each has twice the size of the previous one. Default 0.
  open var levelsOfDetailBias: Int {
    get { state.viewing.levelsOfDetailBias }
    set { set(\.viewing.levelsOfDetailBias, newValue) }
  }
  /// Largest size of a tile in pixels. Default 256x256.
  open var tileSize: CGSize {
    get { state.viewing.tileSize }
    set { set(\.viewing.tileSize, newValue) }
  }

  /// Returns the level for a scale: 0 is full size, 1 half size, -1 double size. The layer is at least one pixel large.
  /// - Parameter scale: pixels per point of the layer's coordinates.
  package func levelOfDetail(forScale scale: CGFloat) -> Int {
    let side = min(bounds.width, bounds.height)
    let smallest = side >= 1 ? Double.log2(side).rounded(.down) : 0
    let highest = max(0, min(CGFloat(levelsOfDetail) - 1, smallest))
    let lowest = -max(0, CGFloat(levelsOfDetailBias))
    guard scale > 0, scale.isFinite else { return 0 }
    return Int(exactly: max(lowest, min(highest, (-Double.log2(scale)).rounded()))) ?? 0
  }

  // MARK: Drawing

  /// Redraws all visible tiles.
  package override func displayByDrawing() {
    if tiles.plan == nil { ThreadState.current.tiledLayers.append(WeakLayer(layer: self)) }
    updateTiles(isDisplaying: true)
  }

  /// Draws visible tiles that were not drawn. A layer that has never been displayed is skipped.
  /// - Parameter isDisplaying: whether to draw all visible tiles.
  func updateTiles(isDisplaying: Bool = false) {
    guard isDisplaying || tiles.plan != nil else { return }
    let plan = TilePlan(
      bounds: bounds, density: contentsScale * Double.pow(2, -CGFloat(levelOfDetail(forScale: scaleToRoot))),
      tileSize: tileSize, visible: visibleBounds)
    guard isDisplaying || tiles.plan != plan else { return }
    let now = convertTime(CACurrentMediaTime(), from: nil)
    var next = tiles.following(plan, at: now, duration: type(of: self).fadeDuration(), anew: isDisplaying)
    let missing = plan.tiles.filter { next.drawn[$0] == nil }
    if !missing.isEmpty { delegate?.layerWillDraw(self) }
    let memory = TilePathCache()
    for tile in missing {
      next.drawn[tile] = DrawnTiles.Entry(commands: drawTile(plan.rect(tile), plan, memory), begin: next.begin)
    }
    next.droppedPaths += memory.droppedPaths
    tiles = next
    let drawing = tiles.drawing()
    if !drawing.commands.isEmpty {
      contents = drawing
    } else if contents is Drawing {
      contents = nil
    }
  }

  private func drawTile(_ rect: CGRect, _ plan: TilePlan, _ memory: TilePathCache) -> [DrawCommand] {
    let toPixels = CGAffineTransform(scaleX: plan.density, y: plan.density)
    let context = CGContext(tile: rect.applying(toPixels), sharing: memory)
    context.concatenate(toPixels)
    draw(in: context)
    return context.finish(asTile: rect, of: bounds, scaledBy: 1 / plan.density)
  }

  /// Points of the root per point of this layer, if more than one.
  private var scaleToRoot: CGFloat {
    let root = lineage.last
    let (x, y) = (bounds.midX, bounds.midY)
    let middle = convert(CGPoint(x: x, y: y), to: root)
    let (right, down) = (convert(CGPoint(x: x + 1, y: y), to: root), convert(CGPoint(x: x, y: y + 1), to: root))
    return max(Double.hypot(right.x - middle.x, right.y - middle.y), Double.hypot(down.x - middle.x, down.y - middle.y))
  }

  private var visibleBounds: CGRect {
    guard let root = lineage.last, root !== self, lineage.allSatisfy({ $0.animationKeys()?.isEmpty ?? true }) else {
      return bounds
    }
    let seen = convert(root.bounds, from: root)
    return seen.isUsable ? seen.common(with: bounds) : bounds
  }
}

extension CALayer {
  /// Draws missing tiles of the tiled layers under this root. Visible tiles can change between commits.
  func updateTiledLayers() {
    let thread = ThreadState.current
    guard !thread.tiledLayers.isEmpty else { return }
    thread.tiledLayers.removeAll { $0.layer == nil }
    for layer in thread.tiledLayers.compactMap({ $0.layer as? CATiledLayer }) where layer.lineage.last === self {
      layer.updateTiles()
    }
  }
}

extension CGRect {
  fileprivate var isUsable: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }
}
