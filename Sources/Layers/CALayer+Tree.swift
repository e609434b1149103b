extension CALayer {
  /// Layers drawn above this one, in array order; nil when there are none (measured). Setting it replaces them all.
  public final var sublayers: [CALayer]? {
    get { presentedChildren ?? (children.isEmpty ? nil : children) }
    set {
      let layers = newValue ?? []
      for child in children where !layers.contains(where: { $0 === child }) { child.removeFromSuperlayer() }
      for layer in layers { addSublayer(layer) }
    }
  }

  /// Puts a layer above the other sublayers, taking it out of its present superlayer.
  ///
  /// - Precondition: `layer` is neither this layer nor one of its ancestors (Core Animation raises an exception).
  public final func addSublayer(_ layer: CALayer) {
    adopt(layer)
    attach(layer, at: children.count)
  }

  /// Puts a layer at an index among the sublayers (after it has left its present place); an index past the end means
  /// the end (assumed).
  public final func insertSublayer(_ layer: CALayer, at index: UInt32) {
    adopt(layer)
    attach(layer, at: min(Int(index), children.count))
  }

  /// Puts a layer directly below a sublayer, or below all if there is none given (assumed).
  ///
  /// - Precondition: `sibling` is a sublayer of this layer.
  public final func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    if layer === sibling { return }
    adopt(layer)
    attach(layer, at: sibling.map(index(of:)) ?? 0)
  }

  /// Puts a layer directly above a sublayer, or above all if there is none given (assumed).
  ///
  /// - Precondition: `sibling` is a sublayer of this layer.
  public final func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    if layer === sibling { return }
    adopt(layer)
    attach(layer, at: sibling.map { index(of: $0) + 1 } ?? children.count)
  }

  /// Puts a layer in the place of a sublayer.
  ///
  /// - Precondition: `old` is a sublayer of this layer.
  public final func replaceSublayer(_ old: CALayer, with new: CALayer) {
    if old === new { return }
    adopt(new)
    let index = index(of: old)
    old.removeFromSuperlayer()
    attach(new, at: index)
  }

  /// Takes the layer out of its superlayer. Does nothing on a layer without one.
  public final func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    parent.children.removeAll { $0 === self }
    if parent.maskLayer === self { parent.maskLayer = nil }
    superlayer = nil
    dropAnimations()
    parent.setNeedsLayout()
  }

  private func index(of sibling: CALayer) -> Int {
    guard let index = children.firstIndex(where: { $0 === sibling }) else {
      preconditionFailure("\(sibling) is not a sublayer of \(self)")
    }
    return index
  }

  /// Takes a layer out of its present place, so that it can be attached here.
  func adopt(_ layer: CALayer) {
    var ancestor: CALayer? = self
    while let current = ancestor {
      precondition(current !== layer, "CALayer: a layer cannot be inside itself: \(layer)")
      ancestor = current.superlayer
    }
    layer.removeFromSuperlayer()
  }

  private func attach(_ layer: CALayer, at index: Int) {
    children.insert(layer, at: index)
    layer.superlayer = self
    setNeedsLayout()
  }
}
