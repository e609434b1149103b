import StarmineScene

/// Prepares batches of rectangles with several workers. Commands that need the frame's tables follow in order.
final class RectPlan {
  private struct Unfinished {
    let index: Int
    let coverage: UprightCoverage
  }

  /// Unfinished fills of each unit, from the unit's first index on.
  private let unfinished = ScratchBuffer<Unfinished>()
  /// Number of unfinished fills per unit.
  private let counts = ScratchBuffer<Int>()
  /// Fills that a worker prepares at a time.
  private static let unitSize = 512

  /// Appends a command for each fill of a batch.
  /// - Parameters:
  ///   - around: Pixels that the enclosing groups can touch.
  ///   - isInGroup: Whether the fills are drawn to a group rather than to the frame.
  func append(
    _ batch: RectBatch, in around: DeviceRect, isInGroup: Bool, _ shapes: ShapePlan, _ workers: Workers,
    to commands: inout [PreparedCommand]
  ) {
    let fills = batch.fills
    commands.append(addingCapacity: fills.count) { room in
      room.withUnsafeMutableBufferPointer { memory, filled in
        guard let base = memory.baseAddress else { return }
        let places = base + filled
        prepareBoxes(fills, in: around, isInGroup: isInGroup, frame: shapes.frame, workers, into: places)
        for (unit, start) in stride(from: 0, to: fills.count, by: Self.unitSize).enumerated() {
          for place in start..<start + counts.base[unit] {
            let (index, fill) = (unfinished.base[place].index, fills[unfinished.base[place].index])
            let coverage = shapes.coverage(of: fill.shape, fill.transform, unfinished.base[place].coverage)
            (places + index).initialize(
              to: PreparedCommand(
                filling: coverage, fill.color, bounds: fill.bounds.intersection(around), isInGroup: isInGroup))
          }
        }
        filled += fills.count
      }
    }
  }

  /// Writes a command for each fill that is a box or invisible, and records the others.
  /// - Parameter places: Uninitialized memory.
  private func prepareBoxes(
    _ fills: [RectFill], in around: DeviceRect, isInGroup: Bool, frame: DeviceRect, _ workers: Workers,
    into places: UnsafeMutablePointer<PreparedCommand>
  ) {
    let (size, units) = (Self.unitSize, (fills.count + Self.unitSize - 1) / Self.unitSize)
    fills.withUnsafeBufferPointer { fills in
      // Each unit reads and writes its own elements.
      nonisolated(unsafe) let (fills, places, unfinished, counts) = (
        fills, places, unfinished.reserve(fills.count), counts.reserve(units)
      )
      workers.run(count: units) { unit, _ in
        let start = unit * size
        var end = start
        for index in start..<min(start + size, fills.count) {
          let fill = fills[index]
          let bounds = fill.bounds.intersection(around)
          var coverage = ShapeCoverage.nothing
          if !bounds.isEmpty {
            let upright = UprightCoverage(fill.shape, fill.transform, frame: frame)
            guard case .box(let box) = upright else {
              unfinished[end] = Unfinished(index: index, coverage: upright)
              end += 1
              continue
            }
            coverage = .box(box)
          }
          (places + index).initialize(
            to: PreparedCommand(filling: coverage, fill.color, bounds: bounds, isInGroup: isInGroup))
        }
        counts[unit] = end - start
      }
    }
  }
}
