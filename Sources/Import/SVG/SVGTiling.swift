import Foundation
import StarmineGraphics
import StarmineDocument

/// Copies of a tile that cover a rectangle.
struct SVGTiling {
  static let most = 4000

  private let tile: CGRect
  /// Tiles from the given one to the first.
  private let first: CGPoint
  private let columns: Double
  private let rows: Double
  let count: Int

  /// Nil where the tile is empty or there are too many.
  init?(_ tile: CGRect, over frame: CGRect) {
    guard tile.width > 0, tile.height > 0, !frame.isNull else { return nil }
    self.tile = tile
    first = CGPoint(
      x: ((frame.minX - tile.minX) / tile.width).rounded(.down),
      y: ((frame.minY - tile.minY) / tile.height).rounded(.down))
    columns = Double(((frame.maxX - tile.minX) / tile.width).rounded(.up) - first.x)
    rows = Double(((frame.maxY - tile.minY) / tile.height).rounded(.up) - first.y)
    guard let count = Int(exactly: columns * rows), count > 0, count <= Self.most else { return nil }
    self.count = count
  }

  /// - Parameter matrix: from the tile's coordinates to those of the layers.
  func copies(of layers: [DocumentValue], _ matrix: CGAffineTransform) -> DocumentValue {
    func row(_ layer: DocumentValue, _ count: Double, _ x: Double, _ y: Double) -> DocumentValue {
      guard count > 1 else { return layer }
      let step = CGAffineTransform(translationX: matrix.a * x + matrix.c * y, y: matrix.b * x + matrix.d * y)
      return .layer(
        [("instanceCount", .number(count)), ("instanceTransform", .matrix(step))], kind: "CAReplicatorLayer",
        sublayers: [layer])
    }
    let one = DocumentValue.moved(
      layers, Double(first.x * tile.width), Double(first.y * tile.height), matrix)
    return row(row(one, columns, Double(tile.width), 0), rows, 0, Double(tile.height))
  }
}
