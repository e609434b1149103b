extension CALayer {
  /// Decides for each layer of the tree whether its own contents are drawn, from the next commit on.
  ///
  /// Layers keep their values and positions, so key paths still find them. Visible sublayers of a hidden layer keep its
  /// geometry, clip, mask, filters and copies. Masks are never left out, because they draw nothing.
  /// - Parameter isKept: takes a layer and its role, which may be inherited from a superlayer.
  package final func showOnly(where isKept: (CALayer, LayerRole?) -> Bool) {
    _ = showOnly(under: nil, depth: 1, where: isKept)
  }

  private func showOnly(under inherited: LayerRole?, depth: Int, where isKept: (CALayer, LayerRole?) -> Bool) -> Bool {
    // Layers below the limit are not drawn.
    guard depth <= RenderTree.depthLimit else { return false }
    let role = role ?? inherited
    var isAnyInside = false
    for child in children where child.showOnly(under: role, depth: depth + 1, where: isKept) { isAnyInside = true }
    let part: DrawnExtent = isKept(self, role) ? .whole : isAnyInside ? .sublayers : .nothing
    if state.shownPart != part { change(forKey: nil) { $0.shownPart = part } }
    return part != .nothing
  }
}
