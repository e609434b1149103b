import StarmineScene

extension CALayer {
  /// A copy of the layer as it shows now, animations included; nil until the layer has been committed. Read only.
  ///
  /// Classes of this module give an object of their class, other subclasses a `CALayer`.
  public final func presentation() -> CALayer? {
    guard modelLayer == nil else { return self }
    guard let node = shownNode else { return nil }
    let copy = LayerRegistry.standard[className]?.make() ?? CALayer()
    copy.present(node.presentedState(at: localTime), of: self)
    if let copy = copy as? CAEmitterLayer, let emitter = self as? CAEmitterLayer,
      let values = node.emission?.values(at: localTime)
    {
      copy.present(cells: values.cells, of: emitter)
    }
    return copy
  }

  var isPresentation: Bool { modelLayer != nil }

  /// The layer that a presentation object shows; the layer itself otherwise.
  public final func model() -> CALayer { modelLayer ?? self }

  /// Now, in this layer's time.
  var localTime: Double { localTime(at: CACurrentMediaTime()) }

  /// A time of the outermost layer's superlayer, in this layer's time.
  func localTime(at time: Double) -> Double {
    lineage.reversed().reduce(time) { time, layer in
      let own = layer.state.timing.localTime(fromParent: time)
      return layer === self ? own : layer.sublayerTime(at: own)
    }
  }

  /// What time it is for the sublayers at one of the layer's own times.
  private func sublayerTime(at time: Double) -> Double {
    guard let node = shownNode, !node.tracks.isEmpty else { return state.sublayerTime ?? time }
    return node.presentedState(at: time).sublayerTime ?? time
  }

  /// The presentation objects of a presentation object's sublayers.
  var presentedChildren: [CALayer]? {
    modelLayer?.sublayers?.compactMap { $0.presentation() }
  }
}
