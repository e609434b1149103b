public import Foundation
import StarmineGraphics
import StarmineScene

extension CALayer {
  /// Passes in which a layer that asks for layout while it is laid out gets it; then it waits for the next commit, so
  /// that a layer that always asks cannot hang the program (ours).
  private static let passLimit = 16

  /// Asks for a layout of the sublayers at the next commit or `layoutIfNeeded()`.
  public final func setNeedsLayout() {
    requests.needsLayout = true
    markChanged()
  }

  /// Whether a layout has been asked for.
  public final func needsLayout() -> Bool { requests.needsLayout }

  /// Lays out everything under the topmost layer around this one that has asked for it (documented).
  public final func layoutIfNeeded() {
    let top = lineage.last { $0.requests.needsLayout } ?? self
    top.layOutTree()
  }

  /// A layer that needs layout counts as changed, so unchanged subtrees are left out.
  private func layOutTree() {
    guard isChanged else { return }
    var passes = 0
    while requests.needsLayout, passes < Self.passLimit {
      requests.needsLayout = false
      passes += 1
      layoutSublayers()
      ActionRun((self, "onLayout")).run()
    }
    forEachChangedSublayer { $0.layOutTree() }
    maskLayer?.layOutTree()
  }

  /// Brings layout, then drawn contents up to date before a commit.
  func layOutAndDisplay() {
    layOutTree()
    displayTree()
    updateTiledLayers()
  }

  private func displayTree() {
    guard isChanged else { return }
    displayIfNeeded()
    forEachChangedSublayer { $0.displayTree() }
    maskLayer?.displayTree()
  }

  /// Places the sublayers when the layer has no delegate. Default nil.
  public final var layoutManager: (any CALayoutManager)? {
    get { requests.layoutManager }
    set {
      requests.layoutManager = newValue
      setNeedsLayout()
    }
  }

  /// Does what new bounds or a new transform ask for (documented; behavior.md 1.1.2).
  func geometryChanged(from bounds: CGRect, _ transform: CATransform3D) {
    let isResized = bounds.size != state.bounds.size
    guard isResized || bounds.origin != state.bounds.origin || transform != state.transform else { return }
    setNeedsLayout()
    superlayer?.setNeedsLayout()
    if isResized {
      resizeSublayers(withOldSize: bounds.size)
      if needsDisplayOnBoundsChange { setNeedsDisplay() }
    }
  }

  // MARK: Autoresizing

  /// How the layer follows a new size of its superlayer. Default empty: not at all.
  public final var autoresizingMask: CAAutoresizingMask {
    get { CAAutoresizingMask(rawValue: state.hints.autoresizingMask) }
    set { set(\.hints.autoresizingMask, newValue.rawValue) }
  }

  /// The change of size is shared equally among the flexible parts of an axis, and the edges come to rest on whole
  /// points (measured).
  func followResize(of parent: CALayer, from size: CGSize) {
    let (mask, old) = (autoresizingMask, frame)
    let x = mask.resized(old.minX, old.maxX, by: parent.bounds.width - size.width, shift: 0)
    let y = mask.resized(old.minY, old.maxY, by: parent.bounds.height - size.height, shift: 3)
    frame = CGRect(x: x.low, y: y.low, width: x.high - x.low, height: y.high - y.low)
  }
}
