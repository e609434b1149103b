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
      let units = (run.count + size - 1) / size
      return KernelRow<DrawnPart>.withRoom(for: units) { parts in
        // Each unit writes elements of its own.
        nonisolated(unsafe) let (parts, places) = (parts, places)
        workers.run(count: units) { unit, _ in
          let first = run.lowerBound + unit * size
          let range = first..<min(first + size, run.upperBound)
          parts.from(unit).initialize(
            to: nodes.drawPlain(range, at: superlayerTime, in: matrix, context, into: places.from(unit * size)))
        }
        hasWide = (0..<units).contains { parts[$0].hasWide }
        return places.closeGaps(every: size, filled: parts, units)
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
    into places: KernelRow<RectFill>
  ) -> DrawnPart {
    var (count, bounds, hasWide) = (0, DeviceRect.empty, false)
    for index in range {
      let node = self[index]
      let time = node.clock.localTime(fromParent: superlayerTime)
      switch node.drawPlain(at: time, in: matrix, context, into: places.from(count)) {
      case .nothing: continue
      case .fill: break
      case .wideFill: hasWide = true
      }
      bounds = bounds.union(places[count].bounds)
      count += 1
    }
    return (count, bounds, hasWide)
  }
}

extension KernelRow<RectFill> {
  /// Moves parts that are filled from their beginnings on to one another.
  ///
  /// - Parameter size: places of each part but the last.
  /// - Returns: all parts as one.
  fileprivate func closeGaps(
    every size: Int, filled parts: KernelRow<DrawnPart>, _ count: Int
  ) -> (count: Int, bounds: DeviceRect) {
    var all = (count: 0, bounds: DeviceRect.empty)
    for index in 0..<count {
      let part = parts[index]
      if index * size > all.count { from(all.count).move(from: from(index * size), count: part.count) }
      all = (all.count + part.count, all.bounds.union(part.bounds))
    }
    return all
  }
}
