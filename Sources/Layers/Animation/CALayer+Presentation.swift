/// What layers of every class have in their own type.
public protocol CALayerCopies: CALayer {}

extension CALayer: CALayerCopies {}

extension CALayerCopies {
  /// A copy of the layer as it shows now, animations included; nil until the layer has been committed. Read only.
  ///
  /// Of a class that is not this module's, the copy is what `makePresentation()` gives; without that nil where it is
  /// asked for as that class, and of the class that it extends elsewhere: `(ring as CAShapeLayer).presentation()`.
  public func presentation() -> Self? { presented() as? Self }

  /// The layer that a presentation object shows; the layer itself otherwise.
  public func model() -> Self { modelLayer as? Self ?? self }
}

extension CALayer {
  fileprivate final func presented() -> CALayer? {
    guard modelLayer == nil else { return self }
    guard let node = shownNode else { return nil }
    let copy = makePresentation()
    copy.present(node.presentedState(at: localTime), of: self)
    if let copy = copy as? CAEmitterLayer, let emitter = self as? CAEmitterLayer,
      let values = node.emission?.values(at: localTime)
    {
      copy.present(cells: values.cells, of: emitter)
    }
    return copy
  }

  /// A fresh layer of the nearest class of this module.
  final func makeOfOwnClass() -> CALayer {
    if let entry = LayerRegistry.standard[className] { return entry.make() }
    var mirror = Mirror(reflecting: self).superclassMirror
    while let type = mirror?.subjectType {
      if let entry = LayerRegistry.standard[String(describing: type)] { return entry.make() }
      mirror = mirror?.superclassMirror
    }
    return CALayer()
  }

  var isPresentation: Bool { modelLayer != nil }

  /// Now, in this layer's time.
  var localTime: Double { localTime(at: CACurrentMediaTime()) }

  /// A time of the outermost layer's superlayer, in this layer's time.
  func localTime(at time: Double) -> Double {
    lineage.reversed().reduce(time) { time, layer in
      let own = layer.state.timing.localTime(fromParent: time)
      return layer === self ? own : layer.ownSublayerTime(at: own) ?? own
    }
  }

  /// What time it is for the sublayers at one of the layer's own times; nil where they follow its clock.
  func ownSublayerTime(at time: Double) -> Double? {
    guard let node = shownNode, !node.tracks.isEmpty else { return state.sublayerTime }
    return node.presentedState(at: time).sublayerTime
  }

  /// The presentation objects of a presentation object's sublayers.
  var presentedChildren: [CALayer]? {
    modelLayer?.sublayers?.compactMap { $0.presentation() }
  }
}
