import Foundation
import StarmineGraphics
import StarmineDocument

/// What an element is drawn in.
struct SVGContext {
  var style = SVGStyle()
  /// From the element's own coordinates to the picture's.
  var matrix = CGAffineTransform.identity
  /// What percentages of lengths count, points.
  var viewport = CGSize(width: 100, height: 100)
  /// The element whose paint `context-fill` and `context-stroke` take.
  var source: SVGPaintSource?
  /// Layers around.
  var depth = 0

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
  /// The one around it, if there is one.
  let outer: [SVGPaintSource]

  init(_ context: SVGContext, box: CGRect) {
    (style, matrix, self.box) = (context.style, context.matrix, box)
    outer = context.source.map { [$0] } ?? []
  }
}

extension SVGContext {
  static let shapes: Set = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]

  /// The outline of a shape; nil where there is nothing to draw.
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

  /// The path of a `d` attribute or of the function `path()`.
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
    var path = CGPath.Geometry()
    guard rx > 0, ry > 0 else {
      path.addRect(CGRect(x: x, y: y, width: width, height: height))
      return path
    }
    let corners: [(CGPoint, CGPoint)] = [
      (CGPoint(x: x + width - rx, y: y), CGPoint(x: x + width, y: y + ry)),
      (CGPoint(x: x + width, y: y + height - ry), CGPoint(x: x + width - rx, y: y + height)),
      (CGPoint(x: x + rx, y: y + height), CGPoint(x: x, y: y + height - ry)),
      (CGPoint(x: x, y: y + ry), CGPoint(x: x + rx, y: y)),
    ]
    path.move(to: CGPoint(x: x + rx, y: y))
    for (start, end) in corners {
      path.addLine(to: start)
      path.addEllipticArc(to: end, radiusX: rx, radiusY: ry, rotation: 0, isLarge: false, isSweeping: true)
    }
    path.closeSubpath()
    return path
  }

  /// A radius that is missing or below 0 is that of the other axis.
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
    let center = CGPoint(x: points(d["cx"], .x) ?? 0, y: points(d["cy"], .y) ?? 0)
    let ends = [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)]
    var path = CGPath.Geometry()
    path.move(to: CGPoint(x: center.x + rx, y: center.y))
    for (x, y) in ends {
      path.addEllipticArc(
        to: CGPoint(x: center.x + x * rx, y: center.y + y * ry), radiusX: rx, radiusY: ry, rotation: 0, isLarge: false,
        isSweeping: true)
    }
    path.closeSubpath()
    return path
  }

  private func line(_ node: SVGNode) -> CGPath.Geometry {
    var path = CGPath.Geometry()
    path.move(to: CGPoint(x: points(node["x1"], .x) ?? 0, y: points(node["y1"], .y) ?? 0))
    path.addLine(to: CGPoint(x: points(node["x2"], .x) ?? 0, y: points(node["y2"], .y) ?? 0))
    return path
  }

  private func polygon(_ node: SVGNode) -> CGPath.Geometry? {
    let numbers = SVGValues.numbers(node["points"])
    guard numbers.count >= 4 else { return nil }
    var path = CGPath.Geometry()
    path.addLines(
      between: (0..<numbers.count / 2).map { CGPoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) })
    if node.name == "polygon" { path.closeSubpath() }
    return path
  }
}
