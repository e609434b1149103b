extension SVGFilterScope {
  /// Applies a primitive and stores its result.
  mutating func run(_ step: SVGNode) {
    let frame = frame(of: step)
    let region = frame.intersection(self.region)
    guard writer.budget.spend(layers: 3), writer.budget.spend(layers: cost(step)) else { return }
    var layers = isInvalid(step) ? [] : result(of: step, region, frame)
    if region != self.region, !layers.isEmpty {
      layers = [.layer(mask: writer.rectangle(region, context.matrix), sublayers: layers)]
    }
    last = SVGFilterImage(layers: layers, region: region)
    if let name = step["result"] { results[name] = last }
  }

  /// Number of input layers that become part of the result.
  private func cost(_ step: SVGNode) -> Int {
    let inputs = step.name == "feMerge" ? step.elements.map { $0["in"] } : [step["in"], step["in2"]]
    return inputs.reduce(0) { $0 + image($1).layers.extent.layers }
  }

  /// Where a primitive draws, without the limits of the filter's region.
  private func frame(of step: SVGNode) -> CGRect {
    guard ["x", "y", "width", "height"].contains(where: { step[$0] != nil }), !unitsAreBox || box.width * box.height > 0
    else { return step.name == "feOffset" ? image(step["in"]).region : region }
    let whole = unitsAreBox ? region.applying(CGAffineTransform(unitsOf: box).inverted()) : region
    return writer.frame(
      { step[$0] }, in: unitsAreBox ? box : nil, context,
      standard: [whole.minX, whole.minY, whole.width, whole.height].map { "\($0)" })
  }

  /// An earlier result. Unknown inputs, such as `FillPaint`, are the element itself.
  private func image(_ name: String?) -> SVGFilterImage {
    guard let name else { return last }
    let isReserved = ["BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"].contains(name)
    return results[isReserved ? "SourceGraphic" : name] ?? last
  }

  private func input(_ step: SVGNode) -> [DocumentValue] { image(step["in"]).layers }

  private func isLinear(_ step: SVGNode) -> Bool { style(step).style["color-interpolation-filters"] != "sRGB" }

  private func style(_ step: SVGNode) -> SVGContext {
    var own = context
    own.style = writer.style(around: step)
    return own
  }

  /// One or two numbers in the element's coordinates.
  private func pair(_ text: String?, _ standard: Double) -> (x: Double, y: Double) {
    let values = SVGValues.numbers(text)
    let (x, y) = (values.first ?? standard, values.count > 1 ? values[1] : values.first ?? standard)
    return unitsAreBox ? (x * box.width, y * box.height) : (x, y)
  }

  private func color(_ step: SVGNode) -> CGColor {
    let own = style(step)
    let opacity = SVGValues.share(own.style["flood-opacity"])
    return writer.color(own.style["flood-color"], opacity, own) ?? CGColor(red: 0, green: 0, blue: 0, alpha: opacity)
  }

  private func result(of step: SVGNode, _ region: CGRect, _ frame: CGRect) -> [DocumentValue] {
    switch step.name {
    case "feGaussianBlur": return blurred(input(step), step)
    case "feOffset":
      return [moved(input(step), step, standard: 0)]
    case "feFlood":
      return [writer.rectangle(region, context.matrix, color(step))]
    case "feDropShadow":
      let source = input(step)
      let shadow = blurred([.filtered(source, .paint(color(step)))], step, standard: 2)
      return [moved(shadow, step, standard: 2)] + source
    case "feMerge":
      return step.elements.filter { $0.name == "feMergeNode" }.map { .layer(sublayers: image($0["in"]).layers) }
    case "feComposite": return composite(step)
    case "feBlend":
      return joined(input(step), over: image(step["in2"]).layers, SVGImporter.blendMode(step["mode"] ?? "normal"))
    case "feColorMatrix":
      guard let matrix = matrix(step) else { return input(step) }
      return transformed(input(step), matrix, step)
    case "feComponentTransfer": return transfer(step)
    case "feTile": return tiled(image(step["in"]), region)
    case "feImage": return picture(step, frame)
    case "feDiffuseLighting", "feSpecularLighting": return lit(step, region)
    case "feTurbulence": return noise(step, region)
    default:
      writer.lose(step.name, "this primitive is not supported", step)
      return input(step)
    }
  }

  /// Layers moved by `dx` and `dy`, which have no units.
  private func moved(_ layers: [DocumentValue], _ step: SVGNode, standard: Double) -> DocumentValue {
    func number(_ key: String) -> Double {
      guard let text = step[key] else { return standard }
      return SVGLength(text).flatMap { $0.unit.isEmpty ? $0.value : nil } ?? standard
    }
    let (x, y) = (number("dx"), number("dy"))
    return .moved(layers, unitsAreBox ? x * box.width : x, unitsAreBox ? y * box.height : y, context.matrix)
  }

  private func blurred(_ layers: [DocumentValue], _ step: SVGNode, standard: Double = 0) -> [DocumentValue] {
    let (x, y) = pair(step["stdDeviation"], standard)
    guard x >= 0, y >= 0, x + y > 0, SVGValues.numbers(step["stdDeviation"]).count < 3 else { return layers }
    if x == y { return [.filtered(layers, .blur(x * scale))] }
    // The blur of a stretched layer is stretched too. Its content is not.
    let radius = max(x, y)
    let stretch = CGAffineTransform(scaleX: max(1e-3, x / radius), y: max(1e-3, y / radius)).inside(context.matrix)
    guard abs(stretch.determinant) > 1e-12 else { return layers }
    return [
      .layer(
        [("transform", .matrix(stretch)), ("filters", .texts([.blur(radius)]))],
        sublayers: [.layer([("transform", .matrix(stretch.inverted()))], sublayers: layers)])
    ]
  }

  private func composite(_ step: SVGNode) -> [DocumentValue] {
    let (top, below) = (input(step), image(step["in2"]).layers)
    switch step["operator"] ?? "over" {
    case "in": return [.layer(mask: .layer(sublayers: below), sublayers: top)]
    case "out": return joined(below, over: top, .text("destOut"))
    case "arithmetic": return sum(top, below, step)
    case let name:
      let filters: [String: DocumentValue] = [
        "atop": .text("sourceAtop"), "xor": .text("xor"), "lighter": .text("plusL"),
      ]
      return joined(top, over: below, filters[name])
    }
  }

  private func joined(
    _ top: [DocumentValue], over below: [DocumentValue], _ filter: DocumentValue?
  ) -> [DocumentValue] {
    [.layer(sublayers: [.layer(sublayers: below), .layer([("compositingFilter", filter)], sublayers: top)])]
  }

  /// A sum of two images and a constant. The product of their colours counts as that of their alpha.
  private func sum(_ top: [DocumentValue], _ below: [DocumentValue], _ step: SVGNode) -> [DocumentValue] {
    let k = ["k1", "k2", "k3", "k4"].map { SVGValues.numbers(step[$0]).first ?? 0 }
    if k[0] != 0 { writer.lose("k1", "images are multiplied by their alpha only", step) }
    let white = writer.rectangle(region, context.matrix, CGColor(red: 1, green: 1, blue: 1, alpha: 1))
    let product = DocumentValue.layer(mask: .layer(sublayers: below), sublayers: top)
    let parts = zip(k, [[product], top, below, [white]]).filter { $0.0 > 0 }.map { factor, layers in
      let gain = max(1, factor)
      let matrix = [gain, 0, 0, 0, 0, 0, gain, 0, 0, 0, 0, 0, gain, 0, 0, 0, 0, 0, factor, 0]
      return DocumentValue.layer(
        [("filters", .texts([.colorMatrix(matrix)])), ("compositingFilter", .text("plusL"))], sublayers: layers)
    }
    return parts.isEmpty ? [] : [.layer(sublayers: parts)]
  }

  // MARK: Colours

  /// Returns nil for the identity.
  private func matrix(_ step: SVGNode) -> DocumentValue? {
    let values = SVGValues.numbers(step["values"])
    switch step["type"] ?? "matrix" {
    case "matrix": return values.count == 20 ? .colorMatrix(values) : nil
    case "saturate": return values.count == 1 && values[0] >= 0 ? .colorFunction("saturate", values[0]) : nil
    case "hueRotate": return .filter("colorHueRotate", "inputAngle", (values.first ?? 0) * .pi / 180)
    case "luminanceToAlpha": return .luminanceFilter
    default: return nil
    }
  }

  private func transformed(_ layers: [DocumentValue], _ filter: DocumentValue, _ step: SVGNode) -> [DocumentValue] {
    if isLinear(step) {
      writer.lose("color-interpolation-filters", "colours are computed in sRGB", step)
    }
    return [.filtered(layers, filter)]
  }

  private func transfer(_ step: SVGNode) -> [DocumentValue] {
    let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    var matrix = identity
    for (index, name) in ["feFuncR", "feFuncG", "feFuncB", "feFuncA"].enumerated() {
      guard let function = step.elements.last(where: { $0.name == name }) else { continue }
      let values = SVGValues.numbers(function["tableValues"])
      switch function["type"] {
      case "linear":
        matrix[6 * index] = SVGValues.numbers(function["slope"]).first ?? 1
        matrix[5 * index + 4] = SVGValues.numbers(function["intercept"]).first ?? 0
      case "table" where values.count == 2:
        (matrix[6 * index], matrix[5 * index + 4]) = (values[1] - values[0], values[0])
      case "table" where values.isEmpty, "discrete" where values.isEmpty, "identity": break
      default: writer.lose("type", "only linear functions are supported", function)
      }
    }
    return matrix == identity ? input(step) : transformed(input(step), .colorMatrix(matrix), step)
  }

  // MARK: Light

  private func number(_ node: SVGNode, _ key: String, _ standard: Double) -> Double {
    SVGValues.numbers(node[key]).first ?? standard
  }

  /// The direction from the middle of a region toward a light; its length is 1.
  private func direction(_ light: SVGNode, _ region: CGRect) -> SIMD3<Double> {
    let azimuth = CGAffineTransform(rotationAngle: number(light, "azimuth", 0) * .pi / 180)
    let elevation = CGAffineTransform(rotationAngle: number(light, "elevation", 0) * .pi / 180)
    if light.name == "feDistantLight" {
      return SIMD3(azimuth.a * elevation.a, azimuth.b * elevation.a, elevation.b)
    }
    let place = pair("\(number(light, "x", 0)) \(number(light, "y", 0))", 0)
    return unit(SIMD3(place.x - region.midX, place.y - region.midY, number(light, "z", 0)))
  }

  private func unit(_ way: SIMD3<Double>) -> SIMD3<Double> { way / max(1e-9, (way * way).sum().squareRoot()) }

  /// The light on a flat surface.
  private func lit(_ step: SVGNode, _ region: CGRect) -> [DocumentValue] {
    let lights: Set = ["feDistantLight", "fePointLight", "feSpotLight"]
    guard let light = step.elements.first(where: { lights.contains($0.name) }) else { return [] }
    writer.lose(step.name, "the surface is treated as flat", step)
    let way = direction(light, region)
    let isDiffuse = step.name == "feDiffuseLighting"
    let shine = Double.pow(max(0, unit(way + SIMD3(0, 0, 1)).z), number(step, "specularExponent", 1))
    let amount = number(step, isDiffuse ? "diffuseConstant" : "specularConstant", 1) * (isDiffuse ? way.z : shine)
    let (own, isLinear) = (style(step), isLinear(step))
    let color = writer.color(own.style["lighting-color"], 1, own) ?? CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    let parts = [color.red, color.green, color.blue].map { part in
      let light = max(0, min(1, amount * (isLinear ? ColorEncoding.sRGB.light(Double(part)) : Double(part))))
      return isLinear ? ColorEncoding.component(ofLight: light) : light
    }
    let alpha = isDiffuse ? 1 : parts.max() ?? 0
    let colors = parts.map { $0 / max(1e-9, alpha) }
    let result = CGColor(red: colors[0], green: colors[1], blue: colors[2], alpha: alpha)
    return [writer.rectangle(region, context.matrix, result)]
  }

  /// Whether the values of a primitive are errors, so that its result is transparent.
  private func isInvalid(_ step: SVGNode) -> Bool {
    func numbers(_ key: String) -> [Double] { SVGValues.numbers(step[key]) }
    switch step.name {
    case "feTurbulence":
      return numbers("baseFrequency").contains { $0 < 0 } || (numbers("numOctaves").first ?? 1) < 0
    case "feSpecularLighting": return !(1...128).contains(numbers("specularExponent").first ?? 1)
    case "feMorphology": return numbers("radius").contains { $0 > 5000 }
    case "feConvolveMatrix":
      let order = step["order"] == nil ? [3] : numbers("order")
      guard let columns = order.first, let rows = order.last, order.allSatisfy({ $0 >= 1 && $0 == $0.rounded() }),
        order.count < 3, Double(numbers("kernelMatrix").count) == columns * rows
      else { return true }
      return !(0..<columns).contains(numbers("targetX").first ?? 0)
        || !(0..<rows).contains(numbers("targetY").first ?? 0)
    default: return false
    }
  }

  // MARK: Tiles and pictures

  private func noise(_ step: SVGNode, _ region: CGRect) -> [DocumentValue] {
    let noise = SVGTurbulence(step, isLinear: isLinear(step))
    func pixels(_ length: Double) -> Double { max(1, min(512, (length * 2 * scale).rounded(.up))) }
    let size = CGSize(width: pixels(region.width), height: pixels(region.height))
    guard region.width > 0, region.height > 0, writer.budget.spend(steps: noise.cost(size)),
      let value = try? EmbeddedImage.value(noise.picture(region, size), writer.source.record)
    else { return [] }
    return [.picture(value, size, in: region, context.matrix)]
  }

  private func tiled(_ image: SVGFilterImage, _ region: CGRect) -> [DocumentValue] {
    SVGTiling(image.region, over: region).map { [$0.copies(of: image.layers, context.matrix)] } ?? image.layers
  }

  private func picture(_ step: SVGNode, _ frame: CGRect) -> [DocumentValue] {
    guard let id = step.target else { return writer.image(step, context, in: frame) }
    guard let target = writer.ids[id], !writer.active.contains(ObjectIdentifier(target)) else { return [] }
    var inner = context
    inner.style = target.parent.map { writer.style(around: $0) } ?? SVGStyle()
    inner.depth += 2
    inner.matrix = CGAffineTransform(translationX: frame.minX, y: frame.minY).inside(inner.matrix)
    return writer.inside(target) { writer.draw(target, inner) }
  }
}
