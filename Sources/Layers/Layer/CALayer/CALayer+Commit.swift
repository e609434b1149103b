extension CALayer {
  /// Returns the published tree of a root layer.
  ///
  /// Commits the implicit transaction of the calling thread first. Changes in an open explicit transaction are not
  /// included: the result is the tree published before it, or an empty one.
  /// - Parameter withQuietEnds: whether to remove animations that have ended without another effect. Otherwise they are
  ///   removed when something else changes.
  /// - Precondition: the layer has no superlayer.
  package final func committedTree(withQuietEnds: Bool = true) -> RenderTree {
    demand(superlayer == nil, "committedTree() is for the layer at the root")
    if withQuietEnds { UnobservedCompletions.settle() }
    CATransaction.flush()
    if !CATransaction.isExplicitOpen {
      if publishedTree == nil || isChanged { rebuildTree() }
    }
    return publishedTree ?? RenderTree(root: RenderNode(state: LayerState()))
  }

  /// Updates the tree of a root that was published before.
  func publish() {
    if isChanged, superlayer == nil, publishedTree != nil { rebuildTree() }
  }

  private func rebuildTree() {
    layOutAndDisplay()
    publishedTree = RenderTree(root: committedNode(fromParent: CACurrentMediaTime(), depth: 1))
  }

  /// The node of this layer. A new one is created only if something has changed since the last commit.
  /// - Parameter parentTime: now, in the superlayer's time.
  /// - Parameter depth: level from the root, which is 1. Nodes below the limit are empty. The tree's height shows that
  ///   it is too deep.
  private func committedNode(fromParent parentTime: Double, depth: Int) -> RenderNode {
    guard depth <= RenderTree.depthLimit else { return RenderNode(state: state) }
    if let committedNode, !isChanged {
      noteShown()
      return committedNode
    }
    let timing = ownTiming
    let time = timing?.localTime(fromParent: parentTime) ?? parentTime
    beginClips(at: timing?.clipBeginning(fromParent: parentTime) ?? parentTime)
    let tracks = commitAnimations(at: time)
    let node = RenderNode(
      state: state, emission: commitEmission(at: time, tracks: tracks), content: scalableContent,
      sublayers: sublayerNodes(fromParent: time, depth: depth + 1), tracks: tracks,
      mask: maskLayer?.committedNode(fromParent: time, depth: depth + 1),
      transition: animations.entries.last { $0.transition != nil }?.transition)
    committedNode = node
    (isChanged, isShown, changedChildren) = (false, true, [])
    return node
  }

  /// The clock of the layer, or nil if it uses that of its superlayer. Avoids a copy of the state for most layers.
  final var ownTiming: Timing? { state.rare.isUnset || !state.hasClock ? nil : state.timing }

  /// The nodes of the sublayers in drawing order; in array order if the order depends on time.
  private func sublayerNodes(fromParent time: Double, depth: Int) -> [RenderNode] {
    if let nodes = exchangedSublayerNodes(fromParent: time, depth: depth) { return nodes }
    if children.isEmpty { return [] }
    var nodes: [RenderNode] = []
    nodes.reserveCapacity(children.count)
    for (index, child) in children.enumerated() {
      child.drawingIndex = index
      nodes.append(child.committedNode(fromParent: time, depth: depth))
    }
    let depths = nodes.map { $0.state.zPosition }
    if !depths.contains(where: { $0 != depths[0] }) || nodes.contains(where: { $0.movesInDepth }) { return nodes }
    let order = depths.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
    for (place, index) in order.enumerated() { children[index].drawingIndex = place }
    return order.map { nodes[$0] }
  }

  /// The nodes of the last commit with only the changed sublayers replaced, so that the cost of a commit depends on the
  /// change. Nil if the list or its order has changed.
  private func exchangedSublayerNodes(fromParent time: Double, depth: Int) -> [RenderNode]? {
    guard isShown, let changedChildren, let last = committedNode, !last.sublayersMoveInDepth else { return nil }
    var nodes = last.sublayers
    for child in changedChildren where child !== maskLayer {
      let node = child.committedNode(fromParent: time, depth: depth)
      guard !node.movesInDepth, node.state.zPosition == nodes[child.drawingIndex].state.zPosition else { return nil }
      nodes[child.drawingIndex] = node
    }
    return nodes
  }

  func forEachChangedSublayer(_ body: (CALayer) -> Void) {
    var index = 0
    while let changed = changedChildren, index < changed.count {
      if changed[index] !== maskLayer { body(changed[index]) }
      index += 1
    }
    if changedChildren == nil { children.forEach(body) }
  }

  /// Marks an unchanged subtree that returns as visible.
  private func noteShown() {
    guard !isShown else { return }
    isShown = true
    children.forEach { $0.noteShown() }
    maskLayer?.noteShown()
  }

  /// The visible node, or nil if the layer has not been committed or has left the tree.
  var shownNode: RenderNode? { isShown ? committedNode : nil }

  /// Marks the nodes of this layer and its ancestors as out of date. Stops at the first marked ancestor, because all
  /// above it are marked too.
  final func markChanged() {
    CATransaction.openImplicitIfNeeded()
    var layer = self
    while !layer.isChanged {
      layer.isChanged = true
      if let parent = layer.superlayer {
        parent.changedChildren?.append(layer)
        layer = parent
      } else if layer.publishedTree != nil {
        ThreadState.current.changedRoots.append(layer)
      }
    }
  }
}

extension [CALayer] {
  /// Sublayers by ascending `zPosition`, then array order.
  var inDrawingOrder: [CALayer] {
    guard contains(where: { $0.state.zPosition != first?.state.zPosition }) else { return self }
    return enumerated()
      .sorted { ($0.element.state.zPosition, $0.offset) < ($1.element.state.zPosition, $1.offset) }
      .map(\.element)
  }
}
