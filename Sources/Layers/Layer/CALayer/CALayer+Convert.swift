extension CALayer {
  // MARK: Points and rectangles

  /// Converts a point to the coordinates of another layer. Nil means the superlayer (measured).
  ///
  /// The result is not finite if the plane of the other layer is edge-on or its transform has no inverse (measured).
  public final func convert(_ point: CGPoint, to layer: CALayer?) -> CGPoint {
    guard let layer else { return planeToSuperlayer.apply(point) }
    let route = route(to: layer)
    let shared = route.up.reduce(point) { $1.planeToSuperlayer.apply($0) }
    return route.down.reduce(shared) { $1.fromSuperlayer($0) }
  }

  /// Converts a point from the coordinates of another layer. Nil means the superlayer (measured).
  public final func convert(_ point: CGPoint, from layer: CALayer?) -> CGPoint {
    layer.map { $0.convert(point, to: self) } ?? fromSuperlayer(point)
  }

  /// Converts a rectangle to the coordinates of another layer. Returns the bounding box of its corners.
  public final func convert(_ rect: CGRect, to layer: CALayer?) -> CGRect {
    rect.box { convert($0, to: layer) }
  }

  /// Converts a rectangle from the coordinates of another layer. Returns the bounding box of its corners.
  public final func convert(_ rect: CGRect, from layer: CALayer?) -> CGRect {
    rect.box { convert($0, from: layer) }
  }

  /// The transform from the plane of the layer to that of its superlayer. The superlayer's `sublayerTransform` does not
  /// apply to a mask.
  var planeToSuperlayer: PlaneTransform {
    let inside = state.flipped(state.toSuperlayer)
    guard let superlayer, superlayer.maskLayer !== self else { return PlaneTransform(inside) }
    let parent = superlayer.state
    return PlaneTransform(CATransform3DConcat(inside, parent.aroundAnchor(parent.sublayerTransform)))
  }

  func fromSuperlayer(_ point: CGPoint) -> CGPoint {
    planeToSuperlayer.inverse?.apply(point) ?? CGPoint(x: CGFloat.nan, y: CGFloat.nan)
  }

  // MARK: Time

  /// Converts a time to the clock of another layer. Nil means media time. If `sublayerTime` is set between the layers,
  /// the result is the current time outside it.
  public final func convertTime(_ time: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval {
    let route = route(to: layer)
    var time = time
    for (index, left) in route.up.enumerated() {
      time = left.state.timing.parentTime(fromLocal: time)
      // Sibling layers share this clock.
      let isShared = index == route.up.count - 1 && !route.down.isEmpty
      if !isShared, let outer = left.superlayer, outer.ownSublayerTime(at: 0) != nil { time = outer.localTime }
    }
    for (index, entered) in route.down.enumerated() {
      if index > 0 || route.up.isEmpty, let outer = entered.superlayer {
        time = outer.ownSublayerTime(at: time) ?? time
      }
      time = entered.state.timing.localTime(fromParent: time)
    }
    return time
  }

  /// Converts a time from the clock of another layer. Nil means media time.
  public final func convertTime(_ time: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval {
    if let layer { return layer.convertTime(time, to: self) }
    return localTime(at: time)
  }

  // MARK: Ways through the tree

  var lineage: [CALayer] {
    Array(sequence(first: self) { $0.superlayer })
  }

  /// The layers to leave and then to enter on the path to another layer, through the nearest common ancestor. For
  /// another tree or nil, the path leads through both roots.
  private func route(to other: CALayer?) -> (up: [CALayer], down: [CALayer]) {
    var up = lineage
    var down = other?.lineage ?? []
    // Each access makes new presentation objects, so their models are compared.
    while let last = up.last, let other = down.last, last.isPresentation == other.isPresentation,
      last.model() === other.model()
    {
      up.removeLast()
      down.removeLast()
    }
    return (up, down.reversed())
  }
}
