extension SVGImporter {
  func markers(_ path: CGPath.Geometry, _ node: SVGNode, _ context: SVGContext) -> [DocumentValue] {
    let names = ["start", "mid", "end"].map { "marker-" + $0 }
    guard SVGContext.shapes.contains(node.name), names.contains(where: { context.style[$0] != "none" }) else {
      return []
    }
    let vertices = SVGVertex.all(path)
    guard !vertices.isEmpty else { return [] }
    let box = path.boundingBoxOfPath
    func marker(_ key: String, _ vertex: SVGVertex, isStart: Bool) -> [DocumentValue] {
      guard let marker = referred(context.style[key], "marker") else { return [] }
      return inside(marker) { draw(marker, vertex, isStart: isStart, box, context) }
    }
    let middle = vertices.dropFirst().dropLast().flatMap { marker("marker-mid", $0, isStart: false) }
    return marker("marker-start", vertices[0], isStart: true) + middle
      + marker("marker-end", vertices[vertices.count - 1], isStart: false)
  }

  private func draw(
    _ marker: SVGNode, _ vertex: SVGVertex, isStart: Bool, _ box: CGRect, _ context: SVGContext
  ) -> [DocumentValue] {
    guard budget.spend(layers: 1, steps: 1), context.depth < SVGBudget.mostDepth else { return [] }
    var inner = context
    inner.style = style(around: marker)
    let width = inner.points(marker["markerWidth"], .x) ?? 3
    let height = inner.points(marker["markerHeight"], .y) ?? 3
    guard width > 0, height > 0 else { return [] }
    let frame = CGRect(x: 0, y: 0, width: width, height: height)
    var fit = CGAffineTransform.identity
    if let box = CGRect(viewBox: marker["viewBox"]) {
      fit = SVGValues.fit(box, into: frame, marker["preserveAspectRatio"])
      inner.viewport = box.size
    } else if SVGValues.numbers(marker["viewBox"]).count == 4 {
      return []
    }
    let reference = CGPoint(x: inner.points(marker["refX"], .x) ?? 0, y: inner.points(marker["refY"], .y) ?? 0)
    let orient = marker["orient"] ?? "0"
    var angle = SVGValues.transform("rotate(\(orient))").map { Double.atan2($0.b, $0.a) } ?? 0
    if orient.hasPrefix("auto") { angle = vertex.angle + (isStart && orient != "auto" ? .pi : 0) }
    let isScaled = marker["markerUnits"] != "userSpaceOnUse"
    let scale = isScaled ? context.points(context.style["stroke-width"], .diagonal) ?? 1 : 1
    guard scale > 0 else { return [] }
    let shift = reference.applying(fit)
    let place = CGAffineTransform(translationX: -shift.x, y: -shift.y)
      .concatenating(CGAffineTransform(scaleX: scale, y: scale))
      .concatenating(CGAffineTransform(rotationAngle: angle))
      .concatenating(CGAffineTransform(translationX: vertex.point.x, y: vertex.point.y)).inside(context.matrix)
    inner.source = SVGPaintSource(context, box: box)
    inner.matrix = fit.inside(place)
    inner.depth += 1
    let isCut = !["visible", "auto", "inherit"].contains(marker.declared["overflow"] ?? "hidden")
    return effects(marker, inner) { inner in
      let layers = group(marker, inner)
      return isCut && !layers.isEmpty ? [.layer(mask: rectangle(frame, place), sublayers: layers)] : layers
    }
  }
}

/// A vertex of a path with the direction of its marker.
struct SVGVertex {
  let point: CGPoint
  private(set) var angle: Double

  static func all(_ path: CGPath.Geometry) -> [SVGVertex] {
    /// Incoming and outgoing directions of each vertex.
    var items: [(point: CGPoint, into: CGPoint?, out: CGPoint?)] = []
    var (current, start) = (CGPoint.zero, 0)
    func way(_ points: [CGPoint]) -> CGPoint? {
      let first = points[0]
      return points.first { Double.hypot($0.x - first.x, $0.y - first.y) > 1e-9 }
        .map { CGPoint(x: $0.x - first.x, y: $0.y - first.y) }
    }
    func negative(_ point: CGPoint?) -> CGPoint? { point.map { CGPoint(x: -$0.x, y: -$0.y) } }
    for element in path.elements {
      var points = [current]
      switch element {
      case .move(let end):
        current = end
        start = items.count
        items.append((end, nil, nil))
        continue
      case .line(let end): points.append(end)
      case .quadCurve(let end, let control): points += [control, end]
      case .curve(let end, let control1, let control2): points += [control1, control2, end]
      case .close: points.append(items.indices.contains(start) ? items[start].point : current)
      }
      let last = items.count - 1
      guard last >= 0 else { continue }
      items[last].out = way(points) ?? items[last].out
      current = points[points.count - 1]
      items.append((current, negative(way(points.reversed())), nil))
      if case .close = element, items.indices.contains(start) {
        items[items.count - 1].out = items[start].out
        items[start].into = items[items.count - 1].into
        start = items.count - 1
      }
    }
    return items.map { SVGVertex(point: $0.point, angle: angle($0.into, $0.out)) }
  }

  private static func angle(_ into: CGPoint?, _ out: CGPoint?) -> Double {
    guard let first = into ?? out, let second = out ?? into else { return 0 }
    let a = Double.atan2(first.y, first.x)
    var turn = Double.atan2(second.y, second.x) - a
    if turn >= .pi { turn -= 2 * .pi }
    if turn < -.pi { turn += 2 * .pi }
    return a + turn / 2
  }
}

extension SVGImporter {
  /// - Parameter region: Its rectangle; by default from its attributes.
  func image(_ node: SVGNode, _ context: SVGContext, in region: CGRect? = nil) -> [DocumentValue] {
    guard context.style["visibility"] == "visible", budget.spend(layers: 2) else { return [] }
    if let document = document(node) { return nested(document, node, context, in: region) }
    guard let value = picture(node), let frame = region ?? imageFrame(node, context), let size = pictureSize(value)
    else { return [] }
    let words = node["preserveAspectRatio"] ?? "xMidYMid"
    let isPixelated = ["optimizeSpeed", "pixelated", "crisp-edges"].contains(context.style["image-rendering"])
    let layer = DocumentValue.picture(value, size, in: frame, context.matrix, aspect: words, isPixelated: isPixelated)
    guard words.contains("slice"), context.depth < SVGBudget.mostDepth else { return [layer] }
    return [.layer(mask: rectangle(frame, context.matrix), sublayers: [layer])]
  }

  /// The rectangle of an image; nil if it is not drawn.
  func imageFrame(_ node: SVGNode, _ context: SVGContext) -> CGRect? {
    let d = node.declared
    var (width, height) = (context.points(d["width"], .x), context.points(d["height"], .y))
    if width == nil || height == nil {
      let size = document(node).flatMap { $0.frame(SVGContext().entering($0.root))?.size }
      guard let size = size ?? picture(node).flatMap({ pictureSize($0) }) else { return nil }
      let ratio = Double(size.width / size.height)
      (width, height) = (
        width ?? height.map { $0 * ratio } ?? Double(size.width),
        height ?? width.map { $0 / ratio } ?? Double(size.height)
      )
    }
    guard let width, let height, width > 0, height > 0 else { return nil }
    return CGRect(x: context.points(d["x"], .x) ?? 0, y: context.points(d["y"], .y) ?? 0, width: width, height: height)
  }

  private func picture(_ node: SVGNode) -> DocumentValue? {
    guard let link = node["href"]?.trimmingCharacters(in: .whitespacesAndNewlines), !link.isEmpty else { return nil }
    guard link.hasPrefix("data:") else {
      guard !link.contains("://") else {
        lose("href", "\(link.excerpt(60)) is not read; use a file in the document's folder", node)
        return nil
      }
      return EmbeddedImage.file(named: link, in: source.folder, source.record, at: node.location)
    }
    guard let comma = link.firstIndex(of: ","), link[..<comma].hasSuffix(";base64") else {
      lose("href", "only base64 pictures are read", node)
      return nil
    }
    do throws(EmbeddedImageError) {
      return try EmbeddedImage.value(base64: String(link[link.index(after: comma)...]), source.record)
    } catch {
      lose("href", error.message, node)
      return nil
    }
  }

  /// The SVG document that an image shows; nil for others, and within such a document.
  private func document(_ node: SVGNode) -> SVGImporter? {
    if let known = documents[ObjectIdentifier(node)] { return known }
    let link = node["href"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    var bytes: [UInt8]?
    if link.hasPrefix("data:image/svg+xml"), let comma = link.firstIndex(of: ",") {
      let text = String(link[link.index(after: comma)...])
      bytes =
        link[..<comma].hasSuffix(";base64")
        ? Data(base64Encoded: text, options: .ignoreUnknownCharacters).map(Array.init)
        : text.removingPercentEncoding.map { Array($0.utf8) }
    } else if ["svg", "svgz"].contains(link.split(separator: ".").last?.lowercased()),
      case .string(let path)? = EmbeddedImage.file(named: link, in: source.folder, source.record, at: node.location)?
        .content
    {
      let file = source.folder.appendingPathComponent(path)
      bytes = try? Importer.bytes(of: file, in: FileScope(folder: source.folder.path), named: path)
    }
    guard let bytes else { return nil }
    let inner = ImportSource(bytes: bytes, url: source.url, record: source.record)
    let writer = isNested ? nil : try? SVGImporter(inner, root: SVGReader.root(inner), isNested: true)
    documents[ObjectIdentifier(node)] = .some(writer)
    if writer == nil { lose("href", "the SVG document in it is not read", node) }
    return writer
  }

  private func nested(
    _ document: SVGImporter, _ node: SVGNode, _ context: SVGContext, in region: CGRect?
  ) -> [DocumentValue] {
    guard let scene = try? document.scene(), let frame = region ?? imageFrame(node, context),
      budget.spend(layers: scene.layers.extent.layers), context.depth + 8 < SVGBudget.mostDepth
    else { return [] }
    let text = node["preserveAspectRatio"]
    let fit = SVGValues.fit(CGRect(origin: .zero, size: scene.size), into: frame, text)
    let layer = DocumentValue.layer([("transform", .matrix(fit.inside(context.matrix)))], sublayers: scene.layers)
    return [.layer(mask: rectangle(frame, context.matrix), sublayers: [layer])]
  }

  private func pictureSize(_ value: DocumentValue) -> CGSize? { EmbeddedImage.size(value, folder: source.folder) }
}

extension DocumentValue {
  static func picture(
    _ value: DocumentValue, _ size: CGSize, in frame: CGRect, _ matrix: CGAffineTransform, aspect: String = "none",
    isPixelated: Bool = false
  ) -> DocumentValue {
    let fit = SVGValues.fit(CGRect(origin: .zero, size: size), into: frame, aspect)
    return .layer([
      ("bounds", .list([0, 0, size.width, size.height])), ("contents", value),
      ("transform", .matrix(fit.inside(matrix))), ("magnificationFilter", isPixelated ? .text("nearest") : nil),
      ("minificationFilter", .text(isPixelated ? "nearest" : "trilinear")),
    ])
  }
}
