/// A picture between two steps of a filter.
struct SVGFilterImage {
  var layers: [DocumentValue]
  /// In the coordinates of the element.
  let region: CGRect
}

struct SVGFilterScope {
  let writer: SVGImporter
  let context: SVGContext
  let box: CGRect
  /// The filter's region in the coordinates of the element.
  let region: CGRect
  let unitsAreBox: Bool
  var results: [String: SVGFilterImage] = [:]
  var last: SVGFilterImage

  var scale: Double { abs(context.matrix.determinant).squareRoot() }
}

extension SVGImporter {
  /// Applies the functions and links of a `filter`. Returns nil if nothing is drawn.
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
    let isInBox = chain["filterUnits"] != "userSpaceOnUse"
    let unitsAreBox = chain["primitiveUnits"] == "objectBoundingBox"
    let steps = chain.lazy.map { $0.elements.filter { $0.name.hasPrefix("fe") } }.first { !$0.isEmpty } ?? []
    let box = box(node, context)
    guard box != nil || !(isInBox || unitsAreBox) else { return nil }
    let region = frame({ chain[$0] }, in: isInBox ? box : nil, context, standard: ["-10%", "-10%", "120%", "120%"])
    // A filter inside of itself has no effect.
    if active.contains(ObjectIdentifier(filter)) { return layers }
    guard region.width > 0, region.height > 0 else { return nil }
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
      layers: [.filtered(source.layers, .colorMatrix([Double](repeating: 0, count: 15) + [0, 0, 0, 1, 0]))],
      region: region)
    scope.last = source
    guard !steps.isEmpty else { return nil }
    inside(filter) { for step in steps { scope.run(step) } }
    return [.layer(mask: rectangle(region, context.matrix), sublayers: scope.last.layers)]
  }

  /// Applies a function such as `blur(2px)`. Returns nil if it is invalid.
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
      return [.filtered(layers, .filter("colorHueRotate", "inputAngle", Double.atan2(turn.b, turn.a)))]
    default:
      return amount(1).flatMap { .colorFunction(name, $0) }.map { [.filtered(layers, $0)] }
    }
  }

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

extension DocumentValue {
  static func filtered(_ layers: [DocumentValue], _ filters: DocumentValue...) -> DocumentValue {
    .layer([("filters", .texts(filters))], sublayers: layers)
  }

  static func filter(_ type: String, _ key: String, _ value: Double) -> DocumentValue {
    .object([("type", .text(type)), (key, .number(value))])
  }

  static func blur(_ radius: Double) -> DocumentValue { .filter("gaussianBlur", "inputRadius", min(1000, radius)) }

  /// A colour filter function; nil for others.
  static func colorFunction(_ name: String, _ value: Double) -> DocumentValue? {
    let part = min(1, value)
    switch name {
    case "grayscale": return .filter("colorSaturate", "inputAmount", 1 - part)
    case "saturate": return .filter("colorSaturate", "inputAmount", value)
    case "contrast": return .filter("colorContrast", "inputAmount", value)
    case "sepia": return .filter("sepiaTone", "inputIntensity", part)
    case "brightness": return .linear(value, 0)
    case "invert": return .linear(1 - 2 * part, part)
    default: return nil
    }
  }

  private static func linear(_ factor: Double, _ offset: Double) -> DocumentValue {
    .colorMatrix([factor, 0, 0, 0, offset, 0, factor, 0, 0, offset, 0, 0, factor, 0, offset, 0, 0, 0, 1, 0])
  }

  static func paint(_ color: CGColor) -> DocumentValue {
    let parts = [color.red, color.green, color.blue].flatMap { [0, 0, 0, 0, Double($0)] as [Double] }
    return .colorMatrix(parts + [0, 0, 0, Double(color.alpha), 0])
  }

  /// Layers moved by a distance in other coordinates.
  static func moved(_ layers: [DocumentValue], _ x: Double, _ y: Double, _ matrix: CGAffineTransform) -> DocumentValue {
    let shift = CGAffineTransform(translationX: matrix.a * x + matrix.c * y, y: matrix.b * x + matrix.d * y)
    return .layer([("transform", .matrix(shift))], sublayers: layers)
  }
}
