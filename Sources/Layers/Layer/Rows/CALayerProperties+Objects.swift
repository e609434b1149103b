extension Property where Root == CALayer {
  static let mask: Property<CALayer> = {
    var info = PropertyInfo(key: "mask", kind: .layer)
    (info.summary, info.isDerived, info.isAnimatable) = ("Layer whose alpha multiplies this one's.", true, false)
    info.action = .transition
    return Property(
      info, read: { $0.mask },
      write: { layer, value in
        guard value == nil || value is CALayer else { return false }
        layer.mask = value as? CALayer
        return true
      })
  }()
}

extension Property where Root == CALayer {
  static let layerObject: [Property<CALayer>] = [
    Property(
      "frame", \.frame, unit: .points, range: 0...4096, animatable: false, derived: true,
      "The layer's rectangle in its superlayer, from bounds, position, anchor point and transform."),
    list(
      "sublayers", of: .layers, action: .transition, "Layers drawn above this one.", on: CALayer.self, \.sublayers),
    mask,
  ]

  /// A row for a list of objects: nil or an array of `Element`.
  static func list<Owner: CALayer, Element>(
    _ key: String, of kind: ValueKind, action: ImplicitAction = .none, _ summary: String, on owner: Owner.Type,
    _ path: any ReferenceWritableKeyPath<Owner, [Element]?> & Sendable
  ) -> Property<CALayer> {
    var info = PropertyInfo(key: key, kind: kind)
    (info.summary, info.isDerived, info.isAnimatable, info.action) = (summary, true, false, action)
    return Property(
      info, read: { ($0 as? Owner)?[keyPath: path] },
      write: { layer, value in
        guard let owner = layer as? Owner, value == nil || value is [Element] else { return false }
        owner[keyPath: path] = value as? [Element]
        return true
      })
  }
}
