/// Converts the elements of an SVG document to layers, from back to front.
///
/// Layers are flat: each shape has its whole transform, and only group effects become layers around others.
final class SVGImporter {
  let source: ImportSource
  let root: SVGNode
  private(set) var ids: [String: SVGNode] = [:]
  var budget = SVGBudget()
  /// Elements being drawn by reference, to detect cycles.
  var active: Set<ObjectIdentifier> = []
  private var named: Set<String> = []
  /// Whether any element uses context paint.
  private var usesContextPaint = false
  /// The visible area in coordinates of the current layers.
  var area = CGRect.zero

  /// Documents of images; nil for unusable ones.
  var documents: [ObjectIdentifier: SVGImporter?] = [:]
  /// Nil if nothing moves.
  var motion: SVGMotion?
  /// Whether the document is a picture in another document.
  let isNested: Bool

  init(_ source: ImportSource, root: SVGNode, isNested: Bool = false) {
    (self.source, self.root, self.isNested) = (source, root, isNested)
    for node in root.everything {
      if let id = node["id"], ids[id] == nil { ids[id] = node }
    }
  }

  func scene() throws(ImportError) -> ForeignScene {
    let timeline = SVGTimeline(self, try applyStyles())
    timeline.apply(at: 0)
    guard let frame = frame(SVGContext().entering(root)) else {
      throw source.error("expected a width and a height of 1 to 16384 points", at: root.location)
    }
    var scene = ForeignScene()
    scene.size = CGSize(width: max(1, frame.width.rounded()), height: max(1, frame.height.rounded()))
    scene.duration = timeline.duration
    scene.background = .text("#00000000")
    area = CGRect(origin: .zero, size: scene.size)
    let layers = timeline.isStill || isNested ? picture(frame.size) : movie(timeline) { self.picture(frame.size) }
    if let excess = budget.excess { throw source.error(excess) }
    let bounds = DocumentValue.list([0, 0, scene.size.width, scene.size.height])
    scene.layers = [
      .layer([("bounds", bounds), ("masksToBounds", DocumentValue(.boolean(true)))], sublayers: layers)
    ]
    return scene
  }

  private func stage(_ size: CGSize) -> SVGContext {
    var context = SVGContext().entering(root)
    context.viewport = size
    context.matrix = CGAffineTransform(scaleX: area.width / size.width, y: area.height / size.height)
    if let box = CGRect(viewBox: root["viewBox"]) {
      context.viewport = box.size
      context.matrix = SVGValues.fit(box, into: area, root["preserveAspectRatio"])
    }
    return context
  }

  /// The layers of the whole document with the current values of its elements.
  private func picture(_ size: CGSize) -> [DocumentValue] {
    var (context, layers) = (stage(size), [DocumentValue]())
    if context.style["display"] != "none", place(root, &context) {
      layers = effects(root, context) { group(root, $0) }
    }
    if let color = color(context.style["background-color"], 1, context) {
      layers.insert(rectangle(area, .identity, color), at: 0)
    }
    return layers
  }

  /// Returns the coordinate system of an element. Ignores the coordinate systems of `use` elements that show it.
  func context(of node: SVGNode) -> SVGContext {
    guard let parent = node.parent else {
      var context = frame(SVGContext().entering(root)).map { stage($0.size) } ?? SVGContext().entering(root)
      context.matrix = .identity
      return context
    }
    var context = context(of: parent)
    let isNested = parent.name == "svg" && parent !== root
    if isNested, let inner = viewportContext(parent, parent, context)?.0 { context = inner }
    context = context.entering(node)
    context.matrix = .identity
    return context
  }

  /// - Returns: The keyframe rules.
  func applyStyles() throws(ImportError) -> [String: SVGKeyframes] {
    let everything = root.everything
    let sheets = everything.filter { $0.name == "style" && ["text/css", "", nil].contains($0["type"]) }
    var sheet = SVGStyleSheet(sheets.map(\.content).joined(separator: "\n"))
    for text in sheet.refused { lose("style", "\"\(text.excerpt(40))\" is not supported", sheets.first ?? root) }
    for node in everything {
      guard sheet.apply(to: node) else { throw source.error("its style sheets take too long to apply") }
      if node.declared.values.contains(where: { $0.hasPrefix("context-") }) { usesContextPaint = true }
      let known = node.attributes.keys.count { !$0.contains(":") && !$0.hasPrefix("data-") }
      source.record.use(known)
      source.record.pass(node.attributes.count - known)
      if node.name == "script" { lose(node.name, "scripts are not run", node) }
    }
    return sheet.keyframes
  }

  /// The size of the picture; nil if it is empty.
  func frame(_ context: SVGContext) -> CGRect? {
    let box = CGRect(viewBox: root["viewBox"])
    if root["viewBox"] != nil, box == nil, SVGValues.numbers(root["viewBox"]).count == 4 { return nil }
    var context = context
    context.viewport = box?.size ?? context.viewport
    let given = (context.points(root.declared["width"], .x), context.points(root.declared["height"], .y))
    var size = CGSize.zero
    switch (given.0, given.1, box) {
    case (let width?, let height?, _): size = CGSize(width: width, height: height)
    case (let width?, nil, let box?): size = CGSize(width: width, height: width * box.height / box.width)
    case (nil, let height?, let box?): size = CGSize(width: height * box.width / box.height, height: height)
    case (_, _, let box?): size = box.size
    default:
      let all = root.elements.reduce(CGRect.null) { $0.union(self.box($1, context, isOuter: true) ?? .null) }
      let reach = all.isNull ? context.viewport : CGSize(width: all.maxX, height: all.maxY)
      size = CGSize(width: given.0 ?? Double(reach.width), height: given.1 ?? Double(reach.height))
    }
    guard size.width > 0, size.height > 0, max(size.width, size.height) <= 16_384 else { return nil }
    return CGRect(origin: .zero, size: size)
  }

  /// Reports unsupported features, once for each element and reason.
  func lose(_ key: String, _ reason: String, _ node: SVGNode) {
    guard named.insert("\(node.location) \(key) \(reason)").inserted else { return }
    source.record.lose(node.name == key ? key : "\(node.name).\(key)", reason, at: node.location)
  }

  // MARK: Elements

  private static let drawn = SVGContext.shapes.union(["g", "a", "svg", "switch", "use", "text", "image"])

  /// Draws an element in the coordinates of its parent.
  func draw(_ node: SVGNode, _ outer: SVGContext) -> [DocumentValue] {
    if node.name == "foreignObject" || node.name.hasPrefix("flow") {
      lose(node.name, "this element is not supported", node)
    }
    guard Self.drawn.contains(node.name), node.isSpoken, budget.spend(steps: 1) else { return [] }
    return marked(node, outer) { drawn(node, $0) }
  }

  private func drawn(_ node: SVGNode, _ outer: SVGContext) -> [DocumentValue] {
    var context = outer.entering(node)
    guard context.style["display"] != "none", place(node, &context) || isPlaced(node, context) else { return [] }
    guard budget.nesting < SVGBudget.mostNesting, context.depth <= SVGBudget.mostDepth else {
      lose("depth", "it is nested too deeply", node)
      return []
    }
    budget.nesting += 1
    defer { budget.nesting -= 1 }
    guard isPlaced(node, context) else { return effects(node, context) { content(node, $0) } }
    // A layer moves the element, so its own layers do not change.
    let (matrix, whole) = (context.matrix, area)
    let side = max(context.viewport.width, context.viewport.height)
    area = CGRect(origin: .zero, size: context.viewport).insetBy(dx: -4 * side, dy: -4 * side)
    defer { area = whole }
    context.matrix = .identity
    context.depth += 1
    let layers = effects(node, context) { content(node, $0) }
    return layers.isEmpty ? [] : [.layer([("transform", .matrix(matrix))], sublayers: layers)]
  }

  /// Whether an element can be wrapped in a layer with an animated transform.
  private func isPlaced(_ node: SVGNode, _ context: SVGContext) -> Bool {
    motion?.isPlaced(node) ?? false && budget.spend(layers: 1) && Self.blendMode(context.style["mix-blend-mode"]) == nil
  }

  private func content(_ node: SVGNode, _ context: SVGContext) -> [DocumentValue] {
    switch node.name {
    case "g", "a": return group(node, context)
    case "svg": return viewport(node, node, context)
    case "use": return use(node, context)
    case "switch": return chosen(node).map { draw($0, context) } ?? []
    case "image": return image(node, context)
    case "text": return text(node, context)
    default: return context.outline(node).map { shape($0, node, context) } ?? []
    }
  }

  func group(_ node: SVGNode, _ context: SVGContext) -> [DocumentValue] {
    node.children.flatMap { draw($0, context) }
  }

  /// Adds an element's transform to a context. Returns false if nothing is visible.
  func place(_ node: SVGNode, _ context: inout SVGContext) -> Bool {
    if let motion = SVGValues.transform(node["motion"]) { context.matrix = motion.inside(context.matrix) }
    guard let text = node.declared["transform"], var matrix = SVGValues.transform(text) else { return true }
    if let origin = origin(node, context) { matrix = matrix.about(origin) }
    context.matrix = matrix.inside(context.matrix)
    return context.matrix.determinant != 0
  }

  func origin(_ node: SVGNode, _ context: SVGContext) -> CGPoint? {
    let isMovedRoot = node === root && motion?.isPlaced(root) ?? false
    guard let text = context.style.given("transform-origin") ?? (isMovedRoot ? "center" : nil) else { return nil }
    let isBox = ["fill-box", "content-box"].contains(context.style["transform-box"])
    let whole = node === root ? CGRect(viewBox: root["viewBox"]) : nil
    let box = (isBox ? self.box(node, context) : nil) ?? whole ?? CGRect(origin: .zero, size: context.viewport)
    var words = text.split(separator: " ").map(String.init)
    if words.count == 1 { words.append("center") }
    if words[0] == "top" || words[0] == "bottom" || words[1] == "left" || words[1] == "right" { words.swapAt(0, 1) }
    let shares = ["left": 0, "top": 0, "center": 0.5, "right": 1, "bottom": 1]
    func place(_ word: String, _ start: Double, _ length: Double) -> Double? {
      if let share = shares[word] { return start + share * length }
      return SVGLength(word).map { start + $0.points(fontSize: context.style.fontSize, whole: length) }
    }
    guard let x = place(words[0], Double(box.minX), Double(box.width)),
      let y = place(words[1], Double(box.minY), Double(box.height))
    else { return nil }
    return CGPoint(x: x, y: y)
  }

  /// The child of a `switch` that is shown.
  func chosen(_ node: SVGNode) -> SVGNode? {
    node.elements.first { child in
      child.isSpoken && Self.drawn.contains(child.name) && child["requiredExtensions"].map { !$0.isEmpty } != true
    }
  }

  /// The element that `use` shows; nil if it contains the reference.
  func target(of node: SVGNode) -> SVGNode? {
    guard let id = node.target, let target = ids[id], !active.contains(ObjectIdentifier(target)) else { return nil }
    var outer: SVGNode? = node
    while let parent = outer {
      if parent === target { return nil }
      outer = parent.parent
    }
    return target
  }

  /// The element with a name that `url(#id)` refers to; nil while it is being drawn.
  func referred(_ text: String, _ name: String) -> SVGNode? {
    guard let id = SVGValues.link(text)?.id, let node = ids[id], node.name == name,
      !active.contains(ObjectIdentifier(node))
    else { return nil }
    return node
  }

  /// Runs `body` with an element marked as being drawn.
  func inside<Result>(_ node: SVGNode, _ body: () -> Result) -> Result {
    active.insert(ObjectIdentifier(node))
    defer { active.remove(ObjectIdentifier(node)) }
    return body()
  }

  /// The context of the content of `use`.
  func useContext(_ node: SVGNode, _ context: SVGContext) -> SVGContext {
    var context = context
    context.matrix = CGAffineTransform(
      translationX: context.points(node.declared["x"], .x) ?? 0, y: context.points(node.declared["y"], .y) ?? 0
    ).inside(context.matrix)
    return context
  }

  private func use(_ node: SVGNode, _ context: SVGContext) -> [DocumentValue] {
    guard let target = target(of: node) else {
      if node["href"].map({ !$0.hasPrefix("#") }) ?? false { lose("href", "other documents are not read", node) }
      return []
    }
    var inner = useContext(node, context)
    if usesContextPaint { inner.source = SVGPaintSource(context, box: box(node, context) ?? .null) }
    return inside(target) {
      guard target.name == "symbol" || target.name == "svg" else { return draw(target, inner) }
      var context = inner.entering(target)
      guard context.style["display"] != "none" || target.name == "symbol", place(target, &context) else { return [] }
      return effects(target, context) { viewport(target, node, $0) }
    }
  }

  /// The content of `svg` or `symbol`.
  /// - Parameter sized: The element with the width and height: itself, or a `use`.
  private func viewport(_ node: SVGNode, _ sized: SVGNode, _ context: SVGContext) -> [DocumentValue] {
    guard let (inner, frame) = viewportContext(node, sized, context) else { return [] }
    let isCut = !["visible", "auto"].contains(node.declared["overflow"] ?? "hidden")
    var context = inner
    if isCut { context.depth += 1 }
    let layers = group(node, context)
    guard isCut, !layers.isEmpty else { return layers }
    return [.layer(mask: rectangle(frame.0, frame.1), sublayers: layers)]
  }

  /// The coordinate system within `svg` or `symbol`, and its frame with the outer matrix.
  func viewportContext(
    _ node: SVGNode, _ sized: SVGNode, _ context: SVGContext
  ) -> (SVGContext, (CGRect, CGAffineTransform))? {
    func size(_ key: String) -> String {
      (node.name == "symbol" || sized !== node ? sized.declared[key] : nil) ?? node.declared[key] ?? "100%"
    }
    guard let width = context.points(size("width"), .x) ?? context.points("100%", .x),
      let height = context.points(size("height"), .y) ?? context.points("100%", .y), width > 0, height > 0
    else { return nil }
    let isNested = node.name == "svg"
    let frame = CGRect(
      x: isNested ? context.points(node.declared["x"], .x) ?? 0 : 0,
      y: isNested ? context.points(node.declared["y"], .y) ?? 0 : 0, width: width, height: height)
    var inner = context
    inner.viewport = frame.size
    var matrix = CGAffineTransform(translationX: frame.minX, y: frame.minY)
    if let box = CGRect(viewBox: node["viewBox"]) {
      inner.viewport = box.size
      matrix = SVGValues.fit(box, into: frame, node["preserveAspectRatio"])
    } else if SVGValues.numbers(node["viewBox"]).count == 4 {
      return nil
    }
    inner.matrix = matrix.inside(context.matrix)
    return (inner, (frame, context.matrix))
  }

  func rectangle(
    _ frame: CGRect, _ matrix: CGAffineTransform, _ color: CGColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  ) -> DocumentValue {
    var path = CGPath.Geometry()
    path.addRect(frame)
    return .shape(path, matrix, [("fillColor", .color(color))])
  }
}

extension DocumentValue {
  /// A layer that does not move its sublayers and mask.
  static func layer(
    _ members: [(String, DocumentValue?)] = [], kind: String = "CALayer", mask: DocumentValue? = nil,
    sublayers: [DocumentValue] = []
  ) -> DocumentValue {
    let standard: [(String, DocumentValue?)] = [
      ("class", .text(kind)), ("bounds", .list([0, 0, 1, 1])), ("anchorPoint", .list([0, 0])),
      ("position", .list([0, 0])),
    ]
    let own = Set(members.map(\.0))
    return .object(
      standard.filter { !own.contains($0.0) } + members + [
        ("mask", mask), ("sublayers", sublayers.isEmpty ? nil : .texts(sublayers)),
      ])
  }

  static func shape(
    _ path: CGPath.Geometry, _ matrix: CGAffineTransform, _ members: [(String, DocumentValue?)]
  ) -> DocumentValue {
    .layer([("path", .text(PathText.text(path))), ("transform", .matrix(matrix))] + members, kind: "CAShapeLayer")
  }

  /// Returns nil for the identity.
  static func matrix(_ m: CGAffineTransform) -> DocumentValue? {
    m.isIdentity
      ? nil : .list([m.a, m.b, 0, 0, m.c, m.d, 0, 0, 0, 0, 1, 0, m.tx, m.ty, 0, 1].map { Double($0).bounded })
  }
}

extension Double {
  /// The nearest number that documents support.
  var bounded: Double { Swift.max(-1e9, Swift.min(1e9, self)) }
}
