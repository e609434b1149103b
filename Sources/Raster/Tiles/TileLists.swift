import StarmineScene

/// For each tile, the commands that touch it, by index, in drawing order.
final class TileLists {
  /// For each tile, and one past the end: the start of its commands in `items`.
  private let starts = ScratchBuffer<Int>()
  private let counts = ScratchBuffer<Int>()
  private let items = ScratchBuffer<Int32>()
  private let ranges = ScratchBuffer<SmallRect>()

  subscript(tile: Int) -> UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(start: items.base + starts.base[tile], count: counts.base[tile])
  }

  /// Keeps the first commands of a tile: `body` moves them there and returns their number. Tiles may run concurrently.
  func shorten(_ tile: Int, _ body: (UnsafeMutableBufferPointer<Int32>) -> Int) {
    counts.base[tile] = body(
      UnsafeMutableBufferPointer(start: items.base + starts.base[tile], count: counts.base[tile]))
  }

  /// A counting sort: commands keep their order within a tile.
  func fill(_ commands: [PreparedCommand], _ grid: TileGrid) {
    let starts = starts.reserve(grid.count + 1, filledWith: 0)
    let ranges = ranges.reserve(commands.count)
    for index in commands.indices {
      ranges[index] = SmallRect(grid.tiles(commands[index].bounds))
      ranges[index].forEachTile(columns: grid.columns) { starts[$0 + 1] += 1 }
    }
    for tile in 0..<grid.count { starts[tile + 1] += starts[tile] }
    let items = items.reserve(starts[grid.count])
    for index in commands.indices {
      ranges[index].forEachTile(columns: grid.columns) { tile in
        items[starts[tile]] = Int32(truncatingIfNeeded: index)
        starts[tile] += 1
      }
    }
    // Every start has moved to its end, which is the next tile's start.
    for tile in stride(from: grid.count, to: 0, by: -1) { starts[tile] = starts[tile - 1] }
    starts[0] = 0
    let counts = counts.reserve(grid.count)
    for tile in 0..<grid.count { counts[tile] = starts[tile + 1] - starts[tile] }
  }
}

extension SmallRect {
  @inline(__always)
  fileprivate func forEachTile(columns: Int, _ body: (Int) -> Void) {
    var row = Int(minY)
    while row < Int(maxY) {
      var tile = row * columns + Int(minX)
      let end = row * columns + Int(maxX)
      while tile < end {
        body(tile)
        tile += 1
      }
      row += 1
    }
  }
}
