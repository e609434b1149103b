public import Foundation
public import Scene

/// A layer that is drawn in tiles, at a level of detail that fits its scale (reference section 1.11).
///
/// Tiles are drawn at the commit instead of on other threads, so that a frame never shows a tile that is still missing,
/// and no tile fades in: a frame depends on what is committed, not on when it was drawn.
open class CATiledLayer: CALayer {
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
}
