import StarmineScene

/// Removes commands that change no pixel of a tile: batches without particles there, shapes that miss the tile, and
/// groups of nothing else, such as the beams and masked groups of `dust-motes` and `spotlight-confetti`.
extension FramePlan {
  func removeBlankCommands(_ workers: Workers) {
    // A list of fills alone has nothing to remove and is not worth a run of the workers.
    guard commands.contains(where: { if case .fill = $0.work { false } else { true } }) else { return }
    nonisolated(unsafe) let plan = self  // Each unit changes the list of one tile.
    workers.run(count: grid.count) { tile, _ in
      plan.lists.shorten(tile) { plan.removeBlankCommands($0, inTile: tile) }
    }
  }

  /// Moves the other commands to the front and returns their number.
  private func removeBlankCommands(_ items: UnsafeMutableBufferPointer<Int32>, inTile tile: Int) -> Int {
    let rect = grid.rect(tile)
    var count = 0
    // Open groups: where they begin, and whether they are transparent so far.
    var groups: [(start: Int, isBlank: Bool)] = []
    for item in items {
      items[count] = item
      count += 1
      switch commands[Int(item)].work {
      case .pushGroup: groups.append((count - 1, true))
      case .cut, .limitLight: break
      case .popGroup(let clip, _, let filter):
        guard let group = groups.popLast() else { break }
        let isBlank = group.isBlank || clip.map { shapes.misses(rect, $0) } ?? false
        let isAlone = groups.last?.isBlank ?? false
        if isBlank && (isAlone || !filter.reachesBeyondSource) || isAlone && filter.needsBackdrop {
          count = group.start
        } else if !groups.isEmpty {
          groups[groups.count - 1].isBlank = false
        }
      default:
        if isBlank(commands[Int(item)], tile, rect) {
          count -= 1
        } else if !groups.isEmpty {
          groups[groups.count - 1].isBlank = false
        }
      }
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
