import Scene

/// The particles of one batch, sorted into the tiles they touch as packed records; batch order within a tile. A particle
/// that touches several tiles is in each of them.
///
/// Chunks of the batch are counted, then their places are found, then they are placed. Chunks may go side by side; their
/// number does not change the order.
final class ParticleBins {
  private var batch = ParticleBatch()
  /// Pixels that the batch may touch, inside the frame.
  private var bounds = DeviceRect.empty
  private let lookup: TileLookup
  private(set) var chunkCount = 1
  /// Tiles of the batch's bounds, in tile coordinates.
  private(set) var tiles = DeviceRect.empty
  private let records = ScratchBuffer<Sprite>()
  /// For each tile of `tiles`, then one: where its records start.
  private let starts = ScratchBuffer<Int>()
  /// For each chunk and tile: count, then next place to write.
  private let places = ScratchBuffer<Int>()
  /// Tile columns and rows of each particle.
  private let ranges = ScratchBuffer<TileRange>()
  /// Of the particles of each chunk, square pixels.
  private let areas = ScratchBuffer<Float>()
  /// Roughly, of drawing a particle, in nanoseconds.
  private(set) var meanCost = 0

  /// Particles of a chunk, at least: fewer are sorted in the time that it takes to begin.
  private static let leastChunk = 2048
  /// Enough for workers of different speed to end together.
  private static let mostChunks = 16

  /// - Parameter lookup: of the grids that batches are sorted into.
  init(_ lookup: TileLookup) { self.lookup = lookup }

  private struct TileRange: BitwiseCopyable {
    var minX: UInt16, minY: UInt16, maxX: UInt16, maxY: UInt16
    static let none = TileRange(minX: 1, minY: 1, maxX: 0, maxY: 0)
  }

  /// The records of a tile of `tiles`.
  func records(column: Int, row: Int) -> UnsafeBufferPointer<Sprite> {
    let tile = (row - tiles.minY) * tiles.width + column - tiles.minX
    let start = starts.base[tile]
    return UnsafeBufferPointer(start: records.base + start, count: starts.base[tile + 1] - start)
  }

  /// - Parameter bounds: pixels that the batch may touch, inside the frame.
  func begin(_ batch: ParticleBatch, bounds: DeviceRect, grid: TileGrid) {
    precondition(batch.isConsistent, "ParticleBatch: every array has `count` elements")
    (self.batch, self.bounds) = (batch, bounds)
    tiles = grid.tiles(bounds)
    chunkCount = min(max(1, batch.count / Self.leastChunk), Self.mostChunks)
    _ = places.reserve(chunkCount * tileCount, filledWith: 0)
    ranges.reserve(batch.count)
    areas.reserve(chunkCount)
  }

  private var tileCount: Int { tiles.width * tiles.height }

  private func chunk(_ index: Int) -> Range<Int> {
    batch.count * index / chunkCount..<batch.count * (index + 1) / chunkCount
  }

  /// Finds where every chunk's records of each tile go.
  func findPlaces() {
    let area = (0..<chunkCount).reduce(0) { $0 + areas.base[$1] }
    meanCost = 80 + Int(min(area / Float(max(batch.count, 1)), 1e6))
    let (starts, places) = (starts.reserve(tileCount + 1), places.base)
    var total = 0
    for tile in 0..<tileCount {
      starts[tile] = total
      for index in 0..<chunkCount {
        let count = places[index * tileCount + tile]
        places[index * tileCount + tile] = total
        total += count
      }
    }
    starts[tileCount] = total
    records.reserve(total)
  }

  /// Lets go of the batch: the list owns its arrays, and uses them again if nobody else holds them.
  func end() { batch = ParticleBatch() }

  func count(chunk index: Int) {
    var area: Float = 0
    let (columns, rows, ranges) = (lookup.columns, lookup.rows, ranges.base)
    let counts = places.base + index * tileCount
    forEachSprite(index) { index, sprite in
      ranges[index] = .none
      guard let sprite else { return }
      let reach = sprite.reach
      let minX = max(bounds.minX, floorInt(Double(sprite.x - reach.x)))
      let maxX = min(bounds.maxX - 1, floorInt(Double(sprite.x + reach.x)))
      let minY = max(bounds.minY, floorInt(Double(sprite.y - reach.y)))
      let maxY = min(bounds.maxY - 1, floorInt(Double(sprite.y + reach.y)))
      guard minX <= maxX, minY <= maxY else { return }
      let range = TileRange(minX: columns[minX], minY: rows[minY], maxX: columns[maxX], maxY: rows[maxY])
      ranges[index] = range
      area += 4 * reach.x * reach.y
      forEachTile(range) { counts[$0] &+= 1 }
    }
    areas.base[index] = area
  }

  func place(chunk index: Int) {
    let (ranges, records) = (ranges.base, records.base)
    let next = places.base + index * tileCount
    forEachSprite(index) { index, sprite in
      guard let sprite else { return }
      forEachTile(ranges[index]) { tile in
        records[next[tile]] = sprite
        next[tile] &+= 1
      }
    }
  }

  @inline(__always)
  private func forEachTile(_ range: TileRange, _ body: (Int) -> Void) {
    var y = Int(range.minY)
    while y <= Int(range.maxY) {
      let row = (y &- tiles.minY) &* tiles.width &- tiles.minX
      var x = Int(range.minX)
      while x <= Int(range.maxX) {
        body(row &+ x)
        x &+= 1
      }
      y &+= 1
    }
  }

  /// Packs the particles of a chunk, in order; nil for those that draw nothing.
  @inline(__always)
  private func forEachSprite(_ index: Int, _ body: (Int, Sprite?) -> Void) {
    let chunk = chunk(index)
    batch.x.withUnsafeBufferPointer { x in
      batch.y.withUnsafeBufferPointer { y in
        batch.widthX.withUnsafeBufferPointer { widthX in
          batch.widthY.withUnsafeBufferPointer { widthY in
            batch.heightX.withUnsafeBufferPointer { heightX in
              batch.heightY.withUnsafeBufferPointer { heightY in
                batch.tint.withUnsafeBufferPointer { tint in
                  batch.sprite.withUnsafeBufferPointer { source in
                    for i in chunk {
                      body(
                        i,
                        Int(source[i]) < batch.sprites.count
                          ? Sprite(
                            x: x[i], y: y[i], widthX: widthX[i], widthY: widthY[i], heightX: heightX[i],
                            heightY: heightY[i], tint: tint[i], source: source[i]) : nil)
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

extension ParticleBatch {
  fileprivate var isConsistent: Bool {
    [x.count, y.count, widthX.count, widthY.count, heightX.count, heightY.count, tint.count, sprite.count]
      .allSatisfy { $0 == count }
  }
}
