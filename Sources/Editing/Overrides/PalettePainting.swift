/// A palette on the cells of a scene: what shines or is coloured takes its colours, smoke keeps its own.
///
/// Each colour of the scene becomes one of the palette's, in the order in which they come; white stays white where
/// there are colours. Changes over a particle's life stay changes of light: they darken and fade, and the hue stays.
struct PalettePainting {
  private let palette: [CGColor]
  private let scene: PresetScene
  private let cells: [LookupNode]
  /// Smoke is painted where there is nothing else.
  private let isSmokeAlone: Bool
  private let isColored: Bool
  /// Colours of the scene, in order.
  private var order: [String] = []
  /// Colours that cells have now, under which their sub-cells are born.
  private var chosen: [String: CGColor] = [:]

  /// How far from each other colours of one cell may be: shades of a colour, not other ones.
  private static let widestRange = 0.1
  /// Ranges from which a cell has colours of its own, whatever its middle one is.
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

  /// Nil for a cell that stays as it is, and for one that its parent's colour is on.
  private mutating func newColor(of node: LookupNode, _ old: CGColor) -> CGColor? {
    // Sub-cells take their parents' colour: of a scene without colours, only the outer cells are painted.
    let usual = isSmokeAlone ? old.hexText : isColored || node.steps.count > 1 ? nil : "#ffffff"
    guard let first = Self.seen(node, scene).first ?? usual else { return nil }
    if !order.contains(first) { order.append(first) }
    let color = palette[(order.firstIndex(of: first) ?? 0) % palette.count]
    // Smoke is light and shade of one thing.
    let most = max(color.red, color.green, color.blue)
    let factor = isSmokeAlone && most > 0 ? CGFloat(HueColor(old).brightness) / most : 1
    return color.darkened(by: factor, alpha: old.alpha)
  }

  /// The cell's own colours that are not grey.
  private static func seen(_ node: LookupNode, _ scene: PresetScene) -> [String] {
    let colors = [node.color, node.sprite(in: scene)?.color].compactMap { $0 }
    let seen = colors.filter { HueColor($0).saturation > 0.05 }.map(\.hexText)
    guard seen.isEmpty, ColorPart.allCases.contains(where: { node.number($0.range) > colorfulRange }) else {
      return seen
    }
    return colors.prefix(1).map(\.hexText)
  }

  /// Keeps a cell's colours from turning into others: ranges become narrow, and a fade to black is one of the colour.
  private func steady(_ node: LookupNode, from old: CGColor, to new: CGColor, _ steps: inout [ColorOperation.Step]) {
    for part in ColorPart.allCases where node.number(part.range) > Self.widestRange {
      node.set(part.range, DocumentValue(.number(Self.widestRange)), &steps)
    }
    let speeds = ColorPart.allCases.map { node.number($0.speed) }
    guard speeds.contains(where: { $0 != 0 }) else { return }
    // Parts that grow run into white, and there into another hue.
    let light = ColorPart.allCases.reduce(0) { $0 + $1.value(old) }
    let rate = light > 0 ? min(0, speeds.reduce(0, +) / light) : 0
    for part in ColorPart.allCases {
      let speed = (rate * part.value(new) * 1e4).rounded() / 1e4
      if speed != node.number(part.speed) { node.set(part.speed, DocumentValue(.number(speed + 0)), &steps) }
    }
  }

  /// Colours over a life as colours of the palette: as pale as they are, as far as the palette goes, as dark and as
  /// transparent. White stays white. Light adds up: with paler colours a flame would be a white one.
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

/// Red, green and blue of a cell, with the keys that change them.
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
  /// Smoke and dust: dull, and drawn over what lies behind instead of adding light to it.
  fileprivate func isSmoke(in scene: PresetScene) -> Bool {
    guard (layer as? CAEmitterLayer)?.renderMode != .additive else { return false }
    let hue = HueColor(color ?? .white)
    let chroma = hue.saturation * hue.brightness
    return sprite(in: scene)?.shape == "smoke" ? chroma < 0.3 : chroma < 0.15 && hue.brightness < 0.6
  }

  fileprivate var color: CGColor? { found("color").flatMap { $0.value as? CGColor } }
  fileprivate func sprite(in scene: PresetScene) -> Sprite? { scene.sprite(found("contents")?.value) }
  fileprivate func number(_ key: String) -> Double { (found(key)?.value as? NSNumber)?.doubleValue ?? 0 }

  /// Gradients over the lives of the cell's particles, its own and its layer's.
  fileprivate var gradients: [(node: LookupNode, colors: [CGColor])] {
    let own = LookupNode.all(in: layer).filter {
      $0.steps.last?.list == "emitterBehaviors" && ($0.steps.count == 1 || $0.isInside(self))
    }
    return own.compactMap { node in
      let colors = (node.found("colors")?.value as? [Any])?.compactMap { $0 as? CGColor } ?? []
      return colors.isEmpty ? nil : (node, colors)
    }
  }

  /// Whether the way to this node is the other's and one step more.
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
