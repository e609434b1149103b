import StarmineScene

/// Which tiles are drawn where they lie in the frame. That saves clearing and copying memory of a worker's own, but the
/// frame's rows lie far apart: what touches many pixels again and again is faster apart.
extension FramePlan {
  /// Pixels of sprites for one pixel of the tile, at most.
  private static let mostTouched = 3
  /// How many pixels of sprites one of another command counts as.
  private static let weight = 2

  /// - Parameter isAlone: no other worker draws: kernels go in whole vectors and write what they find behind a row's
  ///   end, which may be another tile's.
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

  /// Whether the first command leaves nothing to be seen of what was there before.
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
