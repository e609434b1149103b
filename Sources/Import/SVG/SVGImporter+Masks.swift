extension SVGImporter {
  /// An element's layers with its effects around them.
  /// - Parameter content: Draws the element; its context has the number of layers around.
  func effects(
    _ node: SVGNode, _ context: SVGContext, _ content: (SVGContext) -> [DocumentValue]
  ) -> [DocumentValue] {
    let (style, opacity) = (context.style, SVGValues.share(context.style["opacity"]))
    let isFading = motion?.isFading(node) ?? false
    guard opacity > 0 || isFading else { return [] }
    let links = ["filter", "clip-path", "mask"].filter { style[$0] != "none" }
    let blend = Self.blendMode(style["mix-blend-mode"])
    let isGroup = opacity < 1 || isFading || blend != nil || style["isolation"] == "isolate"
    var inner = context
    inner.depth += 2 * links.count + (isGroup ? 1 : 0)
    var layers = content(inner)
    for key in links {
      guard let result = limited(layers, by: key, node, inner) else { return [] }
      layers = result
    }
    guard isGroup, !layers.isEmpty, budget.spend(layers: 1) else { return layers }
    return [
      .layer(
        [
          ("opacity", opacity < 1 || isFading ? .number(opacity) : nil), ("compositingFilter", blend),
          ("shouldRasterize", opacity == 1 && blend == nil && !isFading ? DocumentValue(.boolean(true)) : nil),
        ], sublayers: layers)
    ]
  }

  /// The name of a blend mode such as `color-dodge`; nil for `normal` and unknown ones.
  static func blendMode(_ text: String) -> DocumentValue? {
    guard blendModes.contains(text) else { return nil }
    let words = text.split(separator: "-").map(String.init)
    return .text(words[0] + words.dropFirst().map(\.capitalized).joined() + "BlendMode")
  }

  private static let blendModes: Set = [
    "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
    "difference", "exclusion", "hue", "saturation", "color", "luminosity",
  ]

  /// Applies a filter, clip path or mask. Returns nil if nothing is drawn.
  private func limited(
    _ layers: [DocumentValue], by key: String, _ node: SVGNode, _ context: SVGContext
  ) -> [DocumentValue]? {
    let text = context.style[key]
    if key == "filter" { return filtered(layers, text, node, context) }
    guard let target = referred(text, key == "mask" ? "mask" : "clipPath") else { return layers }
    guard budget.spend(layers: 2), context.depth <= SVGBudget.mostDepth,
      let mask = key == "mask" ? mask(target, of: node, context) : clip(target, of: node, context)
    else { return nil }
    return layers.isEmpty ? [] : [.layer(mask: mask, sublayers: layers)]
  }

  /// A mask from a clip path; nil if it hides everything.
  private func clip(_ clip: SVGNode, of node: SVGNode, _ context: SVGContext) -> DocumentValue? {
    var inner = context
    (inner.style, inner.source) = (style(around: clip), nil)
    inner.depth += 2
    guard place(clip, &inner) else { return nil }
    if clip["clipPathUnits"] == "objectBoundingBox" {
      guard let box = box(node, context) else { return nil }
      inner.matrix = CGAffineTransform(unitsOf: box).inside(inner.matrix)
    }
    return inside(clip) {
      var shapes = clip.elements.flatMap { silhouette($0, inner) }
      if let other = referred(inner.style["clip-path"], "clipPath") {
        guard let limit = self.clip(other, of: node, context) else { return nil }
        shapes = [.layer(mask: limit, sublayers: shapes)]
      }
      return shapes.count == 1 ? shapes[0] : .layer(sublayers: shapes)
    }
  }

  /// A child of a clip path in black.
  private func silhouette(_ node: SVGNode, _ outer: SVGContext) -> [DocumentValue] {
    var context = outer.entering(node)
    guard context.style["display"] != "none", budget.spend(layers: 1), place(node, &context) else { return [] }
    if node.name == "use" {
      guard let target = target(of: node), target.name == "text" || SVGContext.shapes.contains(target.name) else {
        return []
      }
      return clipped(inside(target) { silhouette(target, useContext(node, context)) }, node, context)
    }
    guard context.style["visibility"] == "visible" else { return [] }
    let path = node.name == "text" ? textOutline(node, context) : context.outline(node)
    guard let path else { return [] }
    let rule = context.style["clip-rule"] == "evenodd" ? DocumentValue.text("even-odd") : nil
    let shape = DocumentValue.shape(path, context.matrix, [("fillColor", .text("#000000")), ("fillRule", rule)])
    return clipped([shape], node, context)
  }

  private func clipped(_ layers: [DocumentValue], _ node: SVGNode, _ context: SVGContext) -> [DocumentValue] {
    guard let other = referred(context.style["clip-path"], "clipPath") else { return layers }
    guard context.depth <= SVGBudget.mostDepth, let limit = clip(other, of: node, context) else { return [] }
    return [.layer(mask: limit, sublayers: layers)]
  }

  private func mask(_ mask: SVGNode, of node: SVGNode, _ context: SVGContext) -> DocumentValue? {
    let isInBox = mask["maskUnits"] != "userSpaceOnUse"
    let contentIsInBox = mask["maskContentUnits"] == "objectBoundingBox"
    let box = isInBox || contentIsInBox ? box(node, context) : nil
    if isInBox || contentIsInBox, box == nil || box?.width == 0 || box?.height == 0 { return nil }
    let frame = frame({ mask[$0] }, in: isInBox ? box : nil, context, standard: ["-10%", "-10%", "120%", "120%"])
    guard frame.width > 0, frame.height > 0 else { return nil }
    var inner = context
    (inner.style, inner.source) = (style(around: mask), nil)
    inner.depth += 4
    if contentIsInBox, let box { inner.matrix = CGAffineTransform(unitsOf: box).inside(inner.matrix) }
    return inside(mask) {
      var layers = group(mask, inner)
      if inner.style["color-interpolation"] == "linearRGB" {
        lose("color-interpolation", "masks use sRGB", mask)
      }
      if inner.style["mask-type"] != "alpha" {
        layers = [.filtered([rectangle(area.insetBy(dx: -2, dy: -2), .identity)] + layers, .luminanceFilter)]
      }
      var result = DocumentValue.layer(mask: rectangle(frame, context.matrix), sublayers: layers)
      if let other = referred(inner.style["mask"], "mask") {
        guard let limit = self.mask(other, of: node, context) else { return nil }
        result = .layer(mask: limit, sublayers: [result])
      }
      return result
    }
  }

  // MARK: Boxes

  /// The box around an element's shapes, without strokes, in its own coordinates; nil for an empty one.
  /// - Parameter isOuter: Whether the context is that of the parent, in whose coordinates the box is returned.
  func box(_ node: SVGNode, _ context: SVGContext, isOuter: Bool = false) -> CGRect? {
    var own = context
    own.matrix = .identity
    let box = isOuter ? bounds(node, own) : innerBounds(node, own)
    return box.isNull ? nil : box
  }

  private func bounds(_ node: SVGNode, _ outer: SVGContext) -> CGRect {
    guard budget.spend(steps: 1), budget.nesting < SVGBudget.mostNesting else { return .null }
    budget.nesting += 1
    defer { budget.nesting -= 1 }
    var context = outer.entering(node)
    guard context.style["display"] != "none", place(node, &context) else { return .null }
    return innerBounds(node, context)
  }

  private func innerBounds(_ node: SVGNode, _ context: SVGContext) -> CGRect {
    func all(_ node: SVGNode, _ context: SVGContext) -> CGRect {
      node.elements.reduce(CGRect.null) { $0.union(bounds($1, context)) }
    }
    switch node.name {
    case "g", "a": return all(node, context)
    case "svg", "symbol":
      return viewportContext(node, node, context).map { all(node, $0.0) } ?? .null
    case "switch": return chosen(node).map { bounds($0, context) } ?? .null
    case "use":
      guard let target = target(of: node) else { return .null }
      let inner = useContext(node, context)
      return inside(target) {
        guard target.name == "symbol" || target.name == "svg" else { return bounds(target, inner) }
        return viewportContext(target, node, inner.entering(target)).map { all(target, $0.0) } ?? .null
      }
    case "image": return imageFrame(node, context).map { $0.applying(context.matrix) } ?? .null
    case "text": return textBox(node, context)?.applying(context.matrix) ?? .null
    case _ where SVGContext.shapes.contains(node.name):
      return context.outline(node)?.applying(context.matrix).boundingBoxOfPath ?? .null
    default: return .null
    }
  }
}
