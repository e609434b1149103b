import StarmineScene

/// Removes commands that change no pixel of a tile: batches without particles there, shapes outside of the tile, and
/// groups that contain only these. Examples are the beams of `dust-motes` and the groups of `logo-reveal`.
extension FramePlan {
  func removeBlankCommands(_ workers: Workers) {
    // A list of fills alone has nothing to remove and is not worth a run of the workers.
    guard commands.contains(where: { if case .fill = $0.work { false } else { true } }) else { return }
    nonisolated(unsafe) let plan = self  // Each unit changes the list of one tile.
    workers.run(count: grid.count) { tile, _ in
      plan.lists.shorten(tile) { plan.keepDrawn($0, inTile: tile) }
    }
  }

  /// Moves commands that change pixels to the start of the list, and returns their number.
  private func keepDrawn(_ items: UnsafeMutableBufferPointer<Int32>, inTile tile: Int) -> Int {
    let rect = grid.rect(tile)
    var count = 0
    // Open groups: where they begin, and whether they are transparent so far.
    var groups: [(start: Int, isBlank: Bool)] = []
    for item in items {
      items[count] = item
      count += 1
      var isDrawn = false
      switch commands[Int(item)].work {
      case .pushGroup: groups.append((count - 1, true))
      case .cut, .limitLight: break
      case .popGroup(let clip, _, let filter):
        guard let group = groups.popLast() else { break }
        let isBlank = group.isBlank || clip.map { shapes.misses(rect, $0) } ?? false
        let isAlone = groups.last?.isBlank ?? false
        isDrawn = !(isBlank && (isAlone || !filter.reachesBeyondSource) || isAlone && filter.needsBackdrop)
        if !isDrawn { count = group.start }
      default:
        isDrawn = !isBlank(commands[Int(item)], tile, rect)
        if !isDrawn { count -= 1 }
      }
      if isDrawn, !groups.isEmpty { groups[groups.count - 1].isBlank = false }
    }
    return count
  }

  private func isBlank(_ command: PreparedCommand, _ tile: Int, _ rect: DeviceRect) -> Bool {
    switch command.work {
    case .particles(let bin, _, _):
      particles.bins[bin].records(column: tile % grid.columns, row: tile / grid.columns).isEmpty
    case .fill(let shape, _), .gradient(let shape, _): shapes.misses(rect, shape)
    default: false
    }
  }
}
