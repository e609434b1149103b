import Foundation
import StarmineGraphics
import StarmineDocument

extension SVGFilterScope {
  /// Applies a primitive and stores its result.
  mutating func run(_ step: SVGNode) {
    let region = region(of: step)
    guard writer.budget.spend(layers: 3), writer.budget.spend(layers: cost(step)) else { return }
    var layers = result(of: step, region)
    if region != self.region, !layers.isEmpty {
      layers = [.layer(mask: writer.rectangle(region, context.matrix), sublayers: layers)]
    }
    last = SVGFilterImage(layers: layers, region: region)
    if let name = step["result"] { results[name] = last }
  }

  /// Number of input layers that become part of the result.
  private func cost(_ step: SVGNode) -> Int {
    let inputs = step.name == "feMerge" ? step.elements.map { $0["in"] } : [step["in"], step["in2"]]
    return inputs.reduce(0) { $0 + image($1, step).layers.extent.layers }
  }

  private func region(of step: SVGNode) -> CGRect {
    guard unitsAreBox || ["x", "y", "width", "height"].contains(where: { step[$0] != nil }) else {
      return step.name == "feOffset" ? image(step["in"], step).region : region
    }
    let standard =
      unitsAreBox
      ? [0, 0, region.width / box.width, region.height / box.height]
      : [region.minX, region.minY, region.width, region.height]
    return writer.frame({ step[$0] }, in: unitsAreBox ? box : nil, context, standard: standard.map { "\($0)" })
      .intersection(region)
  }

  private func image(_ name: String?, _ step: SVGNode) -> SVGFilterImage {
    guard let name else { return last }
    if let known = results[name] { return known }
    if ["BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"].contains(name) {
      writer.lose("in", "\(name) is not supported", step)
      return SVGFilterImage(layers: [], region: region)
    }
    return last
  }

  private func input(_ step: SVGNode) -> [DocumentValue] { image(step["in"], step).layers }

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

  private func result(of step: SVGNode, _ region: CGRect) -> [DocumentValue] {
    switch step.name {
    case "feGaussianBlur": return blurred(input(step), step)
    case "feOffset":
      return [moved(input(step), step, standard: 0)]
    case "feFlood":
      var path = CGPath.Geometry()
      path.addRect(region)
      return [.shape(path, context.matrix, [("fillColor", .color(color(step)))])]
    case "feDropShadow":
      let source = input(step)
      let shadow = blurred([.filtered(source, .paint(color(step)))], step, standard: 2)
      return [moved(shadow, step, standard: 2)] + source
    case "feMerge":
      return step.elements.filter { $0.name == "feMergeNode" }.map { .layer(sublayers: image($0["in"], step).layers) }
    case "feComposite": return composite(step)
    case "feBlend": return blend(input(step), over: image(step["in2"], step).layers, step)
    case "feColorMatrix":
      guard let matrix = matrix(step) else { return input(step) }
      return transformed(input(step), matrix, step)
    case "feComponentTransfer": return transfer(step)
    case "feTile": return tiled(image(step["in"], step), region)
    case "feImage": return picture(step, region)
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
    guard x >= 0, y >= 0, x + y > 0 else { return layers }
    if x != y { writer.lose("stdDeviation", "both directions are blurred by their mean", step) }
    return [.filtered(layers, .blur((x + y) / 2 * scale))]
  }

  private func composite(_ step: SVGNode) -> [DocumentValue] {
    let (top, below) = (input(step), image(step["in2"], step).layers)
    func joined(_ mode: String) -> [DocumentValue] {
      [
        .layer(sublayers: [
          .layer(sublayers: below), .layer([("compositingFilter", .text(mode))], sublayers: top),
        ])
      ]
    }
    switch step["operator"] ?? "over" {
    case "in": return [.layer(mask: .layer(sublayers: below), sublayers: top)]
    case "out":
      return [
        .layer(sublayers: [.layer(sublayers: top), .layer([("compositingFilter", .text("destOut"))], sublayers: below)])
      ]
    case "atop": return joined("sourceAtop")
    case "xor": return joined("xor")
    case "lighter": return joined("plusL")
    case "arithmetic":
      let k = ["k1", "k2", "k3", "k4"].map { SVGValues.numbers(step[$0]).first ?? 0 }
      if k == [0, 0, 0, 0] { return [] }
      if k == [0, 1, 0, 0] { return top }
      if k == [0, 0, 1, 0] { return below }
      if k == [0, 1, 1, 0] { return joined("plusL") }
      writer.lose("operator", "arithmetic is not supported", step)
      return below + top
    default: return [.layer(sublayers: below), .layer(sublayers: top)]
    }
  }

  private func blend(_ top: [DocumentValue], over below: [DocumentValue], _ step: SVGNode) -> [DocumentValue] {
    let filter = SVGWriter.blendMode(step["mode"] ?? "normal")
    return [
      .layer(sublayers: [.layer(sublayers: below), .layer([("compositingFilter", filter)], sublayers: top)])
    ]
  }

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
    if style(step).style["color-interpolation-filters"] != "sRGB" {
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

  private func tiled(_ image: SVGFilterImage, _ region: CGRect) -> [DocumentValue] {
    SVGTiling(image.region, over: region).map { [$0.copies(of: image.layers, context.matrix)] } ?? image.layers
  }

  private func picture(_ step: SVGNode, _ region: CGRect) -> [DocumentValue] {
    guard let id = step.target else { return writer.image(step, context, in: region) }
    guard let target = writer.ids[id], !writer.active.contains(ObjectIdentifier(target)) else { return [] }
    var inner = context
    inner.style = target.parent.map { writer.style(around: $0) } ?? SVGStyle()
    inner.depth += 2
    inner.matrix = CGAffineTransform(translationX: region.minX, y: region.minY).inside(inner.matrix)
    return writer.inside(target) { writer.draw(target, inner) }
  }
}
