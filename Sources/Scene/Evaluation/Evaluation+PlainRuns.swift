import StarmineGraphics

// Thousands of plain layers side by side are what a frame evaluates longest. None of them needs to know what the others
// are drawn as, so that several workers draw them, each into places of its own.

extension Evaluation {
  /// Draws sublayers in the order in which they lie, long runs of plain ones as batches.
  mutating func drawInOrder(
    _ node: RenderNode, at superlayerTime: Double, in matrix: CATransform3D, _ context: DrawContext
  ) {
    var start = 0
    // What looks at commands, or moves them, is made for single ones.
    for run in node.plainRuns where !context.isRead {
      for index in start..<run.lowerBound { draw(node.sublayers[index], at: superlayerTime, in: matrix, context) }
      drawBatch(node.sublayers, run, at: superlayerTime, in: matrix, context)
      start = run.upperBound
    }
    for index in start..<node.sublayers.count { draw(node.sublayers[index], at: superlayerTime, in: matrix, context) }
  }

  /// Layers that a worker draws at a time.
  private static let unitSize = 512

  @inline(never)
  private mutating func drawBatch(
    _ nodes: [RenderNode], _ run: Range<Int>, at superlayerTime: Double, in matrix: CATransform3D,
    _ context: DrawContext
  ) {
    let (workers, size, pool) = (workers, Self.unitSize, reusable())
    var (batch, hasWide) = (pool.batch(), false)
    batch.append(atMost: run.count) { places in
      withUnsafeTemporaryAllocation(of: DrawnPart.self, capacity: (run.count + size - 1) / size) { parts in
        // Each unit writes elements of its own.
        nonisolated(unsafe) let (parts, places) = (parts, places)
        workers.run(count: parts.count) { unit, _ in
          let first = run.lowerBound + unit * size
          let range = first..<min(first + size, run.upperBound)
          parts[unit] = nodes.drawPlain(
            range, at: superlayerTime, in: matrix, context, into: places + unit * size)
        }
        hasWide = parts.contains { $0.hasWide }
        return places.closeGaps(every: size, filled: parts)
      }
    }
    if hasWide {
      // Colours that no word holds are commands of their own.
      pool.giveBack(batch)
      for index in run { draw(nodes[index], at: superlayerTime, in: matrix, context) }
      return
    }
    if batch.fills.count > run.count / 8 { return list.commands.append(.rects(batch)) }
    // Most are out of sight: their places are given back.
    for fill in batch.fills { list.commands.append(.fill(FillCommand(fill))) }
    pool.giveBack(batch)
  }
}

/// How many fills a worker has written, what is around them, and whether a colour of them is one that no word holds.
private typealias DrawnPart = (count: Int, bounds: DeviceRect, hasWide: Bool)

extension [RenderNode] {
  /// Draws plain layers.
  ///
  /// - Parameter places: memory without values, for a fill of each layer.
  fileprivate func drawPlain(
    _ range: Range<Int>, at superlayerTime: Double, in matrix: CATransform3D, _ context: DrawContext,
    into places: UnsafeMutablePointer<RectFill>
  ) -> DrawnPart {
    var (place, bounds, hasWide) = (places, DeviceRect.empty, false)
    for index in range {
      let node = self[index]
      let time = node.clock.localTime(fromParent: superlayerTime)
      switch node.drawPlain(at: time, in: matrix, context, into: place) {
      case .nothing: continue
      case .fill: break
      case .wideFill: hasWide = true
      }
      bounds = bounds.union(place.pointee.bounds)
      place += 1
    }
    return (place - places, bounds, hasWide)
  }
}

extension UnsafeMutablePointer<RectFill> {
  /// Moves parts that are filled from their beginnings on to one another.
  ///
  /// - Parameter size: places of each part but the last.
  /// - Returns: all parts as one.
  fileprivate func closeGaps(
    every size: Int, filled parts: UnsafeMutableBufferPointer<DrawnPart>
  ) -> (count: Int, bounds: DeviceRect) {
    var all = (count: 0, bounds: DeviceRect.empty)
    for (index, part) in parts.enumerated() {
      if index * size > all.count { (self + all.count).moveInitialize(from: self + index * size, count: part.count) }
      all = (all.count + part.count, all.bounds.union(part.bounds))
    }
    return all
  }
}
