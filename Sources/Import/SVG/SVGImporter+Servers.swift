extension SVGImporter {
  private typealias Stop = (place: Double, color: CGColor)

  /// Returns nil if the gradient cannot be drawn, so that the fallback is used.
  func gradient(_ node: SVGNode, _ opacity: Double, _ box: CGRect, _ context: SVGContext) -> SVGPaint? {
    let chain = chain(node)
    var stops = stops(chain, opacity)
    guard let last = stops.last else { return nil }
    guard budget.spend(steps: 2 * stops.count) else { return .layers([]) }
    guard stops.count > 1 else { return .color(last.color) }
    let isInBox = chain["gradientUnits"] != "userSpaceOnUse"
    var own = context
    own.style = SVGStyle().entering(node)
    if isInBox { own.viewport = CGSize(width: 1, height: 1) }
    var space = serverTransform(chain["gradientTransform"], node, own)
    if isInBox {
      guard box.width > 0, box.height > 0 else { return nil }
      space = space.inside(CGAffineTransform(unitsOf: box))
    }
    let matrix = space.inside(context.matrix)
    guard matrix.isFinite, abs(matrix.determinant) > 1e-15 else { return .layers([]) }
    let (line, isReversed) = gradientLine(node, chain, own)
    if isReversed { stops = stops.reversed().map { (1 - $0.place, $0.color) } }
    guard line.length > 0 else { return .color(last.color) }
    return .layers([
      line.layer(stops, spread: chain["spreadMethod"] ?? "pad", matrix, area: area.applying(matrix.inverted()))
    ])
  }

  /// Returns the geometry of a gradient, and whether its stops are reversed: the larger circle is the outer one.
  private func gradientLine(
    _ node: SVGNode, _ chain: [SVGNode], _ context: SVGContext
  ) -> (line: SVGGradientLine, isReversed: Bool) {
    func length(_ key: String, _ axis: SVGAxis, _ standard: String) -> Double {
      let owner = chain.first { $0.name == node.name && $0[key] != nil }
      return context.points(owner?[key], axis) ?? context.points(standard, axis) ?? 0
    }
    func point(_ x: String, _ y: String, _ standard: (String, String)) -> CGPoint {
      CGPoint(x: length(x, .x, standard.0), y: length(y, .y, standard.1))
    }
    if node.name == "linearGradient" {
      let (start, end) = (point("x1", "y1", ("0%", "0%")), point("x2", "y2", ("100%", "0%")))
      return (SVGGradientLine(start: start, end: end), false)
    }
    let center = point("cx", "cy", ("50%", "50%"))
    let focus = point("fx", "fy", ("\(center.x)", "\(center.y)"))
    let (radius, inner) = (length("r", .diagonal, "50%"), length("fr", .diagonal, "0%"))
    return inner > radius
      ? (SVGGradientLine(center: focus, radius: inner, focus: center, inner: radius), true)
      : (SVGGradientLine(center: center, radius: radius, focus: focus, inner: inner), false)
  }

  private func stops(_ chain: [SVGNode], _ opacity: Double) -> [Stop] {
    guard let owner = chain.first(where: { $0.elements.contains { $0.name == "stop" } }) else { return [] }
    var place = 0.0
    let outer = style(around: owner)
    return owner.elements.lazy.filter { $0.name == "stop" }.prefix(1000).map { node in
      let style = outer.entering(node)
      place = max(place, SVGValues.share(node["offset"], default: 0))
      var context = SVGContext()
      context.style = style
      let own = SVGValues.share(style["stop-opacity"])
      let black = CGColor(red: 0, green: 0, blue: 0, alpha: own * opacity)
      return (place, color(style["stop-color"], own * opacity, context) ?? black)
    }
  }

  /// The transform of a gradient or pattern; the identity if it cannot be inverted.
  private func serverTransform(_ text: String?, _ node: SVGNode, _ context: SVGContext) -> CGAffineTransform {
    guard let matrix = SVGValues.transform(text), matrix.determinant != 0 else { return .identity }
    return origin(node, context).map { matrix.about($0) } ?? matrix
  }

  /// A tile with as many copies as the box needs.
  func pattern(_ node: SVGNode, _ opacity: Double, _ box: CGRect, _ context: SVGContext) -> SVGPaint? {
    let chain = chain(node)
    guard let owner = chain.first(where: { !$0.elements.isEmpty }), !active.contains(ObjectIdentifier(owner)) else {
      return .layers([])
    }
    let isInBox = chain["patternUnits"] != "userSpaceOnUse"
    let tile = frame({ chain[$0] }, in: isInBox ? box : nil, context, standard: ["0", "0", "0", "0"])
    guard tile.width > 0, tile.height > 0 else { return nil }
    var own = context
    own.style = SVGStyle().entering(node)
    let matrix = serverTransform(chain["patternTransform"], node, own).inside(context.matrix)
    guard matrix.isFinite, abs(matrix.determinant) > 1e-15 else { return .layers([]) }
    let width = context.points(context.style["stroke-width"], .diagonal) ?? 1
    let reach = box.insetBy(dx: -2 * width, dy: -2 * width).applying(context.matrix).intersection(area)
    guard !reach.isNull else { return .layers([]) }
    let seen = reach.applying(matrix.inverted())
    guard let tiling = SVGTiling(tile, over: seen), budget.spend(layers: 3, steps: tiling.count * 4) else {
      lose("pattern", "more than \(SVGTiling.most) tiles are not supported", node)
      return nil
    }
    let content = tileContent(owner, chain, tile, box, context)
    let isCut = (owner.declared["overflow"] ?? "hidden") != "visible"
    let one = DocumentValue.layer(
      [
        ("bounds", .list([0, 0, tile.width, tile.height])), ("position", .list([tile.minX, tile.minY])),
        ("masksToBounds", DocumentValue(.boolean(isCut))),
      ], sublayers: content)
    return .layers([
      .layer(
        [("transform", .matrix(matrix)), ("opacity", opacity < 1 ? .number(opacity) : nil)],
        sublayers: [tiling.copies(of: [one], .identity)])
    ])
  }

  private func tileContent(
    _ owner: SVGNode, _ chain: [SVGNode], _ tile: CGRect, _ box: CGRect, _ context: SVGContext
  ) -> [DocumentValue] {
    var inner = context
    inner.style = style(around: owner)
    inner.depth += 5
    inner.source = nil
    inner.matrix = .identity
    if let viewBox = CGRect(viewBox: chain["viewBox"]) {
      let frame = CGRect(origin: .zero, size: tile.size)
      inner.matrix = SVGValues.fit(viewBox, into: frame, chain["preserveAspectRatio"])
      inner.viewport = viewBox.size
    } else if chain["patternContentUnits"] == "objectBoundingBox" {
      inner.matrix = CGAffineTransform(scaleX: box.width, y: box.height)
    }
    let whole = area
    area = CGRect(origin: .zero, size: tile.size)
    defer { area = whole }
    return inside(owner) { group(owner, inner) }
  }

  /// The style that the children of an element inherit at its position in the document.
  func style(around node: SVGNode) -> SVGStyle {
    var outer: [SVGNode] = [node]
    while let parent = outer[outer.count - 1].parent, outer.count < 200 { outer.append(parent) }
    return outer.reversed().reduce(SVGStyle()) { $0.entering($1) }
  }

  /// The rectangle of `x`, `y`, `width` and `height`.
  /// - Parameters:
  ///   - box: The box whose units the numbers have; nil for the element's coordinates.
  ///   - standard: Default values.
  func frame(
    _ attribute: (String) -> String?, in box: CGRect?, _ context: SVGContext, standard: [String]
  ) -> CGRect {
    var own = context
    if box != nil { own.viewport = CGSize(width: 1, height: 1) }
    let values = zip(["x", "y", "width", "height"], standard).enumerated().map { index, item in
      let axis = index % 2 == 0 ? SVGAxis.x : .y
      return own.points(attribute(item.0), axis) ?? own.points(item.1, axis) ?? 0
    }
    let frame = CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
    guard let box else { return frame }
    return CGRect(
      x: box.minX + frame.minX * box.width, y: box.minY + frame.minY * box.height, width: frame.width * box.width,
      height: frame.height * box.height)
  }
}

private struct SVGGradientLine {
  private let isRadial: Bool
  /// For a radial gradient the centre, and a point to the right on the outer circle.
  private let start: CGPoint
  private let end: CGPoint
  private var focus = CGPoint.zero
  /// Position of the first stop between radius 0 and the outer circle.
  private var inner = 0.0

  var length: Double { Double.hypot(end.x - start.x, end.y - start.y) }

  init(start: CGPoint, end: CGPoint) { (self.start, self.end, isRadial) = (start, end, false) }

  init(center: CGPoint, radius: Double, focus: CGPoint, inner: Double) {
    (start, end, isRadial) = (center, CGPoint(x: center.x + max(0, radius), y: center.y), true)
    guard radius > 0 else { return }
    // The circles shrink along a line; their radius is 0 at the focus.
    let share = max(0, min(0.999, inner / radius))
    self.inner = share
    var x = (focus.x - center.x) / (radius * (1 - share))
    var y = (focus.y - center.y) / (radius * (1 - share))
    let distance = Double.hypot(x, y)
    if distance > 0.999 { (x, y) = (x / distance * 0.999, y / distance * 0.999) }
    self.focus = CGPoint(x: x, y: y)
  }

  func layer(
    _ stops: [(place: Double, color: CGColor)], spread: String, _ matrix: CGAffineTransform, area: CGRect
  ) -> DocumentValue {
    var stops = stops.map { (place: inner + $0.place * (1 - inner), color: $0.color) }
    let side = max(area.width, area.height, 1e-6) * 1.02
    let frame = CGRect(x: area.midX - side / 2, y: area.midY - side / 2, width: side, height: side)
    var (from, to) = (start, end)
    if spread == "reflect" || spread == "repeat" { (stops, from, to) = repeated(stops, spread == "reflect", frame) }
    func unit(_ point: CGPoint) -> DocumentValue {
      .list([Double((point.x - frame.minX) / side), Double((point.y - frame.minY) / side)])
    }
    let corner = CGPoint(x: to.x, y: from.y + (to.x - from.x))
    return .layer(
      [("transform", .matrix(matrix))],
      sublayers: [
        .layer(
          [
            ("bounds", .list([frame.minX, frame.minY, side, side])), ("position", .list([frame.minX, frame.minY])),
            ("type", isRadial ? .text("radial") : nil), ("startPoint", unit(from)),
            ("endPoint", unit(isRadial ? corner : to)),
            ("focus", focus == .zero ? nil : .list([focus.x, focus.y])),
            ("colors", .texts(stops.map { .color($0.color) })), ("locations", .list(stops.map(\.place))),
          ], kind: "CAGradientLayer")
      ])
  }

  /// The stops, repeated as often as they are visible in a frame.
  private func repeated(
    _ stops: [(place: Double, color: CGColor)], _ reflects: Bool, _ frame: CGRect
  ) -> ([(place: Double, color: CGColor)], CGPoint, CGPoint) {
    let reach = Double.hypot(
      max(abs(frame.minX - start.x), abs(frame.maxX - start.x)),
      max(abs(frame.minY - start.y), abs(frame.maxY - start.y)))
    let eccentricity = 1 / max(0.05, 1 - Double.hypot(focus.x, focus.y))
    let count = Int(exactly: min(60, (reach / length * (isRadial ? eccentricity : 1)).rounded(.up) + 1)) ?? 60
    let first = isRadial ? 0 : -count
    let total = Double(count - first)
    var result: [(place: Double, color: CGColor)] = []
    for index in first..<count {
      let isTurned = reflects && index % 2 != 0
      let low = inner > 0 && index > 0 ? 0 : inner
      var part = stops.map { (place: ($0.place - low) / (1 - low), color: $0.color) }
      if isTurned { part = part.reversed().map { (place: 1 - $0.place, color: $0.color) } }
      if let head = part.first, head.place > 0 { part.insert((0, head.color), at: 0) }
      if let tail = part.last, tail.place < 1 { part.append((1, tail.color)) }
      result += part.map { (place: (Double(index - first) + $0.place) / total, color: $0.color) }
    }
    func point(_ t: Double) -> CGPoint {
      CGPoint(x: start.x + (end.x - start.x) * t, y: start.y + (end.y - start.y) * t)
    }
    guard isRadial else { return (result, point(Double(first)), point(Double(count))) }
    let radius = length
    let shift = CGPoint(x: start.x + focus.x * radius * (1 - total), y: start.y + focus.y * radius * (1 - total))
    return (result, shift, CGPoint(x: shift.x + radius * total, y: shift.y))
  }
}

/// Copies of a tile that cover a rectangle.
struct SVGTiling {
  static let most = 4000

  private let tile: CGRect
  /// Number of tiles from the given one to the first.
  private let first: CGPoint
  private let columns: Double
  private let rows: Double
  let count: Int

  /// Returns nil if the tile is empty or there are too many.
  init?(_ tile: CGRect, over frame: CGRect) {
    guard tile.width > 0, tile.height > 0, !frame.isNull else { return nil }
    self.tile = tile
    first = CGPoint(
      x: ((frame.minX - tile.minX) / tile.width).rounded(.down),
      y: ((frame.minY - tile.minY) / tile.height).rounded(.down))
    columns = Double(((frame.maxX - tile.minX) / tile.width).rounded(.up) - first.x)
    rows = Double(((frame.maxY - tile.minY) / tile.height).rounded(.up) - first.y)
    guard let count = Int(exactly: columns * rows), count > 0, count <= Self.most else { return nil }
    self.count = count
  }

  /// - Parameter matrix: From the tile's coordinates to those of the layers.
  func copies(of layers: [DocumentValue], _ matrix: CGAffineTransform) -> DocumentValue {
    func row(_ layer: DocumentValue, _ count: Double, _ x: Double, _ y: Double) -> DocumentValue {
      guard count > 1 else { return layer }
      let step = CGAffineTransform(translationX: matrix.a * x + matrix.c * y, y: matrix.b * x + matrix.d * y)
      return .layer(
        [("instanceCount", .number(count)), ("instanceTransform", .matrix(step))], kind: "CAReplicatorLayer",
        sublayers: [layer])
    }
    let one = DocumentValue.moved(layers, Double(first.x * tile.width), Double(first.y * tile.height), matrix)
    return row(row(one, columns, Double(tile.width), 0), rows, 0, Double(tile.height))
  }
}
