/// One colour through the coverage of a rectangle, whose corners may be round.
package struct RectFill: Sendable {
  package var bounds: DeviceRect
  package var shape: RoundedRect
  /// From the shape's plane to device pixels.
  package var transform: PlaneTransform
  /// Premultiplied `0xAARRGGBB`, opacity included.
  package var color: UInt32

  package init(bounds: DeviceRect, shape: RoundedRect, transform: PlaneTransform, color: UInt32) {
    (self.bounds, self.shape, self.transform, self.color) = (bounds, shape, transform, color)
  }
}

extension [DrawCommand] {
  /// The same with each fill of a batch by itself, for what keeps or moves single commands.
  package var single: [DrawCommand] {
    flatMap { command in
      guard case .rects(let batch) = command else { return [command] }
      return batch.fills.map { .fill(FillCommand($0)) }
    }
  }
}

extension FillCommand {
  package init(_ fill: RectFill) {
    self.init(bounds: fill.bounds, shape: fill.shape, transform: fill.transform, color: fill.color)
  }
}

/// Many filled rectangles, one over the other. They draw what as many fills draw, but hold no references: to copy a
/// command of a list and to let go of it took a sixth of the time of small layers.
package struct RectBatch: Sendable {
  package private(set) var fills: [RectFill]
  /// Around the bounds of all.
  package private(set) var bounds: DeviceRect

  package init(_ fills: [RectFill] = []) {
    (self.fills, bounds) = (fills, fills.reduce(.empty) { $0.union($1.bounds) })
  }

  /// Adds fills that `body` writes, to memory without values from the first place on.
  /// - Parameter body: returns how many there are, and what is around them.
  mutating func append(
    atMost count: Int, _ body: (KernelRow<RectFill>) -> (count: Int, bounds: DeviceRect)
  ) {
    fills.append(addingCapacity: count) { room in
      room.append { places in
        let added = body(places)
        bounds = bounds.union(added.bounds)
        return added.count
      }
    }
  }

  /// Keeps the memory if much of it was needed: batches are filled by others in the next frame.
  mutating func removeAll() {
    fills.removeAll(keepingCapacity: fills.capacity <= 8 * fills.count + 512)
    bounds = .empty
  }

  /// The same after a change of each; what has no bounds then is left out.
  func changed(_ change: (inout RectFill) -> Void) -> RectBatch {
    RectBatch(
      fills.compactMap { fill in
        var fill = fill
        change(&fill)
        return fill.bounds.isEmpty ? nil : fill
      })
  }
}
