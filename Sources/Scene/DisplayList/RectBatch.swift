import StarmineGraphics

/// A rectangle filled with a colour. Its corners can be round.
package struct RectFill: Sendable {
  package var bounds: DeviceRect
  package var shape: RoundedRect
  /// From the shape's plane to device pixels.
  package var transform: PlaneTransform
  /// Premultiplied `0xAARRGGBB`, including opacity.
  package var color: UInt32

  package init(bounds: DeviceRect, shape: RoundedRect, transform: PlaneTransform, color: UInt32) {
    (self.bounds, self.shape, self.transform, self.color) = (bounds, shape, transform, color)
  }
}

extension [DrawCommand] {
  /// The commands with batches split into single fills, for code that stores or moves single commands.
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

/// Many filled rectangles in order. They are equivalent to single fills but have no references: copying and releasing
/// commands took a sixth of the time of small layers.
package struct RectBatch: Sendable {
  package private(set) var fills: [RectFill]
  package private(set) var bounds: DeviceRect

  package init(_ fills: [RectFill] = []) {
    (self.fills, bounds) = (fills, fills.reduce(.empty) { $0.union($1.bounds) })
  }

  /// Adds fills that `body` writes to uninitialized memory.
  /// - Parameter body: returns their number and bounds.
  mutating func append(
    atMost count: Int, _ body: (KernelSpan<RectFill>) -> (count: Int, bounds: DeviceRect)
  ) {
    fills.append(addingCapacity: count) { room in
      room.append { places in
        let added = body(places)
        bounds = bounds.union(added.bounds)
        return added.count
      }
    }
  }

  /// Keeps the memory if much of it was used, for the next frame.
  mutating func removeAll() {
    fills.removeAll(keepingCapacity: fills.capacity <= 8 * fills.count + 512)
    bounds = .empty
  }

  /// The batch after a change of each fill. Fills with empty bounds are removed.
  func changed(_ change: (inout RectFill) -> Void) -> RectBatch {
    RectBatch(
      fills.compactMap { fill in
        var fill = fill
        change(&fill)
        return fill.bounds.isEmpty ? nil : fill
      })
  }
}
