/// Values of the elements of an SVG document at times of its animations.
package struct SVGInspection: Encodable {
  package enum Value: Encodable, Equatable {
    case text(String)
    case number(Double)
    case list([Value])

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .list(let items): try container.encode(items)
      }
    }

    static func numbers(_ numbers: [Double]) -> Value { .list(numbers.map { .number($0) }) }
  }

  package let time: Double
  /// By ID, then by attribute: user units, colours as `rgb(r, g, b)`, transforms as six numbers.
  package let elements: [String: [String: Value]]

  /// - Parameters:
  ///   - bytes: An SVG document.
  ///   - times: Seconds.
  ///   - name: The file name for messages.
  package static func moments(in bytes: [UInt8], at times: [Double], named name: String) throws -> [SVGInspection] {
    let url = URL(fileURLWithPath: name)
    let source = ImportSource(bytes: bytes, url: url, record: ImportRecord(file: name))
    let writer = SVGImporter(source, root: try SVGReader.root(source))
    let timeline = SVGTimeline(writer, try writer.applyStyles())
    return times.map { time in
      timeline.apply(at: time)
      let values = writer.ids.mapValues { node in
        let context = writer.context(of: node)
        let keys = Set(node.attributes.keys).union(node.declared.keys).subtracting(["id", "style", "class", "motion"])
          .union(["fill", "stroke", "opacity", "visibility", "display", "transform"])
        return Dictionary(
          keys.compactMap { key in value(key, node, context, writer).map { (key, $0) } }, uniquingKeysWith: { $1 })
      }
      return SVGInspection(time: time, elements: values)
    }
  }

  private static func value(_ key: String, _ node: SVGNode, _ context: SVGContext, _ writer: SVGImporter) -> Value? {
    let isProperty = SVGProperty.inherited[key] != nil || SVGProperty.initial[key] != nil
    let text = isProperty ? context.style[key] : node.declared[key] ?? node[key] ?? ""
    if key.lowercased().hasSuffix("transform") {
      var own = context
      own.matrix = key == "transform" ? .identity : SVGValues.transform(text) ?? .identity
      if key == "transform" { _ = writer.place(node, &own) }
      let m = own.matrix
      return .numbers([m.a, m.b, m.c, m.d, m.tx, m.ty].map { Double($0) })
    }
    switch SVGAnimatedValue.kind(of: key) {
    case .color:
      guard let color = writer.color(text, 1, context) else { return .text(text) }
      let parts = [color.red, color.green, color.blue].map { ValueText.text((max(0, min(1, $0)) * 255).rounded()) }
      return .text("rgb(\(parts.joined(separator: ", ")))")
    case .path:
      let words = PathText.text(PathText.leading(SVGContext.pathText(text))).split(separator: " ")
      return .list(words.map { word in Double(word).map { .number($0) } ?? .text(String(word)) })
    default: break
    }
    if key == "font-size" { return .number(context.style.fontSize) }
    let axis: SVGAxis = key.contains("x") || key == "width" ? .x : key.contains("y") || key == "height" ? .y : .diagonal
    let items = text.split { $0 == "," || $0.isWhitespace }
    let numbers = items.compactMap { context.points(String($0), axis) }
    guard numbers.count == items.count, let first = numbers.first else { return .text(text) }
    return numbers.count == 1 ? .number(first) : .numbers(numbers)
  }
}
