import Foundation
import StarmineGraphics
import StarmineDocument

/// A picture between two steps of a filter.
struct SVGFilterImage {
  var layers: [DocumentValue]
  /// Where it is, in the coordinates of the element.
  let region: CGRect
}

/// What a filter acts on.
struct SVGFilterScope {
  let writer: SVGWriter
  let context: SVGContext
  let box: CGRect
  /// The filter's region, in the coordinates of the element.
  let region: CGRect
  let unitsAreBox: Bool
  var results: [String: SVGFilterImage] = [:]
  var last: SVGFilterImage

  var scale: Double { abs(context.matrix.determinant).squareRoot() }
}

extension SVGWriter {
  /// Layers after the functions and links of a `filter`; nil where nothing is drawn.
  func filtered(
    _ layers: [DocumentValue], _ text: String, _ node: SVGNode, _ context: SVGContext
  ) -> [DocumentValue]? {
    var (result, rest) = (layers, text[...])
    while let match = rest.prefixMatch(of: /\s*([-\w]+)\(((?:[^()]|\([^()]*\))*)\)\s*/) {
      rest = rest[match.range.upperBound...]
      if match.1 == "url" {
        guard let id = SVGValues.link(String(match.0))?.id, let filter = ids[id], filter.name == "filter" else {
          return nil
        }
        guard let next = apply(filter, to: result, node, context) else { return nil }
        result = next
      } else {
        guard budget.spend(layers: 2), let next = function(String(match.1), String(match.2), result, context) else {
          return layers
        }
        result = next
      }
    }
    return rest.isEmpty ? result : layers
  }

  private func apply(
    _ filter: SVGNode, to layers: [DocumentValue], _ node: SVGNode, _ context: SVGContext
  ) -> [DocumentValue]? {
    let chain = chain(filter)
    func attribute(_ key: String) -> String? { chain.lazy.compactMap { $0[key] }.first }
    let isInBox = attribute("filterUnits") != "userSpaceOnUse"
    let unitsAreBox = attribute("primitiveUnits") == "objectBoundingBox"
    let steps = chain.lazy.map { $0.elements.filter { $0.name.hasPrefix("fe") } }.first { !$0.isEmpty } ?? []
    let box = box(node, context)
    guard box != nil || !(isInBox || unitsAreBox) else { return nil }
    let region = frame(
      attribute, in: isInBox ? box : nil, context, standard: ["-10%", "-10%", "120%", "120%"])
    guard region.width > 0, region.height > 0, !active.contains(ObjectIdentifier(filter)) else { return nil }
    guard budget.spend(layers: 2), context.depth + 2 * steps.count <= SVGBudget.mostDepth else {
      lose("filter", "it has too many steps", filter)
      return layers
    }
    let source = SVGFilterImage(
      layers: [.layer(mask: rectangle(region, context.matrix), sublayers: layers)], region: region)
    var scope = SVGFilterScope(
      writer: self, context: context, box: box ?? .zero, region: region, unitsAreBox: unitsAreBox,
      last: SVGFilterImage(layers: [], region: region))
    scope.results["SourceGraphic"] = source
    scope.results["SourceAlpha"] = SVGFilterImage(
      layers: [.filtered(source.layers, .matrix([Double](repeating: 0, count: 15) + [0, 0, 0, 1, 0]))], region: region)
    scope.last = source
    guard !steps.isEmpty else { return nil }
    inside(filter) { for step in steps { scope.run(step) } }
    return [.layer(mask: rectangle(region, context.matrix), sublayers: scope.last.layers)]
  }

  // MARK: Functions

  /// Layers after a function such as `blur(2px)`; nil for an invalid one.
  private func function(
    _ name: String, _ text: String, _ layers: [DocumentValue], _ context: SVGContext
  ) -> [DocumentValue]? {
    let scale = abs(context.matrix.determinant).squareRoot()
    let plain = text.trimmingCharacters(in: .whitespaces)
    func amount(_ standard: Double) -> Double? {
      guard !plain.isEmpty else { return standard }
      guard let length = SVGLength(plain), ["", "%"].contains(length.unit), length.value >= 0 else { return nil }
      return length.points(fontSize: 1, whole: 1)
    }
    switch name {
    case "blur":
      guard let radius = plain.isEmpty ? 0 : context.points(plain, .x), radius >= 0, !plain.hasSuffix("%") else {
        return nil
      }
      return [.filtered(layers, .blur(radius * scale))]
    case "drop-shadow":
      return shadow(text, layers, context)
    case "opacity": return amount(1).map { [.layer([("opacity", .number(min(1, $0)))], sublayers: layers)] }
    case "hue-rotate":
      guard plain.isEmpty || plain == "0" || plain.last?.isLetter == true,
        let turn = SVGValues.transform("rotate(\(plain.isEmpty ? "0" : plain))")
      else { return nil }
      return [.filtered(layers, .matrix(SVGColorMatrix.hueRotate(Double.atan2(turn.b, turn.a))))]
    default:
      guard let value = amount(1), let matrix = SVGColorMatrix.function(name, value) else { return nil }
      return [.filtered(layers, .matrix(matrix))]
    }
  }

  /// Layers over their shadow.
  private func shadow(_ text: String, _ layers: [DocumentValue], _ context: SVGContext) -> [DocumentValue]? {
    let scale = abs(context.matrix.determinant).squareRoot()
    var words = text.split { $0 == " " || $0 == "\n" }.map(String.init)
    let color = words.firstIndex { SVGLength($0) == nil }
    var paint = context.style["color"]
    if let color { paint = words.remove(at: color) }
    let numbers = words.compactMap { context.points($0, .x) }
    guard numbers.count == words.count, !words.contains(where: { $0.hasSuffix("%") }),
      (2...3).contains(numbers.count),
      let shade = self.color(paint, 1, context)
    else { return nil }
    let shadow = DocumentValue.filtered(layers, .paint(shade), .blur((numbers.count > 2 ? numbers[2] : 0) * scale))
    return [.moved([shadow], numbers[0], numbers[1], context.matrix)] + layers
  }
}

/// Colour matrices of filters.
enum SVGColorMatrix {
  static let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]

  static func saturate(_ s: Double) -> [Double] {
    let (r, g, b) = (0.213, 0.715, 0.072)
    return [
      r + (1 - r) * s, g - g * s, b - b * s, 0, 0, r - r * s, g + (1 - g) * s, b - b * s, 0, 0, r - r * s, g - g * s,
      b + (1 - b) * s, 0, 0, 0, 0, 0, 1, 0,
    ]
  }

  static func hueRotate(_ angle: Double) -> [Double] {
    let (c, s) = (Double.cos(angle), Double.sin(angle))
    return [
      0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0, 0,
      0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0, 0,
      0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0, 0, 0, 0, 0, 1, 0,
    ]
  }

  /// Each colour as a factor and an offset.
  static func linear(_ factor: Double, _ offset: Double) -> [Double] {
    [factor, 0, 0, 0, offset, 0, factor, 0, 0, offset, 0, 0, factor, 0, offset, 0, 0, 0, 1, 0]
  }

  static func function(_ name: String, _ value: Double) -> [Double]? {
    let part = min(1, value)
    switch name {
    case "grayscale": return saturate(1 - part)
    case "saturate": return saturate(value)
    case "brightness": return linear(value, 0)
    case "contrast": return linear(value, 0.5 - 0.5 * value)
    case "invert": return linear(1 - 2 * part, part)
    case "sepia":
      let full = [
        0.393, 0.769, 0.189, 0, 0, 0.349, 0.686, 0.168, 0, 0, 0.272, 0.534, 0.131, 0, 0, 0, 0, 0, 1, 0,
      ]
      return zip(identity, full).map { $0 + ($1 - $0) * part }
    default: return nil
    }
  }
}

extension DocumentValue {
  static func filtered(_ layers: [DocumentValue], _ filters: DocumentValue...) -> DocumentValue {
    .layer([("filters", .texts(filters))], sublayers: layers)
  }

  static func blur(_ radius: Double) -> DocumentValue {
    .object([("type", .text("gaussianBlur")), ("inputRadius", .number(min(1000, radius)))])
  }

  static func matrix(_ rows: [Double]) -> DocumentValue {
    .object([("type", .text("colorMatrix")), ("inputColorMatrix", .list(rows))])
  }

  /// One colour wherever there is something.
  static func paint(_ color: CGColor) -> DocumentValue {
    let parts = [color.red, color.green, color.blue].flatMap { [0, 0, 0, 0, Double($0)] as [Double] }
    return .matrix(parts + [0, 0, 0, Double(color.alpha), 0])
  }

  /// Layers moved by a distance in other coordinates.
  static func moved(_ layers: [DocumentValue], _ x: Double, _ y: Double, _ matrix: CGAffineTransform) -> DocumentValue {
    let shift = CGAffineTransform(
      translationX: matrix.a * x + matrix.c * y, y: matrix.b * x + matrix.d * y)
    return .layer([("transform", .matrix(shift))], sublayers: layers)
  }
}
