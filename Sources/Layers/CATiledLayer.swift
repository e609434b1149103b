public import Foundation
import Graphics
public import Scene

/// A layer that is drawn in tiles, at a level of detail that fits its scale (reference section 1.11).
///
/// `draw(in:)` is called once per tile that shows, with the tile as the clip and with the level's pixels per point in the
/// transform. That happens at the commit instead of on other threads, so that a frame never shows a tile that is still
/// missing, and no tile fades in: a frame depends on what is committed, not on when it was drawn. Level and tiles follow
/// the model values of the layer and its ancestors: the level is that of the scale towards the root, and the tiles are
/// those inside the root's bounds, or all while anything among these layers is animated (ours).
open class CATiledLayer: CALayer {
  private var tiles = DrawnTiles()

  open override class var properties: [Property<LayerState>] { super.properties + Property.tiledLayer }

  /// Seconds over which a tile would fade in. Default 0.25.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// Opacity of a tile, in a linear fade.
  ///
  /// - Parameter elapsed: seconds since the tile was drawn.
  package static func fadeOpacity(after elapsed: CFTimeInterval) -> Double {
    let duration = fadeDuration()
    return duration > 0 ? max(0, min(1, elapsed / duration)) : 1
  }

  /// Number of levels from full size down, each half the size of the one before. Default 1.
  open var levelsOfDetail: Int {
    get { state.viewing.levelsOfDetail }
    set { set(\.viewing.levelsOfDetail, newValue) }
  }
  /// Number of magnified levels, each twice the size of the one before. Default 0.
  open var levelsOfDetailBias: Int {
    get { state.viewing.levelsOfDetailBias }
    set { set(\.viewing.levelsOfDetailBias, newValue) }
  }
  /// Largest size of a tile in pixels. Default 256x256.
  open var tileSize: CGSize {
    get { state.viewing.tileSize }
    set { set(\.viewing.tileSize, newValue) }
  }

  /// The level for a scale: 0 is full size, 1 half, -1 double. The layer never becomes smaller than one pixel.
  ///
  /// - Parameter scale: pixels per point of the layer's coordinates.
  package func levelOfDetail(forScale scale: CGFloat) -> Int {
    let side = min(bounds.width, bounds.height)
    let smallest = side >= 1 ? log2(side).rounded(.down) : 0
    let highest = max(0, min(CGFloat(levelsOfDetail) - 1, smallest))
    let lowest = -max(0, CGFloat(levelsOfDetailBias))
    guard scale > 0, scale.isFinite else { return 0 }
    return Int(exactly: max(lowest, min(highest, (-log2(scale)).rounded()))) ?? 0
  }

  // MARK: Drawing

  /// Draws every tile that shows anew.
  package override func displayByDrawing() {
    if tiles.plan == nil { ThreadState.current.tiledLayers.append(WeakTiledLayer(layer: self)) }
    tiles = DrawnTiles()
    updateTiles(isDisplaying: true)
  }

  /// Draws the tiles that show and were not drawn; a layer that has never been displayed waits for that.
  func updateTiles(isDisplaying: Bool = false) {
    guard isDisplaying || tiles.plan != nil else { return }
    let plan = TilePlan(
      bounds: bounds, density: contentsScale * pow(2, -CGFloat(levelOfDetail(forScale: scaleToRoot))),
      tileSize: tileSize, visible: visibleBounds)
    guard tiles.plan != plan else { return }
    var known = tiles.plan?.hasSameTiles(as: plan) == true ? tiles.drawn : [:]
    let wanted = plan.tiles
    if wanted.contains(where: { known[$0] == nil }) { delegate?.layerWillDraw(self) }
    for tile in wanted where known[tile] == nil { known[tile] = drawTile(plan.rect(tile), plan) }
    tiles = DrawnTiles(plan: plan, drawn: known.filter { wanted.contains($0.key) })
    let commands = wanted.flatMap { known[$0] ?? [] }
    if !commands.isEmpty {
      contents = Drawing(commands: commands)
    } else if contents is Drawing {
      contents = nil
    }
  }

  private func drawTile(_ rect: CGRect, _ plan: TilePlan) -> [DrawCommand] {
    let toPixels = CGAffineTransform(scaleX: plan.density, y: plan.density)
    let context = CGContext(bounds: rect.applying(toPixels))
    context.concatenate(toPixels)
    draw(in: context)
    return context.finish(asTile: rect, of: bounds, scaledBy: 1 / plan.density)
  }

  /// Points of the root per point of this layer, where that is more.
  private var scaleToRoot: CGFloat {
    let root = lineage.last
    let (x, y) = (bounds.midX, bounds.midY)
    let middle = convert(CGPoint(x: x, y: y), to: root)
    let (right, down) = (convert(CGPoint(x: x + 1, y: y), to: root), convert(CGPoint(x: x, y: y + 1), to: root))
    return max(hypot(right.x - middle.x, right.y - middle.y), hypot(down.x - middle.x, down.y - middle.y))
  }

  private var visibleBounds: CGRect {
    guard let root = lineage.last, root !== self, lineage.allSatisfy({ $0.animationKeys()?.isEmpty ?? true }) else {
      return bounds
    }
    let seen = convert(root.bounds, from: root)
    return seen.isUsable ? seen.common(with: bounds) : bounds
  }
}

/// The tiles of a layer as they were drawn last.
private struct DrawnTiles {
  /// Nil before the first time.
  var plan: TilePlan?
  var drawn: [TilePlan.Tile: [DrawCommand]] = [:]
}

/// Which tiles a layer shows.
struct TilePlan: Equatable {
  struct Tile: Hashable {
    var column: Int
    var row: Int
  }

  let bounds: CGRect
  /// Pixels per point.
  let density: CGFloat
  /// Of a tile, points.
  let side: CGSize
  let columns: Range<Int>
  let rows: Range<Int>

  /// Tiles beyond this number are joined to larger ones.
  private static let mostTiles = 4096

  init(bounds: CGRect, density: CGFloat, tileSize: CGSize, visible: CGRect) {
    (self.bounds, self.density) = (bounds, density > 0 && density.isFinite ? density : 1)
    var side = CGSize(width: max(1, tileSize.width) / self.density, height: max(1, tileSize.height) / self.density)
    func range(_ low: CGFloat, _ high: CGFloat, _ side: CGFloat) -> Range<Int> {
      guard low < high, side > 0, let first = Int(exactly: (low / side).rounded(.down)),
        let end = Int(exactly: (high / side).rounded(.up))
      else { return 0..<0 }
      return first..<max(first, end)
    }
    var (columns, rows) = (0..<0, 0..<0)
    repeat {
      columns = range(visible.minX - bounds.minX, visible.maxX - bounds.minX, side.width)
      rows = range(visible.minY - bounds.minY, visible.maxY - bounds.minY, side.height)
      if columns.count.multipliedReportingOverflow(by: rows.count).partialValue <= Self.mostTiles,
        columns.count < 65_536,
        rows.count < 65_536
      {
        break
      }
      side = CGSize(width: side.width * 2, height: side.height * 2)
    } while true
    (self.side, self.columns, self.rows) = (side, columns, rows)
  }

  /// Whether a tile of one plan is the same in the other.
  func hasSameTiles(as other: TilePlan) -> Bool {
    bounds == other.bounds && density == other.density && side == other.side
  }

  /// Row by row.
  var tiles: [Tile] { rows.flatMap { row in columns.map { Tile(column: $0, row: row) } } }

  /// In the layer's coordinates, cut to its bounds.
  func rect(_ tile: Tile) -> CGRect {
    CGRect(
      x: bounds.minX + CGFloat(tile.column) * side.width, y: bounds.minY + CGFloat(tile.row) * side.height,
      width: side.width, height: side.height
    ).common(with: bounds)
  }
}

/// A tiled layer that is looked after at commits.
struct WeakTiledLayer {
  weak var layer: CATiledLayer?
}

extension CALayer {
  /// Draws what is missing of the tiled layers under this root: other tiles may show than at the last commit.
  func updateTiledLayers() {
    let thread = ThreadState.current
    guard !thread.tiledLayers.isEmpty else { return }
    thread.tiledLayers.removeAll { $0.layer == nil }
    for entry in thread.tiledLayers where entry.layer?.lineage.last === self { entry.layer?.updateTiles() }
  }
}

extension CGRect {
  fileprivate var isUsable: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }
}
