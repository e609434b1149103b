extension CALayer {
  /// Passes in which a layer that asks for layout while it is laid out gets it; then it waits for the next commit, so
  /// that a layer that always asks cannot hang the program (ours).
  private static let passLimit = 16

  /// Requests a layout of the sublayers at the next commit or `layoutIfNeeded()`.
  public final func setNeedsLayout() {
    let isNew = !requests.needsLayout
    requests.needsLayout = true
    markChanged()
    if isNew { requests.layoutManager?.invalidateLayout(of: self) }
  }

  /// Returns whether a layout is requested.
  public final func needsLayout() -> Bool { requests.needsLayout }

  /// Lays out the subtree of the topmost enclosing layer that requested a layout (documented).
  public final func layoutIfNeeded() {
    let top = lineage.last { $0.requests.needsLayout } ?? self
    top.layOutTree(depth: 1)
  }

  /// A layer that needs layout counts as changed, so unchanged subtrees are left out, and so is what lies too deep to
  /// be drawn.
  private func layOutTree(depth: Int) {
    guard isChanged, depth <= RenderTree.depthLimit else { return }
    var passes = 0
    while requests.needsLayout, passes < Self.passLimit {
      requests.needsLayout = false
      passes += 1
      layoutSublayers()
      if !asksNoDelegate { ActionRun((self, "onLayout")).run() }
    }
    forEachChangedSublayer { $0.layOutTree(depth: depth + 1) }
    maskLayer?.layOutTree(depth: depth + 1)
  }

  /// Brings layout, then drawn contents up to date before a commit.
  func layOutAndDisplay() {
    layOutTree(depth: 1)
    displayTree(depth: 1)
    updateTiledLayers()
  }

  private func displayTree(depth: Int) {
    guard isChanged, depth <= RenderTree.depthLimit else { return }
    displayIfNeeded()
    forEachChangedSublayer { $0.displayTree(depth: depth + 1) }
    maskLayer?.displayTree(depth: depth + 1)
  }

  /// Layout manager of the sublayers, used without a delegate. Default nil.
  public final var layoutManager: (any CALayoutManager)? {
    get { requests.layoutManager }
    set {
      requests.layoutManager = newValue
      setNeedsLayout()
    }
  }

  /// Does what new bounds or a new transform ask for (documented; behavior.md 1.1.2).
  func geometryChanged(from bounds: CGRect, _ transform: CATransform3D) {
    let isResized = bounds.size != state.plain.bounds.size
    guard isResized || bounds.origin != state.plain.bounds.origin || transform != state.transform else { return }
    setNeedsLayout()
    superlayer?.setNeedsLayout()
    if isResized {
      resizeSublayers(withOldSize: bounds.size)
      if !state.rare.isUnset, state.hints.value.needsDisplayOnBoundsChange { setNeedsDisplay() }
    }
  }

  // MARK: Autoresizing

  /// How the layer resizes with its superlayer. Default empty: not at all.
  public final var autoresizingMask: CAAutoresizingMask {
    get { CAAutoresizingMask(rawValue: state.hints.autoresizingMask) }
    set { set(\.hints.autoresizingMask, newValue.rawValue) }
  }

  /// A size that would become negative is turned round (measured).
  func followResize(of parent: CALayer, from size: CGSize) {
    var resized = frame
    let growth = (x: parent.bounds.width - size.width, y: parent.bounds.height - size.height)
    let x = autoresizingMask.resized(resized.minX, resized.maxX, in: size.width, by: growth.x, shift: 0)
    let y = autoresizingMask.resized(resized.minY, resized.maxY, in: size.height, by: growth.y, shift: 3)
    // What does not follow stays to the last bit.
    if let x { (resized.origin.x, resized.size.width) = (x.low, x.high - x.low) }
    if let y { (resized.origin.y, resized.size.height) = (y.low, y.high - y.low) }
    if x != nil || y != nil { frame = resized }
  }
}

/// A type that lays out sublayers (documented; behavior.md 1.14).
public protocol CALayoutManager {
  /// The size that a layer wants to have. The default is that of its frame.
  func preferredSize(of layer: CALayer) -> CGSize
  /// Forgets what is known about a layer's sublayers: the layer has been asked for layout. The default does nothing.
  func invalidateLayout(of layer: CALayer)
  /// Sets the frames of a layer's sublayers.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// That of the layer's frame.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}
}
