struct SVGContext {
  var style = SVGStyle()
  /// From the element's own coordinates to the picture's.
  var matrix = CGAffineTransform.identity
  /// The size that percentages refer to, in points.
  var viewport = CGSize(width: 100, height: 100)
  /// The element whose paint is used for `context-fill` and `context-stroke`.
  var source: SVGPaintSource?
  var depth = 0
  /// Whether the surroundings change with time.
  var isMoving = false

  func entering(_ node: SVGNode) -> SVGContext {
    var result = self
    result.style = style.entering(node)
    return result
  }

  func points(_ text: String?, _ axis: SVGAxis) -> Double? {
    guard let length = text.flatMap({ SVGLength($0) }) else { return nil }
    return length.points(fontSize: style.fontSize, whole: whole(axis))
  }

  func whole(_ axis: SVGAxis) -> Double {
    switch axis {
    case .x: Double(viewport.width)
    case .y: Double(viewport.height)
    case .diagonal: ((viewport.width * viewport.width + viewport.height * viewport.height) / 2).squareRoot()
    }
  }
}

/// Paint of the element that a marker or a copy belongs to.
struct SVGPaintSource {
  let style: SVGStyle
  let box: CGRect
  let matrix: CGAffineTransform
  let outer: [SVGPaintSource]

  init(_ context: SVGContext, box: CGRect) {
    (style, matrix, self.box) = (context.style, context.matrix, box)
    outer = context.source.map { [$0] } ?? []
  }
}

extension SVGContext {
  static let shapes: Set = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]

  /// The outline of a shape; nil if there is nothing to draw.
  func outline(_ node: SVGNode) -> CGPath.Geometry? {
    let path: CGPath.Geometry?
    switch node.name {
    case "path": path = PathText.leading(SVGContext.pathText(node.declared["d"] ?? ""))
    case "rect": path = rectangle(node)
    case "circle", "ellipse": path = ellipse(node)
    case "line": path = line(node)
    case "polyline", "polygon": path = polygon(node)
    default: path = nil
    }
    return path.flatMap { $0.count > 1 ? $0 : nil }
  }

  /// The path data of a `d` attribute or of the function `path()`.
  static func pathText(_ text: String) -> String {
    text.wholeMatch(of: /\s*path\(\s*["'](.*)["']\s*\)\s*/).map { String($0.1) } ?? text
  }

  private func rectangle(_ node: SVGNode) -> CGPath.Geometry? {
    let d = node.declared
    let (width, height) = (points(d["width"], .x) ?? 0, points(d["height"], .y) ?? 0)
    guard width > 0, height > 0 else { return nil }
    var (rx, ry) = radii(node)
    (rx, ry) = (min(rx, width / 2), min(ry, height / 2))
    let (x, y) = (points(d["x"], .x) ?? 0, points(d["y"], .y) ?? 0)
    guard rx > 0, ry > 0 else {
      var path = CGPath.Geometry()
      path.addRect(CGRect(x: x, y: y, width: width, height: height))
      return path
    }
    let (right, bottom, arc) = (x + width, y + height, "A\(rx) \(ry) 0 0 1 ")
    return PathText.leading(
      "M\(x + rx) \(y)L\(right - rx) \(y)\(arc)\(right) \(y + ry)L\(right) \(bottom - ry)\(arc)\(right - rx) \(bottom)"
        + "L\(x + rx) \(bottom)\(arc)\(x) \(bottom - ry)L\(x) \(y + ry)\(arc)\(x + rx) \(y)Z")
  }

  /// A missing or negative radius equals that of the other axis.
  private func radii(_ node: SVGNode) -> (Double, Double) {
    let rx = points(node.declared["rx"], .x).flatMap { $0 < 0 ? nil : $0 }
    let ry = points(node.declared["ry"], .y).flatMap { $0 < 0 ? nil : $0 }
    return (rx ?? ry ?? 0, ry ?? rx ?? 0)
  }

  private func ellipse(_ node: SVGNode) -> CGPath.Geometry? {
    let d = node.declared
    let radius = points(d["r"], .diagonal) ?? 0
    let (rx, ry) = node.name == "circle" ? (radius, radius) : radii(node)
    guard rx > 0, ry > 0 else { return nil }
    let (x, y, arc) = (points(d["cx"], .x) ?? 0, points(d["cy"], .y) ?? 0, "A\(rx) \(ry) 0 0 1 ")
    return PathText.leading(
      "M\(x + rx) \(y)\(arc)\(x) \(y + ry)\(arc)\(x - rx) \(y)\(arc)\(x) \(y - ry)\(arc)\(x + rx) \(y)Z")
  }

  private func line(_ node: SVGNode) -> CGPath.Geometry {
    let ends = [("x1", SVGAxis.x), ("y1", .y), ("x2", .x), ("y2", .y)].map { points(node[$0], $1) ?? 0 }
    return PathText.leading("M\(ends[0]) \(ends[1])L\(ends[2]) \(ends[3])")
  }

  private func polygon(_ node: SVGNode) -> CGPath.Geometry? {
    let numbers = SVGValues.numbers(node["points"])
    guard numbers.count >= 4 else { return nil }
    var path = CGPath.Geometry()
    path.addLines(between: (0..<numbers.count / 2).map { CGPoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) })
    if node.name == "polygon" { path.closeSubpath() }
    return path
  }
}
