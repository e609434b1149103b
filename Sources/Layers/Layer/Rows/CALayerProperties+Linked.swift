extension LinkedKey where Root == CALayer {
  static let layer: [String: LinkedKey] = [
    "actions": LinkedKey(\CALayer.actions) { ($0 as? [String: Any])?.compactMapValues { $0 as? any CAAction } },
    "delegate": LinkedKey(\CALayer.delegate),
    "layoutManager": LinkedKey(\CALayer.layoutManager),
    "constraints": LinkedKey(\CALayer.constraints),
    "superlayer": LinkedKey { (layer: CALayer) in layer.superlayer },
    "visibleRect": LinkedKey { (layer: CALayer) in layer.visibleRect },
  ]

  /// Properties that have a row, whose objects of other classes are kept besides.
  static func keeper(_ key: String) -> LinkedKey? {
    switch key {
    case "contents": contents
    case "compositingFilter": compositingFilter
    case "filters": filters
    case "backgroundFilters": backgroundFilters
    default: nil
    }
  }
  private static let contents = LinkedKey(\CALayer.contents)
  private static let compositingFilter = LinkedKey(\CALayer.compositingFilter)
  private static let filters = LinkedKey(\CALayer.filters)
  private static let backgroundFilters = LinkedKey(\CALayer.backgroundFilters)
}
