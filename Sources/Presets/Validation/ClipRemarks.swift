/// Warns about clips that hide everything: an empty mask, or `masksToBounds` of a layer without a size.
struct ClipRemarks {
  /// Last key path components that timeline, states and animations change.
  let changed: Set<String>

  /// Properties that give an empty layer contents or a size.
  private static let changes: Set<String> = [
    "addSublayers", "sublayers", "mask", "masksToBounds", "bounds", "frame", "size", "width", "height", "hidden",
    "opacity", "backgroundColor", "contents", "borderWidth", "borderColor", "shadowOpacity", "path", "fillColor",
    "strokeColor", "strokeStart", "strokeEnd", "lineWidth", "colors", "locations", "string", "foregroundColor",
  ]

  init(changed: Set<String>) { self.changed = changed }

  /// - Parameter layer: the layer created from the value.
  /// - Parameter say: takes the note and its key.
  func check(_ layer: CALayer, _ say: (_ message: String, _ key: String) -> Void) {
    guard changed.isDisjoint(with: Self.changes) else { return }
    if let mask = layer.mask, showsNothing(mask) {
      say("the mask is empty, so the layer is not visible", "mask")
    } else if layer.masksToBounds, isEmpty(layer), !(layer.sublayers ?? []).isEmpty || layer is CAEmitterLayer {
      say("the layer's size is 0 and it clips to its bounds, so its contents are not visible", "masksToBounds")
    }
  }

  /// Whether a layer has no size, and no layout that can set it.
  private func isEmpty(_ layer: CALayer) -> Bool {
    let isLaidOut = !layer.autoresizingMask.isEmpty || layer.constraints != nil
    return !isLaidOut && (layer.bounds.width == 0 || layer.bounds.height == 0)
  }

  private func showsNothing(_ layer: CALayer) -> Bool {
    if layer.isHidden || layer.opacity <= 0 { return true }
    let isClipped = layer.masksToBounds && isEmpty(layer)
    let hasParts = !isClipped && !(layer.sublayers ?? []).allSatisfy(showsNothing)
    return !hasParts && !hasPicture(layer, isClipped: isClipped)
  }

  private func hasPicture(_ layer: CALayer, isClipped: Bool) -> Bool {
    if layer.shadowOpacity > 0, layer.shadowPath != nil { return true }
    switch layer {
    case is CAEmitterLayer: if !isClipped { return true }
    case let shape as CAShapeLayer:
      let hasPaint = shape.fillColor != nil || shape.strokeColor != nil && shape.lineWidth > 0
      if !isClipped, hasPaint, let path = shape.path, !path.isEmpty { return true }
    default: break
    }
    if isEmpty(layer) { return false }
    switch layer {
    case let gradient as CAGradientLayer where (gradient.colors ?? []).count > 1: return true
    case let text as CATextLayer where text.string != nil: return true
    case is CATiledLayer: return true
    default:
      return layer.backgroundColor.map { $0.alpha > 0 } ?? false || layer.contents != nil || layer.borderWidth > 0
    }
  }
}
