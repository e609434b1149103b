// Plain layers have only a background. Thousands of siblings take most of a frame's evaluation, and most checks do not
// concern them. They are independent, so several workers draw them, each into its own part of memory.

extension Evaluation {
  /// Draws sublayers in order, with long runs of plain ones as batches.
  mutating func drawInOrder(
    _ node: RenderNode, at superlayerTime: Double, in matrix: CATransform3D, _ context: DrawContext
  ) {
    var drawn = 0
    for run in node.plainRuns {
      for sublayer in node.sublayers[drawn..<run.layers.lowerBound] {
        draw(sublayer, at: superlayerTime, in: matrix, context)
      }
      drawBatch(node.sublayers, run, at: superlayerTime, in: matrix, context)
      drawn = run.layers.upperBound
    }
    for sublayer in node.sublayers[drawn...] { draw(sublayer, at: superlayerTime, in: matrix, context) }
  }

  @inline(never)
  private mutating func drawBatch(
    _ nodes: [RenderNode], _ run: PlainLayerRun, at superlayerTime: Double, in matrix: CATransform3D,
    _ context: DrawContext
  ) {
    let (workers, pool, units) = (workers, reusable(), run.units)
    var (batch, hasWide) = (pool.batch(), false)
    batch.append(atMost: run.layers.count) { places in
      KernelSpan<DrawnPart>.withRoom(for: units.count) { parts in
        // Each unit writes only its own elements.
        nonisolated(unsafe) let (parts, places) = (parts, places)
        workers.run(count: units.count) { unit, _ in
          let rows = units[unit].rows(of: nodes)
          parts.from(unit).initialize(
            to: rows.draw(
              at: superlayerTime, in: matrix, context, into: places.from(unit * PlainLayerRun.unitSize)))
        }
        hasWide = units.indices.contains { parts[$0].hasWide }
        return places.closeGaps(every: PlainLayerRun.unitSize, filled: parts, units.count)
      }
    }
    if hasWide {
      // Colours that cannot be stored in 8 bits need single commands.
      pool.giveBack(batch)
      for index in run.layers { draw(nodes[index], at: superlayerTime, in: matrix, context) }
      return
    }
    // Code that reads or moves commands expects single ones. If most layers are invisible, their memory is released.
    let isBatch = !context.isRead && batch.fills.count > run.layers.count / 8
    if isBatch { return list.commands.append(.rects(batch)) }
    for fill in batch.fills { list.commands.append(.fill(FillCommand(fill))) }
    pool.giveBack(batch)
  }
}

/// Number and bounds of the fills of a worker, and whether a colour cannot be stored in 8 bits.
private typealias DrawnPart = (count: Int, bounds: DeviceRect, hasWide: Bool)

extension PlainLayerTable {
  /// - Parameter places: uninitialized memory for a fill per layer.
  fileprivate func draw(
    at superlayerTime: Double, in matrix: CATransform3D, _ context: DrawContext, into places: KernelSpan<RectFill>
  ) -> DrawnPart {
    var (count, bounds, hasWide) = (0, DeviceRect.empty, false)
    forEachState(at: superlayerTime) { state in
      switch state.draw(in: matrix, context, into: places.from(count)) {
      case .nothing: return
      case .fill: break
      case .wideFill: hasWide = true
      }
      bounds = bounds.union(places[count].bounds)
      count += 1
    }
    return (count, bounds, hasWide)
  }
}

private enum PlainLook {
  case nothing, fill
  /// A fill whose colour cannot be stored in 8 bits.
  case wideFill
}

extension PlainState {
  /// - Returns: the visible part, with a fill in memory.
  ///
  /// Does not change the state, but takes it as `inout` to read it in place. A copy of values that animations have just
  /// written would wait for the memory.
  @inline(never)
  fileprivate mutating func draw(
    in superlayer: CATransform3D, _ context: DrawContext, into place: KernelSpan<RectFill>
  ) -> PlainLook {
    guard !isHidden, opacity > 0 else { return .nothing }
    let plane = plane(in: superlayer)
    guard plane.isFinite, isDoubleSided || plane.facesViewer != context.isFlipped else { return .nothing }
    let shape = shape
    let bounds = shape.deviceBounds(plane, within: context.frame)
    guard !bounds.isEmpty, let color = backgroundColor else { return .nothing }
    let shown = context.opacity * min(opacity, 1)
    let pixel = premultiplied(color, opacity: shown)
    if pixel == 0 { return .nothing }
    place.initialize(to: RectFill(bounds: bounds, shape: shape, transform: plane, color: pixel))
    return color.needsMore(than: pixel, opacity: shown, isDeep: context.isDeep) ? .wideFill : .fill
  }
}

extension KernelSpan<RectFill> {
  /// Closes the gaps between parts that are filled from their start.
  /// - Parameter size: size of each part except the last.
  /// - Returns: the combined part.
  fileprivate func closeGaps(
    every size: Int, filled parts: KernelSpan<DrawnPart>, _ count: Int
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
