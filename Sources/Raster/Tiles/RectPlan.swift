import StarmineScene

/// Prepares batches of rectangles by several workers. What needs the frame's tables follows in order.
final class RectPlan {
  /// Whether some of a unit's fills need the tables.
  private let needsTables = ScratchBuffer<Bool>()
  /// Fills that a worker prepares at a time.
  private static let unitSize = 512

  /// Appends a command for each fill of a batch.
  ///
  /// - Parameters:
  ///   - around: pixels that the groups around can touch.
  ///   - isInGroup: the fills are not drawn straight to the frame.
  func append(
    _ batch: RectBatch, in around: DeviceRect, isInGroup: Bool, _ shapes: ShapePlan, _ workers: Workers,
    to commands: inout [PreparedCommand]
  ) {
    let (first, count, size, frame) = (commands.count, batch.fills.count, Self.unitSize, shapes.frame)
    let units = (count + size - 1) / size
    // Each unit reads and writes elements of its own.
    nonisolated(unsafe) let needsTables = needsTables.reserve(units)
    batch.fills.withUnsafeBufferPointer { fills in
      commands.append(addingCapacity: count) { room in
        room.withUnsafeMutableBufferPointer { memory, filled in
          guard let base = memory.baseAddress else { return }
          // The same.
          nonisolated(unsafe) let (fills, places) = (fills, base + filled)
          workers.run(count: units) { unit, _ in
            needsTables[unit] = false
            for index in unit * size..<min((unit + 1) * size, count) {
              let command = PreparedCommand(fills[index], in: around, isInGroup: isInGroup, frame: frame)
              if command.needsTables { needsTables[unit] = true }
              (places + index).initialize(to: command)
            }
          }
          filled += count
        }
      }
      for unit in 0..<units where needsTables[unit] {
        for index in unit * size..<min((unit + 1) * size, count) {
          if commands[first + index].needsTables {
            commands[first + index].finish(fills[index], isInGroup: isInGroup, shapes)
          }
        }
      }
    }
  }
}

extension PreparedCommand {
  /// Stands for the number of a mask that is not asked for yet.
  private static let noMask = -1

  /// A fill, as far as it can be prepared without the frame's tables.
  @inline(__always)
  fileprivate init(_ fill: RectFill, in around: DeviceRect, isInGroup: Bool, frame: DeviceRect) {
    let bounds = fill.bounds.intersection(around)
    if bounds.isEmpty {
      self.init(work: .fill(.nothing, color: 0), bounds: .empty)
      return
    }
    let coverage = UprightCoverage(fill.shape, fill.transform, frame: frame).coverage(mask: Self.noMask)
    self.init(
      work: .fill(coverage, color: fill.color), bounds: bounds,
      cover: isInGroup ? .empty : coverage.solid.intersection(bounds), coverColor: fill.color)
  }

  @inline(__always)
  fileprivate var needsTables: Bool {
    switch work {
    case .fill(.nothing, _), .fill(.roundedBox, _): !bounds.isEmpty
    default: false
    }
  }

  @inline(__always)
  fileprivate mutating func finish(_ fill: RectFill, isInGroup: Bool, _ shapes: ShapePlan) {
    switch work {
    case .fill(.roundedBox(let box, _, let minY, let maxY), let color):
      let mask = CornerMasks.Mask(box: box, straightMinY: minY, straightMaxY: maxY)
      let number = shapes.number(of: mask, fill.shape, fill.transform)
      work = .fill(
        .roundedBox(box, corners: .mask(number), straightMinY: minY, straightMaxY: maxY), color: color)
    case .fill(.nothing, let color):
      let coverage = shapes.coverage(of: fill.shape, fill.transform)
      var visible = bounds
      if case .nothing = coverage { visible = .empty }
      self = PreparedCommand(
        work: .fill(coverage, color: color), bounds: visible,
        cover: isInGroup ? .empty : coverage.solid.intersection(visible), coverColor: color)
    default: break
    }
  }
}
