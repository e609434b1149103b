/// Methods of layers that return the type of the layer.
public protocol CALayerCopies: CALayer {}

extension CALayer: CALayerCopies {}

extension CALayerCopies {
  /// Returns a read-only copy of the layer as it is shown now, with its animations. Nil until the layer has been
  /// committed.
  ///
  /// For a class outside this module, the copy is the result of `makePresentation()`. Without an override, the result
  /// is nil for that class; ask for the class that it extends: `(ring as CAShapeLayer).presentation()`.
  public func presentation() -> Self? { presented() as? Self }

  /// Returns the model layer of a presentation object, or the layer itself.
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

  var localTime: Double { localTime(at: CACurrentMediaTime()) }

  /// Converts a time of the superlayer of the root to this layer.
  func localTime(at time: Double) -> Double {
    lineage.reversed().reduce(time) { time, layer in
      let own = layer.state.timing.localTime(fromParent: time)
      return layer === self ? own : layer.ownSublayerTime(at: own) ?? own
    }
  }

  /// Returns the time of the sublayers at a time of the layer, or nil if they use the clock of the layer.
  func ownSublayerTime(at time: Double) -> Double? {
    guard let node = shownNode, !node.tracks.isEmpty else { return state.sublayerTime }
    return node.presentedState(at: time).sublayerTime
  }

  var presentedChildren: [CALayer]? {
    modelLayer?.sublayers?.compactMap { $0.presentation() }
  }
}
