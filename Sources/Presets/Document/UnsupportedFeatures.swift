/// What Core Animation has and this program does not have yet. A document that asks for it still loads, with a note;
/// a name leaves these lists by itself in effect as soon as a property table has a row for it.
enum UnsupportedFeatures {
  static let classes: Set<String> = [
  ]

  static let layerKeys: Set<String> = [
    "actions", "allowsEdgeAntialiasing", "allowsGroupOpacity", "autoresizingMask", "backgroundFilters",
    "borderColor", "borderWidth", "compositingFilter", "constraints", "contentsCenter", "contentsFlipped",
    "contentsFormat", "contentsGravity", "contentsRect", "contentsScale", "cornerCurve", "cullMaxZ", "cullMinZ",
    "cullRect", "drawsAsynchronously", "edgeAntialiasingMask", "emitterBehaviors", "emitterDuration",
    "emitterPath", "emitterRects", "filters", "geometryFlipped", "magnificationFilter", "mask", "maskedCorners",
    "minificationFilter", "minificationFilterBias", "needsDisplayOnBoundsChange", "opaque", "rasterizationScale",
    "shadowColor", "shadowOffset", "shadowOpacity", "shadowPath", "shadowRadius", "shouldRasterize", "style",
    "updateInterval",
  ]

  static let cellKeys: Set<String> = ["emitterBehaviors", "style"]
}
