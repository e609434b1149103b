import CStarminePixelKernels
import StarmineScene

/// The particles of one batch, sorted into the tiles they touch as packed records, in batch order within a tile. A
/// particle that touches several tiles is in each of them.
///
/// Chunks of the batch are counted, then their positions are computed, then they are placed. Chunks may run
/// concurrently; their number does not change the order.
final class ParticleBins {
  private var batch = ParticleBatch()
  /// Pixels that the batch may touch, inside the frame.
  private var bounds = DeviceRect.empty
  private var grid = TileGrid(.empty, size: 1)
  private(set) var chunkCount = 1
  private(set) var tiles = DeviceRect.empty
  private let records = ScratchBuffer<PixelSprite>()
  /// For each tile of `tiles`, and one past the end: the start of its records.
  private let starts = ScratchBuffer<Int>()
  /// For each chunk and tile: first the count, then the next index to write.
  private let places = ScratchBuffer<Int>()
  /// Tile columns and rows of each particle.
  private let ranges = ScratchBuffer<PixelTileRange>()
  /// Area of the particles of each chunk, square pixels.
  private let areas = ScratchBuffer<Float>()
  /// Approximate cost of drawing a particle, in nanoseconds.
  var meanCost: Int { 80 + meanArea }
  /// Square pixels.
  private(set) var meanArea = 0

  /// Smallest number of particles of a chunk: sorting fewer takes less time than starting a unit of work.
  private static let leastChunk = 2048
  /// Enough chunks that workers of different speed finish at the same time.
  private static let mostChunks = 16

  func records(column: Int, row: Int) -> UnsafeBufferPointer<PixelSprite> {
    let tile = (row - tiles.minY) * tiles.width + column - tiles.minX
    let start = starts.base[tile]
    return UnsafeBufferPointer(start: records.base + start, count: starts.base[tile + 1] - start)
  }

  /// - Parameter bounds: Pixels that the batch may touch, inside the frame.
  func begin(_ batch: ParticleBatch, bounds: DeviceRect, grid: TileGrid) {
    precondition(batch.isConsistent, "ParticleBatch: every array has `count` elements")
    (self.batch, self.bounds, self.grid) = (batch, bounds, grid)
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

  /// Computes where the records of every chunk and tile go.
  func findPlaces() {
    let area = (0..<chunkCount).reduce(0) { $0 + areas.base[$1] }
    meanArea = Int(min(area / Float(max(batch.count, 1)), 1e6))
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

  /// Releases the batch: its arrays can be reused by the list only if they are uniquely referenced.
  func end() { batch = ParticleBatch() }

  func count(chunk index: Int, _ kernels: KernelTable) {
    let (chunk, ranges) = (chunk(index), ranges.base)
    let counts = places.base + index * tileCount
    areas.base[index] = withParticles { particles, tiles in
      kernels.countParticles(counts, ranges, particles, tiles, chunk.lowerBound, chunk.upperBound)
    }
  }

  func place(chunk index: Int, _ kernels: KernelTable) {
    let (chunk, ranges, records) = (chunk(index), ranges.base, records.base)
    let next = places.base + index * tileCount
    withParticles { particles, tiles in
      kernels.placeParticles(records, next, ranges, particles, tiles, chunk.lowerBound, chunk.upperBound)
    }
  }

  private func withParticles<Result>(
    _ body: (UnsafePointer<PixelParticles>, UnsafePointer<PixelTiles>) -> Result
  ) -> Result {
    var tiles = PixelTiles(
      min_x: Int32(bounds.minX), min_y: Int32(bounds.minY), max_x: Int32(bounds.maxX), max_y: Int32(bounds.maxY),
      origin_x: Int32(grid.frame.minX), origin_y: Int32(grid.frame.minY), share: 1 / Float(grid.tileWidth),
      first_column: tiles.minX, first_row: tiles.minY, columns: tiles.width)
    return batch.withColumns { particles in
      var particles = particles
      return body(&particles, &tiles)
    }
  }
}

/// Calls `body` with pointers to two arrays' elements, which are valid during the call.
private func withPlaces<First, Second, Result>(
  _ first: [First], _ second: [Second], _ body: (UnsafePointer<First>, UnsafePointer<Second>) -> Result
) -> Result {
  // Arrays have an address even if they are empty.
  first.withUnsafeBufferPointer { first in
    second.withUnsafeBufferPointer { second in body(first.baseAddress!, second.baseAddress!) }
  }
}

extension ParticleBatch {
  /// Calls `body` with the columns, which are valid during the call.
  fileprivate func withColumns<Result>(_ body: (PixelParticles) -> Result) -> Result {
    withPlaces(x, y) { x, y in
      withPlaces(widthX, widthY) { widthX, widthY in
        withPlaces(heightX, heightY) { heightX, heightY in
          withPlaces(tint, sprite) { tint, sprite in
            body(
              PixelParticles(
                x: x, y: y, width_x: widthX, width_y: widthY, height_x: heightX, height_y: heightY, tint: tint,
                source: sprite, sources: UInt32(sprites.count)))
          }
        }
      }
    }
  }

  fileprivate var isConsistent: Bool {
    [x.count, y.count, widthX.count, widthY.count, heightX.count, heightY.count, tint.count, sprite.count]
      .allSatisfy { $0 == count }
  }
}
