import StarmineScene

/// Decides which tiles are drawn directly in the frame. That saves clearing and copying a worker's memory, but the
/// frame's rows are far apart: tiles that touch many pixels repeatedly are faster in separate memory.
extension FramePlan {
  /// Largest number of sprite pixels per tile pixel.
  private static let mostTouched = 3
  /// Cost of another command's pixel, in sprite pixels.
  private static let weight = 2

  /// - Parameter isAlone: Whether no other worker draws. Kernels process whole vectors and rewrite pixels after a row's
  ///   end, which may belong to another tile.
  func isDrawnInPlace(
    _ commands: UnsafeBufferPointer<Int32>.SubSequence, tile: Int, bounds: DeviceRect, isAlone: Bool
  ) -> Bool {
    guard isAlone else { return commands.isEmpty || commands.count == 1 && beginsOpaque(commands, bounds: bounds) }
    var rest = Self.mostTouched * bounds.width * bounds.height
    for index in beginsOpaque(commands, bounds: bounds) ? commands.dropFirst() : commands {
      rest -= pixels(of: self.commands[Int(index)], tile: tile, bounds: bounds)
      if rest < 0 { return false }
    }
    return true
  }

  /// Whether the first command hides everything that was there before.
  func beginsOpaque(_ commands: UnsafeBufferPointer<Int32>.SubSequence, bounds: DeviceRect) -> Bool {
    guard let first = commands.first.map({ self.commands[Int($0)] }) else { return false }
    return first.isOpaqueCover && first.cover.contains(bounds)
  }

  private func pixels(of command: PreparedCommand, tile: Int, bounds: DeviceRect) -> Int {
    if case .particles(let bin, _, _) = command.work {
      let records = particles.bins[bin].records(column: tile % grid.columns, row: tile / grid.columns)
      return records.count * particles.bins[bin].meanArea
    }
    let area = command.bounds.intersection(bounds)
    return Self.weight * area.width * area.height
  }
}
