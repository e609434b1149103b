/// Applies a palette to the cells of a scene. Light and coloured cells take its colours; smoke does not change.
///
/// Each colour of the scene is replaced by a palette colour, in order of occurrence. White does not change if there are
/// other colours. Changes over a particle's life keep the hue: they only darken and fade.
struct PalettePainting {
  private let palette: [CGColor]
  private let scene: PresetScene
  private let cells: [LookupNode]
  /// Smoke is coloured only if there is nothing else.
  private let isSmokeAlone: Bool
  private let isColored: Bool
  private var order: [String] = []
  /// Present colours of cells, which their sub-cells inherit.
  private var chosen: [String: CGColor] = [:]

  /// Maximum colour range of a cell that counts as shades of one colour.
  private static let widestRange = 0.1
  /// Minimum colour range of a cell with several colours.
  private static let colorfulRange = 0.2

  init(_ palette: [CGColor], _ cells: [LookupNode], _ scene: PresetScene) {
    isSmokeAlone = cells.allSatisfy { $0.isSmoke(in: scene) }
    let smokes = isSmokeAlone
    self.cells = cells.filter { smokes || !$0.isSmoke(in: scene) }
    (self.palette, self.scene) = (palette, scene)
    isColored = self.cells.contains { !Self.seen($0, scene).isEmpty || !$0.gradients.isEmpty }
  }

  mutating func steps() -> [ColorOperation.Step] { cells.flatMap { steps(of: $0) } }

  private mutating func steps(of node: LookupNode) -> [ColorOperation.Step] {
    let old = node.color ?? .white
    let parent = chosen[node.parentKey]
    var steps: [ColorOperation.Step] = []
    if let new = newColor(of: node, old) {
      chosen[node.key] = new
      if new != old { node.set("color", ValueSpelling.document(new, .color), &steps) }
      if var sprite = node.sprite(in: scene), HueColor(sprite.color).saturation > 0 {
        sprite.color = CGColor(red: 1, green: 1, blue: 1, alpha: sprite.color.alpha)
        node.set("contents", sprite.document, &steps)
      }
      steady(node, from: old, to: new, &steps)
    } else if let parent {
      chosen[node.key] = parent
      steady(node, from: old, to: parent, &steps)
    }
    for gradient in node.gradients {
      let colors = ramp(gradient.colors).compactMap { color in
        color.isWide ? ValueSpelling.document(color, .color) : DocumentValue(.string(color.hexText))
      }
      gradient.node.set("colors", DocumentValue(.array(colors)), &steps)
    }
    return steps
  }

  /// Nil for a cell that does not change, and for one that inherits its parent's colour.
  private mutating func newColor(of node: LookupNode, _ old: CGColor) -> CGColor? {
    // Sub-cells inherit colours. In a scene without colours, only the outer cells are coloured.
    let usual = isSmokeAlone ? old.hexText : isColored || node.steps.count > 1 ? nil : "#ffffff"
    guard let first = Self.seen(node, scene).first ?? usual else { return nil }
    if !order.contains(first) { order.append(first) }
    let color = palette[(order.firstIndex(of: first) ?? 0) % palette.count]
    // Smoke is made of light and dark shades.
    let most = max(color.red, color.green, color.blue)
    let factor = isSmokeAlone && most > 0 ? CGFloat(HueColor(old).brightness) / most : 1
    return color.darkened(by: factor, alpha: old.alpha)
  }

  private static func seen(_ node: LookupNode, _ scene: PresetScene) -> [String] {
    let colors = [node.color, node.sprite(in: scene)?.color].compactMap { $0 }
    let seen = colors.filter { HueColor($0).saturation > 0.05 }.map(\.hexText)
    guard seen.isEmpty, ColorPart.allCases.contains(where: { node.number($0.range) > colorfulRange }) else {
      return seen
    }
    return colors.prefix(1).map(\.hexText)
  }

  /// Limits colour ranges, and makes a fade to black keep the colour.
  private func steady(_ node: LookupNode, from old: CGColor, to new: CGColor, _ steps: inout [ColorOperation.Step]) {
    for part in ColorPart.allCases where node.number(part.range) > Self.widestRange {
      node.set(part.range, DocumentValue(.number(Self.widestRange)), &steps)
    }
    let speeds = ColorPart.allCases.map { node.number($0.speed) }
    guard speeds.contains(where: { $0 != 0 }) else { return }
    // Increasing components become white, with another hue.
    let light = ColorPart.allCases.reduce(0) { $0 + $1.value(old) }
    let rate = light > 0 ? min(0, speeds.reduce(0, +) / light) : 0
    for part in ColorPart.allCases {
      let speed = (rate * part.value(new) * 1e4).rounded() / 1e4
      if speed != node.number(part.speed) { node.set(part.speed, DocumentValue(.number(speed + 0)), &steps) }
    }
  }

  /// Maps colours over life to palette colours with similar saturation, brightness and alpha. White does not change.
  /// Paler colours would make additive flames white.
  private func ramp(_ stops: [CGColor]) -> [CGColor] {
    let ordered = palette.map { (color: $0, depth: HueColor($0).saturation) }.sorted { $0.depth < $1.depth }
    return stops.map { stop in
      let hue = HueColor(stop)
      guard hue.saturation > 0.05 else { return stop }
      let index = ordered.firstIndex { $0.depth >= hue.saturation } ?? ordered.count - 1
      let (from, to) = (ordered[max(0, index - 1)], ordered[index])
      let range = to.depth - from.depth
      let share = range > 0 ? min(1, (hue.saturation - from.depth) / range) : 0
      return from.color.mixed(with: to.color, share).darkened(by: hue.brightness, alpha: stop.alpha)
    }
  }
}

extension PresetSource {
  /// Returns the values that changes give to variables: those of `vars.NAME=VALUE`, which are removed from the changes,
  /// and the colours of `palette=` for colour variables without values. `palette=` remains in the changes, because it
  /// also recolours cells.
  package func values(taking changes: inout [PropertyOverride]) -> GivenVariables {
    var given = GivenVariables(taking: &changes)
    guard let palette = changes.last(where: { $0.path == "palette" && $0.operation == .assign }),
      let colors = try? Palette.parse(palette.value), let stage = try? giving(given).stage()
    else { return given }
    let all = loader.given.merging(given)
    let variables = stage.variables.filter { $0.kind == .color && all[$0.name] == nil }
    let old = variables.map { $0.typed as? CGColor ?? .white }
    for ((variable, old), new) in zip(zip(variables, old), Self.shades(old, colors)) where new != old {
      let text = new.isWide ? ValueSpelling.document(new, .color)?.variableText : new.hexText
      given[variable.name] = text.map { GivenVariables.Value($0, file: palette.text) }
    }
    return given
  }

  /// Replaces each hue by a palette colour, in order of occurrence, and keeps the shades of a hue. White and grey do
  /// not change.
  private static func shades(_ colors: [CGColor], _ palette: [CGColor]) -> [CGColor] {
    let old = colors.map(HueColor.init)
    var hues: [(hue: Double, saturation: Double)] = []
    func index(_ color: HueColor) -> Int? {
      hues.firstIndex { abs(remainder($0.hue - color.hue, 360)) < 25 }
    }
    for color in old where color.saturation > 0.05 {
      if let index = index(color) {
        hues[index].saturation = max(hues[index].saturation, color.saturation)
      } else {
        hues.append((color.hue, color.saturation))
      }
    }
    return zip(colors, old).map { color, old in
      guard old.saturation > 0.05, let index = index(old) else { return color }
      var new = HueColor(palette[index % palette.count])
      new.saturation *= old.saturation / hues[index].saturation
      (new.brightness, new.alpha) = (new.brightness * old.brightness, old.alpha)
      return new.color
    }
  }
}

private enum ColorPart: String, CaseIterable {
  case red, green, blue

  var range: String { rawValue + "Range" }
  var speed: String { rawValue + "Speed" }

  func value(_ color: CGColor) -> Double {
    switch self {
    case .red: Double(color.red)
    case .green: Double(color.green)
    case .blue: Double(color.blue)
    }
  }
}

extension LookupNode {
  /// Smoke and dust: unsaturated, and not additive.
  fileprivate func isSmoke(in scene: PresetScene) -> Bool {
    guard (layer as? CAEmitterLayer)?.renderMode != .additive else { return false }
    let hue = HueColor(color ?? .white)
    let chroma = hue.saturation * hue.brightness
    return sprite(in: scene)?.shape == "smoke" ? chroma < 0.3 : chroma < 0.15 && hue.brightness < 0.6
  }

  fileprivate var color: CGColor? { found("color").flatMap { $0.value as? CGColor } }
  fileprivate func sprite(in scene: PresetScene) -> Sprite? { scene.sprite(found("contents")?.value) }
  fileprivate func number(_ key: String) -> Double { (found(key)?.value as? NSNumber)?.doubleValue ?? 0 }

  /// Gradients over life, of the cell and its layer.
  fileprivate var gradients: [(node: LookupNode, colors: [CGColor])] {
    let own = LookupNode.all(in: layer).filter {
      $0.steps.last?.list == "emitterBehaviors" && ($0.steps.count == 1 || $0.isInside(self))
    }
    return own.compactMap { node in
      let colors = (node.found("colors")?.value as? [Any])?.compactMap { $0 as? CGColor } ?? []
      return colors.isEmpty ? nil : (node, colors)
    }
  }

  /// Whether this node is a child of the other.
  private func isInside(_ other: LookupNode) -> Bool {
    steps.count == other.steps.count + 1 && zip(steps, other.steps).allSatisfy { $0 == $1 }
  }

  fileprivate var key: String { key(steps) }
  fileprivate var parentKey: String { key(steps.dropLast()) }

  private func key(_ steps: some Sequence<Step>) -> String {
    "\(ObjectIdentifier(layer).hashValue)" + steps.map { ".\($0.list)\($0.index)" }.joined()
  }

  fileprivate func set(_ key: String, _ value: DocumentValue?, _ steps: inout [ColorOperation.Step]) {
    guard let found = found(key), let value else { return }
    steps.append((found, value))
  }
}

extension CGColor {
  fileprivate func darkened(by factor: CGFloat, alpha: CGFloat) -> CGColor {
    CGColor(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha)
  }

  fileprivate func mixed(with other: CGColor, _ share: Double) -> CGColor {
    let part = { (from: CGFloat, to: CGFloat) in from + (to - from) * CGFloat(share) }
    return CGColor(red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue), alpha: 1)
  }
}
