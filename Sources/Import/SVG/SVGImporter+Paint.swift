/// Paint of an outline: one colour, or layers that the outline masks.
enum SVGPaint {
  case color(CGColor)
  case layers([DocumentValue])
}

extension SVGImporter {
  /// A path with its fill, stroke and markers, in the order of `paint-order`.
  /// - Parameter box: The reference box of paints; by default the path's bounding box.
  func shape(
    _ path: CGPath.Geometry, _ node: SVGNode, _ context: SVGContext, box: CGRect? = nil
  ) -> [DocumentValue] {
    let isVisible = context.style["visibility"] == "visible"
    let markers = markers(path, node, context)
    guard isVisible, budget.spend(layers: 2, steps: path.count / 10) else { return markers }
    let paints = painted(path, box ?? path.boundingBoxOfPath, node, context)
    var order = ["fill", "stroke", "markers"]
    let asked = context.style["paint-order"].split(separator: " ").map(String.init)
    if asked.allSatisfy(order.contains) { order = asked + order.filter { !asked.contains($0) } }
    return order.flatMap { part in
      part == "fill" ? paints.fill : part == "stroke" ? paints.stroke : markers
    }
  }

  private func painted(
    _ path: CGPath.Geometry, _ box: CGRect, _ node: SVGNode, _ context: SVGContext
  ) -> (fill: [DocumentValue], stroke: [DocumentValue]) {
    let rule = context.style["fill-rule"] == "evenodd" ? DocumentValue.text("even-odd") : nil
    var (fill, stroke): ([DocumentValue], [DocumentValue]) = ([], [])
    if node.name != "line", let paint = paint("fill", box, node, context) {
      fill = covered(paint, path, context, color: "fillColor", [("fillRule", rule)])
    }
    if let pen = pen(path, node, context), let paint = paint("stroke", box, node, context) {
      stroke = covered(paint, path, context, color: "strokeColor", [("fillColor", DocumentValue(.null))] + pen)
    }
    return (fill, stroke)
  }

  private func covered(
    _ paint: SVGPaint, _ path: CGPath.Geometry, _ context: SVGContext, color key: String,
    _ members: [(String, DocumentValue?)]
  ) -> [DocumentValue] {
    switch paint {
    case .color(let color): [.shape(path, context.matrix, members + [(key, .color(color))])]
    case .layers(let layers):
      layers.isEmpty
        ? []
        : [.layer(mask: .shape(path, context.matrix, members + [(key, .text("#000000"))]), sublayers: layers)]
    }
  }

  /// Stroke attributes; nil if the stroke is not drawn.
  private func pen(
    _ path: CGPath.Geometry, _ node: SVGNode, _ context: SVGContext
  ) -> [(String, DocumentValue?)]? {
    let style = context.style
    let width = context.points(style["stroke-width"], .diagonal) ?? 1
    guard width > 0, style["stroke"] != "none" else { return nil }
    let limit = SVGLength(style["stroke-miterlimit"]).flatMap { $0.unit.isEmpty && $0.value >= 1 ? $0.value : nil } ?? 4
    let (cap, join) = (style["stroke-linecap"], style["stroke-linejoin"])
    if ["miter-clip", "arcs"].contains(join) { lose("stroke-linejoin", "\(join) is drawn as miter", node) }
    if style["vector-effect"] != "none" { lose("vector-effect", "it is not supported", node) }
    return [
      ("lineWidth", .number(width)), ("lineCap", .text(["round", "square"].contains(cap) ? cap : "butt")),
      ("lineJoin", .text(["round", "bevel"].contains(join) ? join : "miter")), ("miterLimit", .number(limit)),
    ] + dashes(path, node, context)
  }

  private func dashes(
    _ path: CGPath.Geometry, _ node: SVGNode, _ context: SVGContext
  ) -> [(String, DocumentValue?)] {
    let words = context.style["stroke-dasharray"].split { $0 == "," || $0.isWhitespace }
    let lengths = words.prefix(256).compactMap { context.points(String($0), .diagonal) }
    guard words.count == lengths.count, lengths.allSatisfy({ $0 >= 0 }), lengths.contains(where: { $0 > 0 }) else {
      if words.count > 256 { lose("stroke-dasharray", "more than 256 lengths are not supported", node) }
      return []
    }
    guard budget.spend(steps: words.count) else { return [] }
    var scale = 1.0
    if let whole = node["pathLength"].flatMap({ SVGLength($0)?.value }) {
      guard whole > 0 else { return [] }
      scale = path.length / whole
    }
    let phase = context.points(context.style["stroke-dashoffset"], .diagonal) ?? 0
    let pattern = (lengths.count % 2 == 0 ? lengths : lengths + lengths).map { $0 * scale }
    return [("lineDashPattern", .list(pattern)), ("lineDashPhase", .number(phase * scale))]
  }

  /// The paint of `fill` or `stroke`; nil for none.
  /// - Parameter box: The path's bounding box in the element's coordinates.
  func paint(_ key: String, _ box: CGRect, _ node: SVGNode, _ context: SVGContext) -> SVGPaint? {
    let opacity = SVGValues.share(context.style[key + "-opacity"])
    return paint(context.style[key], opacity, box, node, context, isFill: key == "fill")
  }

  private func paint(
    _ text: String, _ opacity: Double, _ box: CGRect, _ node: SVGNode, _ context: SVGContext, isFill: Bool = false
  ) -> SVGPaint? {
    switch text {
    case "none": return nil
    case "context-fill", "context-stroke":
      guard let source = context.source else { return nil }
      var other = context
      (other.style, other.matrix, other.source) = (source.style, source.matrix, source.outer.first)
      let own = SVGValues.share(source.style[text.dropFirst(8) + "-opacity"])
      return paint(source.style[String(text.dropFirst(8))], opacity * own, source.box, node, other)
    default: break
    }
    guard let link = SVGValues.link(text) else {
      let black = text.lowercased() == "transparent" ? nil : CGColor(red: 0, green: 0, blue: 0, alpha: opacity)
      return (color(text, opacity, context) ?? (isFill ? black : nil)).map { .color($0) }
    }
    let fallback = link.rest.isEmpty || link.rest == "none" ? nil : color(link.rest, opacity, context)
    guard let server = ids[link.id], Self.servers.contains(server.name) else {
      if link.rest.isEmpty { lose("fill", "the paint \(link.id.excerpt()) does not exist", node) }
      return fallback.map { .color($0) }
    }
    let paint =
      server.name == "pattern"
      ? pattern(server, opacity, box, context) : gradient(server, opacity, box, context)
    return paint ?? fallback.map { .color($0) }
  }

  private static let servers: Set = ["linearGradient", "radialGradient", "pattern"]

  func color(_ text: String, _ opacity: Double, _ context: SVGContext) -> CGColor? {
    let isCurrent = text.lowercased() == "currentcolor"
    guard let color = SVGValues.color(isCurrent ? context.style["color"] : text) else { return nil }
    return color.copy(alpha: color.alpha * opacity) ?? color
  }

  /// A paint server or filter and those that it refers to, the nearest first.
  func chain(_ node: SVGNode) -> [SVGNode] {
    var result = [node]
    while let id = result[result.count - 1].target, let next = ids[id], result.count < 50,
      !result.contains(where: { $0 === next }), next.name.suffix(8) == node.name.suffix(8)
    {
      result.append(next)
    }
    return result
  }
}

extension DocumentValue {
  static func color(_ color: CGColor) -> DocumentValue {
    .list([color.red, color.green, color.blue, color.alpha].map { Double(max(0, min(1, $0))) })
  }
}

extension CGPath.Geometry {
  var length: Double {
    flattened(tolerance: 0.05).reduce(0) { sum, line in
      let points = line.isClosed ? line.points + line.points.prefix(1) : line.points
      return sum + zip(points, points.dropFirst()).reduce(0) { $0 + Double.hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }
  }
}
