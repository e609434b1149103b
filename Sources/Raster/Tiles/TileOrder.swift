import StarmineScene

/// The drawing order of tiles: costly ones first, so that no worker starts one when the others are done.
final class TileOrder {
  private let costs = ScratchBuffer<Int>()
  private let tiles = ScratchBuffer<Int32>()
  private var isSorted = false

  func tile(_ index: Int) -> Int { isSorted ? Int(tiles.base[index]) : index }

  func update(_ plan: FramePlan, workers: Int) {
    isSorted = workers > 1
    guard isSorted else { return }
    let count = plan.grid.count
    let costs = costs.reserve(count)
    let tiles = tiles.reserve(count)
    for tile in 0..<count {
      costs[tile] = plan.cost(ofTile: tile)
      tiles[tile] = Int32(tile)
    }
    var order = UnsafeMutableBufferPointer(start: tiles, count: count)
    order.sort { (costs[Int($1)], $0) < (costs[Int($0)], $1) }
  }
}

extension FramePlan {
  /// Approximate cost in nanoseconds.
  fileprivate func cost(ofTile tile: Int) -> Int {
    let (column, row) = (tile % grid.columns, tile / grid.columns)
    return commands(inTile: tile).reduce(0) { cost, index in
      let command = commands[Int(index)]
      guard case .particles(let bin, _, _) = command.work else {
        let area = command.bounds.intersection(grid.rect(tile))
        return cost + 300 + area.width * area.height / 2
      }
      return cost + particles.bins[bin].records(column: column, row: row).count * particles.bins[bin].meanCost
    }
  }
}
