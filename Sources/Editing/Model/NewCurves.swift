/// A new curve over the life of a cell's particles. It begins with the value of the cell and follows the cell's speed.
struct LifeCurve {
  /// Targets of behaviours for values of a cell.
  static let targets = [
    "scale": "scale", "scaleSpeed": "scaleSpeed", "spin": "spin", "mass": "mass", "rotation": "rotation",
    "color": "color", "redSpeed": "color.red", "greenSpeed": "color.green", "blueSpeed": "color.blue",
    "alphaSpeed": "color.alpha",
  ]

  private let target: String
  private let ends: [DocumentValue]

  /// Nil for values without a curve.
  /// - Parameter values: values of the cell without defaults.
  init?(_ key: String, _ values: [String: DocumentValue]) {
    guard let target = Self.targets[key] else { return nil }
    self.target = target
    let number = { (key: String, rest: Double) in values[key]?.number ?? rest }
    if target == "color" {
      let color = values["color"] ?? DocumentValue(.string("#ffffff"))
      ends = [color, color]
    } else {
      let isPart = target.hasPrefix("color.")
      let start = isPart ? 1 : number(key, key == "scale" ? 1 : 0)
      let speed = isPart ? number(key, 0) : key == "scale" ? number("scaleSpeed", 0) : 0
      let end = start + speed * number("lifetime", 0)
      ends = [start, isPart ? min(1, max(0, end)) : end].map { DocumentValue(.number($0)) }
    }
  }

  var document: DocumentValue {
    target == "color"
      ? .fields([("type", .text("colorOverLife")), ("colors", .list(ends))])
      : .fields([("type", .text("valueOverLife")), ("keyPath", .text(target)), ("values", .list(ends))])
  }

  func isMeant(by node: SceneModel.Node) -> Bool {
    if target == "color" { return node.class == "behaviour \"colorOverLife\"" }
    let keyPath = node.values["keyPath"] ?? DocumentValue(.string("scale"))
    return node.class == "behaviour \"valueOverLife\"" && keyPath == DocumentValue(.string(target))
  }
}

/// A new animation: from the value of a property to a visible one, and back.
struct NewAnimation {
  private let keyPath: String
  private let values: [DocumentValue]
  private let duration: Double

  /// Errors: an unknown property, or one that cannot be animated.
  init(_ keyPath: String, of owner: SceneModel.Node, in scene: PresetScene) throws(ValueMismatchError) {
    guard let layer = scene.rootLayer.layer(at: owner.steps), let row = layer.info(atKeyPath: keyPath),
      row.isAnimatable
    else { throw ValueMismatchError("\(keyPath.excerpt()) cannot be animated here") }
    let found = (try? layer.property(atKeyPath: keyPath))?.value
    guard let start = ValueSpelling.document(found, row.kind), !start.content.isNull else {
      throw ValueMismatchError("\(keyPath.excerpt()) has no value to start from")
    }
    let isTurn = keyPath.hasPrefix("transform.rotation")
    let other = Self.other(start, row, side: Double(scene.size.height))
    self.keyPath = keyPath
    values = isTurn ? [start, DocumentValue(.string("360deg"))] : [start, other, start]
    duration = min(2, scene.duration)
  }

  private static func other(_ start: DocumentValue, _ row: PropertyInfo, side: Double) -> DocumentValue {
    switch start.content {
    case .number(let number):
      if row.range == 0...1 { return DocumentValue(.number(number > 0.5 ? 0 : 1)) }
      return DocumentValue(.number(number == 0 ? (row.range?.upperBound ?? 4) / 4 : number * 1.5))
    case .array(var parts) where row.kind == .point && parts.count == 2:
      parts[1] = DocumentValue(.number((parts[1].number ?? 0) - (side / 6).rounded()))
      return DocumentValue(.array(parts))
    case .array(let parts) where row.kind == .size:
      return DocumentValue(.array(parts.map { DocumentValue(.number(($0.number ?? 0) * 1.5)) }))
    case _ where row.kind == .color:
      let white = DocumentValue(.string("#ffffff"))
      return start == white ? DocumentValue(.string("#ff8040")) : white
    default: return start
    }
  }

  var document: DocumentValue {
    .fields([
      ("class", .text("CAKeyframeAnimation")), ("keyPath", .text(keyPath)), ("values", .list(values)),
      ("duration", .number(duration)),
    ])
  }
}

extension DocumentValue {
  fileprivate var number: Double? { if case .number(let number) = content { number } else { nil } }
}

extension CALayer {
  fileprivate func layer(at steps: [DocumentStep]) -> CALayer? {
    var (layer, rest) = (Optional(self), steps.dropFirst())
    while let step = rest.popFirst() {
      switch step {
      case .key("mask"): layer = layer?.mask
      case .index(let index): layer = layer?.sublayers.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      default: continue
      }
    }
    return layer
  }
}
