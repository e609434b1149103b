extension CALayer {
  /// Maximum layout passes per commit for layers that request layout during layout, so that such a layer cannot hang
  /// the program (ours).
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

  /// A layer that needs layout is marked as changed. Unchanged subtrees, and layers too deep to draw, are skipped.
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

  /// Updates layout, then drawn contents, before a commit.
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

  /// Makes the requests that follow from new bounds or a new transform (documented; behavior.md 1.1.2).
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

  /// How the layer resizes with its superlayer. Empty: not at all. Default empty.
  public final var autoresizingMask: CAAutoresizingMask {
    get { CAAutoresizingMask(rawValue: state.hints.autoresizingMask) }
    set { set(\.hints.autoresizingMask, newValue.rawValue) }
  }

  /// A negative size is mirrored (measured).
  func followResize(of parent: CALayer, from size: CGSize) {
    var resized = frame
    let growth = (x: parent.bounds.width - size.width, y: parent.bounds.height - size.height)
    let x = autoresizingMask.resized(resized.minX, resized.maxX, in: size.width, by: growth.x, shift: 0)
    let y = autoresizingMask.resized(resized.minY, resized.maxY, in: size.height, by: growth.y, shift: 3)
    // Components that do not resize stay exact.
    if let x { (resized.origin.x, resized.size.width) = (x.low, x.high - x.low) }
    if let y { (resized.origin.y, resized.size.height) = (y.low, y.high - y.low) }
    if x != nil || y != nil { frame = resized }
  }
}

/// A type that lays out sublayers (documented; behavior.md 1.14).
public protocol CALayoutManager {
  /// Returns the preferred size of a layer. The default is the size of its frame.
  func preferredSize(of layer: CALayer) -> CGSize
  /// Called when the layer requests a layout. Discard cached information about its sublayers. The default does nothing.
  func invalidateLayout(of layer: CALayer)
  /// Sets the frames of the sublayers of a layer.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// Returns the size of the layer's frame.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}
}
