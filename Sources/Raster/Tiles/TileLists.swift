import StarmineScene

/// For each tile, the commands that touch it, by index, in drawing order.
final class TileLists {
  /// For each tile, then one: where its commands start in `items`.
  private let starts = ScratchBuffer<Int>()
  private let items = ScratchBuffer<Int32>()

  subscript(tile: Int) -> UnsafeBufferPointer<Int32> {
    let start = starts.base[tile]
    return UnsafeBufferPointer(start: items.base + start, count: starts.base[tile + 1] - start)
  }

  /// A counting sort: commands keep their order within a tile.
  func fill(_ commands: [PreparedCommand], _ grid: TileGrid) {
    let starts = starts.reserve(grid.count + 1, filledWith: 0)
    forEachTile(of: commands, grid) { tile, _ in starts[tile + 1] += 1 }
    for tile in 0..<grid.count { starts[tile + 1] += starts[tile] }
    let items = items.reserve(starts[grid.count])
    forEachTile(of: commands, grid) { tile, command in
      items[starts[tile]] = Int32(command)
      starts[tile] += 1
    }
    // Every start has moved to its end, which is the next tile's start.
    for tile in stride(from: grid.count, to: 0, by: -1) { starts[tile] = starts[tile - 1] }
    starts[0] = 0
  }

  private func forEachTile(
    of commands: [PreparedCommand], _ grid: TileGrid, _ body: (_ tile: Int, _ command: Int) -> Void
  ) {
    for (index, command) in commands.enumerated() {
      let tiles = grid.tiles(command.bounds)
      for row in tiles.minY..<tiles.maxY {
        for column in tiles.minX..<tiles.maxX { body(row * grid.columns + column, index) }
      }
    }
  }
}
