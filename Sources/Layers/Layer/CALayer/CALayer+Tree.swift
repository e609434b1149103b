extension CALayer {
  /// The parent layer, also of a mask. For a presentation object, the presentation of the parent.
  public final var superlayer: CALayer? { modelLayer == nil ? container : modelLayer?.container?.presentation() }

  /// Child layers in drawing order, or nil if there are none (measured). Setting it replaces all.
  public final var sublayers: [CALayer]? {
    get { presentedChildren ?? (children.isEmpty ? nil : children) }
    set { replaceSublayers(newValue ?? []) }
  }

  func replace(_ old: CALayer, with new: CALayer) {
    if old === new { return }
    requireOutside(new)
    let isReordered = new.superlayer === self && maskLayer !== new
    let change = ActionRun(
      isReordered ? nil : new.departure, (self, "sublayers"), (old, "onOrderOut"),
      isReordered ? nil : (new, "onOrderIn"))
    if isReordered { children.removeAll { $0 === new } } else { new.detach(isMoving: true) }
    let index = index(of: old)
    old.detach()
    attach(new, at: index)
    setNeedsLayout()
    change.run()
  }

  func leaveSuperlayer() {
    guard superlayer != nil else { return }
    let change = ActionRun(departure, (self, "onOrderOut"))
    detach()
    change.run()
  }

  // MARK: Steps of a change
  // Events as measured, behavior.md 3.5.

  /// Puts a layer at an index that is asked for when it has left its present place.
  func place(_ layer: CALayer, at index: () -> Int) {
    requireOutside(layer)
    let isReordered = layer.superlayer === self && maskLayer !== layer
    let change = ActionRun(
      isReordered ? nil : layer.departure, (self, "sublayers"), isReordered ? nil : (layer, "onOrderIn"))
    if isReordered { children.removeAll { $0 === layer } } else { layer.detach(isMoving: true) }
    attach(layer, at: index())
    setNeedsLayout()
    change.run()
  }

  private func replaceSublayers(_ layers: [CALayer]) {
    layers.forEach(requireOutside)
    let (leaving, coming) = (children.without(layers), layers.without(children))
    let changes =
      coming.filter { $0.container != nil }.map { ActionRun($0.departure) } + [ActionRun((self, "sublayers"))]
      + leaving.map { ActionRun(($0, "onOrderOut")) }
      + coming.filter { !$0.asksNoDelegate }.map { ActionRun(($0, "onOrderIn")) }
    leaving.forEach { $0.detach() }
    coming.forEach { $0.detach(isMoving: true) }
    children = []
    var attached = Set<ObjectIdentifier>(minimumCapacity: layers.count)
    for layer in layers where attached.insert(ObjectIdentifier(layer)).inserted {
      attach(layer, at: children.count)
    }
    setNeedsLayout()
    changes.forEach { $0.run() }
  }

  /// The action that the superlayer is asked for when the layer leaves it.
  private var departure: (layer: CALayer, event: String)? {
    superlayer.map { ($0, $0.maskLayer === self ? "mask" : "sublayers") }
  }

  func index(of sibling: CALayer) -> Int {
    guard let index = children.firstIndex(where: { $0 === sibling }) else {
      misuse("\(sibling) is not a sublayer of \(self)")
    }
    return index
  }

  private func requireOutside(_ layer: CALayer) {
    demand(!isInside(layer), "CALayer: a layer cannot be inside itself: \(layer)")
  }

  /// Whether this layer is the other one or inside of it.
  private func isInside(_ layer: CALayer) -> Bool {
    // A layer with nothing inside has no descendants.
    guard layer !== self, !layer.children.isEmpty || layer.maskLayer != nil else { return layer === self }
    return sequence(first: self) { $0.superlayer }.contains { $0 === layer }
  }

  /// Takes the layer out of its present place, to nowhere or to another one.
  private func detach(isMoving: Bool = false) {
    guard let parent = container else { return }
    parent.children.removeAll { $0 === self }
    if parent.maskLayer === self { parent.maskLayer = nil }
    container = nil
    leaveTree(isMoving: isMoving)
    parent.setNeedsLayout()
  }

  private func attach(_ layer: CALayer, at index: Int) {
    children.insert(layer, at: index)
    layer.container = self
  }

  /// A layer that leaves its place has no animations any more (behavior.md 3.7); one that leaves the tree is as fresh
  /// as a new one until it is committed again.
  private func leaveTree(isMoving: Bool) {
    guard isShown else { return }
    removeAllAnimations()
    if !isMoving { isShown = false }
    (children + [maskLayer].compactMap { $0 }).forEach { $0.leaveTree(isMoving: isMoving) }
  }

  // MARK: Mask

  /// A layer whose alpha, with its sublayers, masks this layer. It is positioned in the coordinates of this layer, and
  /// its superlayer is this layer (measured). The mask leaves its former superlayer. Setting the layer itself or an
  /// ancestor has no effect (assumed). Default nil.
  public final var mask: CALayer? {
    get { modelLayer == nil ? maskLayer : modelLayer?.maskLayer?.presentation() }
    set {
      guard newValue !== maskLayer, newValue.map(isInside) != true else { return }
      let change = ActionRun(newValue?.departure, (self, "mask"))
      newValue?.detach(isMoving: true)
      maskLayer?.detach()
      maskLayer = newValue
      newValue?.container = self
      markChanged()
      change.run()
    }
  }
}

extension [CALayer] {
  /// Those that are not among others.
  fileprivate func without(_ others: [CALayer]) -> [CALayer] {
    if isEmpty || others.isEmpty { return self }
    let known = Set(others.map(ObjectIdentifier.init))
    return filter { !known.contains(ObjectIdentifier($0)) }
  }
}
