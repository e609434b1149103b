import CStarminePixelKernels
package import StarmineRaster

// What the kernels that sort particles into tiles compute, one particle at a time.

/// Says which tiles each particle touches, if it draws anything, and counts it in these.
package let referenceCountParticles: KernelTable.CountParticles = { counts, ranges, particles, tiles, first, end in
  var area: Float = 0
  for index in first..<end {
    ranges[index] = .none
    guard let sprite = PixelSprite(particles.pointee, at: index) else { continue }
    let (reach, tiles) = (sprite.reach, tiles.pointee)
    let minX = max(tiles.min_x, Int32((sprite.x - reach.x).rounded(.down)))
    let maxX = min(tiles.max_x - 1, Int32((sprite.x + reach.x).rounded(.down)))
    let minY = max(tiles.min_y, Int32((sprite.y - reach.y).rounded(.down)))
    let maxY = min(tiles.max_y - 1, Int32((sprite.y + reach.y).rounded(.down)))
    guard minX <= maxX, minY <= maxY else { continue }
    ranges[index] = PixelTileRange(
      min_x: tiles.column(minX), min_y: tiles.row(minY), max_x: tiles.column(maxX), max_y: tiles.row(maxY))
    area += 4 * reach.x * reach.y
    tiles.forEach(ranges[index]) { counts[$0] += 1 }
  }
  return area
}

/// Packs every particle that draws anything into the next place of each tile that it touches.
package let referencePlaceParticles: KernelTable.PlaceParticles = {
  records, next, ranges, particles, tiles, first, end in
  for index in first..<end {
    guard let sprite = PixelSprite(particles.pointee, at: index) else { continue }
    tiles.pointee.forEach(ranges[index]) { tile in
      records[next[tile]] = sprite
      next[tile] += 1
    }
  }
}

extension PixelTileRange {
  fileprivate static let none = PixelTileRange(min_x: 1, min_y: 0, max_x: 0, max_y: 0)
}

extension PixelTiles {
  fileprivate func column(_ x: Int32) -> UInt16 { UInt16((Float(x - origin_x) + 0.5) * share) }
  fileprivate func row(_ y: Int32) -> UInt16 { UInt16((Float(y - origin_y) + 0.5) * share) }

  /// Calls `body` with the number of each tile.
  fileprivate func forEach(_ range: PixelTileRange, _ body: (Int) -> Void) {
    for row in stride(from: Int(range.min_y), through: Int(range.max_y), by: 1) {
      for column in stride(from: Int(range.min_x), through: Int(range.max_x), by: 1) {
        body((row - first_row) * columns + column - first_column)
      }
    }
  }
}

extension PixelSprite {
  /// Packs one of the particles; nil for one that draws nothing.
  fileprivate init?(_ particles: PixelParticles, at index: Int) {
    guard UInt32(particles.source[index]) < particles.sources else { return nil }
    self.init(
      x: particles.x[index], y: particles.y[index], widthX: particles.width_x[index], widthY: particles.width_y[index],
      heightX: particles.height_x[index], heightY: particles.height_y[index], tint: particles.tint[index],
      source: particles.source[index])
  }
}
