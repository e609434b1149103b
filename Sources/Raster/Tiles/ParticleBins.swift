import Scene

/// The particles of one batch, sorted into the tiles they touch as packed records; batch order within a tile. A particle
/// that touches several tiles is in each of them.
final class ParticleBins {
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
  private let columnOf = ScratchBuffer<UInt16>()
  private let rowOf = ScratchBuffer<UInt16>()

  /// Batches of so many particles are sorted by several workers.
  static let large = 8192

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

  /// Sorts a batch; `bounds` are the pixels it may touch, inside the frame. Chunks of the batch are counted and placed
  /// by several workers; their number does not change the order.
  func fill(_ batch: ParticleBatch, bounds: DeviceRect, grid: TileGrid, workers: Workers) {
    precondition(batch.isConsistent, "ParticleBatch: every array has `count` elements")
    tiles = grid.tiles(bounds)
    let tileCount = tiles.width * tiles.height
    let chunks = batch.count < Self.large ? 1 : workers.count
    let places = places.reserve(chunks * tileCount, filledWith: 0)
    ranges.reserve(batch.count)
    let areas = areas.reserve(chunks)
    fillLookup(columnOf, bounds.minX - grid.frame.minX..<bounds.maxX - grid.frame.minX, grid.size)
    fillLookup(rowOf, bounds.minY - grid.frame.minY..<bounds.maxY - grid.frame.minY, grid.size)
    // Each worker counts and places its own chunk of the batch in its own part of the buffers.
    nonisolated(unsafe) let bins = self
    let chunk = { @Sendable (index: Int) in
      batch.count * index / chunks..<batch.count * (index + 1) / chunks
    }
    // Each worker writes an element of its own.
    nonisolated(unsafe) let sums = areas
    workers.run(count: chunks) { index, _ in
      sums[index] = bins.count(batch, chunk(index), bounds: bounds, index * tileCount)
    }
    let area = (0..<chunks).reduce(0) { $0 + areas[$1] }
    meanCost = 80 + Int(min(area / Float(max(batch.count, 1)), 1e6))
    let starts = starts.reserve(tileCount + 1)
    var total = 0
    for tile in 0..<tileCount {
      starts[tile] = total
      for index in 0..<chunks {
        let count = places[index * tileCount + tile]
        places[index * tileCount + tile] = total
        total += count
      }
    }
    starts[tileCount] = total
    records.reserve(total)
    workers.run(count: chunks) { index, _ in
      bins.place(batch, chunk(index), index * tileCount)
    }
  }

  private func fillLookup(_ table: ScratchBuffer<UInt16>, _ pixels: Range<Int>, _ size: Int) {
    let entries = table.reserve(pixels.count)
    for pixel in pixels { entries[pixel - pixels.lowerBound] = UInt16(pixel / size) }
  }

  /// - Returns: square pixels of the sprites.
  private func count(_ batch: ParticleBatch, _ chunk: Range<Int>, bounds: DeviceRect, _ offset: Int) -> Float {
    var area: Float = 0
    let (columns, rows, ranges) = (columnOf.base, rowOf.base, ranges.base)
    let counts = places.base + offset
    forEachSprite(batch, chunk) { index, sprite in
      ranges[index] = .none
      guard let sprite else { return }
      let reach = sprite.reach
      let minX = max(bounds.minX, floorInt(Double(sprite.x - reach.x)))
      let maxX = min(bounds.maxX - 1, floorInt(Double(sprite.x + reach.x)))
      let minY = max(bounds.minY, floorInt(Double(sprite.y - reach.y)))
      let maxY = min(bounds.maxY - 1, floorInt(Double(sprite.y + reach.y)))
      guard minX <= maxX, minY <= maxY else { return }
      let range = TileRange(
        minX: columns[minX &- bounds.minX], minY: rows[minY &- bounds.minY], maxX: columns[maxX &- bounds.minX],
        maxY: rows[maxY &- bounds.minY])
      ranges[index] = range
      area += 4 * reach.x * reach.y
      forEachTile(range) { counts[$0] &+= 1 }
    }
    return area
  }

  private func place(_ batch: ParticleBatch, _ chunk: Range<Int>, _ offset: Int) {
    let (ranges, records) = (ranges.base, records.base)
    let next = places.base + offset
    forEachSprite(batch, chunk) { index, sprite in
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
  private func forEachSprite(_ batch: ParticleBatch, _ chunk: Range<Int>, _ body: (Int, Sprite?) -> Void) {
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
