package enum PropertyClasses {
  /// A new object of every class: layers in alphabetical order, then the cell.
  package static var all: [any PropertyContainer] {
    let registry = LayerRegistry()
    return registry.names.compactMap { registry[$0]?.make() } + [CAEmitterCell()]
  }

  /// A new object of every type of filter and behaviour, and a text animator.
  package static var effects: [any PropertyContainer] {
    let filters: [any PropertyContainer] = CAFilter.types.map { CAFilter(type: $0) }
    return filters + CAEmitterBehavior.behaviorTypes().map { CAEmitterBehavior(type: $0) } + [CATextAnimator()]
  }
}

extension PropertyInfo {
  package var example: String { "\(key)=\(exampleValue)" }

  private var exampleValue: String {
    switch kind {
    case .number, .integer: exampleNumber
    case .boolean: "true"
    case .string: "text"
    case .point, .size: "10,20"
    case .rect: unit == .none ? "0,0,0.5,1" : "0,0,100,50"
    case .color: "#ff8800cc"
    case .transform: "translate(10, 0) rotate(25deg)"
    case .image, .contents: #"{sprite: "glow", size: 64}"#
    case .path: "M 0 0 L 100 0 100 50 Z"
    case .colors: "[\"#ff0000\", \"#0000ff\"]"
    // Rectangles have four numbers each, dashes any number.
    case .numbers: unit == .points ? "10,5,20,10" : "0,0.5,1"
    case .enumeration(let names): names.last ?? ""
    case .cells, .layers, .layer, .filters, .behaviors, .animators: "..."
    }
  }

  /// A number at a quarter of the range, in the unit for people.
  private var exampleNumber: String {
    let lower = range?.lowerBound ?? 0
    let value = lower + ((range?.upperBound ?? 10) - lower) * 0.75
    switch unit {
    case .radians, .radiansPerSecond: return "90deg"
    // Its clock is not at 0 when the movie begins.
    case .seconds where key == "beginTime": return "now+2s"
    case .seconds: return "\(ValueText.text(min(value, 2)))s"
    default: return ValueText.text(kind == .integer ? value.rounded() : value)
    }
  }
}
